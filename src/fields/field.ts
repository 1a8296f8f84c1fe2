/** Fields as plain data: the one description from which form, table, filter, check, import and export are drawn. */

import type { Condition, FactValue } from '#machines/ticket/definition/definition.ts'
import type { DictionaryName, Permission, RecordName, RoleName } from '#src/define/names.ts'
import type { Formula } from './formula/formula.ts'
import type { PlateField } from './plate/plateField.ts'
import type { TextPattern } from './text/text.ts'

export { type PlateField, plate } from './plate/plateField.ts'

/** What every field may have. */
export interface Base {
  /** Must have a value. A condition makes it so only when it holds over the other fields (req `C`). */
  readonly required?: boolean | Condition
  /** Set by the server, shown read-only (req `R`). */
  readonly computed?: boolean
  /** What computes it, where an administrator says so; the field is `computed` then (FRM-01). */
  readonly formula?: Formula
  /** Shown and kept only when this holds over the other fields. */
  readonly visibleWhen?: Condition
  /** Written once, at creation. */
  readonly immutable?: boolean
  /** Permission that lets a person see the full value, in the rows it reaches; everywhere else the server masks it: in lists, details, timelines and exports, and it can be neither searched, filtered nor sorted by. A text stands sealed in its column, unless it is `comparable`. */
  readonly maskedUnless?: Permission
  /** Beside `maskedUnless`: rows show it masked to everybody; who holds the permission asks for the whole value by a call of its own, so that each look is logged (FIN-94). */
  readonly askedFor?: true
}

/** A day of the calendar, or one relative to the server's today: `{ today: -180 }` is 180 days ago. */
export type DayBound = 'today' | `${number}-${number}-${number}` | { readonly today: number }

export interface TextField extends Base {
  readonly kind: 'text'
  readonly min?: number
  readonly max: number
  readonly multiline?: boolean
  /** Shown as Markdown (bold, lists, links); stored as it was written. */
  readonly markdown?: boolean
  readonly pattern?: TextPattern
  readonly initial?: string
  /** A masked text that stands open in its column because the database compares it: a mobile that is unique, and searched by whoever sees it. */
  readonly comparable?: true
  /** Lists are narrowed to the whole text, not to a part of it: for codes and addresses. */
  readonly exact?: boolean
}
export interface IntegerField extends Base {
  readonly kind: 'integer'
  readonly min?: number
  readonly max?: number
  readonly initial?: number
}
/** dec(precision, scale) as a decimal string on the wire. */
export interface DecimalField extends Base {
  readonly kind: 'decimal'
  readonly precision: number
  readonly scale: number
  readonly min?: string
  readonly max?: string
  readonly step?: string
  readonly initial?: string
}
/** How much of an item, in its unit: a number of at most three places on the wire. `positive` refuses zero. */
export interface QuantityField extends Base {
  readonly kind: 'quantity'
  readonly positive?: boolean
  readonly min?: number
  readonly max?: number
  readonly initial?: number
  /** The field beside it that says how many places the item has: it is shown with those. */
  readonly placesIn?: string
  /** The field beside it that names the item: it is shown with the places of that. */
  readonly ofItem?: string
}
/** dec(14,2) CNY as a string `"1234.50"` (INV-12). `positive` refuses zero. */
export interface MoneyField extends Base {
  readonly kind: 'money'
  /** The price of one, or a limit: a sum over several says nothing. */
  readonly isRate?: boolean
  readonly positive?: boolean
  readonly max?: string
  readonly initial?: string
}
/** `yyyy-MM-dd`. */
export interface DateField extends Base {
  readonly kind: 'date'
  readonly min?: DayBound
  readonly max?: DayBound
  readonly initial?: 'today'
  /** The field beside it on which the period ends that begins here: both are picked as one. */
  readonly until?: string
  /** The field beside it that says which half of the day: both are drawn as one. */
  readonly half?: string
}
/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export interface DateTimeField extends Base {
  readonly kind: 'dateTime'
  readonly notBeforeNow?: boolean
}
export interface BooleanField extends Base {
  readonly kind: 'boolean'
  readonly initial?: boolean
}
/** One entry of a dictionary of file 05; `only` narrows it. */
export interface ChoiceField extends Base {
  readonly kind: 'choice'
  readonly dictionary: string
  readonly only?: readonly string[]
  readonly initial?: string
}
/** Several different entries of a dictionary; `only` narrows it. */
export interface ChoicesField extends Base {
  readonly kind: 'choices'
  readonly dictionary: string
  readonly only?: readonly string[]
  readonly max: number
}
/** The id of a user. `role` narrows the picker and is checked by the server. */
export interface PersonField extends Base {
  readonly kind: 'person'
  readonly role?: RoleName
}
export interface PeopleField extends Base {
  readonly kind: 'people'
  readonly max: number
}
export interface DepartmentField extends Base {
  readonly kind: 'department'
}
export interface DepartmentsField extends Base {
  readonly kind: 'departments'
  readonly max: number
}
/** The id of a record, perhaps of another module, by its public name. Options come from `GET <path>options/`, or from the call `options`. */
export interface ReferenceField extends Base {
  readonly kind: 'reference'
  readonly record: RecordName
  readonly options?: string
}
/** Ids of uploaded files (FILE-STD). */
export interface FilesField extends Base {
  readonly kind: 'files'
  readonly max: number
  /** Pictures alone, as a catalogue shows them: jpg or png, uploaded with at most 2 MB. */
  readonly pictures?: boolean
}
/** A sub-table. */
export interface LinesField extends Base {
  readonly kind: 'lines'
  readonly min: number
  readonly max: number
  readonly fields: Fields
}

