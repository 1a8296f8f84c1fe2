/** A participant rule that can find nobody needs a policy that finds somebody (25.10). */
import {
  asksPeople,
  type Facts,
  type Group,
  groupsOf,
  type StateDefinition,
  stopgapOf,
} from '#machines/ticket/definition/definition.ts'
import { isFirm } from '#machines/ticket/definition/policies.ts'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import { type ExaminedDefinition, type Fault, fault, saidFacts } from './fault.ts'
import { factsAt, pathTo, stopsOf } from './walks.ts'

/** The policy asks the people who were just not there. */
function isSame({ participant, emptyPolicy }: StateDefinition): boolean {
  if (emptyPolicy.type === 'toUser') return participant.type === 'user' && participant.userId === emptyPolicy.userId
  return emptyPolicy.type === 'toRole' && participant.type === 'role' && participant.role === emptyPolicy.role
}

/** 25.7 rule 2: work is not rejected, and no rule alone may send a ticket in a cycle. */
const isRejectedAstray = ({ kind, emptyPolicy, onReject }: StateDefinition): boolean =>
  emptyPolicy.type === 'reject' && (kind !== 'approve' || typeof onReject === 'object')

/** The first step of a ticket has no step before it whose people could act again. */
function previousFaults({ definition, proof }: ExaminedDefinition): readonly Fault[] {
  const states = definition.states.filter(
    ({ participant, emptyPolicy }) => participant.type === 'previous' && emptyPolicy.type === 'block',
  )
  if (states.length === 0) return []
  const first = stopsOf(proof).filter((stop) => stop.from?.place === 'start')
  return states.flatMap(({ key }) => {
    const stop = first.find(({ place }) => place === key)
    return stop ? [{ ...fault('25.10', 'previousMissing', key), path: pathTo(stop) }] : []
  })
}

/** A person named in the form must have been named by then, on every route. */
function namedFaults(examined: ExaminedDefinition): readonly Fault[] {
  const { definition, known = {}, proof, thresholds } = examined
  const cases = definition.states.flatMap((state) => {
    const nobody = state.emptyPolicy.type === 'block' ? proof.nobodyAt(state.key) : undefined
    return nobody === undefined ? [] : [{ state, nobody }]
  })
  if (cases.length === 0) return []
  const stops = stopsOf(proof, { comesBack: 'start' })
  return cases.flatMap(({ state: { key, participant }, nobody }) => {
    for (const stop of stops) {
      if (stop.place !== key) continue
      let facts: Facts | null = null
      proof.stores.ask(nobody, stop.store, (holds, store) => {
        if (holds) facts ??= { ...factsAt(proof, stop), ...proof.splitter.factsOf(store.known) }
      })
      if (facts === null) continue
      const fields = groupsOf(participant).flatMap((group) => (group.type === 'formField' ? [group.field] : []))
      const params = { field: fields.join(', '), facts: saidFacts(facts, thresholds, known) }
      return [{ ...fault('25.10', 'participantUnfilled', key, params), path: pathTo(stop) }]
    }
    return []
  })
}

/** 25.7 rule 3: only who approves may be passed over as the applicant. */
const isSkippedAstray = ({ kind, skipsApplicant }: StateDefinition): boolean =>
  skipsApplicant === true && kind !== 'approve'

/** I20: where applicants may not approve for themselves, a state that passes them over is never the only approval of a path. */
function ownFaults({ definition, proof }: ExaminedDefinition): readonly Fault[] {
  if (definition.allowSelf) return []
  return definition.states
    .filter(({ kind, skipsApplicant }) => kind === 'approve' && skipsApplicant === true)
    .flatMap(({ key }) => {
      // This state counts one, what people must approve two: one at the end is this state without any such approval.
      const counts = (state: StateDefinition) =>
        state.key === key ? 1 : state.kind === 'approve' && isFirm(state) ? 2 : 0
      const stop = stopsOf(proof, { counts, cap: 2 }).find(({ place, count }) => place === 'end' && count === 1)
      return stop ? [{ ...fault('I20', 'ownOnly', key), path: pathTo(stop) }] : []
    })
}

/** Every group that may be given the work of a state. */
function groupsIn(state: StateDefinition): readonly Group[] {
  const { participant, timers = [] } = state
  const stopgap = stopgapOf(state)
  return [
    ...groupsOf(participant),
    ...timers.flatMap((timer) => (asksPeople(timer) ? groupsOf(timer.to) : [])),
    ...(stopgap === null ? [] : [stopgap]),
  ]
}

/** SYS-131: no administrator approves or handles. */
function administratorFaults({ definition }: ExaminedDefinition): readonly Fault[] {
  return definition.states
    .filter(({ kind }) => kind === 'approve' || kind === 'handle')
    .flatMap((state) =>
      groupsIn(state).flatMap((group) =>
        group.type === 'role' && isAdministratorRole(group.role)
          ? [fault('SYS-131', 'administrator', state.key, { role: group.role })]
          : [],
      ),
    )
}

/** Every participant rule that can leave a ticket without anybody. */
export function peopleFaults(examined: ExaminedDefinition): readonly Fault[] {
  return [
    ...examined.definition.states.filter(isSame).map(({ key }) => fault('25.10', 'policySame', key)),
    ...examined.definition.states.filter(isRejectedAstray).map(({ key }) => fault('25.7', 'rejectEmpty', key)),
    ...examined.definition.states.filter(isSkippedAstray).map(({ key }) => fault('25.7', 'ownKind', key)),
    ...administratorFaults(examined),
    ...ownFaults(examined),
    ...previousFaults(examined),
    ...namedFaults(examined),
  ]
}
