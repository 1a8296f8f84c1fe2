/** What each event does to the context, and which actions the server must carry out for it. Pure: `[context, actions]` from `(context, event)`. */

import { type StateDefinition, stopgapOf } from '../definition/definition.ts'
import type { Workflow } from '../definition/workflow.ts'
import { transitionsTaken } from '../explore/route.ts'
import { isWithin, regionsFor, regionsOf, takenPath } from './regions.ts'
import { askedBack, linksOf } from './returns.ts'
import { settle } from './settle.ts'
import { newSlot, staffVisit } from './staffing.ts'
import {
  actableSlot,
  close,
  closeLive,
  decide,
  isSuspended,
  isUndone,
  liveIn,
  liveVisits,
  openSlot,
  withSlot,
  withVisit,
} from './visits.ts'
import type { Hook, PersonId, Slot, TicketAction, TicketContext, TicketEvent, Visit } from './vocabulary.ts'

/** The context after an event, and what the server must do for it, in order. */
export type Change = readonly [context: TicketContext, actions: readonly TicketAction[]]
export type Changer = (workflow: Workflow, context: TicketContext, event: TicketEvent) => Change
/** A change in the live visit of the state that the chart names. */
export type LocalChanger<Event extends TicketEvent = TicketEvent> = (
  workflow: Workflow,
  context: TicketContext,
  event: Event,
  at: string,
) => Change
export type EventOf<Type extends TicketEvent['type']> = Extract<TicketEvent, { type: Type }>

/** A business hook of the application, for a visit where it concerns one. */
export const hook = (name: Hook, visit?: Visit): TicketAction => ({
  type: 'hook',
  params: { hook: name, state: visit?.state ?? null, visit: visit?.id ?? null },
})
export const announce = (what: 'returned' | 'rejected' | 'completed' | 'voided' | 'revoked'): TicketAction => ({
  type: 'announce',
  params: { to: 'applicant', what },
})

/** The live visit of a state; the guards of the chart have passed before anything changes. */
export function here(context: TicketContext, at: string): Visit {
  const visit = liveIn(context, at)
  if (!visit) throw new Error(`no visit of ${at} is live`)
  return visit
}

/** The last visit of a state, live or not. */
const lastOf = (context: TicketContext, state: string): Visit | undefined =>
  context.visits.findLast((visit) => visit.state === state)

/** A new submit: the next round begins (25.0). */
export const beginRound: Changer = (_workflow, context, event) => [
  {
    ...context,
    round: context.round + 1,
    ...(event.type === 'submit' && event.revokes && { isRevocation: event.revokes }),
  },
  [hook('onSubmit')],
]

function newVisit(
  workflow: Workflow,
  context: TicketContext,
  state: StateDefinition,
  event: TicketEvent,
  viaReturn: boolean,
): Visit {
  const regions = regionsFor(workflow, context, state.key)
  return {
    id: context.visits.length + 1,
    state: state.key,
    kind: state.kind,
    round: context.round,
    mode: state.mode,
    slots: [],
    claimedBy: null,
    outcome: null,
    rule: null,
    fired: [],
    viaReturn,
    openedAt: event.at,
    closedAt: null,
    dataHash: null,
    ...(regions.length > 0 && { regions }),
  }
}

const added = (context: TicketContext, visit: Visit): TicketContext => ({
  ...context,
  visits: [...context.visits, visit],
})

/** Opens a visit of the state. */
export const enter: LocalChanger = (workflow, context, event, at) => [
  added(context, newVisit(workflow, context, workflow.state(at), event, false)),
  [],
]
/** Opens a visit of the state a return named, or whose last handler takes the ticket back. */
export const enterAgain: LocalChanger = (workflow, context, event, at) => [
  added(context, { ...newVisit(workflow, context, workflow.state(at), event, true), ...linksOf(context, event) }),
  [],
]
/** Opens a visit of the state that had returned the ticket and gets it straight back (25.3). */
export const enterBack: LocalChanger = (workflow, context, event, at) => [
  added(context, { ...newVisit(workflow, context, workflow.state(at), event, false), ...linksOf(context, event) }),
  [],
]
/** Records that the state was not entered for these facts. */
export const skip: LocalChanger = (workflow, context, event, at) => [
  added(context, close(newVisit(workflow, context, workflow.state(at), event, false), 'skipped', event)),
  [],
]
/** A cc state: shared and passed. */
export const pass: LocalChanger = (workflow, context, event, at) => {
  const state = workflow.state(at)
  return [
    added(context, close(newVisit(workflow, context, state, event, false), 'passed', event)),
    [{ type: 'share', params: { state: at, participant: state.participant, people: [] } }],
  ]
}

