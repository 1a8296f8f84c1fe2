/** What follows a return (25.3): whose approval is needed again, what is carried over, and when the ticket goes straight back. And taking a ticket back (25.4). */
import { fieldsOf } from '../definition/conditions.ts'
import {
  type Group,
  groupsOf,
  type Resume,
  type StateDefinition,
  type WorkflowDefinition,
} from '../definition/definition.ts'
import type { Workflow } from '../definition/workflow.ts'
import { isOf, liveVisits, placesIn } from './visits.ts'
import type { Candidate, PersonId, Slot, TicketContext, TicketEvent, Visit } from './vocabulary.ts'

type Return = Extract<TicketEvent, { type: 'return' }>

/** Where branches are opened the route is always run again: what lay beside the returning state could not be carried over alone. */
export const resumeIn = ({ resume = 'runAgain', states }: WorkflowDefinition): Resume | 'either' =>
  states.some(({ branch }) => branch !== undefined) ? 'runAgain' : resume

/** Whether the workflow lets a return be followed by this. */
export const allowsResume = (definition: WorkflowDefinition, wanted: Resume): boolean => {
  const resume = resumeIn(definition)
  return resume === 'either' || resume === wanted
}

/** What follows this return: as its sender chose, else what the workflow does by itself. */
export const resumeOf = (definition: WorkflowDefinition, event: Return): Resume =>
  event.resume ?? (resumeIn(definition) === 'straightBack' ? 'straightBack' : 'runAgain')

/** The visit was not decided in time, and its clock closed the ticket (25.8). */
export const isLapsed = ({ outcome, rule }: Visit): boolean => outcome === 'withdrawn' && rule === 'timeout'

/** The visit whose clock closed the ticket; none where it is not closed so (any more). */
export const lapseOf = (context: TicketContext): Visit | undefined =>
  liveVisits(context).length > 0
    ? undefined
    : context.visits.findLast((visit) => visit.round === context.round && isLapsed(visit))

/** The states in which a clock may close the ticket, and to which it then comes straight back; none where branches are opened. */
export const statesClosing = ({ states }: WorkflowDefinition): readonly StateDefinition[] =>
  states.some(({ branch }) => branch !== undefined)
    ? []
    : states.filter(({ kind, timers }) => kind === 'approve' && timers?.some(({ action }) => action === 'close'))

/** How often an approver has returned the ticket, in all its rounds. */
export const returnsMade = (context: TicketContext): number =>
  context.visits.filter((visit) => visit.kind === 'approve' && visit.outcome === 'returned').length

/** The ticket has been returned as often as its workflow allows (25.3). */
export const isReturnedOut = ({ mostReturns }: WorkflowDefinition, context: TicketContext): boolean =>
  mostReturns !== undefined && returnsMade(context) >= mostReturns

/** The facts by which a group of people is found: what the form names, and the department whose leaders they are. */
function factsOf(group: Group): readonly string[] {
  if (group.type === 'formField') return [group.field]
  if (group.type === 'parentDeptLeader') return ['dept.key']
  const isOwn = (group.type === 'deptLeader' || group.type === 'divisionLeader') && group.dept === undefined
  return isOwn ? ['dept.key'] : []
}

/** What people and conditions of a state depend on; its transitions too, unless the ticket stays in it. */
function factsAt(workflow: Workflow, state: StateDefinition, isLeft: boolean): readonly string[] {
  const conditions = [
    state.enterWhen,
    ...(isLeft ? workflow.transitionsFrom(state.key).map((transition) => transition.when) : []),
  ]
  return [
    ...conditions.flatMap((condition) => (condition ? fieldsOf(condition) : [])),
    ...groupsOf(state.participant).flatMap(factsOf),
  ]
}

/** Names of the facts on which the part between a target (`start` too) and a state depends (25.3). */
export function factsBetween(workflow: Workflow, target: string, key: string): readonly string[] {
  const before = workflow.before(key)
  const skipped = before.filter(
    (state) => target === 'start' || workflow.before(state.key).some((one) => one.key === target),
  )
  return [
    ...new Set([
      ...workflow.transitionsFrom(target).flatMap((transition) => (transition.when ? fieldsOf(transition.when) : [])),
      ...skipped.flatMap((state) => factsAt(workflow, state, true)),
      ...factsAt(workflow, workflow.state(key), false),
    ]),
  ]
}