/** The list of field kinds, each described in its folder. Whatever a kind lacks elsewhere does not compile. */
export interface FieldKinds {
  readonly text: TextField
  readonly integer: IntegerField
  readonly decimal: DecimalField
  readonly quantity: QuantityField
  readonly money: MoneyField
  readonly date: DateField
  readonly dateTime: DateTimeField
  readonly boolean: BooleanField
  readonly choice: ChoiceField
  readonly choices: ChoicesField
  readonly person: PersonField
  readonly people: PeopleField
  readonly department: DepartmentField
  readonly departments: DepartmentsField
  readonly reference: ReferenceField
  readonly files: FilesField
  readonly plate: PlateField
  readonly lines: LinesField
}
export type FieldKind = keyof FieldKinds
export type Field = FieldKinds[FieldKind]
export type FieldOf<K extends FieldKind> = FieldKinds[K]

/** Fields by name, in form order. */
export type Fields = Readonly<Record<string, Field>>

export type FieldValue = FactValue | readonly number[] | readonly string[] | readonly FormData[]
/** Values by field name, in wire form (money and decimals as strings). */
export interface FormData {
  readonly [field: string]: FieldValue | undefined
}

type Options<F extends Field, Given extends keyof F = never> = Omit<F, 'kind' | Given>
type Loose<F extends Field> = Partial<Options<F>>

export const text = (max: number, options: Loose<TextField> = {}): TextField => ({ kind: 'text', max, ...options })
export const longText = (min: number, max: number, options: Loose<TextField> = {}): TextField => ({
  kind: 'text',
  min,
  max,
  multiline: true,
  ...options,
})
export const integer = (options: Loose<IntegerField> = {}): IntegerField => ({ kind: 'integer', ...options })
export const decimal = (precision: number, scale: number, options: Loose<DecimalField> = {}): DecimalField => ({
  kind: 'decimal',
  precision,
  scale,
  ...options,
})
export const quantity = (options: Loose<QuantityField> = {}): QuantityField => ({ kind: 'quantity', ...options })
export const money = (options: Loose<MoneyField> = {}): MoneyField => ({ kind: 'money', ...options })
export const date = (options: Loose<DateField> = {}): DateField => ({ kind: 'date', ...options })
export const dateTime = (options: Loose<DateTimeField> = {}): DateTimeField => ({ kind: 'dateTime', ...options })
export const boolean = (options: Loose<BooleanField> = {}): BooleanField => ({ kind: 'boolean', ...options })
export const choice = (dictionary: DictionaryName, options: Loose<ChoiceField> = {}): ChoiceField => ({
  kind: 'choice',
  dictionary,
  ...options,
})
export const choices = (dictionary: DictionaryName, max: number, options: Loose<ChoicesField> = {}): ChoicesField => ({
  kind: 'choices',
  dictionary,
  max,
  ...options,
})
export const person = (options: Loose<PersonField> = {}): PersonField => ({ kind: 'person', ...options })
export const people = (max: number, options: Loose<PeopleField> = {}): PeopleField => ({
  kind: 'people',
  max,
  ...options,
})
export const department = (options: Loose<DepartmentField> = {}): DepartmentField => ({
  kind: 'department',
  ...options,
})
export const departments = (max: number, options: Loose<DepartmentsField> = {}): DepartmentsField => ({
  kind: 'departments',
  max,
  ...options,
})
export const reference = (record: RecordName, options: Loose<ReferenceField> = {}): ReferenceField => ({
  kind: 'reference',
  record,
  ...options,
})
export const files = (max: number, options: Loose<FilesField> = {}): FilesField => ({ kind: 'files', max, ...options })
export const lines = (fields: Fields, options: Loose<LinesField> & { min: number; max: number }): LinesField => ({
  kind: 'lines',
  fields,
  ...options,
})
