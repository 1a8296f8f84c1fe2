/** The table of an import: which columns it has and what stands in its rows. */
import { type Language, languages } from '#src/define/messages.ts'
import type { Field, Fields, FieldValue } from '#src/fields/field.ts'
import { isEmpty, type Resolver } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { isCellFault } from '#src/server/uploads/kinds.ts'
import type { Faults } from './checks/faults.ts'
import { readCell } from './transfer/cells.ts'

/** What an import must know of the table it reads. */
export interface Shape {
  /** All fields a row has. */
  readonly fields: Fields
  /** Names of the fields that tell rows apart. */
  readonly naturalKey: readonly string[]
  /** How a field is called at the head of its column. */
  readonly labelOf: LabelOf
}
export type LabelOf = (language: Language, name: string) => string

/** A column the table must have. */
export const isMandatory = (field: Field): boolean =>
  field.required === true && (!('initial' in field) || field.initial === undefined)

/** A row of the table: its cells and what they mean, by field name. */
export interface Line {
  readonly row: number
  readonly cells: ReadonlyMap<string, unknown>
  readonly values: ReadonlyMap<string, FieldValue>
  /** Cells that were read as another text than stands in them, by field name. */
  readonly rewritten: ReadonlyMap<string, { readonly cell: string; readonly readAs: string }>
  /** The natural key in normal form; null when the record has none or it is incomplete or malformed. */
  readonly key: readonly FieldValue[] | null
}

/** Field names by column; titles count in both languages, and the field's own name. */
export function readHead(
  shape: Shape,
  fields: Fields,
  head: readonly unknown[],
  faults: Faults,
): readonly (string | null)[] {
  const known = new Map<string, string>()
  for (const name of Object.keys(fields)) {
    known.set(name, name)
    for (const language of languages) known.set(shape.labelOf(language, name), name)
  }
  const seen = new Set<string>()
  const names = head.map((cell) => {
    const title = String(cell ?? '')
      .replace(/\s*\*\s*$/, '')
      .trim()
    if (title === '') return null
    const name = known.get(title)
    if (name === undefined) faults.add(1, title, title, { key: 'import.unknownColumn' })
    else if (seen.has(name)) faults.add(1, title, title, { key: 'import.doubleColumn' })
    // The first column of a name counts.
    if (name === undefined || seen.has(name)) return null
    seen.add(name)
    return name
  })
  for (const [name, field] of Object.entries(fields)) {
    if (!seen.has(name) && (isMandatory(field) || shape.naturalKey.includes(name)))
      faults.addField(1, name, null, { key: 'import.missingColumn' })
  }
  faults.orderBy(names)
  return names
}

/** Reads the cells of one row; what they mean is looked up, whether the form takes it comes later. */
export function readLine(
  shape: Shape,
  fields: Fields,
  names: readonly (string | null)[],
  cells: readonly unknown[],
  row: number,
  resolver: Resolver,
  faults: Faults,
): Line {
  const values = new Map<string, FieldValue>()
  const given = new Map<string, unknown>()
  const rewritten = new Map<string, { cell: string; readAs: string }>()
  names.forEach((name, index) => {
    const field = name === null ? undefined : fields[name]
    if (name === null || field === undefined) return
    const cell = cells[index]
    given.set(name, isCellFault(cell) ? cell.text : cell)
    if (isEmpty(cell)) return
    const read = readCell(field, cell, resolver)
    if ('problem' in read) faults.addField(row, name, given.get(name), read.problem)
    else values.set(name, read.value)
    if (read.readAs !== undefined) rewritten.set(name, { cell: String(cell), readAs: read.readAs })
  })
  return { row, cells: given, values, rewritten, key: naturalKeyOf(shape, values) }
}

function naturalKeyOf(shape: Shape, values: ReadonlyMap<string, FieldValue>): readonly FieldValue[] | null {
  const key: FieldValue[] = []
  for (const name of shape.naturalKey) {
    const field = shape.fields[name]
    const value = values.get(name) ?? null
    const checked = field && value !== null ? kindOf(field).check(field, value, { today: '', now: '' }) : null
    if (checked === null || 'problem' in checked || checked.value === null) return null
    key.push(checked.value)
  }
  return key.length === 0 ? null : key
}

/** Two rows of one natural key contradict each other. */
export function refuseDoubles(shape: Shape, lines: readonly Line[], faults: Faults): void {
  const [name = ''] = shape.naturalKey
  const first = new Map<string, number>()
  for (const line of lines) {
    if (line.key === null) continue
    const text = JSON.stringify(line.key)
    const earlier = first.get(text)
    if (earlier === undefined) first.set(text, line.row)
    else faults.addField(line.row, name, line.cells.get(name), { key: 'import.doubleRow', params: [earlier] })
  }
}
