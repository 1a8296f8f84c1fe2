/** Import of an xlsx table: everything is checked first, then all rows are written or none (IMPEX-STD). */

import { sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import type { ImportNote, ImportResult } from '#src/define/answers/records.ts'
import type { Permission } from '#src/define/names.ts'
import { badFile, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Upload } from '#src/define/server.ts'
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { sheetFields } from '#src/fields/lines/sheet.ts'
import { sourceOf } from '#src/fields/walk.ts'
import type { Parser } from '#src/server/uploads/parser.ts'
import { checkExistence } from '../checks/existence.ts'
import { createFaults, type Faults } from '../checks/faults.ts'
import { refuseTaken } from '../checks/uniqueKeys.ts'
import { holdBack } from '../confirmation.ts'
import { formOfChange, formOfNew } from '../forms.ts'
import { refuseLocked } from '../locks.ts'
import { type RecordModel, selection, tableOf } from '../model.ts'
import { type Call, rowsInReach } from '../read.ts'
import type { Records } from '../records.ts'
import { createResolver } from '../resolver.ts'
import { fromStored, type Row, type StoredRow } from '../rows.ts'
import { changeRow, insertRow, insertRows } from '../save.ts'
import { isMandatory, type LabelOf, type Line, readHead, readLine, refuseDoubles, type Shape } from '../table.ts'
import { labelOf } from './export.ts'
import { notesOf } from './notes.ts'
import { sheetAnswer } from './sheets.ts'
import type { SheetColumn } from './workbook.ts'

/** Bytes and rows of one upload. */
export const largestUpload = 5 * 1024 * 1024
export const MAX_IMPORT_ROWS = 2000

/** The rows an import wrote: new ones, and how many it changed or proposed to change. */
export interface ImportedRows {
  readonly fresh: readonly Row[]
  readonly updated: number
  /** Rows that wait for a second person; absent where no change of the record does. */
  readonly proposed?: number
  readonly notes: readonly ImportNote[]
}

/** What the cells of a column can be chosen from: entries that are offered, departments in use. */
function choicesOf({ services }: Records, { language }: Call, field: Field): { choices?: readonly string[] } {
  const source = sourceOf(field)
  if (source?.to === 'department')
    return {
      choices: services.directory
        .departments()
        .filter((department) => department.state)
        .map((department) => (language === 'en' && department.nameEn ? department.nameEn : department.name)),
    }
  const dictionary = source?.to === 'entry' ? source.dictionary : kindOf(field).words
  if (dictionary === undefined) return {}
  const only = source?.to === 'entry' ? source.only : undefined
  return {
    choices: (services.dictionaries.all().get(dictionary) ?? [])
      .filter((entry) => entry.status && (only === undefined || only.includes(entry.value)))
      .map((entry) => (language === 'en' && entry.labelEn ? entry.labelEn : entry.label)),
  }
}

/** The columns of an empty table; required ones end in ` *`. */
export const templateColumns = (
  records: Records,
  call: Call,
  fields: Fields,
  labelOf: LabelOf,
): readonly SheetColumn[] =>
  Object.entries(fields).map(([name, field]) => ({
    title: labelOf(call.language, name) + (isMandatory(field) ? ' *' : ''),
    ...choicesOf(records, call, field),
  }))

/** The table of a record. */
const shapeOf = (records: Records, model: RecordModel): Shape => ({
  fields: model.fields,
  naturalKey: model.definition.naturalKey ?? [],
  labelOf: (language, name) => labelOf(records, model, language, name),
})

/** An empty table with the column names. */
export async function importTemplate(records: Records, model: RecordModel, call: Call): Promise<FileAnswer> {
  const columns = templateColumns(records, call, sheetFields(model.inputs), shapeOf(records, model).labelOf)
  return sheetAnswer(`${model.definition.name}_template`, call.unit.clock.now(), columns, [])
}

/** Head and rows of a parsed upload. */
export interface ImportRows {
  readonly head: readonly unknown[]
  readonly body: readonly (readonly unknown[])[]
  /** Numbers of the rows that are hidden in the spreadsheet. */
  readonly hidden: readonly number[]
}

/** Characters of a pasted cell, as many as a spreadsheet holds in one. */
const MAX_PASTED_CELL = 32_767

/** What was copied out of a spreadsheet is sent as a text file. */
const isPasted = ({ name }: Pick<Upload, 'name'>): boolean => name.toLowerCase().endsWith('.txt')

/** Parses an upload or pasted rows, outside of any transaction. @throws Refusal 4013 when there are no rows, or more than so many */
export async function readRows(parser: Parser, upload: Upload, most: number, sender: number): Promise<ImportRows> {
  const { content } = upload
  const { rows, hidden } = isPasted(upload)
    ? {
        rows: await parser.parse('csv', content, { rows: most, cell: MAX_PASTED_CELL, separator: '\t' }, sender),
        hidden: [],
      }
    : await parser.parse('table', content, { rows: most }, sender)
  const [head, ...body] = rows
  if (!head || body.length === 0) throw badFile('import.empty')
  return { head, body, hidden }
}

export async function importRecords(
  records: Records,
  model: RecordModel,
  call: Call,
  permission: Permission,
  rows: ImportRows,
): Promise<ImportResult> {
  const { fresh, ...others } = await importRows(records, model, call, permission, rows)
  return { created: fresh.length, ...others }
}

/** An import for callers that do something with the new rows. */
export async function importRows(
  records: Records,
  model: RecordModel,
  call: Call,
  permission: Permission,
  { head, body, hidden }: ImportRows,
): Promise<ImportedRows> {
  const shape = shapeOf(records, model)
  const faults = createFaults(records.services.texts, call.language, shape.labelOf)
  const fields = sheetFields(model.inputs)
  const names = readHead(shape, fields, head, faults)
  // A table without a single known column is another kind of file.
  if (names.every((name) => name === null)) faults.refuse()

  const resolver = await createResolver(records, call, pickNamed(fields, names))
  const lines = body.map((cells, index) => readLine(shape, fields, names, cells, index + 2, resolver, faults))
  refuseDoubles(shape, lines, faults)
  const existing = await findByKeys(model, call, permission, lines)
  const ready = lines.map((line) =>
    checkLine(model, call, line, (line.key && existing.get(JSON.stringify(line.key))) ?? null, faults),
  )
  const problems = await checkExistence(
    records,
    call.unit,
    call.access,
    { rows: { kind: 'lines', min: 0, max: MAX_IMPORT_ROWS, fields: model.inputs } },
    { rows: ready.map((each) => each.values) },
  )
  for (const [path, list] of Object.entries(problems)) {
    const [, index = '', name = ''] = path.split('.')
    const line = ready[Number(index)]?.line
    for (const problem of list) if (line) faults.addField(line.row, name, line.cells.get(name), problem)
  }
  const keyed = ready.map(({ line, row, values }) => ({ line, id: row?.id ?? null, values }))
  await refuseTaken(model, call.unit.db, keyed, faults)
  const { fresh, proposed } = await writeAll(model, call, permission, ready, faults)
  const notes = notesOf(records.services.texts, call.language, shape.labelOf, lines, hidden)
  const updated = ready.length - fresh.length - proposed
  return { fresh, updated, notes, ...(model.server.confirmation !== undefined && { proposed }) }
}

/** A line whose form is checked, and the row it changes. */
interface Ready {
  readonly line: Line
  readonly row: Row | null
  readonly values: FormData
}

function checkLine(model: RecordModel, call: Call, line: Line, row: Row | null, faults: Faults): Ready {
  const sent = Object.fromEntries(line.values)
  const form = row === null ? formOfNew(model, call, sent) : formOfChange(model, call, row, sent)
  for (const [name, list] of Object.entries(form.problems))
    for (const problem of list) faults.addField(line.row, name, line.cells.get(name), problem)
  return { line, row, values: form.values }
}

/** Writes all lines, or proposes what one person must not write alone. When one is refused, all without a known fault are tried, each by itself in a savepoint, so that the report names every refused one; then nothing is kept. */
async function writeAll(
  model: RecordModel,
  call: Call,
  permission: Permission,
  ready: readonly Ready[],
  faults: Faults,
): Promise<{ readonly fresh: readonly Row[]; readonly proposed: number }> {
  const sound = ready.filter(({ line }) => !faults.has(line.row))
  const isHeld = async ({ row, values }: Ready): Promise<boolean> =>
    (await holdBack(model, call, { action: row === null ? 'create' : 'update', row, values })) !== null
  const change = async (each: Ready): Promise<boolean> => {
    if (each.row !== null) refuseLocked(model, each.row, 'update')
    if (await isHeld(each)) return false
    if (each.row === null) await insertRow(model, call, each.values, permission, 'import')
    else await changeRow(model, call, each.row, each.values, permission, 'import')
    return true
  }
  try {
    const written = await savepoint(call, async () => {
      let proposed = 0
      for (const each of sound) if (each.row !== null && !(await change(each))) proposed += 1
      const values: FormData[] = []
      for (const each of sound.filter(({ row }) => row === null))
        if (await isHeld(each)) proposed += 1
        else values.push(each.values)
      const fresh = values.length === 0 ? [] : await insertRows(model, call, values, permission, 'import')
      return { fresh, proposed }
    })
    if (faults.isEmpty()) return written
  } catch (error) {
    if (!(error instanceof ValidationError) && !(error instanceof RuleError)) throw error
    for (const each of sound) {
      if (faults.isFull()) break
      await faults.attempt(each.line, async () => void (await savepoint(call, () => change(each))))
    }
    faults.refuse()
    throw error
  }
  faults.refuse()
  throw new Error('an import with faults was not refused')
}

export const pickNamed = (fields: Fields, names: readonly (string | null)[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

/** Rows with the natural keys of the lines, locked, among those the permission reaches; by key. */
async function findByKeys(
  model: RecordModel,
  call: Call,
  permission: Permission,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, Row>> {
  const names = model.definition.naturalKey ?? []
  const keys = lines.flatMap((line) => (line.key === null ? [] : [line.key]))
  if (keys.length === 0) return new Map()
  const columns = names.map((name) => {
    const column = model.columns.get(name)
    if (!column) throw new Error(`${model.definition.name} has no field ${name} for its natural key`)
    return { column, type: sql.raw(kindOf(column.field).column(column.field)) }
  })
  const lists = columns.map(({ type }, index) => sql`${keys.map((key) => String(key[index]))}::text[]::${type}[]`)
  const wanted = sql.join(columns.map((_, index) => sql.id(`key${index}`)))
  const matches = columns.map(({ column }, index) => sql`${column.sql} = wanted.${sql.id(`key${index}`)}`)
  const { rows } = await sql<StoredRow>`
    select ${selection(model)} from ${tableOf(model)}
    join unnest(${sql.join(lists)}) as wanted(${wanted}) on ${sql.join(matches, sql` and `)}
    where ${rowsInReach(model, call.access, permission)} order by r.id for update of r`.execute(call.unit.db)
  const found = rows.map((row) => fromStored(model, row))
  return new Map(found.map((row) => [JSON.stringify(names.map((name) => row[name])), row]))
}

async function savepoint<T>(call: Call, work: () => Promise<T>): Promise<T> {
  await sql`savepoint import_row`.execute(call.unit.db)
  try {
    const value = await work()
    await sql`release savepoint import_row`.execute(call.unit.db)
    return value
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(call.unit.db)
    throw error
  }
}
