/** The types of rows: every table and view of the migrated schema, with the columns as the driver gives and takes them. */
import type { ColumnType, Insertable, InsertType, Selectable, SelectType, Updateable, UpdateType } from 'kysely'

/**
 * Tables and views by the name they have in SQL; columns are in camelCase, as rows are. Each owner adds its own in a file
 * that `npm run contract` derives from its migrations (`*.tables.ts`), so that a renamed column compiles nowhere.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the migrations are
export interface Tables {}

export type TableName = keyof Tables

/** A row as a statement reads it. */
export type RowOf<Table extends TableName> = Selectable<Tables[Table]>

/** The columns of a table that a statement reads: `Columns<'car', 'id' | 'plate'>`. */
export type Columns<Table extends TableName, Name extends keyof RowOf<Table>> = Pick<RowOf<Table>, Name>

/** A row as it is inserted: without what the table fills in by itself. */
export type NewRow<Table extends TableName> = Insertable<Tables[Table]>

/** New values of some columns. */
export type Changes<Table extends TableName> = Updateable<Tables[Table]>

/** A column that the table fills in when an insert leaves it out. */
export type WithDefault<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>

/** A column that nobody writes: one that PostgreSQL computes, or one of a view. */
export type ReadOnly<T> = ColumnType<SelectType<T>, never, never>

/** `numeric`: a decimal string, so that no digit is lost; a whole number or a quantity may be written as one. */
export type Decimal = ColumnType<string, string | number, string | number>

/** `jsonb`: read as the object it holds, whose type the reader says; written as its text. */
export type Json = ColumnType<unknown, string, string>
