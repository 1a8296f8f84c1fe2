/** The invariants of 25.9 that a ticket machine must keep by itself; checked after every decision, and nightly. */

import { barsApplicant, type WorkflowDefinition } from '../definition/definition.ts'
import { indexWorkflow, type Workflow } from '../definition/workflow.ts'
import type { TicketSnapshot } from './compile.ts'
import { outcome } from './modes.ts'
import { liveTimers, tasksChanged, tasksOf } from './projection.ts'
import { areInLine, isWithin, regionsOf, takenPath, visitsHere } from './regions.ts'
import { currentStates, statusOf } from './status.ts'
import { isUndone, liveVisits, namesOf, placesIn, tally, votersIn, waitsForDay } from './visits.ts'
import type { Slot, TicketContext, Visit } from './vocabulary.ts'

/** An invariant that does not hold. */
export interface Violation {
  readonly rule: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I14' | 'I15' | 'I16' | 'I20' | 'I21'
  /** For the incident report; names visit or slot. */
  readonly detail: string
}

const found = (rule: Violation['rule'], isBroken: boolean, detail: string): readonly Violation[] =>
  isBroken ? [{ rule, detail }] : []

/** A rule decided, or a clock handed the place on (25.8). */
const isAutomatic = ({ outcome, rule }: Slot) =>
  outcome === 'auto-approve' || outcome === 'auto-reject' || (outcome === 'transferred' && rule === 'timeout')

function ofSlot(slot: Slot, visit: Visit): readonly Violation[] {
  const isSettled = slot.at !== null && (slot.outcome !== null) === (slot.status === 'done')
  const isClean = slot.outcome === null && slot.cancelledBy === null && slot.at === null && slot.by === null
  const isNamed = isAutomatic(slot) ? slot.by === null && slot.rule !== null : slot.by !== null
  return [
    ...found('I2', isUndone(slot) ? !isClean : !isSettled, `slot ${slot.id} is both live and closed`),
    ...found('I2', isUndone(slot) && visit.outcome !== null, `slot ${slot.id} is live in a closed visit`),
    ...found('I21', slot.status === 'done' && !isNamed, `slot ${slot.id} names the wrong decider`),
  ]
}

function ofVisit({ definition, state: find }: Workflow, visit: Visit, applicant: number): readonly Violation[] {
  const state = find(visit.state)
  const votes = tally(state, visit)
  // Who has advised may be found for a vote later (WF-14).
  const people = placesIn(visit)
    .filter((slot) => slot.serves === undefined || isUndone(slot))
    .flatMap(namesOf)
  const verdict = outcome(state, votes)
  const wanted = visit.outcome === 'passed' ? 'pass' : visit.outcome === 'rejected' ? 'reject' : null
  // A cancelled visit was ended by another one; which of its places still counted then is not on record.
  const isVoted =
    visit.kind !== 'cc' && visit.slots.length > 0 && visit.rule !== 'empty' && visit.outcome !== 'cancelled'
  const ownVote = visit.slots.find((slot) => slot.by === applicant && slot.outcome !== 'transferred')
  const isBarred = barsApplicant(definition, state)
  return [
    ...visit.slots.flatMap((slot) => ofSlot(slot, visit)),
    ...found('I6', votes.approvals + votes.rejections > votes.n, `visit ${visit.id} has more votes than places`),
    ...found('I6', isVoted && verdict !== wanted, `visit ${visit.id} is ${visit.outcome}, its votes say ${verdict}`),
    ...found('I7', new Set(people).size !== people.length, `visit ${visit.id} lists a person twice`),
    ...found('I20', isBarred && ownVote !== undefined, `visit ${visit.id} counts the applicant's own decision`),
  ]
}

const same = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((one) => right.includes(one))

/** I15 and I16: what must hold of the sequence of visits. */
function ofSequence(context: TicketContext): readonly Violation[] {
  return context.visits.flatMap((visit, index) => {
    const before = context.visits.slice(0, index)
    const earlier = takenPath({ ...context, round: visit.round, visits: before })
    const isTarget = (other: Visit) =>
      other.state === visit.state && other.outcome === 'passed' && same(regionsOf(other), regionsOf(visit))
    // By order and never by the clock: it may have been set back between two decisions, or be another node's.
    const isLate = (other: Visit) => other.round > visit.round || (areInLine(other, visit) && other.outcome === null)
    const resumed = visit.resumes === undefined ? undefined : context.visits[visit.resumes - 1]
    const isStray = visit.resumes !== undefined && (resumed?.state !== visit.state || resumed.comeBack === undefined)
    return [
      ...found('I15', visit.id !== index + 1 || visit.round > context.round, `visit ${visit.id} is out of number`),
      ...found('I15', before.some(isLate), `visit ${visit.id} overlaps one before it`),
      ...found(
        'I16',
        visit.viaReturn && !earlier.some(isTarget),
        `visit ${visit.id} was reached by a return to a state not on the path`,
      ),
      ...found('I16', isStray, `visit ${visit.id} continues one that did not ask for it`),
    ]
  })
}

