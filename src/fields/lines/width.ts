import type { Field } from '../field.ts'

/** Pixels of a column by its size; forms.css draws them. */
const SIZES = { unit: 56, count: 70, computed: 84, whole: 84, wide: 132 } as const
/** Letters up to which a text that is only read is as short as a unit. */
const UNIT_LETTERS = 10

/** How much room a column of an input table needs: counts, ticks and units less than what is written. */
export function columnSize(field: Field): keyof typeof SIZES {
  if (field.computed !== true)
    return field.kind === 'integer' || field.kind === 'quantity' || field.kind === 'boolean' ? 'whole' : 'wide'
  if (field.kind === 'integer' || field.kind === 'quantity') return 'count'
  return field.kind === 'text' && field.max <= UNIT_LETTERS ? 'unit' : 'computed'
}

/** Pixels a column of an input table needs at least. */
export const widthOf = (field: Field): number => SIZES[columnSize(field)]

/** With more columns than this a table scrolls sideways instead of becoming cards. */
const SHEET_COLUMNS = 10
/** Pixels in which a table that scrolls sideways is still of use. */
const SHEET_WIDTH = 560

/** Whether a sub-table has so many columns that it is read as a sheet. */
export const inSheet = (columns: number): boolean => columns > SHEET_COLUMNS

/** Pixels below which a sub-table whose columns need so many in all becomes cards. */
export const widthNeeded = (columns: number, all: number): number => (inSheet(columns) ? SHEET_WIDTH : all)

/** From so many rows on only those in sight are drawn. */
export const MANY_ROWS = 60
