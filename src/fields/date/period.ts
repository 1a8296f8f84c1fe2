import type { Field, Fields, FieldValue } from '../field.ts'

/** The two fields of the period that a day begins or ends; null for a day by itself. */
export function periodOf(fields: Fields, name: string): { readonly from: string; readonly to: string } | null {
  const field = fields[name]
  if (field?.kind === 'date' && field.until !== undefined) return { from: name, to: field.until }
  const from = Object.keys(fields).find((other) => {
    const start = fields[other]
    return start?.kind === 'date' && start.until === name
  })
  return from === undefined ? null : { from, to: name }
}

/** Whether a period begins with the field: it begins a row, so that both of its ends stand in it. */
export const startsPeriod = (field: Field): boolean => field.kind === 'date' && field.until !== undefined

/** The field that says which half of a day this one means; undefined for whole days and other kinds. */
export const halfOf = (field: Field | undefined): string | undefined =>
  field?.kind === 'date' ? field.half : undefined

/** Whether a field says no more than which half of another's day. */
export const isHalf = (fields: Fields, name: string): boolean =>
  Object.values(fields).some((field) => halfOf(field) === name)

/** The day that the value of a date or moment lies on; null for values of other kinds. */
export const dayOfValue = (field: Field, value: FieldValue): string | null =>
  (field.kind === 'date' || field.kind === 'dateTime') && typeof value === 'string' ? value.slice(0, 10) : null
