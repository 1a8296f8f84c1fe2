/** Import of an xlsx table: everything is checked first, then all rows are written or none (IMPEX-STD). */
import { sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import { languages, type Language } from '#src/define/messages.ts'
import { badFile, RuleError, ValidationError, type Problem } from '#src/define/problem.ts'
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { readCell, type Resolver } from './cells.ts'
import { checkExistence } from './existence.ts'
import { labelOf } from './export.ts'
import { createResolver } from './resolver.ts'
import { selection, tableOf, type RecordModel } from './model.ts'
import { reached, type Call } from './read.ts'
import type { Records } from './records.ts'
import { fromStored, type Row, type Stored } from './rows.ts'
import { readTable, sheetAnswer } from './sheets.ts'
import { changeRow, formOfChange, formOfNew, insertRows } from './write.ts'

/** Bytes and rows of one upload. */
export const largestUpload = 5 * 1024 * 1024
const mostRows = 2000

/** A fault as the result table shows it; `row` counts as the spreadsheet does, the head being row 1. */
export interface ImportFault {
  readonly row: number
  readonly column: string
  readonly value: string
  readonly message: string
}

/** What went in. */
export interface ImportResult {
  readonly created: number
  readonly updated: number
}

/** Fields a table can carry: what a person may write, one value per cell. */
const importable = (model: RecordModel): Fields =>
  Object.fromEntries(Object.entries(model.inputs).filter(([, field]) => field.computed !== true && field.kind !== 'lines' && field.kind !== 'files' && field.kind !== 'people'))

const isMandatory = (field: Field): boolean => field.required === true && (!('initial' in field) || field.initial === undefined)

/** An empty table with the column names; required ones end in ` *`. */
export async function importTemplate(records: Records, model: RecordModel, call: Call): Promise<FileAnswer> {
  const columns = Object.entries(importable(model)).map(([name, field]) => ({ title: labelOf(records, model, call.language, name) + (isMandatory(field) ? ' *' : '') }))
  return sheetAnswer(`${model.definition.name}_template`, call.base.clock.now(), columns, [])
}

export async function importRecords(records: Records, model: RecordModel, call: Call, permission: string, content: Buffer): Promise<ImportResult> {
  const [head, ...body] = await readTable(content)
  if (!head || body.length === 0) throw badFile('import.empty')
  if (body.length > mostRows) throw badFile('import.tooManyRows', mostRows)
  const faults = createFaults(records, model, call.language)
  const fields = importable(model)
  const names = readHead(records, model, fields, head, faults)
  faults.refuse()

  const resolver = await createResolver(records, model, call, pickNamed(fields, names))
  const lines = body.map((cells, index) => readLine(fields, names, cells, index + 2, resolver, faults))
  faults.refuse()
  refuseDoubles(model, lines, faults)
  faults.refuse()

  const existing = await findByKeys(model, call, permission, lines)
  const ready = lines.map((line) => checkLine(model, call, line, existing.get(keyOf(model, line.values)) ?? null, faults))
  const problems = await checkExistence(records, call.base, call.access, { rows: { kind: 'lines', min: 0, max: mostRows, fields: model.inputs } }, { rows: ready.map((each) => each.values) })
  for (const [path, list] of Object.entries(problems)) {
    const [, index = '', name = ''] = path.split('.')
    const line = ready[Number(index)]?.line
    for (const problem of list) if (line) faults.addField(line.row, name, line.cells.get(name), problem)
  }
  faults.refuse()
  await writeAll(model, call, permission, ready, faults)
  const updated = ready.filter((each) => each.row !== null).length
  return { created: ready.length - updated, updated }
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
  for (const [name, list] of Object.entries(form.problems)) for (const problem of list) faults.addField(line.row, name, line.cells.get(name), problem)
  return { line, row, values: form.values }
}

/** Writes all lines. Only when one is refused are they tried again, each by itself in a savepoint, so that the report names every refused one; then nothing is kept. */
async function writeAll(model: RecordModel, call: Call, permission: string, ready: readonly Ready[], faults: Faults): Promise<void> {
  const change = (each: Ready): Promise<unknown> => each.row === null
    ? insertRows(model, call, [each.values], permission, 'import')
    : changeRow(model, call, each.row, each.values, permission, 'import')
  try {
    await savepoint(call, async () => {
      for (const each of ready) if (each.row !== null) await change(each)
      const fresh = ready.filter((each) => each.row === null)
      if (fresh.length > 0) await insertRows(model, call, fresh.map((each) => each.values), permission, 'import')
    })
  } catch (error) {
    if (!(error instanceof ValidationError) && !(error instanceof RuleError)) throw error
    for (const each of ready) await faults.attempt(each.line, () => savepoint(call, () => change(each)))
    faults.refuse()
    throw error
  }
}

interface Line {
  readonly row: number
  readonly cells: ReadonlyMap<string, unknown>
  readonly values: ReadonlyMap<string, unknown>
}

const pickNamed = (fields: Fields, names: readonly (string | null)[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

/** Field names by column; titles count in both languages, and the field's own name. */
function readHead(records: Records, model: RecordModel, fields: Fields, head: readonly unknown[], faults: Faults): readonly (string | null)[] {
  const known = new Map<string, string>()
  for (const name of Object.keys(fields)) {
    known.set(name, name)
    for (const language of languages) known.set(labelOf(records, model, language, name), name)
  }
  const seen = new Set<string>()
  const names = head.map((cell) => {
    const title = String(cell ?? '').replace(/\s*\*\s*$/, '').trim()
    if (title === '') return null
    const name = known.get(title)
    if (name === undefined) faults.add(1, title, title, { key: 'import.unknownColumn' })
    else if (seen.has(name)) faults.add(1, title, title, { key: 'import.doubleColumn' })
    else seen.add(name)
    return name ?? null
  })
  for (const [name, field] of Object.entries(fields)) {
    if (!seen.has(name) && (isMandatory(field) || model.definition.naturalKey?.includes(name))) faults.addField(1, name, null, { key: 'import.missingColumn' })
  }
  return names
}

function readLine(fields: Fields, names: readonly (string | null)[], cells: readonly unknown[], row: number, resolver: Resolver, faults: Faults): Line {
  const values = new Map<string, unknown>()
  const given = new Map<string, unknown>()
  names.forEach((name, index) => {
    const field = name === null ? undefined : fields[name]
    if (name === null || field === undefined) return
    const cell = cells[index]
    given.set(name, cell)
    if (isEmpty(cell)) return
    const read = readCell(field, cell, resolver)
    if ('problem' in read) faults.addField(row, name, cell, read.problem)
    else values.set(name, read.value)
  })
  return { row, cells: given, values }
}

function refuseDoubles(model: RecordModel, lines: readonly Line[], faults: Faults): void {
  const key = model.definition.naturalKey
  if (key === undefined) return
  const first = new Map<string, number>()
  for (const line of lines) {
    if (key.some((name) => !line.values.has(name))) continue
    const text = keyOf(model, line.values)
    const earlier = first.get(text)
    if (earlier === undefined) first.set(text, line.row)
    else faults.addField(line.row, key[0] ?? '', line.cells.get(key[0] ?? ''), { key: 'import.doubleRow', params: [earlier] })
  }
}

const keyOf = (model: RecordModel, values: ReadonlyMap<string, unknown>): string =>
  JSON.stringify((model.definition.naturalKey ?? []).map((name) => values.get(name) ?? null))

/** Rows with the natural keys of the lines, locked, among those the permission reaches. */
async function findByKeys(model: RecordModel, call: Call, permission: string, lines: readonly Line[]): Promise<ReadonlyMap<string, Row>> {
  const key = model.definition.naturalKey ?? []
  const keyed = lines.filter((line) => key.every((name) => line.values.has(name)))
  if (key.length === 0 || keyed.length === 0) return new Map()
  const columns = key.map((name) => {
    const column = model.columns.get(name)
    if (!column) throw new Error(`${model.definition.name} has no field ${name} for its natural key`)
    return { name, column, type: sql.raw(kindOf(column.field).column(column.field)) }
  })
  const lists = columns.map(({ name, type }) => sql`${keyed.map((line) => String(line.values.get(name)))}::text[]::${type}[]`)
  const wanted = sql.join(columns.map((_, index) => sql.id(`key${index}`)))
  const matches = columns.map(({ column }, index) => sql`${column.sql} = wanted.${sql.id(`key${index}`)}`)
  const { rows } = await sql<Stored>`select ${selection(model)} from ${tableOf(model)} join unnest(${sql.join(lists)}) as wanted(${wanted}) on ${sql.join(matches, sql` and `)}
    where ${reached(model, call.access, permission)} order by r.id for update of r`.execute(call.base.db)
  const found = rows.map((row) => fromStored(model, row))
  return new Map(found.map((row) => [keyOf(model, new Map(key.map((name) => [name, row[name]]))), row]))
}

async function savepoint(call: Call, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint import_row`.execute(call.base.db)
  try {
    await work()
    await sql`release savepoint import_row`.execute(call.base.db)
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(call.base.db)
    throw error
  }
}

interface Faults {
  readonly add: (row: number, column: string, value: unknown, problem: Problem) => void
  readonly addField: (row: number, name: string, value: unknown, problem: Problem) => void
  /** Runs the write of a line; what refuses it becomes a fault of the line. */
  readonly attempt: (line: Line, work: () => Promise<void>) => Promise<void>
  /** Throws what was found so far: 4000 with texts by `row.column` and the result table as data. */
  readonly refuse: () => void
}

/** A table with more faults than this is not worth reading on. */
const mostFaults = 500

function createFaults(records: Records, model: RecordModel, language: Language): Faults {
  const found: (ImportFault & { readonly path: string; readonly problem: Problem })[] = []
  const { texts } = records.services
  const push = (row: number, path: string, column: string, value: unknown, problem: Problem): void => {
    if (found.length < mostFaults) found.push({ row, column, value: printable(value), message: texts.say(language, problem), path, problem })
  }
  const addField = (row: number, name: string, value: unknown, problem: Problem): void => push(row, name, labelOf(records, model, language, name), value, problem)
  return {
    add: (row, column, value, problem) => push(row, column, column, value, problem),
    addField,
    async attempt(line, work) {
      try {
        await work()
      } catch (error) {
        if (error instanceof ValidationError) {
          for (const [name, problems] of Object.entries(error.problems)) for (const problem of problems) addField(line.row, name, line.cells.get(name), problem)
        } else if (error instanceof RuleError) push(line.row, '', '', null, error.problem)
        else throw error
      }
    },
    refuse() {
      if (found.length === 0) return
      const problems = new Map<string, Problem[]>()
      for (const { row, path, problem } of found) problems.set(`${row}.${path}`, [...(problems.get(`${row}.${path}`) ?? []), problem])
      throw new ValidationError(Object.fromEntries(problems), found.map(({ row, column, value, message }) => ({ row, column, value, message })))
    },
  }
}

const printable = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)).slice(0, 200)
}
