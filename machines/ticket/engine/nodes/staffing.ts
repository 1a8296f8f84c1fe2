/** The ticket waits, inside one transaction, for the server to say who acts in the visit just opened. */
import { type StateDefinition, stopgapOf } from '#machines/ticket/definition/definition.ts'
import type { Kit } from '../machine.ts'

/** `staffing`, `fallback` while the people of the empty policy are looked up, and `waiting` where there are none either (WF-14). With the policy `block` an empty answer is refused (WF-15). */
export function staffing(kit: Kit, state: StateDefinition) {
  const params = { state: state.key }
  const allowed = { type: 'isAllowedHere', params } as const
  const entry = { type: 'ask', params } as const
  const people = {
    guard: { type: 'isSomebody', params },
    target: 'open',
    actions: { type: 'staff', params },
  } as const
  const own = { guard: { type: 'isOwn', params }, target: 'left', actions: { type: 'passOwn', params } } as const
  const found = state.skipsApplicant === true ? [people, own] : [people]
  if (state.emptyPolicy.type === 'skip') {
    const nobody = { guard: allowed, target: 'left', actions: { type: 'passEmpty', params } } as const
    return { staffing: kit.createStateConfig({ entry, on: { participants: [...found, nobody] } }) }
  }
  if (state.emptyPolicy.type === 'reject') {
    // There the rejection leads where one by votes would.
    const nobody = { guard: allowed, target: 'open', actions: { type: 'rejectEmpty', params } } as const
    return { staffing: kit.createStateConfig({ entry, on: { participants: [...found, nobody] } }) }
  }
  if (stopgapOf(state) !== null) {
    const nobody = { guard: allowed, target: 'fallback' } as const
    return {
      staffing: kit.createStateConfig({ entry, on: { participants: [...found, nobody] } }),
      fallback: kit.createStateConfig({
        entry: { type: 'askRole', params },
        on: { participants: [people, { guard: allowed, target: 'waiting', actions: { type: 'wait', params } }] },
      }),
      waiting: kit.createStateConfig({ on: { participants: people } }),
    }
  }
  return { staffing: kit.createStateConfig({ entry, on: { participants: found } }) }
}
