import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { only } from '#src/server/database/only.ts'
import { type RecordModel, tableOf } from '#src/server/records/model.ts'
import type { Narrowing, RawQuery } from '#src/server/records/query.ts'
import type { Call } from '#src/server/records/read.ts'
import { wakeExports } from './job.ts'

/** Rows of one file: a sheet has room for a few more. */
export const mostRows = 1_000_000
/** Exports of one person that wait or run. */
const mostOpen = 5

/** Asks for an export that is made behind the answer. The same one asked for twice is one. @throws RuleError export.tooMany, export.tooManyJobs. */
export async function requestExport(
  call: Call,
  model: RecordModel,
  query: RawQuery,
  { where }: Narrowing,
): Promise<{ readonly id: number; readonly total: number }> {
  const { base, access, language } = call
  const asked = JSON.stringify(query)
  // Two clicks at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('export', ${access.userId}::bigint))`.execute(base.db)
  const open = await sql<{ id: number; total: number; isSame: boolean }>`
    select id, total, resource = ${model.definition.name} and query = ${asked}::jsonb and language = ${language} as is_same
    from export_job where owner_id = ${access.userId} and state in ('waiting', 'running')`.execute(base.db)
  const same = open.rows.find((job) => job.isSame)
  if (same) return { id: same.id, total: same.total }
  if (open.rows.length >= mostOpen) throw new RuleError('export.tooManyJobs', mostOpen)
  const counted = await sql<{ total: number }>`select count(*) as total from ${tableOf(model)} where ${where}`.execute(
    base.db,
  )
  const total = counted.rows[0]?.total ?? 0
  if (total > mostRows) throw new RuleError('export.tooMany', mostRows)
  const { rows } = await sql<{ id: number }>`
    insert into export_job (owner_id, resource, query, language, total, created_at)
    values (${access.userId}, ${model.definition.name}, ${asked}::jsonb, ${language}, ${total}, ${base.clock.now()}) returning id`.execute(
    base.db,
  )
  await wakeExports(base)
  return { id: only(rows).id, total }
}
