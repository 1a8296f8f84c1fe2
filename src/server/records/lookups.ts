/** Names for the ids and codes of rows: a handful of queries for any number of rows. */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#src/define/messages.ts'
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import type { Lookups, Source } from '#src/fields/kind.ts'
import { kindOf, printValue } from '#src/fields/kinds.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { itemOf } from '#src/fields/quantity/item.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'
import { cellsOf, idsIn, leavesOf, sourceOf } from '#src/fields/walk.ts'
import { type RecordModel, selection, tableOf } from './model.ts'
import { loadPlaces, type PlacesOf, placesIn, recordsOfPlaces } from './places.ts'
import type { Reading, Records } from './records.ts'
import { fromStored, type StoredRow } from './rows.ts'

/** Ids met in rows, by what they are ids of; records under their public name. */
interface Met {
  readonly people: Set<number>
  readonly files: Set<number>
  readonly records: Map<string, Set<number>>
}

function meet(fields: Fields, rows: readonly FormData[], met: Met): void {
  for (const leaf of rows.flatMap((row) => [...leavesOf(fields, row)])) {
    const source = sourceOf(leaf.field)
    if (source?.to === 'person') addAll(met.people, idsIn(leaf))
    else if (source?.to === 'file') addAll(met.files, idsIn(leaf))
    else if (source?.to === 'record') {
      const ids = met.records.get(source.record) ?? new Set()
      addAll(ids, idsIn(leaf))
      met.records.set(source.record, ids)
    }
  }
}

const addAll = (set: Set<number>, ids: readonly number[]): void => {
  for (const id of ids) set.add(id)
}

type Names = ReadonlyMap<number, string>
const noNames: Names = new Map()

/** Titles may name other records, whose titles are then shown as ids: two steps are enough for any list. */
const deepest = 2

/** Names, and the places of quantities. */
export interface RowLookups extends Lookups {
  readonly placesOf: PlacesOf
}

/** Loads the names of everything the rows refer to. */
export async function loadLookups(
  records: Records,
  reading: Reading,
  fields: Fields,
  rows: readonly FormData[],
  depth = deepest,
): Promise<RowLookups> {
  const met: Met = { people: new Set(), files: new Set(), records: new Map() }
  meet(fields, rows, met)
  const people = await namesIn(reading, 'app_user', personName(reading.language), met.people)
  const files = await namesIn(reading, 'file', sql.ref('name'), met.files)
  const titles = new Map<string, Names>()
  for (const [record, ids] of met.records)
    titles.set(record, depth > 0 ? await titlesOf(records, reading, record, [...ids], depth - 1) : noNames)
  const places = new Map<string, ReadonlyMap<number, number>>()
  for (const record of recordsOfPlaces(fields)) {
    const model = records.models.get(record)
    if (model) places.set(record, await loadPlaces(reading.db, model, [...(met.records.get(record) ?? [])]))
  }
  const { dictionaries, directory } = records.services
  return {
    entry: (dictionary, code) => dictionaries.label(reading.language, dictionary, code),
    person: (id) => people.get(id),
    department: (id) => {
      const found = directory.department(id)
      return reading.language === 'en' && found?.nameEn ? found.nameEn : found?.name
    },
    record: (record, id) => titles.get(record)?.get(id),
    file: (id) => files.get(id),
    placesOf: (record, id) => places.get(record)?.get(id),
  }
}

/** People are called by their English name where the reader is English and there is one. */
const personName = (language: Language): RawBuilder<string> =>
  language === 'en' ? sql<string>`coalesce(nullif(name_en, ''), name)` : sql<string>`name`

