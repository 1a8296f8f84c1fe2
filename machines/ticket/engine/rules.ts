/** Who may do what, and when: one predicate per event. The chart says in which states each of them applies. */

import type { StateDefinition } from '../definition/definition.ts'
import type { Workflow } from '../definition/workflow.ts'
import { calledInBy } from './help.ts'
import { MAX_ADDED, MAX_TRANSFERS, MIN_REASON_LENGTH, MIN_VOID_REASON_LENGTH } from './limits.ts'
import { isWithin, pathTo, regionsOf } from './regions.ts'
import { allowsResume, isReturnedOut, resumeOf, retrievable } from './returns.ts'
import { eligible, isOnlyOwn, reassignVisit } from './staffing.ts'
import { substituteVisit } from './substitutes.ts'
import { isPaused, ringsOf } from './timers.ts'
import { visibleLength } from './visibleText.ts'
import { actableSlot, isUndone, liveIn, liveVisits, peopleIn, visitOf, votersIn } from './visits.ts'
import type { Slot, TicketContext, TicketEvent, TicketEventType, Visit } from './vocabulary.ts'

type EventOf<Type extends TicketEventType> = Extract<TicketEvent, { type: Type }>
/** `visit` is the live one of the state in question; none where the event is about the whole ticket. */
type Rule<Type extends TicketEventType> = (
  workflow: Workflow,
  context: TicketContext,
  event: EventOf<Type>,
  visit: Visit | undefined,
) => boolean

const says = (event: { readonly comment: string }, atLeast: number): boolean => visibleLength(event.comment) >= atLeast

interface Turn {
  readonly state: StateDefinition
  readonly visit: Visit
  readonly slot: Slot
}

/** The visit, its state, and the place in which the actor may act now (I11). */
function turnOf(workflow: Workflow, visit: Visit | undefined, actor: number): Turn | null {
  if (!visit) return null
  const state = workflow.state(visit.state)
  const slot = actableSlot(state, visit, actor)
  return slot ? { state, visit, slot } : null
}

/** 25.5: a person called in for the place of another only answers, and calls nobody in. */
const isCalledIn = ({ slot }: Turn): boolean => slot.serves !== undefined

/** The place is open, the holder's own, and without people called in for it. */
const isPlain = ({ state, slot }: Turn): boolean =>
  state.kind === 'approve' && slot.status === 'open' && slot.serves === undefined && slot.help === undefined

/** INV-10, I20: applicants decide nothing about their own ticket unless the type allows it. */
const isApplicants = (workflow: Workflow, context: TicketContext, actor: number): boolean =>
  actor === context.applicant && !workflow.definition.allowSelf

const hasWords = (state: StateDefinition, event: { readonly comment: string }): boolean =>
  says(event, state.requireComment === true ? 1 : 0)

/** The states of this round's path a return from here may name (25.3), nearest last; `start` is not among them, nor is what lies in a branch this visit is not in. */
export function statesToReturnTo(context: TicketContext, visit: Visit): readonly string[] {
  const path = pathTo(context, visit).filter(
    (earlier) =>
      earlier.kind === 'approve' &&
      earlier.outcome === 'passed' &&
      earlier.slots.length > 0 &&
      isWithin(visit, regionsOf(earlier)),
  )
  return [...new Set(path.map((earlier) => earlier.state))].filter((key) => key !== visit.state)
}

function mayReturn(
  workflow: Workflow,
  context: TicketContext,
  event: EventOf<'return'>,
  visit: Visit | undefined,
): boolean {
  const turn = turnOf(workflow, visit, event.actor)
  if (!turn || isApplicants(workflow, context, event.actor) || !says(event, MIN_REASON_LENGTH)) return false
  if (turn.state.allowReturn === undefined || isCalledIn(turn)) return false
  const { definition } = workflow
  if (isReturnedOut(definition, context) || !allowsResume(definition, resumeOf(definition, event))) return false
  if (event.target === 'start') return true
  return turn.state.allowReturn === 'any' && statesToReturnTo(context, turn.visit).includes(event.target)
}

/** WF-07 and 25.4: `untouched` counts what people did, not what rules did; opening a task is nothing. */
function mayWithdraw(workflow: Workflow, context: TicketContext, event: EventOf<'withdraw'>): boolean {
  const policy = workflow.definition.withdraw
  const live = liveVisits(context)
  if (event.actor !== context.applicant || policy === 'never' || live.length === 0) return false
  const round = context.visits.filter((other) => other.round === context.round)
  const isHandled = round.some(
    (other) =>
      other.kind === 'handle' && (other.claimedBy !== null || other.slots.some((slot) => slot.status === 'done')),
  )
  if (live.some(({ kind }) => kind === 'handle') && isHandled) return false
  const isTouched = (slot: Slot): boolean => slot.by !== null || slot.addedBy !== undefined
  return policy === 'whileRunning' || !round.some((other) => other.slots.some(isTouched))
}

