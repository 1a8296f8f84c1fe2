/** Export of a list under its current filter (IMPEX-STD). */
import { type SqlBool, sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import type { Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Field, FormData } from '#src/fields/field.ts'
import type { Lookups } from '#src/fields/kind.ts'
import { printValue } from '#src/fields/kinds.ts'
import { loadLookups, pick } from './lookups.ts'
import type { RecordModel } from './model.ts'
import { readIds } from './options.ts'
import { type RawQuery, readNarrowing } from './query.ts'
import { type Call, reached, selectRows } from './read.ts'
import type { Records } from './records.ts'
import { masked } from './rows.ts'
import { type SheetColumn, sheetAnswer, type Value } from './sheets.ts'

/** Rows of one file. */
const most = 10_000

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

export async function exportRecords(
  records: Records,
  model: RecordModel,
  call: Call,
  permission: string,
  query: RawQuery,
): Promise<FileAnswer> {
  const { page: _page, limit: _limit, ids, ...rest } = query
  const narrowing = readNarrowing(records, model, call.access, rest)
  const { order } = narrowing
  const where =
    ids === undefined || String(ids) === ''
      ? narrowing.where
      : sql<SqlBool>`${narrowing.where} and r.id = any(${readIds(String(ids))}::bigint[])`
  const rows = await selectRows(
    model,
    call.base,
    { where: sql<SqlBool>`${reached(model, call.access, permission)} and ${where}`, order },
    { limit: most + 1, offset: 0 },
  )
  if (rows.length > most) throw new RuleError('export.tooMany', most)
  const fields = pick(model.fields, exported(model))
  const seen = rows.map((row): FormData => masked(model.fields, row, call.access))
  const lookups = await loadLookups(records, { db: call.base.db, language: call.language }, fields, seen)
  const columns = Object.entries(fields).map(
    ([name, field]): SheetColumn => ({ title: labelOf(records, model, call.language, name), ...placesOf(field) }),
  )
  const cells = seen.map((row) => Object.entries(fields).map(([name, field]) => exportCell(field, row, name, lookups)))
  return sheetAnswer(model.definition.name, call.base.clock.now(), columns, cells, rows.length)
}

function placesOf(field: Field): { places?: number } {
  if (field.kind === 'money') return { places: 2 }
  if (field.kind === 'decimal') return { places: field.scale }
  return field.kind === 'integer' ? { places: 0 } : {}
}

/** Amounts have at most 14 digits, which a spreadsheet's numbers hold exactly. */
function exportCell(field: Field, row: FormData, name: string, lookups: Lookups): Value {
  const value = row[name] ?? null
  if (value === null) return null
  return field.kind === 'money' || field.kind === 'decimal' || field.kind === 'integer'
    ? Number(value)
    : printValue(field, value, lookups)
}
