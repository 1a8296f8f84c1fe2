import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** The person has seen a ticket that was copied to them: it leaves todo and stands under done (20.6). */
export async function markRead(unit: UnitOfWork, userId: number, ticketId: number): Promise<void> {
  const now = unit.clock.now()
  await sql`
    with seen as (
      update ticket_cc set read_at = ${now} where ticket_id = ${ticketId} and user_id = ${userId} and read_at is null returning user_id
    ), part as (
      insert into ticket_part (user_id, label, ticket_id, at) select user_id, 'done', ${ticketId}::bigint, ${now}::timestamptz from seen
      on conflict do nothing returning user_id
    )
    insert into ticket_count as c (user_id, label, n) select user_id, 'done', 1 from part
    on conflict (user_id, label) do update set n = c.n + excluded.n`.execute(unit.db)
  unit.changed('ticket', ticketId)
}

/** The person has a copy, which is read, and the ticket stands among those assigned to them (20.6). */
export async function entrust(unit: UnitOfWork, ticketId: number, personId: number, byUser: number): Promise<void> {
  const now = unit.clock.now()
  await sql`
    with copy as (
      insert into ticket_cc (ticket_id, user_id, by_user, created_at, read_at)
      values (${ticketId}, ${personId}, ${byUser}, ${now}::timestamptz, ${now}::timestamptz) on conflict do nothing
    ), part as (
      insert into ticket_part (user_id, label, ticket_id, at) values (${personId}, 'assigned', ${ticketId}, ${now}::timestamptz)
      on conflict do nothing returning user_id
    )
    insert into ticket_count as c (user_id, label, n) select user_id, 'assigned', 1 from part
    on conflict (user_id, label) do update set n = c.n + excluded.n`.execute(unit.db)
  unit.changed('ticket', ticketId)
}