/** Every fact a ticket must carry so that a direct return can be judged later; none where nothing goes straight back. */
export function factsOfReturns(workflow: Workflow): readonly string[] {
  const { definition } = workflow
  const isStraight = allowsResume(definition, 'straightBack')
  const returning = definition.states.filter((state) => isStraight && state.kind === 'approve' && state.allowReturn)
  const left = [...returning, ...statesClosing(definition)]
  return [...new Set(left.flatMap((state) => factsBetween(workflow, 'start', state.key)))]
}

/** The visit, remembering what has to stay as it is for the ticket to come straight back from the target. */
function withComeBack(workflow: Workflow, visit: Visit, target: string, event: TicketEvent): Visit {
  const names = factsBetween(workflow, target, visit.state)
  const facts = Object.fromEntries(names.map((name) => [name, event.facts[name] ?? null]))
  return { ...visit, comeBack: { target, facts } }
}

/** The returned visit, remembering what has to stay as it is for the ticket to come straight back. */
export function askedBack(workflow: Workflow, visit: Visit, event: TicketEvent): Visit {
  if (event.type !== 'return' || resumeOf(workflow.definition, event) === 'runAgain') return visit
  return withComeBack(workflow, visit, event.target, event)
}

/**
 * The visit whose time ran out (25.8). It holds no objection, so what was approved before it stands whatever the workflow
 * says of returns. It holds no request for changes either: the approvals stand for exactly the form that was approved.
 */
export function mayComeBack(workflow: Workflow, visit: Visit, event: TicketEvent): Visit {
  if (!statesClosing(workflow.definition).some(({ key }) => key === visit.state)) return visit
  const { comeBack, ...lapsed } = withComeBack(workflow, visit, 'start', event)
  return comeBack ? { ...lapsed, comeBack: { ...comeBack, dataHash: event.dataHash } } : lapsed
}

/** The visit to which a ticket that leaves this one is to come straight back, if any. */
function wantedBack(context: TicketContext, left: Visit | undefined): Visit | undefined {
  if (left && (left.outcome === 'returned' || isLapsed(left)))
    return left.comeBack?.target === 'start' ? left : undefined
  const isFinished = left?.outcome === 'passed' || left?.outcome === 'skipped'
  return isFinished && left.backTo !== undefined ? context.visits[left.backTo - 1] : undefined
}

/** What a return is judged by: the facts, and the form as a whole. */
type ReturnInput = Pick<TicketEvent, 'facts' | 'dataHash'>

const isUnchanged = ({ comeBack }: Visit, { facts, dataHash }: ReturnInput): boolean =>
  (comeBack?.dataHash ?? dataHash) === dataHash &&
  Object.entries(comeBack?.facts ?? {}).every(([name, value]) => (facts[name] ?? null) === value)

/** The state to which the ticket, leaving its last visit, goes straight back: the return wants it, and nothing in between has to be decided anew. */
export function stateBack(context: TicketContext, input: ReturnInput): string | null {
  const wanted = wantedBack(context, context.visits.at(-1))
  return wanted && isUnchanged(wanted, input) ? wanted.state : null
}

/** What a visit that continues another, or that a return or a retrieval opens again, is linked to. */
export function linksOf(context: TicketContext, event: TicketEvent): Pick<Visit, 'backTo' | 'resumes'> {
  const left = context.visits.at(-1)
  const inherited = (visit: Visit | undefined) => (visit?.backTo === undefined ? {} : { backTo: visit.backTo })
  if (event.type === 'retrieve') return inherited(openerOf(context, left))
  if (event.type === 'return') return left?.comeBack ? { backTo: left.id } : {}
  const wanted = wantedBack(context, left)
  return wanted ? { resumes: wanted.id, ...inherited(wanted) } : {}
}

/** How a visit came about where the one before it was to lead straight back: it did, or the route was run again; null elsewhere. */
export function resumption(context: TicketContext, visit: Visit): Resume | null {
  const wanted = visit.viaReturn ? undefined : wantedBack(context, context.visits[visit.id - 2])
  if (!wanted) return null
  return visit.resumes === wanted.id ? 'straightBack' : 'runAgain'
}