/** The branching state has been left: which of its branches are taken is recorded with its visit, once for all (I14). */
export const fork: LocalChanger = (workflow, context, event, at) => {
  const visit = lastOf(context, at)
  const join = workflow.blocks.of(at)?.join
  const branches = transitionsTaken(workflow, at, event.facts).map(({ number, to }) => ({
    number,
    arrivedAt: to === join ? event.at : null,
  }))
  return [visit ? withVisit(context, { ...visit, branches }) : context, []]
}

/** A branch has reached the join. */
export const arrive =
  (number: number): LocalChanger =>
  (_workflow, context, event, at) => {
    const visit = lastOf(context, at)
    const branches = visit?.branches?.map((one) => (one.number === number ? { ...one, arrivedAt: event.at } : one))
    return [visit && branches ? withVisit(context, { ...visit, branches }) : context, []]
  }

/** Approval is over once a handling state of this round has been entered. */
const isApproved = (context: TicketContext, but?: Visit): boolean =>
  context.visits.some(
    (visit) =>
      visit.round === context.round &&
      visit.kind === 'handle' &&
      visit.id !== but?.id &&
      (visit.outcome !== 'skipped' || visit.rule === 'empty'),
  )

/** Asks the server for the people of the visit; before the first handling state of a round, its approval takes effect. */
export const ask: LocalChanger = (workflow, context, _event, at) => {
  const visit = here(context, at)
  const isFirstHandling = visit.kind === 'handle' && !isApproved(context, visit)
  const { participant } = workflow.state(visit.state)
  const resolve: TicketAction = {
    type: 'resolveParticipants',
    params: { visit: visit.id, state: visit.state, participant },
  }
  return [context, isFirstHandling ? [hook('onApprove'), resolve] : [resolve]]
}

/** Without people: asks for the role or the person named by the empty policy. */
export const askRole: LocalChanger = (workflow, context, _event, at) => {
  const visit = here(context, at)
  const participant = stopgapOf(workflow.state(visit.state))
  if (participant === null) return [context, []]
  return [context, [{ type: 'resolveParticipants', params: { visit: visit.id, state: visit.state, participant } }]]
}

/** WF-14: the empty policy has no people either; the visit waits, and no clock runs in it. */
export const wait: LocalChanger = (_workflow, context, event, at) => [
  withVisit(context, { ...here(context, at), unattendedSince: event.at }),
  [],
]

/** The people arrive; the clocks of a visit that waited for them begin now. */
export const staff: LocalChanger<EventOf<'participants'>> = (workflow, context, event, at) => {
  const { unattendedSince, ...visit } = here(context, at)
  const reopened = unattendedSince === undefined ? visit : { ...visit, openedAt: event.at }
  return [withVisit(context, staffVisit(workflow, context, reopened, event)), []]
}

/** The state has no people and its policy lets it pass; the rule is on record (I21). */
export const passEmpty: LocalChanger = (_workflow, context, event, at) => [
  withVisit(context, { ...close(here(context, at), 'skipped', event), rule: 'empty' }),
  [],
]

/** The applicant is the only participant, and the state passes applicants over; the rule is on record, and no name (I21). */
export const passOwn: LocalChanger = (_workflow, context, event, at) => [
  withVisit(context, { ...close(here(context, at), 'skipped', event), rule: 'own' }),
  [],
]

/** The state has no people and its policy rejects; the rule is on record (I21). */
export const rejectEmpty: LocalChanger = (_workflow, context, event, at) => [
  withVisit(context, { ...close(here(context, at), 'rejected', event), rule: 'empty' }),
  [],
]

/** The slot of the actor in the live visit of a state. */
function turn(workflow: Workflow, context: TicketContext, at: string, actor: PersonId) {
  const visit = here(context, at)
  const state = workflow.state(visit.state)
  const slot = actableSlot(state, visit, actor)
  if (!slot) throw new Error(`the actor has no place in ${at}`)
  return { visit, state, slot }
}

/** A vote, counted by the mode. The approval of a person with signers after them is held until those have signed (25.5). */
export const vote: LocalChanger<EventOf<'approve' | 'reject'>> = (workflow, context, event, at) => {
  const { visit, state, slot } = turn(workflow, context, at, event.actor)
  const isHeld = event.type === 'approve' && slot.help?.where === 'after'
  const answered: Slot = isHeld
    ? { ...slot, status: 'suspended', held: { by: event.actor, dataHash: event.dataHash } }
    : decide(slot, { outcome: event.type, by: event.actor }, event)
  return [withVisit(context, settle(state, withSlot(visit, answered), event)), []]
}

