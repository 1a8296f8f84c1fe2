/** Field contract: a text with `maskedUnless` that is not `comparable` stands sealed in the database, in forms and in their events. */
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { hasField, mapValues } from '#src/fields/walk.ts'
import type { Vault } from './vault.ts'

/** Whether the value stands sealed in its column. */
export const isSealed = (field: Field): boolean => kindOf(field).isSealed?.(field) === true

function convert<T extends FormData>(fields: Fields, values: T, change: (text: string, name: string) => string): T {
  if (!hasField(fields, isSealed)) return values
  return mapValues(fields, values, (field, value, name) =>
    isSealed(field) && typeof value === 'string' && value !== '' ? change(value, name) : undefined,
  )
}

/** The values with sealed texts opened. */
export function openFields<T extends FormData>(vault: Vault, fields: Fields, values: T): T {
  return convert(fields, values, (text) => vault.open(text))
}

/** The values as they are stored. What did not change keeps its sealed text, so that hashes over the form stay as they were. */
export function sealFields<T extends FormData>(vault: Vault, fields: Fields, values: T, stored: FormData = {}): T {
  const known = new Map<string, string>()
  const keyOf = (name: string, text: string): string => `${name} ${text}`
  convert(fields, stored, (sealed, name) => {
    known.set(keyOf(name, vault.open(sealed)), sealed)
    return sealed
  })
  return convert(fields, values, (text, name) => known.get(keyOf(name, text)) ?? vault.seal(text))
}
