/** Field contract: a text with `maskedUnless` that is not `comparable` stands sealed in the database, in forms and in their events. */
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import type { Vault } from './vault.ts'

/** Whether the value stands sealed in its column. */
export const isSealed = (field: Field): boolean =>
  field.kind === 'text' && field.maskedUnless !== undefined && field.comparable !== true

/** Whether any field of the form, or of its sub-tables, is sealed. */
const hasSecrets = (fields: Fields): boolean =>
  Object.values(fields).some((field) => isSealed(field) || (field.kind === 'lines' && hasSecrets(field.fields)))

function convert<T extends FormData>(fields: Fields, values: T, change: (text: string, name: string) => string): T {
  if (!hasSecrets(fields)) return values
  const changed = Object.entries(fields).flatMap(([name, field]): [string, FieldValue][] => {
    const value = values[name]
    if (isSealed(field)) return typeof value === 'string' && value !== '' ? [[name, change(value, name)]] : []
    if (field.kind !== 'lines' || value === undefined || value === null) return []
    return [[name, rowsOf(value).map((row) => convert(field.fields, row, change))]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** The values with sealed texts opened. */
export function openFields<T extends FormData>(vault: Vault, fields: Fields, values: T): T {
  return convert(fields, values, (text) => vault.open(text))
}

/** The values as they are stored. What did not change keeps its sealed text, so that hashes over the form stay as they were. */
export function sealFields<T extends FormData>(vault: Vault, fields: Fields, values: T, stored: FormData = {}): T {
  return convert(fields, values, (text, name) => {
    const before = stored[name]
    return typeof before === 'string' && vault.open(before) === text ? before : vault.seal(text)
  })
}
