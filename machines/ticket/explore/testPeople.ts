/** Small groups of test people and the events they could send: what exploring a workflow needs in place of real people. */

import { evaluate } from '../definition/conditions.ts'
import { asksPeople, type Facts, type Group, groupsOf, type WorkflowDefinition } from '../definition/definition.ts'
import type { TicketSnapshot } from '../engine/compile.ts'
import { peopleAgain, retrievable } from '../engine/returns.ts'
import { isAskingRole, removable, returnTargets } from '../engine/status.ts'
import { ringsOf } from '../engine/timers.ts'
import { isUndone, liveVisits, peopleIn, votersIn } from '../engine/visits.ts'
import type { Candidate, PersonId, TicketContext, TicketEvent, Visit } from '../engine/vocabulary.ts'
import { placeWritten } from './formInput.ts'

/** The applicant of every explored ticket. */
export const APPLICANT: PersonId = 1
/** A person without a place anywhere. */
export const OUTSIDER: PersonId = 9_000
/** Who is called in for advice or to sign. */
export const HELPER: PersonId = 9_200
/** The ticket that a state files. */
export const CHILD = 9_300
/** Who comes when the people of a visit are found anew. */
export const SUCCESSOR: PersonId = 9_100

/** `apart`: other people in every state; `same`: one person in all of them (WF-05); `nobody`: found only where the policy needs it; `own`: applicants themselves where states pass them over. */
export interface TestPeople {
  readonly kind: 'apart' | 'same' | 'nobody' | 'own'
  readonly size: 1 | 2
}

/** Few, but between them they meet every mode and every automatic rule. */
export const testPeopleKinds: readonly TestPeople[] = [
  { kind: 'apart', size: 1 },
  { kind: 'apart', size: 2 },
  { kind: 'same', size: 1 },
  { kind: 'nobody', size: 1 },
]

/** The casts that tell the lives of this workflow apart. */
export const testPeopleFor = ({ states }: WorkflowDefinition): readonly TestPeople[] =>
  states.some(({ skipsApplicant }) => skipsApplicant === true)
    ? [...testPeopleKinds, { kind: 'own', size: 1 }]
    : testPeopleKinds

const asCandidate = (person: PersonId): Candidate => ({ person, onBehalfOf: null, rule: null })

/** Whether a form field that names participants is empty. */
const isUnnamed = (group: Group, facts: Facts): boolean =>
  group.type === 'formField' && group.field in facts && evaluate({ field: group.field, op: 'empty' }, facts)

/** Who is found for a state while the form is like this; `isRole` when the empty policy asks for its role. */
export function peopleFor(
  definition: WorkflowDefinition,
  testPeople: TestPeople,
  key: string,
  isRole: boolean,
  facts: Facts = {},
): readonly Candidate[] {
  const index = definition.states.findIndex((state) => state.key === key)
  const state = definition.states[index]
  if (state === undefined) return []
  if (testPeople.kind === 'nobody' && !isRole && state.emptyPolicy.type !== 'block') return []
  if (state.participant.type === 'applicant') return [asCandidate(APPLICANT)]
  const groups = groupsOf(state.participant)
  const sources = groups.flatMap((group, at) => (isRole || !isUnnamed(group, facts) ? [at] : []))
  if (sources.length === 0) return []
  if (testPeople.kind === 'same') return [asCandidate(100)]
  if (testPeople.kind === 'own' && state.skipsApplicant === true)
    return [{ ...asCandidate(APPLICANT), ...(groups.length > 1 && { sources }) }]
  // At least one of each group.
  return Array.from({ length: Math.max(testPeople.size, sources.length) }, (_, place) => ({
    ...asCandidate(100 * (index + 1) + place),
    ...(groups.length > 1 && { sources: [sources.at(place % sources.length) ?? 0] }),
  }))
}

const personal = ['submit', 'approve', 'reject', 'withdraw', 'claim', 'release', 'handle', 'refuse', 'void'] as const

