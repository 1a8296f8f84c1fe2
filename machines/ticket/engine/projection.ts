/** Rows the server keeps for a ticket, computed from its context alone (I5, I17). */
import type { StateKind, TimerRule, WorkflowDefinition } from '../definition/definition.ts'
import { indexWorkflow, type Workflow } from '../definition/workflow.ts'
import { isPaused, ringsOf } from './timers.ts'
import { isUndone, liveVisits, votersIn, waitsForDay } from './visits.ts'
import type { PersonId, Slot, TicketContext, Visit } from './vocabulary.ts'

/** One person's work for a slot (25.0). The id is unique in the ticket and never used again. */
export interface Task extends Slot {
  readonly visit: number
  readonly state: string
  readonly kind: StateKind
  readonly round: number
  /** This person has claimed the visit. */
  readonly isClaimed: boolean
  /** Its approval is signed. */
  readonly mustSign: boolean
}

const known = new WeakMap<Visit, readonly Task[]>()

/** A visit never changes, and an event leaves most of them as they are: their tasks are made once. */
function tasksIn(visit: Visit): readonly Task[] {
  const made = known.get(visit)
  if (made) return made
  const tasks = visit.slots.map((slot) => ({
    ...slot,
    visit: visit.id,
    state: visit.state,
    kind: visit.kind,
    round: visit.round,
    isClaimed: visit.claimedBy !== null && isUndone(slot) && [slot.holder, slot.onBehalfOf].includes(visit.claimedBy),
    mustSign: visit.mustSign === true,
  }))
  known.set(visit, tasks)
  return tasks
}

/** Every slot of every visit as a task, oldest first. */
export const tasksOf = (context: TicketContext): readonly Task[] => context.visits.flatMap(tasksIn)

/** The tasks that are new or not as they were. */
export function tasksChanged(before: TicketContext, after: TicketContext): readonly Task[] {
  const old = new Map(tasksOf(before).map((task) => [task.id, task]))
  const isSame = (was: Task | undefined, is: Task) => was === is || JSON.stringify(was) === JSON.stringify(is)
  return tasksOf(after).filter((task) => !isSame(old.get(task.id), task))
}

/** A timer that must be armed: its key within the visit, and from when it counts. */
export interface LiveTimer {
  readonly visit: number
  readonly state: string
  /** Key of the rule, or `open` for the day in a form field. */
  readonly key: string
  readonly openedAt: string
  /** While its clock stood. */
  readonly pauses: NonNullable<Visit['pauses']>
  readonly due: TimerRule | { readonly action: 'open'; readonly field: string }
}

/** The timers of the live visits that have not fired; the server arms exactly these and no others (I17). */
export function liveTimers(definition: WorkflowDefinition, context: TicketContext): readonly LiveTimer[] {
  const workflow = indexWorkflow(definition)
  return liveVisits(context).flatMap((visit) => timersOf(workflow, visit))
}

function timersOf(workflow: Workflow, visit: Visit): readonly LiveTimer[] {
  if (votersIn(visit).length === 0) return []
  const state = workflow.state(visit.state)
  const at = { visit: visit.id, state: visit.state, openedAt: visit.openedAt, pauses: [] }
  const rules = (state.timers ?? [])
    .flatMap(ringsOf)
    .filter((rule) => !visit.fired.includes(rule.key) && !(rule.pause && isPaused(visit)))
  const day = waitsForDay(state, visit) && state.opensAtField !== undefined ? [state.opensAtField] : []
  return [
    ...rules.map((rule) => ({ ...at, key: rule.key, due: rule, ...(rule.pause && { pauses: visit.pauses ?? [] }) })),
    ...day.map((field) => ({ ...at, key: 'open', due: { action: 'open' as const, field } })),
  ]
}

/** What happened to the tasks between two contexts of one ticket. */
export interface TaskChanges {
  /** Now open and were not: those people have something to do. */
  readonly opened: readonly Task[]
  /** Now done or cancelled and were not: their rows leave the queues. */
  readonly closed: readonly Task[]
  /** Anything else about them changed: suspended, claimed. */
  readonly changed: readonly Task[]
}

const isOver = (task: Task | undefined): boolean => task?.status === 'done' || task?.status === 'cancelled'

/** Compares the tasks of a ticket before and after an event, for notices and live updates. */
export function taskChanges(before: TicketContext, after: TicketContext): TaskChanges {
  const old = new Map(tasksOf(before).map((task) => [task.id, task]))
  const now = tasksOf(after)
  const opened = now.filter((task) => task.status === 'open' && old.get(task.id)?.status !== 'open')
  const closed = now.filter((task) => isOver(task) && !isOver(old.get(task.id)))
  const changed = now.filter((task) => {
    const was = old.get(task.id)
    if (opened.includes(task) || closed.includes(task)) return false
    return was?.status !== task.status || was.isClaimed !== task.isClaimed
  })
  return { opened, closed, changed }
}

/** People who have, or had, a task on the ticket (WF-18 visibility). */
export function peopleOf(context: TicketContext): readonly PersonId[] {
  const people = tasksOf(context).flatMap((task) =>
    task.onBehalfOf === null ? [task.holder] : [task.holder, task.onBehalfOf],
  )
  return [...new Set([context.applicant, ...people])]
}
