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
