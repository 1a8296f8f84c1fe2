/** The ticket waits, inside one transaction, for the server to say who acts in the visit just opened. */
import { type StateDefinition, stopgapOf } from '../definition.ts'
import type { Kit } from '../machine.ts'

/** `staffing`, and `fallback` where the empty policy names a role or a person to ask next. With the policy `block` an empty answer is refused (WF-15). */
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
  if (stopgapOf(state.emptyPolicy) !== null) {
    const nobody = { guard: allowed, target: 'fallback' } as const
    return {
      staffing: kit.createStateConfig({ entry, on: { participants: [...found, nobody] } }),
      fallback: kit.createStateConfig({ entry: { type: 'askRole', params }, on: { participants: people } }),
    }
  }
  return { staffing: kit.createStateConfig({ entry, on: { participants: found } }) }
}
