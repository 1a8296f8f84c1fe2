/** The paper of a page that is printed, as a style of its own: lengths in millimetres. */
export const paperOf = (width: number, height: number, margin: number): string =>
  `@page{size:${width}mm ${height}mm;margin:${margin}mm}`

/** A4 upright. */
export const letterPaper = paperOf(210, 297, 16)
