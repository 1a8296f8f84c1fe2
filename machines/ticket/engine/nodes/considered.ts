/** The first step of every state: entered, or passed and recorded as skipped. */
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { Kit } from '../machine.ts'

/** Goes to `target` with the given change when enterWhen holds, else leaves. */
export function enterOrPass(
  kit: Kit,
  workflow: Workflow,
  state: StateDefinition,
  entering: 'enter' | 'pass',
  target: 'staffing' | 'left',
) {
  const params = { state: state.key }
  const enter = { target, actions: { type: entering, params } }
  const pass = { target: 'left', actions: { type: 'skip', params } } as const
  // A ticket that asks to revoke another is approved, and has nothing else done for it (25.4).
  const isPassed = workflow.definition.revocableDays !== undefined && state.kind !== 'approve'
  const passing = isPassed ? [{ guard: 'isRevocation' as const, ...pass }] : []
  if (state.enterWhen === undefined) return kit.createStateConfig({ always: [...passing, enter] })
  const guard = { type: 'holds' as const, params: { condition: state.enterWhen } }
  return kit.createStateConfig({ always: [...passing, { guard, ...enter }, pass] })
}
