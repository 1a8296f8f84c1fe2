import { sql } from 'kysely'
import type { AgendaEntry, AgendaSource } from '#src/define/home.ts'

/** Own approved leave, up to the day before one came back. */
export const leaveAgenda: AgendaSource = async (unit, { userId, from, to }) => {
  const { rows } = await sql<AgendaEntry>`
    select 'leave' as kind, r.start_date as "from", b.last as "to", null as time, r.leave_type as name, '/workflow/ticket/' || r.ticket_id as link
    from leave_record r cross join lateral (select case when r.actual_back_at is null then r.end_date
      else least(r.end_date, r.actual_back_at - (r.actual_back_half = 'am')::int) end as last) b
    where r.user_id = ${userId} and r.deleted_at is null and r.state <> 'cancelled' and r.start_date <= ${to}::date and b.last >= greatest(${from}::date, r.start_date)`.execute(
    unit.db,
  )
  return rows
}
