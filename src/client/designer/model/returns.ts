/** Where a state may give a ticket back to, as the engine allows it (25.3). */
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'

const all = ['none', 'start', 'any'] as const
/** A choice of {@link StateDefinition.allowReturn}, `none` being none. */
export type ReturnChoice = (typeof all)[number]

export const returnChoiceOf = ({ allowReturn }: StateDefinition): ReturnChoice => allowReturn ?? 'none'

/** Nobody decides in a copy or in a filed application; work is refused to the applicant only, since what was approved is undone with it (20.2); an earlier state must be there. */
function isAllowed(definition: WorkflowDefinition, { kind, key }: StateDefinition, choice: ReturnChoice): boolean {
  if (choice === 'none') return true
  if (choice === 'start') return kind === 'approve' || kind === 'handle'
  return kind === 'approve' && indexWorkflow(definition).returnable(key).length > 0
}

/** What is offered: everything allowed, and what stands there now although it is not, so that it can be taken back. */
export const returnChoices = (
  definition: WorkflowDefinition,
  state: StateDefinition,
): readonly { readonly value: ReturnChoice; readonly isAllowed: boolean }[] =>
  all
    .map((value) => ({ value, isAllowed: isAllowed(definition, state, value) }))
    .filter((choice) => choice.isAllowed || choice.value === returnChoiceOf(state))