/** Nothing has happened in the visit yet: what may happen at any time is tried here, since later only makes more of the same. */
export function isFresh(context: TicketContext, visit: Visit): boolean {
  const isNew = visit.slots.every((slot) => isUndone(slot) && slot.transfers === 0 && slot.addedBy === undefined)
  return isNew && visit.claimedBy === null && visit.fired.length === 0 && !visit.viaReturn && context.round === 1
}

/** Each way of calling people in, once. */
const callIns = (by: { actor: PersonId; comment: string } & Pick<TicketEvent, 'at' | 'facts' | 'dataHash'>) => [
  { ...by, type: 'delegate' as const, to: HELPER },
  ...(['before', 'after', 'parallel'] as const).map((where) => ({
    ...by,
    type: 'addSign' as const,
    people: [HELPER],
    where,
    method: 'all' as const,
  })),
]

type Given = Pick<TicketEvent, 'at' | 'facts' | 'dataHash'>

const resumeChoices = ['runAgain', 'straightBack'] as const

/** A return to each target; straight back from there too, where nothing else has happened. */
function returnsOf(
  definition: WorkflowDefinition,
  snapshot: TicketSnapshot,
  visit: Visit | undefined,
  by: Given & { readonly actor: PersonId; readonly comment: string; readonly visit?: number },
): readonly TicketEvent[] {
  const isNew = visit !== undefined && isFresh(snapshot.context, visit)
  const resumes = resumeChoices.filter((resume) => resume === 'runAgain' || isNew)
  return returnTargets(snapshot, by.actor, by.visit).flatMap((target) =>
    (definition.resume === 'either' ? resumes.map((resume) => ({ resume })) : [{}]).map((choice) => ({
      ...by,
      type: 'return' as const,
      target,
      ...choice,
    })),
  )
}

/** 25.4: the last handler takes the ticket back, where nothing else has happened since. */
export function retrievals(context: TicketContext, given: Given): readonly TicketEvent[] {
  const [live] = liveVisits(context)
  if (live === undefined || !isFresh(context, live)) return []
  const people = new Set(context.visits.flatMap((visit) => visit.slots.flatMap((slot) => slot.by ?? [])))
  return [...people]
    .filter((person) => retrievable(context, person))
    .map((actor) => ({ ...given, type: 'retrieve', actor, comment: 'a sound reason' }))
}

/** The form as the actor at a place leaves it. */
type SubmittedForm = (place: string) => Facts

/** Actions of one person that could move the ticket; in branches they say in which visit. */
function personEvents(
  definition: WorkflowDefinition,
  snapshot: TicketSnapshot,
  actor: PersonId,
  visit: Visit | undefined,
  given: Given,
  submittedForm: SubmittedForm,
): readonly TicketEvent[] {
  const { context } = snapshot
  const named = liveVisits(context).length > 1 ? visit?.id : undefined
  const by = { ...given, actor, comment: 'a sound reason', ...(named !== undefined && { visit: named }) }
  const isFirstHand = visit?.slots.every((slot) => slot.transfers === 0) === true
  return [
    ...personal.map((type) => {
      const event = { ...by, type }
      const place = placeWritten(context, event)
      return place === null ? event : { ...event, facts: submittedForm(place) }
    }),
    ...returnsOf(definition, snapshot, visit, by),
    // One transfer shows what a transfer does; five in a row only make more of the same.
    ...(isFirstHand ? [{ ...by, type: 'transfer' as const, to: OUTSIDER }] : []),
    ...(visit && isFresh(context, visit) ? callIns(by) : []),
    { ...by, type: 'removeSign', people: removable(snapshot, actor, named) },
  ]
}

