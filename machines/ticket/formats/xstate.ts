/** The statechart as XState JSON (25.11): what the engine runs, guards and actions by name. */

import type { WorkflowDefinition } from '../definition/definition.ts'
import { compileWorkflow } from '../engine/compile.ts'

/** Loads with `createMachine` and in Stately. @throws Error for a definition that does not compile. */
export function toXState(definition: WorkflowDefinition): object {
  return JSON.parse(JSON.stringify(compileWorkflow(definition).config))
}
