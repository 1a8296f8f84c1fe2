/** The ticket waits, inside one transaction, for the server to say who acts in the visit just opened. */
import type { StateDefinition } from '../definition.ts'
import type { Kit } from '../machine.ts'

/** `staffing`, and `fallback` where the empty policy names a role to ask next. With the policy `block` an empty answer is refused (WF-15). */
export function staffing(kit: Kit, state: StateDefinition) {
  const people = { guard: 'isSomebody', target: 'open', actions: 'staff' } as const
  if (state.emptyPolicy.type === 'skip') {
    const nobody = { guard: 'isAllowed', target: 'left', actions: 'passEmpty' } as const
    return { staffing: kit.createStateConfig({ entry: 'ask', on: { participants: [people, nobody] } }) }
  }
  if (state.emptyPolicy.type === 'toRole') {
    const nobody = { guard: 'isAllowed', target: 'fallback' } as const
    return {
      staffing: kit.createStateConfig({ entry: 'ask', on: { participants: [people, nobody] } }),
      fallback: kit.createStateConfig({ entry: 'askRole', on: { participants: people } }),
    }
  }
  return { staffing: kit.createStateConfig({ entry: 'ask', on: { participants: people } }) }
}