async function namesIn(
  reading: Reading,
  table: string,
  name: RawBuilder<unknown>,
  ids: ReadonlySet<number>,
): Promise<Names> {
  if (ids.size === 0) return noNames
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${name} as name from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(reading.db)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** How rows of a record are called (titleFields); deleted ones keep their names in old rows. A ticket is called by its number. */
export async function titlesOf(
  records: Records,
  reading: Reading,
  record: string,
  ids: readonly number[],
  depth = deepest,
): Promise<Names> {
  if (ids.length === 0) return noNames
  if (record === 'ticket') return namesIn(reading, 'ticket', sql.ref('no'), new Set(ids))
  const model = records.models.get(record)
  return model ? titlesOfModel(records, reading, model, ids, depth) : noNames
}

/** The same by a model, whose title fields may be others than the record's own. */
export async function titlesOfModel(
  records: Records,
  reading: Reading,
  model: RecordModel,
  ids: readonly number[],
  depth = deepest,
): Promise<Names> {
  if (ids.length === 0) return noNames
  const { rows } =
    await sql<StoredRow>`select ${selection(model)} from ${tableOf(model)} where r.id = any(${[...ids]}::bigint[])`.execute(
      reading.db,
    )
  return titlesOfRows(
    records,
    reading,
    model,
    rows.map((row) => fromStored(model, row)),
    depth,
  )
}

/** What has an English text beside it (`nameEn` beside `name`) is called by that where the reader is English. */
function spoken(language: Language, row: FormData, name: string): FieldValue | undefined {
  const english = language === 'en' ? row[`${name}En`] : null
  return typeof english === 'string' && english !== '' ? english : row[name]
}

/** Title fields that everybody may read. */
const titleFieldsOf = (model: RecordModel): Fields =>
  Object.fromEntries(
    Object.entries(pick(model.fields, model.definition.titleFields)).filter(
      ([, field]) => field.maskedUnless === undefined,
    ),
  )

/** The same for rows already read. */
export async function titlesOfRows(
  records: Records,
  reading: Reading,
  model: RecordModel,
  rows: readonly (FormData & { id: number })[],
  depth = deepest,
): Promise<Names> {
  const fields = titleFieldsOf(model)
  const lookups = await loadLookups(records, reading, fields, rows, depth)
  const titleOf = (row: FormData): string =>
    Object.entries(fields)
      .map(([name, field]) => printValue(field, spoken(reading.language, row, name), lookups))
      .filter((text) => text !== '')
      .join(' ')
  return new Map(rows.map((row) => [row.id, titleOf(row) || `#${row.id}`]))
}

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name): [string, Field][] => {
      const field = fields[name]
      return field ? [[name, field]] : []
    }),
  )

const nameOf = (source: Source, id: number, lookups: Lookups): string | undefined => {
  switch (source.to) {
    case 'person':
      return lookups.person(id)
    case 'department':
      return lookups.department(id)
    case 'file':
      return lookups.file(id)
    case 'record':
      return lookups.record(source.record, id)
    case 'entry':
      return undefined
  }
}

/** The row with a `<field>Label` beside everything that is an id, and beside quantities of an item as the item counts them; lists of ids get lists of names. */
export function withLabels<T extends FormData>(fields: Fields, row: T, lookups: RowLookups): T & FormData {
  const labels: [string, unknown][] = []
  for (const [name, field] of Object.entries(fields)) {
    const value: FieldValue | undefined = row[name]
    if (value === undefined) continue
    const [source, cells] = [sourceOf(field), cellsOf(field)]
    if (cells !== null && value !== null)
      labels.push([name, rowsOf(value).map((line) => withLabels(cells, line, lookups))])
    if (itemOf(fields, field) !== null && value !== null)
      labels.push([`${name}Label`, printQty(Number(value), placesIn(fields, field, row, lookups.placesOf))])
    // Browsers have the words of all dictionaries.
    if (source === null || source.to === 'entry') continue
    const names = idsOf(value).map((id) => nameOf(source, id, lookups) ?? `#${id}`)
    labels.push([`${name}Label`, kindOf(field).isList === true ? names : printValue(field, value, lookups)])
  }
  return { ...row, ...Object.fromEntries(labels) }
}
