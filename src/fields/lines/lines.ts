import type { Field, FormData, LinesField } from '../field.ts'
import { accept, type Kind, lengthFact, refuse, writtenBounds } from '../kind.ts'

const isRow = (value: unknown): value is FormData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows a sub-table may have at most: the payroll of a whole bureau. */
export const MAX_ROWS = 2000

/** Rows of a lines value; none for any other value. */
export const rowsOf = (value: unknown): readonly FormData[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** Whether the field is a sub-table, where its own settings are asked for; its cells alone are `cellsOf`. */
export const isLines = (field: Field): field is LinesField => field.kind === 'lines'

/** A sub-table. This checks its shape; `form.ts` checks what stands in the rows. */
export const lines: Kind<LinesField> = {
  check(field, value) {
    if (!Array.isArray(value) || !value.every(isRow)) return refuse('list')
    if (value.length < field.min) return refuse('fewest', field.min)
    if (value.length > field.max) return refuse('most', field.max)
    return accept(value)
  },
  column: () => 'jsonb',
  compare: (left, right) => rowsOf(left).length - rowsOf(right).length,
  initial: () => null,
  print: (_field, value) => String(rowsOf(value).length),
  facts: (_field, value) => lengthFact(value),
  compares: () => 'number',
  // What conditions see of a list is how long it is.
  domain: (field) => ({ type: 'number', step: 1, ...writtenBounds(field, Math.max(1, field.min), field.max) }),
  cells: ({ fields }) => fields,
  isList: true,
  draft: (field) => ({ ...field, min: 0 }),
  fresh: () => ({ kind: 'lines', min: 0, max: 50, fields: { item: { kind: 'text', max: 100 } } }),
}
