/** The first row of a query that always gives one (`returning`, aggregates). @throws Error when there is none. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a query gave no row')
  return row
}
