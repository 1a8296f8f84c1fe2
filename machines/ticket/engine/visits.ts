/** The visits of a ticket as data: reading them, and the few ways one may change. */

import { groupsOf, type StateDefinition } from '../definition/definition.ts'
import type { Tally, Votes } from './modes.ts'
import type {
  Candidate,
  PersonId,
  Slot,
  SlotOutcome,
  TicketContext,
  TicketEvent,
  Visit,
  VisitOutcome,
} from './vocabulary.ts'

/** The visits in which the ticket now stands, oldest first: several only in branches, and never two of one state. */
export const liveVisits = (context: TicketContext): readonly Visit[] =>
  context.visits.filter((visit) => visit.outcome === null)

/** The live visit of a state. */
export const liveIn = (context: TicketContext, state: string): Visit | undefined =>
  context.visits.findLast((visit) => visit.outcome === null && visit.state === state)

/** Not decided yet. */
export const isUndone = (slot: Slot): boolean =>
  slot.status === 'open' || slot.status === 'waiting' || slot.status === 'suspended'

/** Suspended because another person has claimed the visit; a place that waits for called-in people is not. */
export const isSuspended = (slot: Slot): boolean => slot.status === 'suspended' && slot.help === undefined

/** The place is this person's, own or by substitution (WF-11): either may act. */
export const isHeldBy = (slot: Slot, person: PersonId): boolean => slot.holder === person || slot.onBehalfOf === person

/** The place is the candidate's, in the same name. */
export const isOf =
  (slot: Slot) =>
  ({ person, onBehalfOf }: Candidate): boolean =>
    slot.holder === person && slot.onBehalfOf === onBehalfOf

/** Who may act in a place. */
export const namesOf = ({ holder, onBehalfOf }: Pick<Slot, 'holder' | 'onBehalfOf'>): readonly PersonId[] =>
  onBehalfOf === null ? [holder] : [holder, onBehalfOf]

const givenUp: readonly (string | null)[] = ['reassign', 'removeSign', 'substitute']

/** The places of a visit that count: not those handed on (WF-10), taken back (25.5), given up for other people (WF-14) or held by a substitute now (25.8). */
export const placesIn = (visit: Visit): readonly Slot[] =>
  visit.slots.filter((slot) => slot.outcome !== 'transferred' && !givenUp.includes(slot.cancelledBy))

/** The places that vote; who was called in for one of them has a voice there, and no vote (25.5). */
export const votersIn = (visit: Visit): readonly Slot[] => placesIn(visit).filter((slot) => slot.serves === undefined)

/** The place whose turn it is in a sequence. */
export const nextIn = (visit: Visit): Slot | undefined => votersIn(visit).find(isUndone)

/** The people of a visit who still have, or have used, a place in it; who transferred theirs has none (I7). */
export const peopleIn = (visit: Visit): readonly PersonId[] => placesIn(visit).flatMap(namesOf)

/** The slots wait for the day named in a form field and that day has not come (20.3 backToWork). */
export const waitsForDay = (state: StateDefinition, visit: Visit): boolean =>
  state.opensAtField !== undefined && !visit.fired.includes('open')

const approvals: readonly (SlotOutcome | null)[] = ['approve', 'handled', 'auto-approve']
const rejections: readonly (SlotOutcome | null)[] = ['reject', 'auto-reject']

function count(places: readonly Slot[]): Tally {
  const decided = places.filter((slot) => slot.status === 'done')
  const stoodIn = decided.some((slot) => slot.relation === 'escalate')
  return {
    n: stoodIn ? decided.length : places.filter((slot) => slot.relation !== 'escalate').length,
    approvals: decided.filter((slot) => approvals.includes(slot.outcome)).length,
    rejections: decided.filter((slot) => rejections.includes(slot.outcome)).length,
  }
}

/**
 * The votes of a visit. A transfer does not change n. An escalated person stands in for every place still undecided
 * (WF-12 "second assignee (any)"): silent, that slot is not counted; once it has voted, n is what has been decided.
 */
export function tally(state: StateDefinition, visit: Visit): Votes {
  const places = votersIn(visit)
  const groups = groupsOf(state.participant).map((_, group) =>
    count(places.filter(({ sources, relation }) => relation === 'escalate' || (sources?.includes(group) ?? true))),
  )
  return { ...count(places), groups }
}

