/** Spreadsheets out and in (IMPEX-STD). */

import { Readable } from 'node:stream'
import { readSheet } from 'read-excel-file/node'
import { FileAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { provideLedger, sheets } from '#src/define/ledgers.ts'
import { badFile } from '#src/define/problem.ts'
import { unpackedSize } from './unpacked.ts'
import { type SheetColumn, type Value, workbook } from './workbook.ts'

/** Media type of an xlsx file. */
export const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What an upload may unpack to, in bytes: a table of 2,000 rows is far below it. */
const largestUnpacked = 60_000_000

/** `{resource}_{yyyyMMddHHmmss}.xlsx`, in ASCII. */
export const sheetName = (resource: string, at: Date): string => `${resource}_${momentText(at).replace(/\D/g, '')}.xlsx`

/** An xlsx download with a sticky head row. */
export function sheetAnswer(
  resource: string,
  at: Date,
  columns: readonly SheetColumn[],
  rows: readonly (readonly Value[])[],
  count?: number,
): FileAnswer {
  async function* page(): AsyncGenerator<readonly (readonly Value[])[]> {
    yield rows
  }
  return new FileAnswer({
    name: sheetName(resource, at),
    mime: sheetMime,
    content: Readable.from(workbook(columns, page(), at)),
    ...(count !== undefined && { rows: count }),
  })
}

/** The cells of the first sheet; 4013 when the file is no xlsx table or would unpack to more than is reasonable. */
export async function readTable(content: Buffer): Promise<readonly (readonly unknown[])[]> {
  if ((await unpackedSize(content, largestUnpacked)) === Infinity) throw badFile('import.unreadable')
  try {
    return await readSheet(content)
  } catch {
    // The reader throws many kinds of errors over a broken file; to the sender they all mean the same.
    throw badFile('import.unreadable')
  }
}

/** What modules may do with spreadsheets beside their records. */
export const sheetsLedger = provideLedger(sheets, ({ clock }) => ({
  read: readTable,
  template: (name, columns) => sheetAnswer(name, clock.now(), columns, []),
  table: (name, columns, rows) => sheetAnswer(name, clock.now(), columns, rows, rows.length),
}))
