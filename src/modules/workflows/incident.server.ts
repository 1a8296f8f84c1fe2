import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer } from '#src/define/server.ts'

/** Closing says why the ticket may go on; it leaves its quarantine with that. */
export const incidentServer: RecordServer = {
  actions: {
    async close(row, values, base, access) {
      const now = base.clock.now()
      const { rows } = await sql<{ ticketId: number }>`
        update ticket_incident set state = 'closed', reason = ${String(values.reason)}, closed_at = ${now}, closed_by = ${access.userId},
          updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
        where id = ${row.id} and state = 'open' returning ticket_id`.execute(base.db)
      const closed = rows[0]
      if (closed === undefined) throw new RuleError('record.stateInvalid')
      await sql`update ticket set is_quarantined = false where id = ${closed.ticketId}`.execute(base.db)
      base.changed('ticket', closed.ticketId)
    },
  },
}
