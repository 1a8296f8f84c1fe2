import { readSheet } from 'read-excel-file/universal'
import type { Cell, ParseKinds, Table } from '../kinds.ts'
import { Unreadable } from './unreadable.ts'
import { checkWorkbook, type SheetNotes } from './workbook.ts'

/** What is handed on to the server: it takes a moment of everybody's time. */
const MAX_CELLS = 300_000
const MAX_CHARACTERS = 10_000_000

/** A cell as the spreadsheet names it, such as `C7`. */
const cellName = ({ column, row }: { readonly column: number; readonly row: number }): string =>
  `${column > 26 ? String.fromCharCode(64 + Math.floor((column - 1) / 26)) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}${row}`

/** The cells, with those named that hold no value: the reader leaves them empty or hands out the code of the error as a text. */
function withFaults(rows: readonly (readonly Cell[])[], { faults }: SheetNotes): readonly (readonly Cell[])[] {
  if (faults.length === 0) return rows
  const named = rows.map((row) => [...row])
  for (const { column, row, fault } of faults) {
    // The reader drops rows and columns at the end in which it found nothing.
    while (named.length < row) named.push([])
    const cells = named[row - 1] ?? []
    while (cells.length < column) cells.push(null)
    cells[column - 1] = fault
  }
  return named
}

/** The cells of the first sheet of an xlsx file. @throws Unreadable */
export async function readTable(content: Buffer, { rows }: ParseKinds['table']['options']): Promise<Table> {
  const notes = await checkWorkbook(content)
  // This reader unpacks by the directory, as the check does; the one for Node goes from front to back.
  const table = await readSheet(new Uint8Array(content).buffer).catch(() => {
    // The reader throws many kinds of errors over a broken file; to the sender they all mean the same.
    const formula = notes.faults.find(({ fault }) => fault.fault === 'noStoredValue')
    if (formula !== undefined) throw new Unreadable('import.noStoredCell', cellName(formula))
    throw new Unreadable('import.unreadable')
  })
  if (table.length - 1 > rows) throw new Unreadable('import.tooManyRows', rows)
  const cells = table.length * (table[0]?.length ?? 0)
  if (cells > MAX_CELLS) throw new Unreadable('upload.tooManyCells', MAX_CELLS)
  let characters = 0
  for (const row of table) for (const cell of row) if (typeof cell === 'string') characters += cell.length
  if (characters > MAX_CHARACTERS) throw new Unreadable('upload.tooMuchText', MAX_CHARACTERS)
  return {
    rows: withFaults(table as readonly (readonly Cell[])[], notes),
    hidden: notes.hidden.filter((row) => row > 1),
  }
}
