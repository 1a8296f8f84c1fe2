/** What the server knows of a field kind besides: SQL of filters and orders, its JSON Schema, the shape of a designed field. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '#src/define/api/openapi.ts'
import type { Shape } from '#src/fields/shapes.server.ts'
import type { Condition } from '#src/fields/sql.server.ts'
import type { Base, Field, FieldKind, FieldOf, Fields, FieldValue } from './field.ts'

/** One filter of a list. */
export interface FilterInput<F extends Field> {
  readonly field: F
  /** The column, or the expression that stands for it. */
  readonly column: RawBuilder<unknown>
  /** The parameter as it was sent. */
  readonly text: string
  /** The whole text as one value in normal form. @throws ValidationError */
  readonly value: () => FieldValue
  /** Its parts between commas, in normal form. @throws ValidationError */
  readonly values: () => readonly FieldValue[]
  /** A department and all below it. */
  readonly below: (department: number) => readonly number[]
}

/** What a schema is made with. */
export interface SchemaParts {
  /** Codes of a dictionary. */
  readonly codes: (dictionary: string) => readonly string[]
  /** The schema of a row of these fields. */
  readonly rowOf: (fields: Fields) => Schema
}

/** The settings that only fields of this kind have. */
export type Own<K extends FieldKind> = Omit<FieldOf<K>, 'kind' | keyof Base>
/** What a shape takes in; lists count as read-only ones. */
type Taken<S> = S extends z.ZodType<unknown, infer I> ? (I extends readonly (infer E)[] ? readonly E[] : I) : never
/** Every value a setting may have by its type must be taken: a setting that its kind gains and that is not taken does not compile. */
type Whole<K extends FieldKind, S> = {
  readonly [P in keyof S]: P extends keyof Own<K> ? (Required<Own<K>>[P] extends Taken<S[P]> ? unknown : never) : never
}

/** The server's part of one field kind. */
export interface KindServer<F extends Field> {
  /** What a designed form may say of such a field beside what every field has. */
  readonly settings: Readonly<Record<string, z.ZodType>>
  /** A value on the wire. */
  readonly schema: (field: F, parts: SchemaParts) => Schema
  /** The kind without the limits of forms, as filters are read: they may ask for any value. */
  readonly unbounded?: (field: F) => Field
  /** Rows with the value, or one of several; kinds without it have no filter. */
  readonly equals?: (asked: FilterInput<F>) => Condition
  /** Rows from the value on, or up to it, both ends included; kinds without it have no order worth a range. */
  readonly bound?: (asked: FilterInput<F>, isLower: boolean) => Condition
  /** Rows whose value is called like the pattern of `ilike`; by its own text when absent. */
  readonly like?: (field: F, column: RawBuilder<unknown>, pattern: string) => Condition
  /** What lists are ordered by; by the value when absent. */
  readonly order?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The value on the wire for what the database gives; itself when absent. */
  readonly stored?: (value: FieldValue) => FieldValue
  /** The value as a parameter of its column; itself when absent. */
  readonly parameter?: (value: FieldValue) => unknown
}

/** Gives the part its type by inference, and holds the shape of its settings to their type. */
export const kindServer = <K extends FieldKind, S extends Shape<Own<K>>>(
  _kind: K,
  part: KindServer<FieldOf<K>> & { readonly settings: S & Whole<K, S> },
): KindServer<FieldOf<K>> => part

const ID: Schema = { type: 'integer', minimum: 1 }

/** Fields that hold one id. */
export const byId = {
  schema: () => ID,
  equals: ({ column, values }: FilterInput<Field>) => sql<SqlBool>`${column} = any(${values().map(Number)}::bigint[])`,
}

/** Fields that hold a list of ids; filters ask for rows that name any of those. */
export const byIds = {
  schema: ({ max }: { readonly max: number }): Schema => ({ type: 'array', items: ID, maxItems: max }),
  equals: ({ column, values }: FilterInput<Field>) => sql<SqlBool>`${column} && ${values().map(Number)}::bigint[]`,
}

const signOf = (isLower: boolean) => sql.raw(isLower ? '>=' : '<=')

/** Kinds whose column compares with a value cast to this type. */
export const byValue = (type: 'boolean' | 'integer' | 'numeric' | 'date') => ({
  equals: ({ column, value }: FilterInput<Field>) => sql<SqlBool>`${column} = ${value()}::${sql.raw(type)}`,
  bound: ({ column, value }: FilterInput<Field>, isLower: boolean) =>
    sql<SqlBool>`${column} ${signOf(isLower)} ${value()}::${sql.raw(type === 'integer' ? 'numeric' : type)}`,
})

/** Figures may be asked for with more digits than a form takes. */
export const WIDE = { kind: 'decimal', precision: 30, scale: 12 } as const
