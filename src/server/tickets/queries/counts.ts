import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { TicketCounts } from '#src/define/tickets/lists.ts'
import { only } from '#src/server/database/only.ts'

/** Open tasks of a kind that this person holds or, being represented, may still do (WF-11). With `top` only the first so many of each, read in queue order from the index: the planner would sort them all. */
export function openTasks(userId: number, kind: 'approve' | 'handle', top: number | null = null): RawBuilder<unknown> {
  const first = top === null ? sql`` : sql`order by urgency desc, due_at, ticket_id limit ${top}`
  const columns = sql`select ticket_id, slot, state, urgency, due_at from ticket_task`
  return sql`
    (${columns} where assignee_id = ${userId} and kind = ${kind} and status = 'open' ${first})
    union all
    (${columns} where on_behalf_of = ${userId} and kind = ${kind} and status = 'open' ${first})`
}

/** Unread copies; where there is also a task, the task stands for the ticket. */
export const unreadCopies = (userId: number, top: number | null = null): RawBuilder<unknown> => sql`
  select c.ticket_id, c.created_at from ticket_cc c where c.user_id = ${userId} and c.read_at is null and not exists (
    select from ticket_task k where k.ticket_id = c.ticket_id and k.kind = 'handle' and k.status = 'open'
      and (k.assignee_id = ${userId} or k.on_behalf_of = ${userId}))
  ${top === null ? sql`` : sql`order by c.created_at desc, c.ticket_id limit ${top}`}`

/** The seven counters in one query (HOM-02). Lists that only grow are counted as they grow. */
export async function countTickets(db: Executor, userId: number): Promise<TicketCounts> {
  const { rows } = await sql<{ pendingApproval: number; todo: number; counts: Partial<TicketCounts> }>`
    select (select count(*)::int from (${openTasks(userId, 'approve')}) a) as pending_approval,
      (select count(*)::int from (${openTasks(userId, 'handle')}) h) + (select count(*)::int from (${unreadCopies(userId)}) c) as todo,
      (select coalesce(json_object_agg(label, n), '{}') from ticket_count where user_id = ${userId}) as counts`.execute(
    db,
  )
  const { pendingApproval, todo, counts } = only(rows)
  const count = (label: keyof TicketCounts) => counts[label] ?? 0
  return {
    pendingApproval,
    approved: count('approved'),
    toSubmit: count('toSubmit'),
    submitted: count('submitted'),
    todo,
    done: count('done'),
    assigned: count('assigned'),
  }
}
