import { sql } from 'kysely'
import { applicationPermission } from '#src/define/names.ts'
import type { Services } from '#src/server/app/services.ts'
import { ticketCells, ticketColumns } from '#src/server/tickets/queries/exporting.ts'
import { type ListedRow, lineColumns, linesOf } from '#src/server/tickets/queries/lines.ts'
import { foundIds } from '#src/server/tickets/queries/list.ts'
import { type ExportQuery, exportQuery } from '#src/server/tickets/queries/listQuery.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import type { Exportable } from './exportable.ts'

/** The query as its job keeps it: moments have become texts. */
function readStored(stored: unknown): ExportQuery {
  const query = stored as ExportQuery
  const { submittedAt_after: after, submittedAt_before: before } = query
  return {
    ...query,
    ...(after !== undefined && { submittedAt_after: new Date(after) }),
    ...(before !== undefined && { submittedAt_before: new Date(before) }),
  }
}

/** The ticket list under its label and filters (20.6). */
export function ticketExport(services: Services): Exportable {
  const engine = engineOf(services)
  return {
    name: 'ticket',
    permission: 'ticket:Export',
    // A register leaves the house only with the permission of its type; without any, one's own tickets are all.
    everything(access) {
      const types = engine.applications
        .values()
        .map(({ key }) => key)
        .filter((type) => access.may(applicationPermission(type, 'Export')))
      return exportQuery.parse(types.length === 0 ? { label: 'mine' } : { label: 'register', type: types })
    },
    moment: sql`(select coalesce(t.submitted_at, t.created_at) from ticket t where t.id = found.row_id)`,
    rows: ({ access, language, unit }, query) => foundIds({ engine, unit, language }, access, readStored(query)),
    columns: (call) => ticketColumns({ engine, ...call }),
    async cells(call, part) {
      const { rows } = await sql<ListedRow>`
        select ${lineColumns} from ${part} join ticket t on t.id = k.row_id where t.deleted_at is null order by k.position`.execute(
        call.unit.db,
      )
      const reader = { engine, ...call }
      return ticketCells(reader, await linesOf(reader, rows))
    },
  }
}
