import { groupsOf } from '#machines/ticket/definition/definition.ts'
import { stateBack } from '#machines/ticket/engine/returns.ts'
import type { Candidate } from '#machines/ticket/engine/vocabulary.ts'
import { routeOf } from '#machines/ticket/explore/route.ts'
import { type DecisionContext, noParticipant } from './decisionContext.ts'
import { aboutOf } from './perform.ts'

/**
 * The people of the states ahead, by state (WF-15): a submit looks them up before anything is written.
 * @throws RuleError wf.noParticipant for a state with the policy `block` and no people.
 */
export async function peopleAhead(
  decisionContext: DecisionContext,
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const { engine, unit, version, form, facts, snapshot } = decisionContext
  const { definition } = version
  const route = routeOf(definition, facts)
  const back = stateBack(snapshot.context, decisionContext)
  const ahead = back === null ? route : route.slice(route.findIndex((step) => step.state === back))
  const entered = new Set(ahead.filter((step) => !step.isSkipped).map((step) => step.state))
  const states = definition.states.filter((state) => {
    // Whom a later form field or decision will name is not known yet.
    const isOpen = groupsOf(state.participant).some(
      (group) => group.type === 'previous' || (group.type === 'formField' && form[group.field] == null),
    )
    return entered.has(state.key) && state.kind !== 'cc' && !isOpen
  })
  const people = await engine.participants(unit, aboutOf(decisionContext), states)
  const resolved = new Map(states.map((state, index) => [state.key, people[index] ?? []]))
  const empty = states.find((state) => state.emptyPolicy.type === 'block' && resolved.get(state.key)?.length === 0)
  if (empty) throw noParticipant(decisionContext, empty.key)
  return resolved
}
