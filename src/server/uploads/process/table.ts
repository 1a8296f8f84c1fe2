import { readSheet } from 'read-excel-file/universal'
import type { ParseKinds, Table } from '../kinds.ts'
import { Unreadable } from './unreadable.ts'
import { checkWorkbook } from './workbook.ts'

/** What is handed on to the server: it takes a moment of everybody's time. */
const MAX_CELLS = 300_000
const MAX_CHARACTERS = 10_000_000

/** The cells of the first sheet of an xlsx file. @throws Unreadable */
export async function readTable(content: Buffer, { rows }: ParseKinds['table']['options']): Promise<Table> {
  await checkWorkbook(content)
  // This reader unpacks by the directory, as the check does; the one for Node goes from front to back.
  const table = await readSheet(new Uint8Array(content).buffer).catch(() => {
    // The reader throws many kinds of errors over a broken file; to the sender they all mean the same.
    throw new Unreadable('import.unreadable')
  })
  if (table.length - 1 > rows) throw new Unreadable('import.tooManyRows', rows)
  const cells = table.length * (table[0]?.length ?? 0)
  if (cells > MAX_CELLS) throw new Unreadable('upload.tooManyCells', MAX_CELLS)
  let characters = 0
  for (const row of table) for (const cell of row) if (typeof cell === 'string') characters += cell.length
  if (characters > MAX_CHARACTERS) throw new Unreadable('upload.tooMuchText', MAX_CHARACTERS)
  return table as Table
}
