/** The visits of a ticket as data: reading them, and the few ways one may change. */

import { groupsOf, type StateDefinition } from './definition.ts'
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

/** The visit in which the ticket now stands; without branches there is at most one. */
export function liveVisit(context: TicketContext): Visit | undefined {
  return context.visits.findLast((visit) => visit.outcome === null)
}

/** The visits behind a ticket in this round, and which of them count without having been gone through again. */
interface Way {
  readonly path: readonly Visit[]
  readonly carried: ReadonlySet<number>
}

/** What lay between the target of a return and the visit that returned: kept when the ticket comes straight back (25.3). */
const between = (behind: readonly Visit[], target: string): readonly Visit[] =>
  behind.slice(behind.findLastIndex((visit) => visit.state === target) + 1)

function wayOf(context: TicketContext): Way {
  let path: Visit[] = []
  let round = 0
  const carried = new Set<number>()
  const behind = new Map<number, readonly Visit[]>()
  for (const visit of context.visits) {
    if (visit.round !== round) path = []
    round = visit.round
    if (visit.viaReturn)
      path.length = Math.max(
        0,
        path.findLastIndex((earlier) => earlier.state === visit.state),
      )
    if (visit.comeBack) behind.set(visit.id, [...path])
    const asked = visit.resumes === undefined ? undefined : context.visits[visit.resumes - 1]
    if (asked?.comeBack) {
      const kept = between(behind.get(asked.id) ?? [], asked.comeBack.target)
      for (const { id } of kept) carried.add(id)
      path.push(...kept)
    }
    path.push(visit)
  }
  return { path: round === context.round ? path : [], carried }
}

/**
 * The visits that lie on the way to here: those of this round, with what a return straight back carried over. A return
 * cuts off everything after its target (25.3).
 */
export const takenPath = (context: TicketContext): readonly Visit[] => wayOf(context).path

/** Numbers of the visits on the way that count as they were, because the ticket came straight back (25.3). */
export const carriedVisits = (context: TicketContext): ReadonlySet<number> => wayOf(context).carried

/** Not decided yet. */
export const isUndone = (slot: Slot): boolean =>
  slot.status === 'open' || slot.status === 'waiting' || slot.status === 'suspended'

/** Set aside because somebody else has claimed the visit; a place that waits for called-in people is not. */
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

const givenUp: readonly (string | null)[] = ['reassign', 'removeSign']

/** The places of a visit that count: not those handed on (WF-10), taken back (25.5) or given up for other people (WF-14). */
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
export const opened = (slot: Slot, at: string): Slot => ({ ...slot, status: 'open', openedAt: slot.openedAt ?? at })

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

/** The context with the live visit replaced. */
export function withVisit(context: TicketContext, visit: Visit): TicketContext {
  return { ...context, visits: context.visits.map((other) => (other.id === visit.id ? visit : other)) }
}

/** The visit with one slot replaced. */
export function withSlot(visit: Visit, slot: Slot): Visit {
  return { ...visit, slots: visit.slots.map((other) => (other.id === slot.id ? slot : other)) }
}
