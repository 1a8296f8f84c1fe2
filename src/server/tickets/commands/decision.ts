import { tasksChanged, tasksOf } from '#machines/ticket/engine/projection.ts'
import { persist } from '#machines/ticket/engine/replay.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketContext, TicketStatus } from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import { chain } from '../log/log.ts'
import type { StoredTask } from '../tables/taskColumns.ts'
import { isTerminal, isToSubmit, type Ticket } from '../ticket.ts'
import { deadlineOf, timerChanges } from '../timers/due.ts'
import type { Version } from '../versions/versions.ts'
import type { DecisionContext } from './decisionContext.ts'
import { amountOf } from './facts.ts'
import type { CountLabel, Decision, Part } from './save.ts'

const urgencyOf = ({ urgency }: FormData): string => String(urgency ?? 'normal')

/** Tasks that are new or not as they were, each with the deadline of its visit. */
function changedTasks(decisionContext: DecisionContext): readonly StoredTask[] {
  const { version, form, unit, comment, signature, actorId, at, before, snapshot } = decisionContext
  const changed = tasksChanged(before.context, snapshot.context)
  const opened = new Map(snapshot.context.visits.map((visit) => [visit.id, visit.openedAt]))
  const urgency = urgencyOf(form)
  return changed.map((task) => {
    const isNow = task.by === actorId && task.at === at
    return {
      ...task,
      urgency,
      dueAt: deadlineOf(version, task.state, opened.get(task.visit) ?? at, form, unit),
      comment: isNow ? comment : '',
      signatureFileId: isNow ? (signature?.fileId ?? null) : null,
    }
  })
}

/** Lists in which people find the ticket from now on (D10). */
function partsOf(tasks: readonly StoredTask[], before: TicketContext, at: string): Decision['parts'] {
  const known = new Set(tasksOf(before).map((task) => task.id))
  const parts = tasks.flatMap((task): { userId: number; label: Part }[] => {
    const isNow = task.at === at && task.by !== null
    // Called in at this moment, though the task may open later (25.5).
    if (task.addedBy !== undefined && !known.has(task.id))
      return [task.holder, task.addedBy].map((userId) => ({ userId, label: 'assigned' }))
    if (task.relation !== 'normal' && task.openedAt === at && task.status === 'open')
      return [{ userId: task.holder, label: 'assigned' }]
    if (!isNow || task.by === null) return []
    if (task.outcome === 'transferred') return [{ userId: task.by, label: 'assigned' }]
    return task.status === 'done' ? [{ userId: task.by, label: task.kind === 'approve' ? 'approved' : 'done' }] : []
  })
  return [...new Map(parts.map((part) => [`${part.userId} ${part.label}`, part])).values()]
}

const ownList = (status: TicketStatus): CountLabel => (isToSubmit(status) ? 'toSubmit' : 'submitted')

function countsOf(ticket: Ticket, status: TicketStatus, isNew: boolean): Decision['counts'] {
  const [from, to] = [ownList(ticket.status), ownList(status)]
  if (!isNew && from === to) return []
  const gone = isNew ? [] : [{ userId: ticket.applicantId, label: from, n: -1 }]
  return [...gone, { userId: ticket.applicantId, label: to, n: 1 }]
}

/** When the ticket is due: with its only live visit, in branches with the first of them. Undefined where nothing says anew. */
function dueOf(
  { version, form, unit, before, snapshot }: DecisionContext,
  tasks: readonly StoredTask[],
): Date | null | undefined {
  const live = liveVisits(snapshot.context)
  if (live.length <= 1 && liveVisits(before.context).length <= 1)
    return tasks.find((task) => task.status === 'open' || task.status === 'waiting')?.dueAt
  const due = live.flatMap(({ state, openedAt }) => deadlineOf(version, state, openedAt, form, unit)?.getTime() ?? [])
  return due.length === 0 ? null : new Date(Math.min(...due))
}

/** The ticket's own row after the decision: everything of it a function of form and machine (I4). */
function rowAfter(decisionContext: DecisionContext, tasks: readonly StoredTask[]): Ticket {
  const { ticket, version, form, snapshot, applicant, thresholds, isSubmit } = decisionContext
  const now = new Date(decisionContext.at)
  const status = statusOf(snapshot)
  const isUrged = decisionContext.entries[0]?.event.type === 'urge'
  const isApproved = status === 'handling' || status === 'completed'
  const changedDue = dueOf(decisionContext, tasks)
  const isMoving = status === 'running' || status === 'handling'
  return {
    ...ticket,
    versionId: version.id,
    versionHash: version.hash,
    title: String(form.title),
    summary: decisionContext.summary,
    formData: form,
    dataHash: decisionContext.dataHash,
    amount: amountOf(version, form),
    applicant,
    deptId: applicant.deptId,
    thresholds,
    status,
    currentKeys: currentStates(snapshot),
    urgency: urgencyOf(form),
    round: snapshot.context.round,
    submittedAt: isSubmit ? now : ticket.submittedAt,
    approvedAt: isApproved ? (ticket.approvedAt ?? now) : status === 'voided' ? ticket.approvedAt : null,
    finishedAt: isTerminal(status) ? (status === ticket.status ? ticket.finishedAt : now) : null,
    dueAt: !isMoving ? null : changedDue === undefined ? ticket.dueAt : changedDue,
    urgedAt: isUrged ? now : ticket.urgedAt,
    urgeCount: ticket.urgeCount + (isUrged ? 1 : 0),
    snapshot: persist(snapshot),
    events: ticket.events + decisionContext.entries.length,
    revision: ticket.revision + 1,
    updatedAt: now,
  }
}

/** Everything a decision writes, computed from what the machine made of it. `left` is the version that a move by hand leaves. */
export function decisionOf(decisionContext: DecisionContext, left?: Version): Decision {
  const { engine, ticket, version, form, unit, actorId, at, origin, isNew, snapshot } = decisionContext
  const before = decisionContext.before.context
  const tasks = changedTasks(decisionContext)
  const after = rowAfter(decisionContext, tasks)
  const from = { seq: ticket.events, hash: ticket.lastHash }
  const rows = chain(engine.auditKeys, ticket.id, from, decisionContext.entries, origin)
  return {
    before: ticket,
    after: { ...after, lastHash: rows.at(-1)?.hash ?? ticket.lastHash },
    rows,
    tasks,
    ...timerChanges(version, before, snapshot.context, form, unit, left),
    cc: [...decisionContext.cc],
    ccBy: actorId,
    parts: partsOf(tasks, before, at),
    counts: countsOf(ticket, after.status, isNew),
  }
}
