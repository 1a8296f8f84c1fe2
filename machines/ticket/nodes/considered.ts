/** The first step of every state: entered, or passed and recorded as skipped. */
import type { StateDefinition } from '../definition.ts'
import type { Kit } from '../machine.ts'

/** Goes to `target` with the given change when enterWhen holds, else leaves. */
export function considered(kit: Kit, state: StateDefinition, entering: 'enter' | 'pass', target: 'staffing' | 'left') {
  const params = { state: state.key }
  const enter = { target, actions: { type: entering, params } }
  if (state.enterWhen === undefined) return kit.createStateConfig({ always: enter })
  const guard = { type: 'holds' as const, params: { condition: state.enterWhen } }
  return kit.createStateConfig({
    always: [
      { guard, ...enter },
      { target: 'left', actions: { type: 'skip', params } },
    ],
  })
}
