import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { MyTasks, UrgentTask } from '#src/define/tickets/lists.ts'
import { only } from '#src/server/database/only.ts'
import { checkBatchable } from '../commands/batch.ts'
import type { CommandCaller, DecisionResult } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { openTasks } from '../queries/counts.ts'
import { seeTicket } from '../queries/detail.ts'
import { lineColumns, type Reader } from '../queries/lines.ts'
import { type FoundRow, rowsOf } from '../queries/list.ts'
import { findTicket } from '../ticket.ts'

/** Tasks of the widget (10.2). */
export const SHOWN_TASKS = 8

const DAY = 86_400_000

function dueOf(dueAt: Date | null, now: Date): UrgentTask['due'] {
  if (dueAt === null) return 'none'
  if (dueAt < now) return 'overdue'
  return dueAt.getTime() - now.getTime() <= DAY ? 'soon' : 'inTime'
}

/** My most urgent tasks, to approve and to handle, in the order of the queues. */
export async function urgentTasks(reader: Reader, access: Access): Promise<MyTasks> {
  const { userId } = access
  const { rows } = await sql<FoundRow & { readonly kind: UrgentTask['kind'] }>`
    select ${lineColumns}, s.kind, s.slot, s.state as task_state, false as is_copy, coalesce(k.must_sign, false) as must_sign, null::jsonb as form_data
    from (
      select a.*, 'approve' as kind from (${openTasks(userId, 'approve', SHOWN_TASKS)}) a
      union all select h.*, 'handle' as kind from (${openTasks(userId, 'handle', SHOWN_TASKS)}) h
    ) s join ticket t on t.id = s.ticket_id left join ticket_task k on k.ticket_id = s.ticket_id and k.slot = s.slot
    order by s.urgency desc, s.due_at, s.ticket_id limit ${SHOWN_TASKS}`.execute(reader.unit.db)
  const shown = await rowsOf(reader, access, 'pendingApproval', rows)
  const now = reader.unit.clock.now()
  const tasks = rows.flatMap(({ id, kind, dueAt }, index): UrgentTask[] => {
    const row = shown[index]
    return row?.id === id ? [{ ...row, kind, due: dueOf(dueAt, now) }] : []
  })
  const { rows: counted } = await sql<{ total: number }>`
    select (select count(*)::int from (${openTasks(userId, 'approve')}) a) + (select count(*)::int from (${openTasks(userId, 'handle')}) h) as total`.execute(
    reader.unit.db,
  )
  return { total: only(counted).total, tasks }
}

/**
 * Approves without a look at the whole ticket. What has to be filled in, signed or explained, and what a live check warns of,
 * is refused, as in a batch (WF-17). @throws Refusal 4004, RuleError ticket.lookFirst, ticket.checkFailedNow, and as `dispatch`.
 */
export async function approveAtOnce(
  { engine, unit }: Reader,
  id: number,
  comment: string,
  commandCaller: CommandCaller & { readonly access: Access },
): Promise<DecisionResult> {
  await seeTicket({ engine, unit }, commandCaller.access, id)
  const ticket = await findTicket(unit.db, id)
  if (!ticket) throw notFound()
  // A decision made meanwhile is reported before a missing field is.
  if (commandCaller.revision !== ticket.revision) throw new RuleError('wf.stateChanged')
  const visit = await checkBatchable(engine, unit, ticket, commandCaller.access.userId, {
    single: 'ticket.lookFirst',
    failing: 'ticket.checkFailedNow',
  })
  return dispatch(engine, unit, id, { type: 'approve', comment, ...(visit !== undefined && { visit }) }, commandCaller)
}
