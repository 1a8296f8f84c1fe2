/** One refused cell of an import. */
export interface ImportProblem {
  /** Line of the sheet, the head being 1. */
  readonly row: number
  readonly column: string
  readonly value: string
  readonly message: string
}

/** Problems as a CSV a spreadsheet opens; a cell that looks like a formula is text (IMPEX-STD). */
export function problemsCsv(head: readonly string[], problems: readonly ImportProblem[]): string {
  const cell = (value: string | number): string => {
    const text = String(value)
    return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  }
  const rows = problems.map(({ row, column, value, message }) => [row, column, value, message])
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}`
}