/** Places for the people called in at a place, in their order. */
function callIn(
  visit: Visit,
  people: readonly PersonId[],
  given: Partial<Slot>,
  event: EventOf<'addSign' | 'delegate'>,
) {
  const place = { relation: event.type, status: 'waiting', transfers: 0 } as const
  let after = visit
  for (const person of people) {
    const slot = newSlot(after, { person, onBehalfOf: null, rule: null }, place, event.at)
    after = { ...after, slots: [...after.slots, { ...slot, ...given, addedBy: event.actor }] }
  }
  return after
}

/** 25.5: the holder calls in a person for advice, and decides with it. */
export const delegate: LocalChanger<EventOf<'delegate'>> = (workflow, context, event, at) => {
  const { visit, state, slot } = turn(workflow, context, at, event.actor)
  const help = { where: 'advice', method: 'any', since: visit.slots.length } as const
  const waiting = withSlot(visit, { ...slot, status: 'suspended', help })
  const after = callIn(waiting, [event.to], { serves: slot.id }, event)
  return [withVisit(context, settle(state, after, event)), []]
}

/** 25.5: others sign before or after the holder, or vote beside them. */
export const addSign: LocalChanger<EventOf<'addSign'>> = (workflow, context, event, at) => {
  const { visit, state, slot } = turn(workflow, context, at, event.actor)
  if (event.where === 'parallel') {
    const given = slot.sources ? { sources: slot.sources } : {}
    return [withVisit(context, settle(state, callIn(visit, event.people, given, event), event)), []]
  }
  const help = { where: event.where, method: event.method, since: visit.slots.length } as const
  const status = event.where === 'before' ? 'suspended' : slot.status
  const after = callIn(withSlot(visit, { ...slot, status, help }), event.people, { serves: slot.id }, event)
  return [withVisit(context, settle(state, after, event)), []]
}

/** 25.5: called-in people who have not answered are taken back. */
export const removeSign: LocalChanger<EventOf<'removeSign'>> = (workflow, context, event, at) => {
  const visit = here(context, at)
  const isTaken = (slot: Slot) => isUndone(slot) && slot.addedBy === event.actor && event.people.includes(slot.holder)
  const slots = visit.slots.map(
    (slot): Slot => (isTaken(slot) ? { ...slot, status: 'cancelled', cancelledBy: event.type, at: event.at } : slot),
  )
  return [withVisit(context, settle(workflow.state(visit.state), { ...visit, slots }, event)), []]
}

/** Work done; the hook runs each time, the task closes when doneWhen holds (21 EFF-CLAIM). */
export const handle =
  (isDone: boolean): LocalChanger<EventOf<'handle'>> =>
  (workflow, context, event, at) => {
    const { visit, state, slot } = turn(workflow, context, at, event.actor)
    if (!isDone) return [context, [hook('onHandle', visit)]]
    const decided = withSlot(visit, decide(slot, { outcome: 'handled', by: event.actor }, event))
    return [withVisit(context, settle(state, decided, event)), [hook('onHandle', visit)]]
  }

/** 25.1: only the claimant acts until the release. */
export const claim: LocalChanger<EventOf<'claim'>> = (workflow, context, event, at) => {
  const { visit, slot } = turn(workflow, context, at, event.actor)
  const slots = visit.slots.map((other) =>
    other.status === 'open' && other.id !== slot.id && other.serves === undefined
      ? { ...other, status: 'suspended' as const }
      : other,
  )
  return [withVisit(context, { ...visit, slots, claimedBy: event.actor }), []]
}

/** Gives the task back to everybody listed. */
export const release: LocalChanger = (_workflow, context, event, at) => {
  const visit = here(context, at)
  const slots = visit.slots.map((slot) => (isSuspended(slot) ? openSlot(slot, event.at) : slot))
  return [withVisit(context, { ...visit, slots, claimedBy: null }), []]
}

