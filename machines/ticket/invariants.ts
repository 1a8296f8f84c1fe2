/** The invariants of 25.9 that a ticket machine must keep by itself; asked after every event in tests, and nightly. */
import type { TicketSnapshot } from './compile.ts'
import type { WorkflowDefinition } from './definition.ts'
import { outcome } from './modes.ts'
import { liveTimers, tasksOf } from './projection.ts'
import { currentStates, statusOf } from './status.ts'
import { isUndone, liveVisit, peopleIn, placesIn, takenPath, tally, waitsForDay } from './visits.ts'
import type { Slot, TicketContext, Visit } from './vocabulary.ts'
import { indexWorkflow } from './workflow.ts'

/** An invariant that does not hold. */
export interface Violation {
  readonly rule: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I15' | 'I16' | 'I20' | 'I21'
  /** For the incident report; names visit or slot. */
  readonly detail: string
}

const found = (rule: Violation['rule'], isBroken: boolean, detail: string): readonly Violation[] =>
  isBroken ? [{ rule, detail }] : []

const isAutomatic = (slot: Slot) => slot.outcome === 'auto-approve' || slot.outcome === 'auto-reject'

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

function ofVisit(definition: WorkflowDefinition, visit: Visit, applicant: number): readonly Violation[] {
  const state = indexWorkflow(definition).state(visit.state)
  const votes = tally(state, visit)
  const people = peopleIn(visit)
  const verdict = outcome(state, votes)
  const wanted = visit.outcome === 'passed' ? 'pass' : visit.outcome === 'rejected' ? 'reject' : null
  const isVoted = visit.kind !== 'cc' && visit.slots.length > 0
  const ownVote = visit.slots.find((slot) => slot.by === applicant && slot.outcome !== 'transferred')
  const isBarred = visit.kind === 'approve' && !definition.allowSelf
  return [
    ...visit.slots.flatMap((slot) => ofSlot(slot, visit)),
    ...found('I6', votes.approvals + votes.rejections > votes.n, `visit ${visit.id} has more votes than places`),
    ...found('I6', isVoted && verdict !== wanted, `visit ${visit.id} is ${visit.outcome}, its votes say ${verdict}`),
    ...found('I7', new Set(people).size !== people.length, `visit ${visit.id} lists a person twice`),
    ...found('I20', isBarred && ownVote !== undefined, `visit ${visit.id} counts the applicant's own decision`),
  ]
}

/** I15 and I16: what must hold of the sequence of visits. */
function ofSequence(context: TicketContext): readonly Violation[] {
  return context.visits.flatMap((visit, index) => {
    const before = context.visits[index - 1]
    const earlier = takenPath({ ...context, round: visit.round, visits: context.visits.slice(0, index) })
    const isReturn =
      visit.viaReturn && !earlier.some((other) => other.state === visit.state && other.outcome === 'passed')
    const asked = visit.resumes === undefined ? undefined : context.visits[visit.resumes - 1]
    const isStray = visit.resumes !== undefined && (asked?.state !== visit.state || asked.comeBack === undefined)
    const isLate = before !== undefined && (before.outcome === null || before.round > visit.round)
    return [
      ...found('I15', visit.id !== index + 1 || visit.round > context.round, `visit ${visit.id} is out of number`),
      ...found('I15', isLate, `visit ${visit.id} overlaps the one before it`),
      ...found('I16', isStray, `visit ${visit.id} continues one that did not ask for it`),
      ...found('I16', isReturn, `visit ${visit.id} was reached by a return to a state not on the path`),
    ]
  })
}

/** Checks one snapshot. While the machine waits for `participants` inside a transaction nobody has a place in the visit; that is not a stall. */
export function violations(definition: WorkflowDefinition, snapshot: TicketSnapshot): readonly Violation[] {
  const { context } = snapshot
  const status = statusOf(snapshot)
  const live = liveVisit(context)
  const isMoving = status === 'running' || status === 'handling'
  const isAsking = isMoving && live !== undefined && placesIn(live).length === 0
  const waits = live !== undefined && waitsForDay(indexWorkflow(definition).state(live.state), live)
  const isAttended = isAsking || live?.slots.some((slot) => slot.status === 'open') === true || waits
  const kind = live && (live.kind === 'handle' ? 'handling' : 'running')
  const strayTask = tasksOf(context).find((task) => isUndone(task) && task.visit !== live?.id)
  return [
    ...found(
      'I1',
      !isMoving && (live !== undefined || liveTimers(definition, context).length > 0),
      `${status}, and yet something is live`,
    ),
    ...found('I3', isMoving && !isAttended, `nobody can move visit ${live?.id}`),
    ...found(
      'I4',
      isMoving && (kind !== status || currentStates(snapshot)[0] !== live?.state),
      `${status} does not fit visit ${live?.id}`,
    ),
    ...found('I5', strayTask !== undefined, `task ${strayTask?.id} is open outside the live visit`),
    ...context.visits.flatMap((visit) => ofVisit(definition, visit, context.applicant)),
    ...ofSequence(context),
  ]
}

/** Checks what an event did: nothing closed may change again, and rounds and visits only grow (I2, I15). */
export function violationsOfStep(before: TicketContext, after: TicketContext): readonly Violation[] {
  const now = new Map(tasksOf(after).map((task) => [task.id, JSON.stringify(task)]))
  const changed = tasksOf(before).find((task) => !isUndone(task) && now.get(task.id) !== JSON.stringify(task))
  return [
    ...found('I2', changed !== undefined, `closed task ${changed?.id} changed`),
    ...found(
      'I15',
      after.round < before.round || after.visits.length < before.visits.length,
      'rounds or visits shrank',
    ),
  ]
}
