import { sql } from 'kysely'
import type { AgendaEntry, AgendaSource } from '#src/define/home.ts'

/** Due dates of supervision items one handles. */
export const dueAgenda: AgendaSource = async (unit, { userId, from, to }) => {
  const { rows } = await sql<AgendaEntry>`
    select 'supervision' as kind, due_date as "from", due_date as "to", null as time, title as name, '/supervision?tab=all&id=' || id as link
    from supervision_item where handler_id = ${userId} and deleted_at is null
      and state not in ('draft', 'closed', 'terminated') and due_date between ${from}::date and ${to}::date`.execute(
    unit.db,
  )
  return rows
}
