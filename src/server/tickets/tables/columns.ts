/** Parts of SQL statements from the declaration of a table's columns, for rows that are sent as one JSON value. */
export interface Column<Source> {
  /** The SQL type of the value in the JSON row. */
  readonly type: string
  readonly value: (source: Source) => unknown
  /** A row that is there already takes the new value. */
  readonly updates?: true
}
/** By the name of the column, in the order in which statements name them. */
export type Columns<Source> = Readonly<Record<string, Column<Source>>>

/** `a, b` */
export const namesIn = (columns: Columns<never>): string => Object.keys(columns).join(', ')

/** `a text, b int`: the row type of `jsonb_to_recordset`. */
export const typesIn = (columns: Columns<never>): string =>
  Object.entries(columns)
    .map(([name, { type }]) => `${name} ${type}`)
    .join(', ')

/** `a = row.a, b = row.b` of the columns that update. */
export const updatesFrom = (row: string, columns: Columns<never>): string =>
  Object.entries(columns)
    .filter(([, { updates }]) => updates === true)
    .map(([name]) => `${name} = ${row}.${name}`)
    .join(', ')

/** The row as JSON carries it. */
export const rowOf = <Source>(columns: Columns<Source>, source: Source): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(columns).map(([name, { value }]) => [name, value(source)]))
