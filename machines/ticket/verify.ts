/** What publishing proves of a definition (25.10, WFD): every fault with the shortest way that shows it. */
import type { WorkflowDefinition } from './definition.ts'
import { choiceFaults } from './faults/choices.ts'
import type { Fault, Surroundings } from './faults/fault.ts'
import { reach } from './faults/reach.ts'
import { allStateFaults } from './faults/states.ts'
import { structureFaults } from './faults/structure.ts'
import { indexWorkflow } from './workflow.ts'

export type { Fault, FaultMessage, FaultName, Surroundings } from './faults/fault.ts'

/** All faults of a definition; none means that it may be published. A broken structure is reported alone, for nothing can be proved on it. */
export function verify(definition: WorkflowDefinition, surroundings: Surroundings): readonly Fault[] {
  const examined = { ...surroundings, definition, workflow: indexWorkflow(definition) }
  const broken = structureFaults(examined)
  if (broken.length > 0) return broken
  const { pathTo, faults } = reach(examined)
  return [...choiceFaults(examined), ...faults, ...allStateFaults(examined)].map((fault) => ({
    ...fault,
    path: (fault.state === null ? undefined : pathTo.get(fault.state)) ?? [],
  }))
}