/** What a decision leaves on its slot. */
export interface Decision {
  readonly outcome: SlotOutcome
  readonly by: PersonId | null
  readonly rule?: Slot['rule']
}

/** The slot closed by a decision. */
export function decide(slot: Slot, decision: Decision, event: TicketEvent): Slot {
  return {
    ...slot,
    status: 'done',
    outcome: decision.outcome,
    by: decision.by,
    rule: decision.rule ?? slot.rule,
    dataHash: event.dataHash,
    at: event.at,
  }
}

/** The visit ended: whatever was undone is cancelled, with the event that did it. */
export function close(visit: Visit, result: VisitOutcome, event: TicketEvent): Visit {
  return {
    ...visit,
    outcome: result,
    closedAt: event.at,
    dataHash: result === 'passed' ? event.dataHash : null,
    slots: visit.slots.map((slot) =>
      isUndone(slot) ? { ...slot, status: 'cancelled', cancelledBy: event.type, at: event.at } : slot,
    ),
  }
}

/** The slot opened now, unless it is open already. */
export const openSlot = (slot: Slot, at: string): Slot => ({ ...slot, status: 'open', openedAt: slot.openedAt ?? at })

/** The slot this person may decide now: open and theirs, or waiting only for its day; a claimed visit belongs to its claimant and to those called in over them. */
export function actableSlot(state: StateDefinition, visit: Visit, person: PersonId): Slot | undefined {
  const first = nextIn(visit)
  return visit.slots.find((slot) => {
    if (!isHeldBy(slot, person)) return false
    if (slot.status === 'waiting') {
      return slot.serves === undefined && waitsForDay(state, visit) && (visit.mode !== 'sequential' || slot === first)
    }
    const isCalled = slot.relation === 'escalate' || slot.serves !== undefined
    const isFree = visit.claimedBy === null || visit.claimedBy === person || isCalled
    return slot.status === 'open' && isFree
  })
}

/** The live visits in which a person has something to do or to take back: a place of their own, a claim, or a person they called in. */
export const visitsWith = (context: TicketContext, person: PersonId): readonly Visit[] =>
  liveVisits(context).filter(
    (visit) =>
      visit.claimedBy === person ||
      visit.slots.some((slot) => isUndone(slot) && (isHeldBy(slot, person) || slot.addedBy === person)),
  )

/** The visit in which the person acts next; none while they take part in no live one. */
export const ownVisit = (context: TicketContext, person: PersonId): Visit | undefined => visitsWith(context, person)[0]

/** The live visit a person has to do with: the one named, else the first in which they take part, else the first. */
export function visitFor(context: TicketContext, person: PersonId, visit?: number): Visit | undefined {
  const live = liveVisits(context)
  if (visit !== undefined) return live.find(({ id }) => id === visit)
  return visitsWith(context, person)[0] ?? live[0]
}

/** The live visit an event is about: the one it names, the only one, or the only one its actor takes part in. */
export function visitOf(context: TicketContext, event: TicketEvent): Visit | undefined {
  const live = liveVisits(context)
  if (event.visit !== undefined) return live.find(({ id }) => id === event.visit)
  if (live.length <= 1 || !('actor' in event)) return live[0]
  const own = visitsWith(context, event.actor)
  return own.length === 1 ? own[0] : undefined
}

/** The context with live visits closed, all of them where none is picked out. */
export function closeLive(
  context: TicketContext,
  result: VisitOutcome,
  event: TicketEvent,
  isMeant: (visit: Visit) => boolean = () => true,
): TicketContext {
  const visits = context.visits.map((visit) =>
    visit.outcome === null && isMeant(visit) ? close(visit, result, event) : visit,
  )
  return { ...context, visits }
}

/** The context with one visit replaced. */
export function withVisit(context: TicketContext, visit: Visit): TicketContext {
  return { ...context, visits: context.visits.map((other) => (other.id === visit.id ? visit : other)) }
}

/** The visit with one slot replaced. */
export function withSlot(visit: Visit, slot: Slot): Visit {
  return { ...visit, slots: visit.slots.map((other) => (other.id === slot.id ? slot : other)) }
}