/** Whether these people may be called in: no duplicates, not the applicant, and none with a place in the visit. */
function areNew(context: TicketContext, visit: Visit, people: readonly number[]): boolean {
  const present = new Set([context.applicant, ...peopleIn(visit)])
  return new Set(people).size === people.length && !people.some((person) => present.has(person))
}

function mayDelegate(
  workflow: Workflow,
  context: TicketContext,
  event: EventOf<'delegate'>,
  visit: Visit | undefined,
): boolean {
  const turn = turnOf(workflow, visit, event.actor)
  return turn !== null && isPlain(turn) && turn.state.allowTransfer === true && areNew(context, turn.visit, [event.to])
}

function mayAddSign(
  workflow: Workflow,
  context: TicketContext,
  event: EventOf<'addSign'>,
  visit: Visit | undefined,
): boolean {
  const turn = turnOf(workflow, visit, event.actor)
  if (turn === null || !isPlain(turn) || turn.state.allowAddSign !== true) return false
  // A claimed visit has one voter until the release.
  if (event.where === 'parallel' && turn.visit.claimedBy !== null) return false
  const isSome = event.people.length > 0 && event.people.length <= MAX_ADDED
  return isSome && areNew(context, turn.visit, event.people)
}

function mayRemoveSign(
  _workflow: Workflow,
  _context: TicketContext,
  event: EventOf<'removeSign'>,
  visit: Visit | undefined,
): boolean {
  const added = visit ? calledInBy(visit, event.actor).map((slot) => slot.holder) : []
  return event.people.length > 0 && event.people.every((person) => added.includes(person))
}

function mayTransfer(
  workflow: Workflow,
  context: TicketContext,
  event: EventOf<'transfer'>,
  visit: Visit | undefined,
): boolean {
  const turn = turnOf(workflow, visit, event.actor)
  if (turn?.state.allowTransfer !== true || turn.slot.status !== 'open') return false
  if (isCalledIn(turn) || turn.slot.help !== undefined) return false
  const isTaken = event.to === event.actor || event.to === context.applicant || peopleIn(turn.visit).includes(event.to)
  return !isTaken && turn.slot.transfers < MAX_TRANSFERS
}

function mayClaim(
  workflow: Workflow,
  _context: TicketContext,
  event: EventOf<'claim'>,
  visit: Visit | undefined,
): boolean {
  const turn = turnOf(workflow, visit, event.actor)
  // Claiming suspends the others, which only a first-response visit survives.
  return (
    turn?.slot.status === 'open' &&
    !isCalledIn(turn) &&
    turn.state.claim === true &&
    turn.visit.mode === 'any' &&
    turn.visit.claimedBy === null
  )
}

/** A timer of a live visit that has not fired. */
export function timerOf(workflow: Workflow, visit: Visit | undefined, event: EventOf<'timeout'>) {
  if (visit?.id !== event.visit || visit.fired.includes(event.rule)) return undefined
  return workflow
    .state(visit.state)
    .timers?.flatMap(ringsOf)
    .find((timer) => timer.key === event.rule && !(timer.pause && isPaused(visit)))
}

