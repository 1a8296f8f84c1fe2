import type { FormData, LinesField } from '../field.ts'
import { accept, type Kind, lengthFact, refuse } from '../kind.ts'

const isRow = (value: unknown): value is FormData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows a sub-table may have at most: the payroll of a whole bureau. */
export const MAX_ROWS = 2000

/** Rows of a lines value; none for any other value. */
export const rowsOf = (value: unknown): readonly FormData[] => (Array.isArray(value) ? value.filter(isRow) : [])

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
}
