/** A visit gets its people (25.7 steps 1 to 4): frozen, merged, and those whose earlier approval counts already decided. */

import { evaluate } from '../definition/conditions.ts'
import { barsApplicant, type Facts, groupsOf, type StateDefinition } from '../definition/definition.ts'
import type { Workflow } from '../definition/workflow.ts'
import { repeatRule } from './repeat.ts'
import { approvalBefore } from './returns.ts'
import { settle } from './settle.ts'
import { decide, isHeldBy, isOf, isSuspended, isUndone, namesOf, openSlot, peopleIn, placesIn } from './visits.ts'
import type { Candidate, PersonId, Slot, TicketContext, TicketEvent, Visit } from './vocabulary.ts'

/** The candidates who may hold a place: without duplicates (I7), and never applicants over their own ticket (INV-10). */
export function eligible(
  workflow: Workflow,
  context: TicketContext,
  stateKey: string,
  people: readonly Candidate[],
): readonly Candidate[] {
  const isBarred = barsFrom(workflow, context, stateKey)
  const seen = new Set<PersonId>()
  const named = people.map((one) => (one.person === one.onBehalfOf ? { ...one, onBehalfOf: null } : one))
  const found = named.filter(({ person, onBehalfOf }) => {
    const names = namesOf({ holder: person, onBehalfOf })
    if (names.some((name) => seen.has(name) || isBarred(name))) return false
    for (const name of names) seen.add(name)
    return true
  })
  // A group without people who can act would approve by being empty; the empty policy decides for the whole visit instead.
  const state = workflow.state(stateKey)
  return isWhole(state, state.skipsApplicant === true ? named : found) ? found : []
}

/** Says of a person whether the state bars them as the applicant. */
const barsFrom = (workflow: Workflow, { applicant }: TicketContext, key: string) => {
  const isBarring = barsApplicant(workflow.definition, workflow.state(key))
  return (person: PersonId | null): boolean => isBarring && person === applicant
}

/** Where every group decides for itself, each has people. */
const isWhole = ({ mode, participant }: StateDefinition, people: readonly Candidate[]): boolean =>
  mode !== 'perGroup' ||
  groupsOf(participant).every((_, group) => people.some(({ sources }) => sources?.includes(group) ?? true))

/** 25.7 rule 3: the applicant is the only participant, and the state passes applicants over. Not where a return awaits an answer (25.3). */
export function isOnlyOwn(
  workflow: Workflow,
  context: TicketContext,
  visit: Visit,
  people: readonly Candidate[],
): boolean {
  const state = workflow.state(visit.state)
  const isAsked = visit.viaReturn || visit.resumes !== undefined
  if (state.skipsApplicant !== true || state.kind !== 'approve' || isAsked || people.length === 0) return false
  const isBarred = barsFrom(workflow, context, visit.state)
  const isOwn = ({ person, onBehalfOf }: Candidate) => isBarred(person) || isBarred(onBehalfOf)
  return people.every(isOwn) && isWhole(state, people)
}

/** A new undecided place at the end of a visit. */
export function newSlot(
  visit: Visit,
  { person, onBehalfOf, rule, sources }: Candidate,
  given: Pick<Slot, 'relation' | 'status' | 'transfers'>,
  at: string,
): Slot {
  return {
    id: `${visit.id}.${visit.slots.length + 1}`,
    holder: person,
    onBehalfOf,
    relation: given.relation,
    status: given.status,
    outcome: null,
    cancelledBy: null,
    rule,
    ...(sources && { sources }),
    transfers: given.transfers,
    openedAt: given.status === 'open' ? at : null,
    by: null,
    dataHash: null,
    at: null,
  }
}

const byRule = (slot: Slot, rule: 'repeat' | 'carried', event: TicketEvent): Slot =>
  decide({ ...slot, openedAt: event.at }, { outcome: 'auto-approve', by: null, rule }, event)