/** What clocks could do here: the next timer, and the day. */
function ticks(definition: WorkflowDefinition, visit: Visit, given: Given): readonly TicketEvent[] {
  const state = definition.states.find(({ key }) => key === visit.state)
  const [next] = (state?.timers ?? [])
    .flatMap(ringsOf)
    .filter((timer) => !visit.fired.includes(timer.key))
    .toSorted((a, b) => a.afterHours - b.afterHours)
  const people = next !== undefined && asksPeople(next) ? [asCandidate(OUTSIDER + 1)] : []
  const timer = next && { ...given, type: 'timeout' as const, visit: visit.id, rule: next.key, people }
  return [...(timer ? [timer] : []), { ...given, type: 'open', visit: visit.id }]
}

/** What a filed ticket can come to. */
const endings = (visit: number, given: Given): readonly TicketEvent[] =>
  (['completed', 'rejected'] as const).map((said) => ({ ...given, type: 'child', visit, ticket: CHILD, said }))

/** WF-14: other people take the places, or none are left. Once, and before anything else happens in a visit. */
function changesOfStaff(
  { states }: WorkflowDefinition,
  context: TicketContext,
  visit: Visit,
  given: Given,
): readonly TicketEvent[] {
  if (!isFresh(context, visit)) return []
  const event = { ...given, type: 'reassign' as const, visit: visit.id }
  const state = states.find(({ key }) => key === visit.state)
  const holder = visit.slots[0]?.holder
  return [
    ...(holder === undefined
      ? []
      : [{ ...given, type: 'substitute' as const, visit: visit.id, person: holder, substitute: SUCCESSOR }]),
    ...(state?.skipsApplicant === true ? [{ ...event, people: [asCandidate(APPLICANT)] }] : []),
    { ...event, people: [asCandidate(SUCCESSOR)] },
    { ...event, people: [] },
  ]
}

/** Every event worth trying on a snapshot whose form is like this; the machine refuses what does not fit. */
export function eventsFor(
  definition: WorkflowDefinition,
  testPeople: TestPeople,
  facts: Facts,
  snapshot: TicketSnapshot,
  submittedForm: SubmittedForm = () => facts,
): readonly TicketEvent[] {
  const { context } = snapshot
  const given = { at: '2000-01-01T00:00:00.000Z', facts, dataHash: 'same' }
  const live = liveVisits(context)
  const unfiled = live.find(({ kind, child }) => kind === 'sub' && child === undefined)
  if (unfiled !== undefined) return [{ ...given, type: 'child', visit: unfiled.id, ticket: CHILD, said: 'filed' }]
  const unmanned = live.find((visit) => visit.kind !== 'sub' && votersIn(visit).length === 0)
  if (unmanned !== undefined) {
    const found = peopleFor(definition, testPeople, unmanned.state, isAskingRole(snapshot, unmanned.state), facts)
    const people = peopleAgain(context, unmanned, found)
    return [{ ...given, type: 'participants', visit: unmanned.id, people }]
  }
  const events = [
    ...personEvents(definition, snapshot, APPLICANT, live[0], given, submittedForm),
    ...live.flatMap((visit) =>
      [...new Set(peopleIn(visit))]
        .filter((person) => person !== APPLICANT || visit !== live[0])
        .flatMap((person) => personEvents(definition, snapshot, person, visit, given, submittedForm)),
    ),
  ]
  // Whoever came for others may do what those might have done: that the ticket goes on is enough.
  const isChanged = live.some(({ slots }) =>
    slots.some((slot) => slot.status === 'cancelled' || slot.addedBy !== undefined),
  )
  if (isChanged) return events.filter(({ type }) => type === 'approve' || type === 'handle' || type === 'removeSign')
  return [
    ...events.filter((event) => event.type !== 'submit' || context.round < 2),
    ...live.flatMap(({ id, kind }) => (kind === 'sub' ? endings(id, given) : [])),
    ...live.flatMap((visit) => ticks(definition, visit, given)),
    ...live.flatMap((visit) => changesOfStaff(definition, context, visit, given)),
    ...retrievals(context, given),
  ]
}
