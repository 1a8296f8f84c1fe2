/** Text copied from a spreadsheet, as cells by the columns of a document's lines. */

import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { settleNumber } from '#src/fields/decimal/written.ts'
import { fromThousandths, printQty, toThousandths } from '#src/fields/quantity/quantities.ts'

/** Most rows of one document. */
export const MAX_SHEET_ROWS = 200

export const sheetColumns = {
  in: ['itemId', 'size', 'qty', 'price', 'batchNo', 'produceDate', 'expireDate', 'bin'],
  out: ['itemId', 'size', 'qty', 'batchId', 'reason'],
} as const

export interface SheetRow {
  /** Number of the row in the text, from 1. */
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
}

/** Cells of one line: by tabs as a spreadsheet copies them, else by commas. */
const cellsOf = (line: string): readonly string[] =>
  (line.includes('\t') ? line.split('\t') : line.split(/[,，]/)).map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1'))

/** Packs times units (`3 x 12`) as units; anything else as it stands, without separators of thousands. */
export function unitsOf(text: string): string {
  const found = /^(\d{1,6}(?:\.\d{1,3})?)\s*[x×*＊X]\s*(\d{1,6})$/.exec(text.trim())
  return found
    ? printQty(fromThousandths(toThousandths(found[1] ?? '0') * BigInt(found[2] ?? '0')))
    : settleNumber(text)
}

/**
 * Rows of the text. A first row that names at least two columns is a head and says their order; without one the
 * columns follow `sheetColumns`. Empty rows count and are left out.
 */
export function sheetRows(
  text: string,
  columns: readonly string[],
  namesOf: (column: string) => readonly string[],
): readonly SheetRow[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const first = lines.findIndex((line) => !isBlank(line))
  const named = cellsOf(lines[first] ?? '').map((cell) =>
    columns.find((column) => namesOf(column).some((name) => name.toLowerCase() === cell.toLowerCase())),
  )
  const hasHead = named.filter((column) => column !== undefined).length >= 2
  const order = hasHead ? named : columns
  return lines.flatMap((line, index) => {
    if (isBlank(line) || (hasHead && index === first)) return []
    const cells = cellsOf(line)
    return [
      {
        row: index + 1,
        cells: Object.fromEntries(order.flatMap((column, at) => (column ? [[column, cells[at] ?? '']] : []))),
      },
    ]
  })
}
