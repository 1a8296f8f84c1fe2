/** What every field kind answers. Runs in the browser and in Node: no clock, no I/O. */
import type { FactValue } from '#machines/ticket/definition/definition.ts'
import type { Problem } from '#src/define/problem.ts'
import type { Field, FieldValue } from './field.ts'

/** The time a check is made at, always the server's in the end (INV-13). */
export interface Given {
  /** `yyyy-MM-dd` in Asia/Shanghai. */
  readonly today: string
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly now: string
}

/** The value in its one normal form, or why it is refused. */
export type Checked = { readonly value: FieldValue } | { readonly problem: Problem }

/** Names for ids and codes, in the reader's language; undefined when unknown, then the id itself is shown. */
export interface Lookups {
  readonly entry: (dictionary: string, code: string) => string | undefined
  readonly person: (id: number) => string | undefined
  readonly department: (id: number) => string | undefined
  readonly record: (record: string, id: number) => string | undefined
  readonly file: (id: number) => string | undefined
}

/** The behaviour of one field kind. `check`, `compare` and `print` never see an empty value: `form.ts` and `printValue` take those first. */
export interface Kind<F extends Field> {
  /** Refuses or normalises a value from outside; never throws. */
  readonly check: (field: F, value: unknown, given: Given) => Checked
  /** Type of the PostgreSQL column. */
  readonly column: (field: F) => string
  /** Order of two values in normal form: negative, zero, positive. */
  readonly compare: (left: FieldValue, right: FieldValue) => number
  /** Value of an untouched form; null when there is none. */
  readonly initial: (field: F, given: Given) => FieldValue
  /** The value as a person reads it. */
  readonly print: (field: F, value: FieldValue, lookups: Lookups) => string
  /** What a condition sees (20.1): money and decimals as numbers, lists as their length, nothing as null. */
  readonly facts: (field: F, value: FieldValue) => FactValue
}

export const accept = (value: FieldValue): Checked => ({ value })
export const refuse = (key: string, ...params: (string | number)[]): Checked => ({
  problem: { key: `check.${key}`, params },
})

/** Nothing was entered: absent, null, blank text or an empty list. */
export function isEmpty(value: unknown): value is null | undefined {
  if (value === null || value === undefined) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

/** Code-unit order, the order of ISO dates and codes. */
export const compareText = (left: FieldValue, right: FieldValue): number => {
  const [a, b] = [String(left), String(right)]
  return a < b ? -1 : a > b ? 1 : 0
}
export const compareNumber = (left: FieldValue, right: FieldValue): number => Number(left) - Number(right)

/** A text, number or truth value as a condition sees it. */
export const plainFact = (value: FieldValue): FactValue => (typeof value === 'object' ? null : value)
/** A list as a condition sees it: its length, nothing when empty. */
export const lengthFact = (value: FieldValue): FactValue =>
  Array.isArray(value) && value.length > 0 ? value.length : null