const rules: { readonly [Type in TicketEventType]: Rule<Type> } = {
  submit: (_workflow, context, event) => event.actor === context.applicant,
  approve: (workflow, context, event, visit) => {
    const turn = turnOf(workflow, visit, event.actor)
    return turn !== null && !isApplicants(workflow, context, event.actor) && hasWords(turn.state, event)
  },
  reject: (workflow, context, event, visit) => {
    const turn = turnOf(workflow, visit, event.actor)
    return (
      turn?.state.allowReject === true &&
      !isApplicants(workflow, context, event.actor) &&
      says(event, MIN_REASON_LENGTH)
    )
  },
  return: mayReturn,
  withdraw: mayWithdraw,
  retrieve: (_workflow, context, event) => retrievable(context, event.actor) !== undefined,
  transfer: mayTransfer,
  delegate: mayDelegate,
  addSign: mayAddSign,
  removeSign: mayRemoveSign,
  claim: mayClaim,
  release: (_workflow, _context, event, visit) => visit !== undefined && visit.claimedBy === event.actor,
  handle: (workflow, _context, event, visit) => {
    const turn = turnOf(workflow, visit, event.actor)
    return turn !== null && hasWords(turn.state, event)
  },
  refuse: (workflow, _context, event, visit) => {
    const turn = turnOf(workflow, visit, event.actor)
    return turn !== null && turn.state.allowReturn !== undefined && says(event, MIN_REASON_LENGTH)
  },
  // Of two tickets that belong together neither is undone by itself (25.4).
  void: (_workflow, context, event) =>
    says(event, MIN_VOID_REASON_LENGTH) && context.revokedBy === undefined && context.isRevocation !== true,
  urge: (_workflow, context, event, visit) =>
    event.actor === context.applicant && visit?.slots.some((slot) => slot.status === 'open') === true,
  comment: (_workflow, _context, event) => says(event, 1),
  cc: (_workflow, _context, event) => event.people.length > 0,
  participants: (workflow, context, event, visit) => {
    if (!visit || visit.id !== event.visit) return false
    const isPlaced = eligible(workflow, context, visit.state, event.people).length > 0
    return (
      isPlaced ||
      isOnlyOwn(workflow, context, visit, event.people) ||
      workflow.state(visit.state).emptyPolicy.type !== 'block'
    )
  },
  timeout: (workflow, _context, event, visit) => {
    const timer = timerOf(workflow, visit, event)
    // An approved ticket is neither rejected nor closed, also by no clock (20.2).
    const isForApproval = timer?.action === 'autoReject' || timer?.action === 'close'
    return timer !== undefined && (!isForApproval || visit?.kind === 'approve')
  },
  open: (_workflow, _context, event, visit) =>
    visit?.id === event.visit && !visit.fired.includes('open') && visit.slots.some(isUndone),
  child: (_workflow, _context, event, visit) =>
    visit?.id === event.visit &&
    visit.kind === 'sub' &&
    (event.said === 'filed' ? visit.child === undefined : visit.child?.ticket === event.ticket),
  abandon: () => true,
  // Never within one version.
  move: () => false,
  revoked: (_workflow, context) => context.revokedBy === undefined,
  substitute: (_workflow, context, event, visit) =>
    visit?.id === event.visit && substituteVisit(context, visit, event) !== visit,
  reassign: (workflow, context, event, visit) => {
    if (visit?.id !== event.visit) return false
    const after = reassignVisit(workflow, context, visit, event)
    const isBlocked =
      votersIn(after).length === 0 &&
      workflow.state(visit.state).emptyPolicy.type === 'block' &&
      !isOnlyOwn(workflow, context, visit, event.people)
    return after !== visit && !isBlocked
  },
}

/** Whether an event about the whole ticket is allowed. */
export function isAllowed(workflow: Workflow, context: TicketContext, event: TicketEvent): boolean {
  return follows(workflow, context, event, undefined)
}

/** Whether the event is about the live visit of this state, and allowed there. */
export function isAllowedIn(workflow: Workflow, context: TicketContext, event: TicketEvent, state: string): boolean {
  const visit = visitIn(context, event, state)
  return visit !== undefined && follows(workflow, context, event, visit)
}

function follows(workflow: Workflow, context: TicketContext, event: TicketEvent, visit: Visit | undefined): boolean {
  // Each rule takes exactly the events of its own key; the compiler cannot pair a union with its record.
  const rule = rules[event.type] as Rule<TicketEventType>
  return rule(workflow, context, event, visit)
}

/** The live visit of the state, if the event is about it. Urging everybody at once needs no visit, voiding ends them all. */
function visitIn(context: TicketContext, event: TicketEvent, state: string): Visit | undefined {
  const isForAll = (event.type === 'urge' || event.type === 'void') && event.visit === undefined
  const visit = isForAll ? liveIn(context, state) : visitOf(context, event)
  return visit?.state === state ? visit : undefined
}

/** Whether a timer of this state is due that closes the ticket (25.8). */
export function isClosing(workflow: Workflow, context: TicketContext, event: TicketEvent, state: string): boolean {
  if (event.type !== 'timeout' || !isAllowedIn(workflow, context, event, state)) return false
  return timerOf(workflow, liveIn(context, state), event)?.action === 'close'
}

/** Whether the answer to `resolveParticipants` names a person who may hold a place. */
export function isSomebody(workflow: Workflow, context: TicketContext, event: TicketEvent, state: string): boolean {
  return (
    event.type === 'participants' &&
    visitIn(context, event, state) !== undefined &&
    eligible(workflow, context, state, event.people).length > 0
  )
}

/** Whether the applicant is the only participant of the live visit, at its start or anew, and the state passes applicants over. */
export function isOwn(workflow: Workflow, context: TicketContext, event: TicketEvent, state: string): boolean {
  if (event.type !== 'participants' && event.type !== 'reassign') return false
  const visit = visitIn(context, event, state)
  if (!visit || !isOnlyOwn(workflow, context, visit, event.people)) return false
  if (event.type === 'participants') return true
  return follows(workflow, context, event, visit) && !isManned(workflow, context, event, state)
}

/** Whether people are left to act once those of the live visit have been found anew (WF-14). */
export function isManned(workflow: Workflow, context: TicketContext, event: TicketEvent, state: string): boolean {
  const visit = visitIn(context, event, state)
  return (
    event.type === 'reassign' &&
    visit !== undefined &&
    follows(workflow, context, event, visit) &&
    votersIn(reassignVisit(workflow, context, visit, event)).length > 0
  )
}
