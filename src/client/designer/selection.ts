import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { stateOf } from './model/states.ts'

/** What is selected on the canvas: a state, `start` or `end` by key, or a transition by its place. */
export type Selection =
  | { readonly type: 'node'; readonly key: string }
  | { readonly type: 'transition'; readonly index: number }
  | null

/** Whether what was selected still exists; undo may have taken it away. */
export function isThere(definition: WorkflowDefinition, selection: Selection): boolean {
  if (selection === null) return true
  if (selection.type === 'transition') return definition.transitions[selection.index] !== undefined
  return selection.key === 'start' || selection.key === 'end' || stateOf(definition, selection.key) !== undefined
}
