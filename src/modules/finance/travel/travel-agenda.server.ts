import { sql } from 'kysely'
import type { AgendaEntry, AgendaSource } from '#src/define/home.ts'

/** Own business trips. */
export const travelAgenda: AgendaSource = async (unit, { userId, from, to }) => {
  const { rows } = await sql<AgendaEntry>`
    select 'travel' as kind, start_date as "from", end_date as "to", null as time, destinations as name, '/workflow/ticket/' || ticket_id as link
    from travel_trip where user_id = ${userId} and deleted_at is null and state not in ('cancelled', 'expired')
      and start_date <= ${to}::date and end_date >= ${from}::date`.execute(unit.db)
  return rows
}
