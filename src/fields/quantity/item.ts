/** Where quantities take their places from: a field beside them that says how many, or the item they are of. */
import type { Field, Fields, FormData } from '../field.ts'

/** The record of the item that a field is a quantity of; null where none is named, or the field is another. */
export function itemOf(fields: Fields, field: Field): string | null {
  const beside = field.kind === 'quantity' && field.ofItem !== undefined ? fields[field.ofItem] : undefined
  return beside?.kind === 'reference' ? beside.record : null
}

/** The field that says how many places the quantities among the fields have; undefined where none does. */
export const placesFieldOf = (fields: Fields): string | undefined =>
  Object.values(fields).flatMap((field) => (field.kind === 'quantity' ? (field.placesIn ?? []) : []))[0]

/** What stands beside a quantity in its row: the id of its item, or the number of its places; null for every other field. */
export function besideIn(field: Field, row: FormData): number | null {
  if (field.kind !== 'quantity') return null
  const beside = row[field.ofItem ?? field.placesIn ?? '']
  return beside === null || beside === undefined ? null : Number(beside)
}
