/** What every new and every changed row writes besides its own columns, said once. */
import {
  type InsertQueryBuilder,
  type InsertResult,
  type RawBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { UnitOfWork } from '../server.ts'
import type { Changes, NewRow, TableName, Tables } from '../tables.server.ts'

/** Tables whose rows count their changes: those of records. */
export type RecordTable = {
  [Table in TableName]: 'version' | 'createdAt' | 'updatedAt' extends keyof Tables[Table] ? Table : never
}[TableName]

type Stamped = 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'version'
type Own<Row> = Omit<Row, Stamped>

/** New values of a record's own columns, or SQL that gives them. */
export type RowChanges<Table extends RecordTable> = {
  readonly [Name in keyof Own<Changes<Table>>]: Own<Changes<Table>>[Name] | RawBuilder<unknown>
}

/** The clock that stamps the row and the transaction that writes it. */
type Writer = Pick<UnitOfWork, 'db' | 'clock'>

/**
 * Changes rows of a record: their own columns, the moment and the next version. `by` is the person who did it; without
 * one, as in jobs, the row keeps whom it names. The caller adds which rows: `.where('id', '=', id)`.
 */
export function changing<Table extends RecordTable>(
  { db, clock }: Writer,
  table: Table,
  changes: RowChanges<Table>,
  by?: number | null,
): UpdateQueryBuilder<Tables, Table, Table, UpdateResult> {
  const stamp = { updatedAt: clock.now(), ...(by === undefined ? {} : { updatedBy: by }), version: sql`version + 1` }
  // The compiler cannot follow the columns of a table that the caller names; the caller's are checked above.
  return db.updateTable(table as 'car').set({ ...changes, ...stamp } as object) as never
}

/** Adds rows of a record, stamped with the moment and with `by`, the person who made them; null for the system. */
export function adding<Table extends RecordTable>(
  { db, clock }: Writer,
  table: Table,
  rows: Own<NewRow<Table>> | readonly Own<NewRow<Table>>[],
  by: number | null,
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const now = clock.now()
  const stamp = { createdAt: now, createdBy: by, updatedAt: now, updatedBy: by }
  const list = (Array.isArray(rows) ? rows : [rows]).map((row: object) => ({ ...row, ...stamp }))
  return db.insertInto(table as 'car').values(list as never) as never
}

/** One of a list, as one parameter: the text of the statement stays the same for every length of the list. */
export const anyOf = <T>(list: readonly T[]): RawBuilder<T> => sql<T>`any(${[...list]})`

/** Written after `<>`: none of a list. */
export const noneOf = <T>(list: readonly T[]): RawBuilder<T> => sql<T>`all(${[...list]})`
