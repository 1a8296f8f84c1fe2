/** What a row is connected with (DETAIL-STD, Related): what it names, what names it, and what came of the same ticket. Only what the reader may see by its own permission. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RelatedGroup } from '#src/define/answers/records.ts'
import { visibleTo } from '#src/server/tickets/queries/visibility.ts'
import { fieldsPointingAt, referencesTo, ticketsNaming } from './checks/usage.ts'
import { titlesOfRows } from './lookups.ts'
import { type RecordModel, selection, tableOf } from './model.ts'
import { type Call, rowsInReach } from './read.ts'
import type { Records } from './records.ts'
import { fromStored, type Row, type StoredRow } from './rows.ts'

/** Rows shown of one kind; the list behind it has the rest. */
const shown = 20

/** Groups in the order of the module list, tickets first; empty ones are left out, and so are those that are lists of their own beside the details. */
export async function relatedOf(
  records: Records,
  model: RecordModel,
  call: Call,
  row: Row,
): Promise<readonly RelatedGroup[]> {
  const tickets = await ticketsOf(records, model, call, row)
  const groups = [tickets]
  const listed = new Set<string>(model.definition.related?.map(({ record }) => record))
  for (const other of records.models.values()) {
    if (listed.has(other.definition.name) || !call.access.may(other.definition.permissions.search)) continue
    const references = [
      ...referencesTo(other, model.definition.name, row.id),
      ...namedBy(model, other.definition.name, row).map((id) => sql<SqlBool>`r.id = ${id}`),
      ...ticketsIn(model, row).flatMap((id) => referencesTo(other, 'ticket', id)),
    ]
    if (references.length > 0)
      groups.push(await groupOf(records, other, call, references, other === model ? row.id : null))
  }
  return groups.filter((group) => group.total > 0)
}

/** Ids of rows of `record` that the row names itself. */
const namedBy = (model: RecordModel, record: string, row: Row): readonly number[] =>
  fieldsPointingAt(model.fields, record).flatMap((name) => (row[name] == null ? [] : [Number(row[name])]))

const ticketsIn = (model: RecordModel, row: Row): readonly number[] => namedBy(model, 'ticket', row)

async function groupOf(
  records: Records,
  model: RecordModel,
  call: Call,
  references: readonly RawBuilder<SqlBool>[],
  except: number | null,
): Promise<RelatedGroup> {
  const { rows } = await sql<StoredRow & { total: number }>`
    select ${selection(model)}, count(*) over () as total from ${tableOf(model)}
    where ${rowsInReach(model, call.access, model.definition.permissions.search)} and (${sql.join(references, sql` or `)}) and r.id is distinct from ${except}::bigint
    order by r.id desc limit ${shown}`.execute(call.unit.db)
  const found = rows.map((row) => fromStored(model, row))
  const titles = await titlesOfRows(records, { db: call.unit.db, language: call.language }, model, found)
  return {
    record: model.definition.name,
    total: rows[0]?.total ?? 0,
    rows: found.map(({ id }) => ({ id, title: titles.get(id) ?? `#${id}` })),
  }
}

async function ticketsOf(records: Records, model: RecordModel, call: Call, row: Row): Promise<RelatedGroup> {
  const references = [
    ...ticketsIn(model, row).map((id) => sql<SqlBool>`t.id = ${id}`),
    ...ticketsNaming(records, model.definition.name, row.id),
    ...(model.server.tickets === undefined ? [] : [model.server.tickets(row.id)]),
  ]
  if (references.length === 0) return { record: 'ticket', total: 0, rows: [] }
  const { rows } = await sql<{ id: number; no: string | null; title: string; total: number }>`
    select t.id, t.no, t.title, count(*) over () as total from ticket t
    where t.deleted_at is null and ${visibleTo(call.access)} and (${sql.join(references, sql` or `)}) order by t.id desc limit ${shown}`.execute(
    call.unit.db,
  )
  return {
    record: 'ticket',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, no, title }) => ({ id, title: [no, title].filter((part) => part).join(' ') })),
  }
}
