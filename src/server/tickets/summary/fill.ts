import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { type Engine, engineOf } from '../versions/engine.ts'
import { summariesOf } from './line.ts'

/** Tickets of one transaction. */
const PORTION = 200

/** Gives tickets without a summary line theirs; answers how many there were. */
export async function fillSummaries(engine: Engine, unit: UnitOfWork, limit = PORTION): Promise<number> {
  const { rows } = await sql<{ id: number; versionId: number; formData: FormData }>`
    select id, version_id, form_data from ticket where summary is null order by id limit ${limit} for update skip locked`.execute(
    unit.db,
  )
  const versionIds = [...new Set(rows.map(({ versionId }) => versionId))]
  for (const versionId of versionIds) {
    const own = rows.filter((row) => row.versionId === versionId)
    const version = await engine.versions.byId(unit.db, versionId)
    const forms = own.map(({ formData }) => formData)
    const texts = await summariesOf(engine, unit.db, version, forms, unit.clock.today())
    const summaries = own.map(({ id }, index) => ({ id, summary: texts[index] }))
    await sql`
      update ticket set summary = r.summary from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as r (id bigint, summary jsonb)
      where ticket.id = r.id`.execute(unit.db)
  }
  return rows.length
}

/** The same for all of them, a portion at a time. */
export async function fillAllSummaries(services: Services, signal?: AbortSignal): Promise<void> {
  const engine = engineOf(services)
  for (;;) {
    const filled = await write(services, (unit) => fillSummaries(engine, unit))
    if (filled < PORTION || signal?.aborted) return
  }
}
