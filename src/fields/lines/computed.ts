import type { Fields, FormData } from '../field.ts'
import { rowsOf } from './lines.ts'

/** What the server's answer adds to a form that is being filled in: the values of fields that are not written here, and in the rows of those that are, the columns that follow from the others. Rows that were added or removed meanwhile wait for the next answer. */
export function computedIn(written: Fields, values: FormData, answer: FormData): FormData {
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      const field = written[name]
      if (field === undefined) return Object.hasOwn(written, name.replace(/Label$/, '')) ? [] : [[name, value]]
      if (field.kind !== 'lines') return []
      const columns = Object.keys(field.fields).filter((column) => field.fields[column]?.computed === true)
      const [rows, answered] = [rowsOf(values[name]), rowsOf(value)]
      if (columns.length === 0 || rows.length !== answered.length) return []
      // What a column refers to is called by the name that stands beside it.
      const cells = (row: FormData = {}) =>
        Object.fromEntries(
          columns.flatMap((column): [string, FormData[string]][] => [
            [column, row[column] ?? null],
            ...[`${column}Label`].flatMap((name): [string, FormData[string]][] =>
              row[name] === undefined ? [] : [[name, row[name]]],
            ),
          ]),
        )
      // A row to which nothing is added stays the same object, and is not drawn again.
      const added = (row: FormData, more: FormData): FormData =>
        Object.entries(more).every(([column, cell]) => row[column] === cell) ? row : { ...row, ...more }
      return [[name, rows.map((row, index) => added(row, cells(answered[index])))]]
    }),
  )
}