/** WF-10: the place goes to another person; a claim goes with it, and so does the standing of an escalated place. */
export const transfer: LocalChanger<EventOf<'transfer'>> = (workflow, context, event, at) => {
  const { visit, slot } = turn(workflow, context, at, event.actor)
  const place = {
    relation: slot.relation === 'escalate' ? 'escalate' : 'transfer',
    status: 'open',
    transfers: slot.transfers + 1,
  } as const
  const heir = { person: event.to, onBehalfOf: null, rule: null, ...(slot.sources && { sources: slot.sources }) }
  const next = newSlot(visit, heir, place, event.at)
  const slots = visit.slots.flatMap((other) =>
    // In its place: the order of a sequence stays.
    other.id === slot.id ? [decide(slot, { outcome: 'transferred', by: event.actor }, event), next] : [other],
  )
  const claimedBy = visit.claimedBy === event.actor ? event.to : visit.claimedBy
  return [withVisit(context, { ...visit, slots, claimedBy }), []]
}

/** What a return closes: everything within the branches of its target, so that nothing newer than the target stays live there (I16). */
function scopeOf(context: TicketContext, event: EventOf<'return' | 'refuse'>): readonly string[] {
  if (event.type === 'refuse' || event.target === 'start') return []
  const target = takenPath(context).findLast((visit) => visit.state === event.target)
  return target ? regionsOf(target) : []
}

/** The actor sends the ticket back: not a vote, it ends the visit in every mode, and with it what stands beside it within the branches of the target (25.3). */
export const giveBack: LocalChanger<EventOf<'return' | 'refuse'>> = (workflow, context, event, at) => {
  const { visit, slot } = turn(workflow, context, at, event.actor)
  const scope = scopeOf(context, event)
  const decided = withSlot(visit, decide(slot, { outcome: 'return', by: event.actor }, event))
  const after = withVisit(context, askedBack(workflow, close(decided, 'returned', event), event))
  return [closeLive(after, 'cancelled', event, (other) => isWithin(other, scope)), []]
}

/** 25.4: the state after is left again, untouched by those it had been handed to. */
export const takeBack: LocalChanger = (_workflow, context, event, at) => [
  withVisit(context, close(here(context, at), 'retrieved', event)),
  [],
]

/** After `giveBack` to the applicant: the hook of a running or of an approved ticket (20.2), and word to the applicant. */
export const afterReturn: LocalChanger = (_workflow, context, event, at) => {
  const name = event.type === 'refuse' ? 'onVoidApproved' : 'onReturn'
  return [context, [hook(name, lastOf(context, at)), announce('returned')]]
}

/** The votes of one visit rejected the ticket; whatever stands beside it is closed. */
export const afterRejection: LocalChanger = (_workflow, context, event, at) => [
  closeLive(context, 'cancelled', event),
  [hook('onReject', lastOf(context, at)), announce('rejected')],
]

/** 25.2: the votes of one visit rejected the ticket, and its state sends it back to the applicant. */
export const rejectedBack: LocalChanger = (_workflow, context, event, at) => [
  closeLive(context, 'cancelled', event),
  [hook('onReturn', lastOf(context, at)), announce('returned')],
]

/** 25.2: a rejection leads to an earlier state; whatever is newer than it within its branches is closed (I16). */
export const closeBehind =
  (target: string): LocalChanger =>
  (_workflow, context, event) => {
    const scope = takenPath(context).findLast((visit) => visit.state === target)
    return [closeLive(context, 'cancelled', event, (other) => isWithin(other, scope ? regionsOf(scope) : [])), []]
  }

/** Applicants take their ticket back; once approved, the approval is undone (20.2). */
export const withdraw: Changer = (_workflow, context, event) => {
  const [visit] = liveVisits(context)
  const name = visit?.kind === 'handle' ? 'onVoidApproved' : 'onWithdraw'
  return [closeLive(context, 'withdrawn', event), [hook(name, visit)]]
}

/** An approved ticket is undone for good. */
export const voidTicket: Changer = (_workflow, context, event) => [
  closeLive(context, 'voided', event),
  [hook('onVoidApproved', liveVisits(context)[0]), announce('voided')],
]

/** The end of the chain: without a handling state the approval takes effect only now. */
export const complete: Changer = (_workflow, context) => [
  context,
  [...(isApproved(context) ? [] : [hook('onApprove')]), hook('onFinish'), announce('completed')],
]

/** The applicant asks for haste. */
export const urge: LocalChanger = (_workflow, context, _event, at) => [
  context,
  [{ type: 'remind', params: { visit: here(context, at).id, reason: 'urge' } }],
]

/** Shares the ticket with people. */
export const cc: LocalChanger<EventOf<'cc'>> = (_workflow, context, event) => [
  context,
  [{ type: 'share', params: { state: null, participant: null, people: event.people } }],
]
