/** Export of a list under its current filter (IMPEX-STD): at once, or as a job when there are many rows. */

import { type SqlBool, sql } from 'kysely'
import type { FileAnswer, FullAnswer } from '#src/define/answer.ts'
import type { ExportRequested } from '#src/define/answers/records.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import { kindOf, printValue } from '#src/fields/kinds.ts'
import { loadLookups, pick, type RowLookups } from '../lookups.ts'
import { type RecordModel, tableOf } from '../model.ts'
import { placesIn } from '../places.ts'
import { type Narrowing, type RawQuery, readIds, readNarrowing } from '../query.ts'
import { type Call, rowsInReach, seenRows, selectRows } from '../read.ts'
import type { Records } from '../records.ts'
import type { Row } from '../rows.ts'
import { sheetAnswer } from './sheets.ts'
import type { SheetColumn, Value } from './workbook.ts'

/** Rows that are sent at once; more become a job. */
export const mostAtOnce = 10_000

/** Name of a field in the reader's language, from the module's catalogue. */
export function labelOf(records: Records, model: RecordModel, language: Language, name: string): string {
  const { texts } = records.services
  return (
    texts.find(language, `records.${model.definition.name}.fields.${name}`) ??
    texts.find(language, `base.${name}`) ??
    name
  )
}

/** The list columns and after them the form fields. */
const exported = (model: RecordModel): readonly string[] =>
  [...new Set([...model.definition.list.columns, ...Object.keys(model.inputs)])].filter(
    (name) => Object.hasOwn(model.fields, name) && model.fields[name]?.kind !== 'lines',
  )

/** What of the record an export holds: filter, search and chosen rows, within what the permission reaches. */
export function readExport(
  records: Records,
  model: RecordModel,
  call: Pick<Call, 'access'>,
  permission: Permission,
  query: RawQuery,
): Narrowing {
  const { page: _page, limit: _limit, ids, ...rest } = query
  const { where, order } = readNarrowing(records, model, call.access, rest)
  const chosen =
    ids === undefined || String(ids) === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`r.id = any(${readIds(String(ids))}::bigint[])`
  return { where: sql<SqlBool>`${rowsInReach(model, call.access, permission)} and ${where} and ${chosen}`, order }
}

/** The columns of an export, and how rows become its cells. */
export interface ExportSheet {
  readonly columns: readonly SheetColumn[]
  readonly cellsOf: (rows: readonly Row[]) => Promise<readonly (readonly Value[])[]>
}

export function exportSheet(records: Records, model: RecordModel, call: Call): ExportSheet {
  const fields = pick(model.fields, exported(model))
  return {
    columns: Object.entries(fields).map(([name, field]) => ({
      title: labelOf(records, model, call.language, name),
      ...placesOf(field),
    })),
    async cellsOf(rows) {
      const seen = await seenRows(model, call, rows)
      const lookups = await loadLookups(records, { db: call.unit.db, language: call.language }, fields, seen)
      return seen.map((row) => Object.keys(fields).map((name) => exportCell(model.fields, row, name, lookups)))
    },
  }
}

/** How many rows the export has, or one more than is sent at once. */
async function countUpTo(model: RecordModel, unit: UnitOfWork, { where }: Narrowing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${tableOf(model)} where ${where} limit ${mostAtOnce + 1}) as part`.execute(
    unit.db,
  )
  return rows[0]?.n ?? 0
}

/** The file; with more rows than are sent at once, the job that makes it as `data.exportJob`. */
export async function exportRecords(
  records: Records,
  model: RecordModel,
  call: Call,
  permission: Permission,
  query: RawQuery,
  later: (query: RawQuery) => Promise<FullAnswer<ExportRequested>>,
): Promise<FileAnswer | FullAnswer<ExportRequested>> {
  const narrowing = readExport(records, model, call, permission, query)
  if ((await countUpTo(model, call.unit, narrowing)) > mostAtOnce) return later(query)
  const rows = await selectRows(model, call.unit, narrowing, { limit: mostAtOnce, offset: 0 })
  const sheet = exportSheet(records, model, call)
  return sheetAnswer(
    model.definition.name,
    call.unit.clock.now(),
    sheet.columns,
    await sheet.cellsOf(rows),
    rows.length,
  )
}

function placesOf(field: Field): { places?: number } {
  const places = kindOf(field).places?.(field)
  return places === undefined ? {} : { places }
}

/** Amounts have at most 14 digits, which a spreadsheet's numbers hold exactly; quantities have the places of their item. */
function exportCell(fields: Fields, row: FormData, name: string, lookups: RowLookups): Value {
  const [field, value] = [fields[name], row[name] ?? null]
  if (field === undefined || value === null) return null
  if (kindOf(field).places === undefined) return printValue(field, value, lookups)
  const places = placesIn(fields, field, row, lookups.placesOf)
  return places === undefined ? Number(value) : { number: Number(value), places }
}