/** The visit before this one in which its people have acted, or stopped half-way. */
function lastVisit(context: TicketContext, visit: Visit): Visit | undefined {
  if (visit.resumes !== undefined) {
    const resumed = context.visits[visit.resumes - 1]
    // The people of a lapsed visit are looked up anew, so that newcomers are among them.
    return resumed && isLapsed(resumed) ? undefined : resumed
  }
  if (!visit.viaReturn) return undefined
  return context.visits.findLast(
    (earlier) => earlier.id < visit.id && earlier.state === visit.state && earlier.outcome === 'passed',
  )
}

/** The people of a visit opened anew (25.3): those who acted in the last one if all of them are still found, else those found now. */
export function peopleAgain(context: TicketContext, visit: Visit, found: readonly Candidate[]): readonly Candidate[] {
  const last = lastVisit(context, visit)
  if (last === undefined) return found
  const places = placesIn(last).filter(
    (slot) => slot.serves === undefined && (last.outcome === 'returned' || slot.by !== null),
  )
  const again = places.map((slot) => found.find(isOf(slot)))
  const people = again.filter((candidate) => candidate !== undefined)
  return people.length > 0 && people.length === again.length ? people : found
}

/** The approval of this place from before the visit was returned, when this one continues it. */
export function approvalBefore(context: TicketContext, visit: Visit, slot: Slot): Slot | undefined {
  const last = visit.resumes === undefined ? undefined : context.visits[visit.resumes - 1]
  return last?.slots.find(
    (other) =>
      other.serves === undefined &&
      other.holder === slot.holder &&
      other.onBehalfOf === slot.onBehalfOf &&
      (other.outcome === 'approve' || other.rule === 'carried'),
  )
}

/** The visit whose end opened this one; states passed over and copies sent on the way do not count. */
const openerOf = (context: TicketContext, visit: Visit | undefined): Visit | undefined =>
  visit && context.visits.slice(0, visit.id - 1).findLast(({ outcome, kind }) => outcome !== 'skipped' && kind !== 'cc')

/** Modes in which one person's word can be all there is (25.4). */
const single: readonly Visit['mode'][] = ['any', 'anyApproval', 'sequential']

/** The ticket can pass this state without anybody acting in it. */
const isPassable = ({ kind, enterWhen, emptyPolicy, skipsApplicant }: StateDefinition): boolean =>
  kind === 'cc' || skipsApplicant === true || enterWhen !== undefined || emptyPolicy.type === 'skip'

/** The approving states one person of which can have brought the ticket directly into this one, or straight back to it. */
export function openersOf(workflow: Workflow, key: string): readonly StateDefinition[] {
  // Never across branches or their join (25.4).
  if (workflow.blocks.all.length > 0) return []
  const isStraight = allowsResume(workflow.definition, 'straightBack') && workflow.state(key).allowReturn === 'any'
  const seen = new Set(isStraight ? workflow.before(key).map((state) => state.key) : [])
  const queue = [key]
  for (const to of queue) {
    const before = workflow.definition.transitions.filter(
      (transition) => transition.to === to && transition.from !== 'start',
    )
    for (const { from } of before) {
      if (seen.has(from)) continue
      seen.add(from)
      if (isPassable(workflow.state(from))) queue.push(from)
    }
  }
  return workflow.definition.states.filter(
    (state) => seen.has(state.key) && state.kind === 'approve' && single.includes(state.mode),
  )
}

/**
 * The visit this person may take back (25.4): their decision alone completed it, and there is no decision yet in the
 * one it led to. Undefined when there is none: once handling has begun, the approval has taken effect.
 */
export function retrievable(context: TicketContext, actor: PersonId): Visit | undefined {
  const [live, ...others] = liveVisits(context)
  if (others.length > 0 || live?.kind !== 'approve' || live.viaReturn) return undefined
  if (live.slots.some((slot) => slot.status === 'done' && slot.rule !== 'carried')) return undefined
  const opener = openerOf(context, live)
  if (opener?.outcome !== 'passed' || opener.kind !== 'approve' || opener.round !== context.round) return undefined
  const decisions = placesIn(opener).filter((slot) => slot.status === 'done' && slot.relation !== 'delegate')
  const [only, ...more] = decisions
  const isAlone = only?.outcome === 'approve' && only.by === actor && more.length === 0
  return isAlone && single.includes(opener.mode) ? opener : undefined
}
