/** A participant rule that can find nobody needs a policy that finds somebody (25.10). */
import type { StateDefinition } from '../definition.ts'
import { isFirm } from '../policies.ts'
import { type Examined, type Fault, fault } from './fault.ts'
import { pathTo, stopsOf } from './walks.ts'

/** The policy asks the people who were just not there. */
function isSame({ participant, emptyPolicy }: StateDefinition): boolean {
  if (emptyPolicy.type === 'toUser') return participant.type === 'user' && participant.userId === emptyPolicy.userId
  return emptyPolicy.type === 'toRole' && participant.type === 'role' && participant.role === emptyPolicy.role
}

/** 25.7 rule 2: work is not rejected, and no rule alone may send a ticket in a circle. */
const isRejectedAstray = ({ kind, emptyPolicy, onReject }: StateDefinition): boolean =>
  emptyPolicy.type === 'reject' && (kind !== 'approve' || typeof onReject === 'object')

/** The first step of a ticket has no step before it whose people could act again. */
function previousFaults({ definition, ground }: Examined): readonly Fault[] {
  const asked = definition.states.filter(
    ({ participant, emptyPolicy }) => participant.type === 'previous' && emptyPolicy.type === 'block',
  )
  if (asked.length === 0) return []
  const first = stopsOf(ground).filter((stop) => stop.from?.place === 'start')
  return asked.flatMap(({ key }) => {
    const stop = first.find(({ place }) => place === key)
    return stop ? [{ ...fault('25.10', 'previousMissing', key), path: pathTo(stop) }] : []
  })
}

/** A person named in the form must have been named by then, on every way. */
function namedFaults(examined: Examined): readonly Fault[] {
  const { definition, known = {}, ground } = examined
  return definition.states.flatMap(({ key, participant, emptyPolicy }) => {
    if (participant.type !== 'formField' || emptyPolicy.type !== 'block') return []
    const { field } = participant
    const fact = known[field]
    if (fact === undefined || fact.isComputed) return []
    const isFilled = (permission: string | null | undefined) =>
      permission === 'required' || (permission === 'write' && fact.isRequired)
    if (isFilled(fact.start)) return []
    const stops = stopsOf(ground, { counts: (state) => state.key !== key && isFilled(state.fields?.[field]), cap: 1 })
    const bare = stops.find((stop) => stop.place === key && stop.count === 0)
    return bare ? [{ ...fault('25.10', 'participantUnfilled', key, { field }), path: pathTo(bare) }] : []
  })
}

/** 25.7 rule 3: only who approves may be passed over as the applicant. */
const isSkippedAstray = ({ kind, skipsApplicant }: StateDefinition): boolean =>
  skipsApplicant === true && kind !== 'approve'

/** I20: where applicants may not approve for themselves, a state that passes them over is never the only approval of a path. */
function ownFaults({ definition, ground }: Examined): readonly Fault[] {
  if (definition.allowSelf) return []
  return definition.states
    .filter(({ kind, skipsApplicant }) => kind === 'approve' && skipsApplicant === true)
    .flatMap(({ key }) => {
      // This state counts one, what people must approve two: one at the end is this state without any such approval.
      const counts = (state: StateDefinition) =>
        state.key === key ? 1 : state.kind === 'approve' && isFirm(state) ? 2 : 0
      const stop = stopsOf(ground, { counts, cap: 2 }).find(({ place, count }) => place === 'end' && count === 1)
      return stop ? [{ ...fault('I20', 'ownOnly', key), path: pathTo(stop) }] : []
    })
}

/** Every participant rule that can leave a ticket without anybody. */
export function peopleFaults(examined: Examined): readonly Fault[] {
  return [
    ...examined.definition.states.filter(isSame).map(({ key }) => fault('25.10', 'policySame', key)),
    ...examined.definition.states.filter(isRejectedAstray).map(({ key }) => fault('25.7', 'rejectEmpty', key)),
    ...examined.definition.states.filter(isSkippedAstray).map(({ key }) => fault('25.7', 'ownKind', key)),
    ...ownFaults(examined),
    ...previousFaults(examined),
    ...namedFaults(examined),
  ]
}
