/** What every field kind answers. Runs in the browser and in Node: no clock, no I/O. */

import type { FactValue } from '#machines/ticket/definition/definition.ts'
import type { Domain } from '#machines/ticket/definition/domains.ts'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { DictionaryName, KeyUnder, RoleName } from '#src/define/names.ts'
import type { Problem } from '#src/define/problem.ts'
import type { Field, Fields, FieldValue } from './field.ts'

/** The time a check is made at, always the server's in the end (INV-13). */
export interface CheckTime {
  /** `yyyy-MM-dd` in Asia/Shanghai. */
  readonly today: string
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly now: string
}

/** The value in its one normal form, or why it is refused. */
export type CheckResult = { readonly value: FieldValue } | { readonly problem: Problem }

/** Names for ids and codes, in the reader's language; undefined when unknown, then the id itself is shown. */
export interface Lookups {
  readonly entry: (dictionary: string, code: string) => string | undefined
  readonly person: (id: number) => string | undefined
  readonly department: (id: number) => string | undefined
  readonly record: (record: string, id: number) => string | undefined
  readonly file: (id: number) => string | undefined
}

/** What the values of a field name: entries of a dictionary by their codes, everything else by its id. */
export type Source =
  /** `only` narrows what is offered. */
  | { readonly to: 'entry'; readonly dictionary: string; readonly only?: readonly string[] }
  /** People in use; with a role only those who hold it. */
  | { readonly to: 'person'; readonly role?: RoleName }
  | { readonly to: 'department' }
  | { readonly to: 'record'; readonly record: string }
  /** Files of one's own; with `pictures`, pictures alone. */
  | { readonly to: 'file'; readonly pictures?: true }

/** A cell of an imported sheet as the check of its field takes it, or why it names nothing. */
export type ResolvedCell = { readonly value: FieldValue } | { readonly problem: Problem }

/** Finds what a name in a cell means. */
export interface Resolver {
  readonly entry: (dictionary: string, text: string) => ResolvedCell
  readonly person: (text: string) => ResolvedCell
  readonly department: (text: string) => ResolvedCell
  readonly record: (record: string, text: string) => ResolvedCell
}

/** How a condition compares a field, and how its value is chosen. */
export type FactType = 'number' | 'money' | 'text' | 'date' | 'flag' | 'choice' | 'department' | 'presence'

/** What a field of a new form takes from the applicant: their name or number, their department, their mobile, or what they submitted last (FRM-10). */
export type FieldDefault = 'applicant' | 'applicantDept' | 'applicantMobile' | 'last'

/** The behaviour of one field kind. `check`, `compare` and `print` never see an empty value: `form.ts` and `printValue` take those first. */
export interface Kind<F extends Field> {
  /** Refuses or normalises a value from outside; never throws. */
  readonly check: (field: F, value: unknown, given: CheckTime) => CheckResult
  /** Type of the PostgreSQL column. */
  readonly column: (field: F) => string
  /** Order of two values in normal form: negative, zero, positive. */
  readonly compare: (left: FieldValue, right: FieldValue) => number
  /** Value of an untouched form; null when there is none. */
  readonly initial: (field: F, given: CheckTime) => FieldValue
  /** The value as a person reads it. */
  readonly print: (field: F, value: FieldValue, lookups: Lookups) => string
  /** What a condition sees (20.1): money and decimals as numbers, lists as their length, nothing as null. */
  readonly facts: (field: F, value: FieldValue) => FactValue
  /** How conditions compare it; where it `isList`, conditions compare how many there are. */
  readonly compares: (field: F) => FactType
  /** What publishing knows of its values (25.10); anything when absent. */
  readonly domain?: (field: F, entriesOf: EntriesOf) => Domain
  /** What its values name; values without a source stand for themselves. */
  readonly source?: (field: F) => Source
  /** The dictionary whose words stand for its values in sheets, where that is not its source. */
  readonly words?: DictionaryName
  /** The fields of its rows: the field is a sub-table. */
  readonly cells?: (field: F) => Fields
  /** Several values in one cell: they have no order, and conditions see how many there are. */
  readonly isList?: true
  /** Screens narrow lists to a span of its values. */
  readonly isSpanned?: true
  /** Digits behind the point; only kinds of figures have any, or none. Undefined where each row has its own. */
  readonly places?: (field: F) => number | undefined
  /** Short enough to tell rows apart in a column. */
  readonly isShort?: (field: F) => boolean
  /** The field as a draft is checked: what is still too short may stand. */
  readonly draft?: (field: F) => F
  /** With what a field may begin besides nothing: a value written in the designer, the day, or what is known of the applicant. */
  readonly begins?: readonly ('fixed' | 'today' | FieldDefault)[]
  /** As an administrator's new field of the kind begins, a choice with this dictionary; kinds without it come with the program only. */
  readonly fresh?: (dictionary: string) => F
  /** What is shown of a text to whoever may not see it whole. */
  readonly masked?: (field: F, text: string) => string
  /** The text stands sealed in its column. */
  readonly isSealed?: (field: F) => boolean
  /** A cell of an imported sheet, also as text; its text when absent. */
  readonly readCell?: (field: F, cell: unknown, text: string, resolver: Resolver) => ResolvedCell
}

/** Codes of a dictionary; null when there is none of that key. */
export type EntriesOf = (dictionary: string) => readonly string[] | null

/** The bounds of what people write; what the server computes has none. */
export const writtenBounds = (
  { computed }: Pick<Field, 'computed'>,
  min: number | string | undefined,
  max: number | string | undefined,
): { readonly min?: number; readonly max?: number } => ({
  ...(min !== undefined && computed !== true && { min: Number(min) }),
  ...(max !== undefined && computed !== true && { max: Number(max) }),
})

/** What a check says, without `check.` before it. */
type CheckKey = KeyUnder<'check'>

export const accept = (value: FieldValue): CheckResult => ({ value })
export const refuse = (key: CheckKey, ...params: (string | number)[]): CheckResult => ({
  problem: { key: `check.${key}`, params },
})

/** Nothing was entered: absent, null, blank text or an empty list. */
export function isEmpty(value: unknown): value is null | undefined {
  if (value === null || value === undefined) return true
  return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.length === 0
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
