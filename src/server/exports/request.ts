import { sql } from 'kysely'
import { FullAnswer } from '#src/define/answer.ts'
import type { ExportFormat } from '#src/define/answers/files.ts'
import type { ExportRequested } from '#src/define/answers/records.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { only } from '#src/server/database/only.ts'
import { type DataSelection, type Exportable, type ExportCall, exportablesOf, selectedRows } from './exportable.ts'
import { wakeExports } from './job.ts'

/** Rows of one file: a sheet has room for a few more. */
export const mostRows = 1_000_000
/** Exports of one person that wait or run. */
const mostOpen = 5

/** The call that asks, and its way to write. */
type Asking = ExportCall & { readonly write: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T> }

/** What an export holds, and as what. */
export interface DataRequest extends DataSelection {
  readonly format: ExportFormat
}

/** The answer to an export of a list that is made behind it: the job as `data.exportJob`. @throws RuleError export.tooMany, export.tooManyJobs. */
export const exportLater = (
  services: Services,
  asked: Asking,
  name: string,
  query: unknown,
): Promise<FullAnswer<ExportRequested>> =>
  asked.write((unit) =>
    exportData(services, { ...asked, unit }, name, { query, fromDay: null, toDay: null, format: 'xlsx' }),
  )

/** The same for the rows of a period and a format, within the caller's transaction. */
export async function exportData(
  services: Services,
  call: ExportCall,
  name: string,
  wanted: DataRequest,
): Promise<FullAnswer<ExportRequested>> {
  const exportable = exportablesOf(services).get(name)
  if (!exportable) throw new Error(`nothing exportable is called ${name}`)
  const job = await requestExport(call, exportable, wanted)
  return new FullAnswer({ exportJob: job }, { rows: job.total })
}

/** The same export asked for twice is one. */
async function requestExport(
  call: ExportCall,
  exportable: Exportable,
  wanted: DataRequest,
): Promise<{ readonly id: number; readonly total: number }> {
  const { unit, access, language } = call
  const { fromDay, toDay, format } = wanted
  const queryText = JSON.stringify(wanted.query)
  // Two clicks at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('export', ${access.userId}::bigint))`.execute(unit.db)
  const open = await sql<{ id: number; total: number; isSame: boolean }>`
    select id, total, resource = ${exportable.name} and query = ${queryText}::jsonb and language = ${language} and format = ${format}
      and from_day is not distinct from ${fromDay}::date and to_day is not distinct from ${toDay}::date as is_same
    from export_job where owner_id = ${access.userId} and state in ('waiting', 'running')`.execute(unit.db)
  const same = open.rows.find((job) => job.isSame)
  if (same) return { id: same.id, total: same.total }
  if (open.rows.length >= mostOpen) throw new RuleError('export.tooManyJobs', mostOpen)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from (${selectedRows(exportable, call, wanted)}) found`.execute(unit.db)
  const total = counted.rows[0]?.total ?? 0
  if (total > mostRows) throw new RuleError('export.tooMany', mostRows)
  const { rows } = await sql<{ id: number }>`
    insert into export_job (owner_id, resource, query, from_day, to_day, format, language, total, created_at)
    values (${access.userId}, ${exportable.name}, ${queryText}::jsonb, ${fromDay}::date, ${toDay}::date, ${format}, ${language}, ${total}, ${unit.clock.now()}) returning id`.execute(
    unit.db,
  )
  await wakeExports(unit)
  return { id: only(rows).id, total }
}
