import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'

interface Rest {
  readonly ticketId: number
  readonly foundAt: Date
}

/** 25.8: the clocks of a ticket stood while it rested, and each has left what it had then. */
async function goOn(unit: UnitOfWork, { ticketId, foundAt }: Rest): Promise<void> {
  const { calendar, clock, db } = unit
  await sql`update ticket set is_quarantined = false where id = ${ticketId}`.execute(db)
  const { rows } = await sql<{ dueAt: Date }>`
    select distinct due_at from ticket_timer where ticket_id = ${ticketId} and due_at > ${foundAt}
    union select due_at from ticket_task where ticket_id = ${ticketId} and status in ('waiting', 'open', 'suspended') and due_at > ${foundAt}
    union select due_at from ticket where id = ${ticketId} and due_at > ${foundAt}`.execute(db)
  const moved = rows.map(({ dueAt }) => ({
    was: dueAt,
    due: calendar.addHours(clock.now(), calendar.hoursBetween(foundAt, dueAt)),
  }))
  await sql`
    with moved as (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (was timestamptz, due timestamptz)),
    timers as (update ticket_timer t set due_at = m.due from moved m where t.ticket_id = ${ticketId} and t.due_at = m.was),
    tasks as (update ticket_task t set due_at = m.due from moved m
      where t.ticket_id = ${ticketId} and t.due_at = m.was and t.status in ('waiting', 'open', 'suspended'))
    update ticket t set due_at = m.due from moved m where t.id = ${ticketId} and t.due_at = m.was`.execute(db)
}

/** Closing says why the ticket may go on; it leaves its quarantine with that. */
export const incidentServer: RecordServer = {
  actions: {
    async close(row, values, unit, access) {
      const now = unit.clock.now()
      const { rows } = await sql<Rest>`
        update ticket_incident set state = 'closed', reason = ${String(values.reason)}, closed_at = ${now}, closed_by = ${access.userId},
          updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
        where id = ${row.id} and state = 'open' and source <> 'nobody' returning ticket_id, found_at`.execute(unit.db)
      const closed = rows[0]
      if (closed === undefined) throw new RuleError('record.stateInvalid')
      await goOn(unit, closed)
      unit.changed('ticket', closed.ticketId)
    },
  },
}