/** The visit with the places decided whose earlier approval counts; in a sequence only those before the first that does not. */
function passedOver(visit: Visit, decided: (slot: Slot) => Slot): Visit {
  let isTurn = true
  const slots = visit.slots.map((slot) => {
    const after = isTurn ? decided(slot) : slot
    if (after === slot) isTurn = visit.mode !== 'sequential'
    return after
  })
  return { ...visit, slots }
}

const isSigned = ({ requireSignature = false }: StateDefinition, facts: Facts): boolean =>
  typeof requireSignature === 'boolean' ? requireSignature : evaluate(requireSignature, facts)

/** The visit with its people: repeat approvers done, the rest open or waiting their turn. */
export function staffVisit(
  workflow: Workflow,
  context: TicketContext,
  visit: Visit,
  event: Extract<TicketEvent, { type: 'participants' }>,
): Visit {
  const state = workflow.state(visit.state)
  const place = { relation: 'normal', status: 'waiting', transfers: 0 } as const
  const mustSign = event.mustSign === true || isSigned(state, event.facts)
  let filled: Visit = { ...visit, ...(mustSign && { mustSign }) }
  for (const candidate of eligible(workflow, context, visit.state, event.people)) {
    filled = { ...filled, slots: [...filled.slots, newSlot(filled, candidate, place, event.at)] }
  }
  // A visit that has had people before was begun already: the automatic rules have spoken.
  if (visit.slots.length > 0) return settle(state, filled, event)
  const repeats = repeatRule(workflow.definition, state, filled, context, event.dataHash)
  const decided = (slot: Slot): Slot => {
    if (repeats(slot)) return byRule(slot, 'repeat', event)
    const approval = approvalBefore(context, visit, slot)
    return approval ? { ...byRule(slot, 'carried', event), earlier: approval.id, dataHash: approval.dataHash } : slot
  }
  const after = settle(state, passedOver(filled, decided), event)
  // A return is answered by a person, not by an earlier approval.
  return visit.resumes !== undefined && after.outcome !== null ? settle(state, filled, event) : after
}

/**
 * The visit after its people were found anew (WF-14): places of people no longer found are given up, the others stay as
 * they are, and newcomers get places of their own. People called in over them stay called in. The same visit when
 * nothing changes, and when it is claimed or partly decided and all its people are still there.
 */
export function reassignVisit(
  workflow: Workflow,
  context: TicketContext,
  visit: Visit,
  event: Extract<TicketEvent, { type: 'reassign' }>,
): Visit {
  const { leaver, at } = event
  const isTouched = (slot: Slot) => slot.status === 'done' || slot.addedBy !== undefined
  const isBegun = visit.claimedBy !== null || placesIn(visit).some(isTouched)
  const wanted = eligible(workflow, context, visit.state, event.people)
  const isAsked = (slot: Slot) => (leaver === undefined ? slot.relation !== 'escalate' : isHeldBy(slot, leaver))
  const isGone = (slot: Slot) => isUndone(slot) && isAsked(slot) && !wanted.some(isOf(slot))
  const goes = visit.slots.some(isGone)
  if (leaver === undefined ? isBegun : !goes) return visit

  const given = visit.slots.map(
    (slot): Slot => (isGone(slot) ? { ...slot, status: 'cancelled', cancelledBy: event.type, at } : slot),
  )
  const { claimedBy } = visit
  const isClaimed = claimedBy !== null && given.some((slot) => isUndone(slot) && isHeldBy(slot, claimedBy))
  const freed = given.map((slot) => (isSuspended(slot) && !isClaimed ? openSlot(slot, at) : slot))
  let after: Visit = { ...visit, claimedBy: isClaimed ? claimedBy : null, slots: freed }
  const present = peopleIn(after)
  const place = { relation: 'normal', status: isClaimed ? 'suspended' : 'waiting', transfers: 0 } as const
  for (const candidate of wanted) {
    const names = namesOf({ holder: candidate.person, onBehalfOf: candidate.onBehalfOf })
    if (names.some((name) => present.includes(name))) continue
    after = { ...after, slots: [...after.slots, newSlot(after, candidate, place, at)] }
  }
  const isSame = !goes && after.slots.length === visit.slots.length
  return isSame ? visit : settle(workflow.state(visit.state), after, event)
}
