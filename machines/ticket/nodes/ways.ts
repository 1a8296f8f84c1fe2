/** The ways out of a state, tried in order; the last one is taken when no other holds (WFD-03). */
import type { Kit } from '../machine.ts'
import type { Workflow } from '../workflow.ts'

const targetOf = (to: string) => (to === 'end' ? '#completed' : `#ticket.process.${to}`)

/** @throws Error when the last way has a condition or there is none: no ticket may stand still between states (I3). */
export function waysOut(kit: Kit, workflow: Workflow, from: string) {
  const ways = workflow.ways(from)
  const last = ways.at(-1)
  if (!last || last.when !== undefined) {
    throw new Error(`workflow ${workflow.definition.key}: the last way out of ${from} must have no condition (WFD-03)`)
  }
  return kit.createStateConfig({
    always: ways.map((way) => ({
      ...(way.when === undefined ? {} : { guard: { type: 'holds' as const, params: { condition: way.when } } }),
      target: targetOf(way.to),
      actions: way.to === 'end' ? (['complete'] as const) : [],
    })),
  })
}
