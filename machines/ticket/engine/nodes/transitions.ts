/** The transitions out of a state: one is chosen, or branches are opened. */
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { Kit } from '../machine.ts'
import { allowsResume, statesClosing } from '../returns.ts'
import { blockName, pathOf, regionPath } from './paths.ts'

/** Into the next state, to the end of the ticket, or to the end of the branch. */
function step(workflow: Workflow, from: string, to: string) {
  if (to === 'end') return { target: '#completed', actions: 'complete' as const }
  const homes = workflow.blocks.home(from)
  const inner = homes.at(-1)
  if (inner === undefined || workflow.blocks.joinAfter(from) !== to) return { target: pathOf(workflow, to) }
  const params = { state: inner.fork, number: inner.number }
  return { target: `${regionPath(homes)}.arrived`, actions: { type: 'arrive' as const, params } }
}

/** The states that may have sent the ticket here to get it straight back (25.3), or have lost it to their clock (25.8). */
function returnTransitions(workflow: Workflow, from: string) {
  const { definition } = workflow
  const isStraight = allowsResume(definition, 'straightBack')
  const closing = from === 'start' ? statesClosing(definition) : []
  const isTarget = (state: StateDefinition) =>
    from === 'start' || (state.allowReturn === 'any' && workflow.before(state.key).some(({ key }) => key === from))
  const isSent = (state: StateDefinition) =>
    closing.includes(state) || (isStraight && state.kind === 'approve' && state.allowReturn && isTarget(state))
  return definition.states.filter(isSent).map(({ key }) => ({
    guard: { type: 'goesBack' as const, params: { state: key } },
    target: `${pathOf(workflow, key)}.staffing`,
    actions: [{ type: 'enterBack' as const, params: { state: key } }],
  }))
}

/**
 * Transitions that choose are tried in order, and the last one is taken when no other holds (WFD-03); those of a branching state lead into its block.
 * @throws Error when the last transition has a condition or there is none: no ticket may stand still between states (I3).
 */
export function transitionsOut(kit: Kit, workflow: Workflow, from: string) {
  const transitions = workflow.transitionsFrom(from)
  const last = transitions.at(-1)
  if (!last || last.when !== undefined) {
    throw new Error(
      `workflow ${workflow.definition.key}: the last transition out of ${from} must have no condition (WFD-03)`,
    )
  }
  if (workflow.blocks.of(from)) {
    const target = `${regionPath(workflow.blocks.home(from))}.${blockName(from)}`
    return kit.createStateConfig({ always: { target, actions: { type: 'fork', params: { state: from } } } })
  }
  return kit.createStateConfig({
    always: [
      ...returnTransitions(workflow, from),
      ...transitions.map((transition) => ({
        ...(transition.when === undefined
          ? {}
          : { guard: { type: 'holds' as const, params: { condition: transition.when } } }),
        ...step(workflow, from, transition.to),
      })),
    ],
  })
}
