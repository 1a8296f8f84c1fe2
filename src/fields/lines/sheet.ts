import type { Field, Fields, LinesField } from '../field.ts'

const many: readonly Field['kind'][] = ['lines', 'files', 'people', 'departments']

/** Whether a value of this field fits into one cell of a spreadsheet. */
export const fitsCell = (field: Field): boolean => !many.includes(field.kind)

/** Columns of a sub-table that a spreadsheet brings. */
export const sheetFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.computed !== true && fitsCell(field)))

/** From so many lines on a spreadsheet is worth it. */
const WORTH = 30

/** Whether a sub-table can be filled from a spreadsheet: it is long, and nothing it needs is missing there. */
export const takesSheet = (field: LinesField): boolean =>
  field.max >= WORTH &&
  Object.values(field.fields).every((each) => each.computed === true || each.required !== true || fitsCell(each))
