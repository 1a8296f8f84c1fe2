import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { RecordName } from '#src/define/names.ts'
import type { RelatedRecord } from '#src/define/tickets/detail.ts'
import { titlesOfRows } from '#src/server/records/lookups.ts'
import { rowsInReach, selectRows } from '#src/server/records/read.ts'
import type { Reader } from './lines.ts'

/** Rows shown of one record. */
const MAX_ROWS_OF_RECORD = 20

/** Records that name tickets of any type (SUP-08). */
const OF_EVERY_TYPE: readonly RecordName[] = ['supervisionItem']

/** WF-20: the business records a ticket made, and the supervision of it, as far as this person may search them. */
export async function relatedTo(
  { engine, unit, language }: Reader,
  access: Access,
  type: string,
  ticketId: number,
): Promise<readonly RelatedRecord[]> {
  const found: RelatedRecord[] = []
  for (const name of [...(engine.applications.get(type)?.register ?? []), ...OF_EVERY_TYPE]) {
    const model = engine.records.models.get(name)
    if (model?.fields['ticketId']?.kind !== 'reference') continue
    const { permissions } = model.definition
    if (!access.may(permissions.search)) continue
    const where = sql<SqlBool>`${rowsInReach(model, access, permissions.search)} and r.ticket_id = ${ticketId}`
    const rows = await selectRows(model, unit, { where, order: sql`r.id` }, { limit: MAX_ROWS_OF_RECORD, offset: 0 })
    const titles = await titlesOfRows(engine.records, { db: unit.db, language }, model, rows)
    for (const { id } of rows) found.push({ record: name, id, title: titles.get(id) ?? `#${id}` })
  }
  return found
}
