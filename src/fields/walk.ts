/** The values of a form one by one, whatever their fields are and however deep they stand. */
import type { Field, Fields, FieldValue, FormData } from './field.ts'
import { idsOf } from './identity.ts'
import type { Source } from './kind.ts'
import { kindOf } from './kinds.ts'
import { rowsOf } from './lines/lines.ts'

/** The fields in the rows of a sub-table; null for every other field. */
export const cellsOf = (field: Field): Fields | null => kindOf(field).cells?.(field) ?? null

/** What the values of the field name; null where they stand for themselves. */
export const sourceOf = (field: Field): Source | null => kindOf(field).source?.(field) ?? null

/** A value that stands somewhere in a form. */
export interface Leaf {
  /** `items.2.qty` for the third row of a sub-table. */
  readonly path: string
  readonly field: Field
  /** Never null. */
  readonly value: FieldValue
}

/** Every value there is, sub-tables row by row; of fields that `isMeant` leaves out neither the value nor the rows. */
export function* leavesOf(
  fields: Fields,
  values: FormData,
  isMeant: (field: Field) => boolean = () => true,
  prefix = '',
): Generator<Leaf> {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined || value === null || !isMeant(field)) continue
    const path = prefix + name
    const cells = cellsOf(field)
    if (cells === null) yield { path, field, value }
    else for (const [index, row] of rowsOf(value).entries()) yield* leavesOf(cells, row, isMeant, `${path}.${index}.`)
  }
}

/** The ids a value holds, of whatever they are. */
export const idsIn = ({ value }: Pick<Leaf, 'value'>): readonly number[] =>
  Array.isArray(value) ? idsOf(value) : [Number(value)]

/** The ids of all files a form names. */
export const filesIn = (fields: Fields, values: FormData): readonly number[] =>
  [...leavesOf(fields, values)].flatMap((leaf) => (sourceOf(leaf.field)?.to === 'file' ? idsIn(leaf) : []))

/** The form with what `change` makes of its values; fields for which it answers undefined stay as they are. */
export function mapValues<T extends FormData>(
  fields: Fields,
  values: T,
  change: (field: Field, value: FieldValue, name: string) => FieldValue | undefined,
): T {
  const changed = Object.entries(fields).flatMap(([name, field]): [string, FieldValue][] => {
    const value = values[name]
    if (value === undefined || value === null) return []
    const own = change(field, value, name)
    if (own !== undefined) return [[name, own]]
    const cells = cellsOf(field)
    return cells === null ? [] : [[name, rowsOf(value).map((row) => mapValues(cells, row, change))]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** Whether any field, or any cell of a sub-table, is one of those meant. */
export const hasField = (fields: Fields, isMeant: (field: Field) => boolean): boolean =>
  Object.values(fields).some((field) => isMeant(field) || hasField(cellsOf(field) ?? {}, isMeant))

/** Names of all fields, cells of sub-tables as `items.qty`. */
export const namesIn = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...Object.keys(cellsOf(field) ?? {}).map((cell) => `${name}.${cell}`),
  ])
