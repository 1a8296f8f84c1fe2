/** The ways out of a state, tried in order; the last one is taken when no other holds (WFD-03). */
import type { StateDefinition } from '../definition.ts'
import type { Kit } from '../machine.ts'
import { allowsResume } from '../returns.ts'
import type { Workflow } from '../workflow.ts'

const targetOf = (to: string) => (to === 'end' ? '#completed' : `#ticket.process.${to}`)

/** The states that may have sent the ticket here to get it straight back (25.3). */
function waysBack(workflow: Workflow, from: string) {
  const { definition } = workflow
  if (!allowsResume(definition, 'straightBack')) return []
  const isTarget = (state: StateDefinition) =>
    from === 'start' || (state.allowReturn === 'any' && workflow.before(state.key).some(({ key }) => key === from))
  const isSent = (state: StateDefinition) => state.kind === 'approve' && state.allowReturn && isTarget(state)
  return definition.states.filter(isSent).map(({ key }) => ({
    guard: { type: 'goesBack' as const, params: { state: key } },
    target: `#ticket.process.${key}.staffing`,
    actions: [{ type: 'enterBack' as const, params: { state: key } }],
  }))
}

/** @throws Error when the last way has a condition or there is none: no ticket may stand still between states (I3). */
export function waysOut(kit: Kit, workflow: Workflow, from: string) {
  const ways = workflow.ways(from)
  const last = ways.at(-1)
  if (!last || last.when !== undefined) {
    throw new Error(`workflow ${workflow.definition.key}: the last way out of ${from} must have no condition (WFD-03)`)
  }
  return kit.createStateConfig({
    always: [
      ...waysBack(workflow, from),
      ...ways.map((way) => ({
        ...(way.when === undefined ? {} : { guard: { type: 'holds' as const, params: { condition: way.when } } }),
        target: targetOf(way.to),
        actions: way.to === 'end' ? (['complete'] as const) : [],
      })),
    ],
  })
}