/** I14: the branches a visit opened are those its transitions ask for, and nothing happened in any other. */
function ofOpener({ state, transitionsFrom }: Workflow, context: TicketContext, visit: Visit): readonly Violation[] {
  const { branch } = state(visit.state)
  const opened = visit.branches?.map(({ number }) => number) ?? []
  const isLeft = visit.outcome === 'passed' || visit.outcome === 'skipped'
  const all = transitionsFrom(visit.state).length
  const isWhole = branch === 'parallel' ? opened.length === all : opened.length > 0
  const isSound =
    isWhole && new Set(opened).size === opened.length && opened.every((number) => number >= 1 && number <= all)
  const isWanted = branch !== undefined && isLeft
  const stray = context.visits.find((other) =>
    other.regions?.some((region) => {
      const [opener, number] = region.split('.').map(Number)
      return opener === visit.id && number !== undefined && !opened.includes(number)
    }),
  )
  return [
    ...found('I14', isWanted ? !isSound : visit.branches !== undefined, `visit ${visit.id} opened ${opened.join()}`),
    ...found('I14', stray !== undefined, `visit ${stray?.id} lies in a branch that was not taken`),
  ]
}

/** I14: a join is entered once, when exactly the branches taken have arrived. */
function ofJoin({ state }: Workflow, context: TicketContext, visit: Visit): readonly Violation[] {
  const fork = state(visit.state).joinOf
  if (fork === undefined || visit.viaReturn) return []
  const openerOf = (join: Visit) => context.visits.findLast((other) => other.state === fork && other.id < join.id)
  const opener = openerOf(visit)
  const isTwice = context.visits.some(
    (other) => other.state === visit.state && !other.viaReturn && other.id < visit.id && openerOf(other) === opener,
  )
  const isWaiting = opener?.branches?.some(({ arrivedAt }) => arrivedAt === null) ?? true
  return found('I14', isTwice || isWaiting, `visit ${visit.id} does not join the branches of visit ${opener?.id}`)
}

/** I14: a branch that has not arrived is at work. */
function ofBranches(context: TicketContext): readonly Violation[] {
  return takenPath(context).flatMap((visit) => {
    const idle = visit.branches?.find(
      ({ number, arrivedAt }) =>
        arrivedAt === null &&
        !liveVisits(context).some((live) => isWithin(live, [...regionsOf(visit), `${visit.id}.${number}`])),
    )
    return found('I14', idle !== undefined, `nothing happens in branch ${idle?.number} of visit ${visit.id}`)
  })
}

/** I3, I4: each live visit has people who can move it, and the machine stands in its state. */
function ofPlace(workflow: Workflow, snapshot: TicketSnapshot): readonly Violation[] {
  const live = liveVisits(snapshot.context)
  const kind = live.some((visit) => visit.kind === 'handle') ? 'handling' : 'running'
  // A filed ticket is at work (I19), or is about to be filed as people are about to be found. Without people the visit waits as an incident (WF-14), which the server keeps open.
  const isAttended = (visit: Visit) =>
    votersIn(visit).length === 0 ||
    visit.slots.some((slot) => slot.status === 'open') ||
    waitsForDay(workflow.state(visit.state), visit)
  const stalled = live.find((visit) => !isAttended(visit))
  const attended = live.find((visit) => visit.unattendedSince !== undefined && votersIn(visit).length > 0)
  const isElsewhere = !same(
    currentStates(snapshot),
    live.map(({ state }) => state),
  )
  return [
    ...found('I3', live.length === 0 || stalled !== undefined, `nobody can move visit ${stalled?.id}`),
    ...found('I3', attended !== undefined, `visit ${attended?.id} waits for people and has some`),
    ...found(
      'I4',
      kind !== statusOf(snapshot) || isElsewhere,
      `${statusOf(snapshot)} does not fit visits ${live.map(({ id }) => id).join()}`,
    ),
    ...ofBranches(snapshot.context),
  ]
}

/** Checks one snapshot. While the machine waits for `participants` inside a transaction the visit has no places; that is not a stall. */
export function violations(definition: WorkflowDefinition, snapshot: TicketSnapshot): readonly Violation[] {
  const { context } = snapshot
  const workflow = indexWorkflow(definition)
  const status = statusOf(snapshot)
  const live = liveVisits(context).map(({ id }) => id)
  const isMoving = status === 'running' || status === 'handling'
  const strayTask = tasksOf(context).find((task) => isUndone(task) && !live.includes(task.visit))
  return [
    ...found(
      'I1',
      !isMoving && (live.length > 0 || liveTimers(definition, context).length > 0),
      `${status}, and yet something is live`,
    ),
    ...(isMoving ? ofPlace(workflow, snapshot) : []),
    ...found('I5', strayTask !== undefined, `task ${strayTask?.id} is open outside the live visits`),
    // What was lived under another version was checked there.
    ...visitsHere(context).flatMap((visit) => [
      ...ofVisit(workflow, visit, context.applicant),
      ...ofOpener(workflow, context, visit),
      ...ofJoin(workflow, context, visit),
    ]),
    ...ofSequence(context),
  ]
}

/**
 * I3 of a ticket that no transaction is at work on: a live visit without people is one that waits as an incident. The
 * server holds such a visit to its open incident.
 */
export const violationsAtRest = ({ context }: TicketSnapshot): readonly Violation[] =>
  liveVisits(context)
    .filter((visit) => visit.kind !== 'sub' && votersIn(visit).length === 0 && visit.unattendedSince === undefined)
    .flatMap(({ id }) => found('I3', true, `visit ${id} has nobody and waits for nothing`))

/** Checks what an event did: nothing closed may change again, and rounds and visits only grow (I2, I15). */
export function violationsOfStep(before: TicketContext, after: TicketContext): readonly Violation[] {
  const changed = tasksChanged(after, before).find((task) => !isUndone(task))
  return [
    ...found('I2', changed !== undefined, `closed task ${changed?.id} changed`),
    ...found(
      'I15',
      after.round < before.round || after.visits.length < before.visits.length,
      'rounds or visits shrank',
    ),
  ]
}
