/** Spreadsheets out and in (IMPEX-STD). */

import { Readable } from 'node:stream'
import { FileAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { badFile } from '#src/define/problem.ts'
import { provideService, sheets } from '#src/define/services.ts'
import type { Texts } from '#src/server/texts.ts'
import { type Cell, type CellFault, isCellFault, type Table } from '#src/server/uploads/kinds.ts'
import type { Parser } from '#src/server/uploads/parser.ts'
import { createFaults } from '../checks/faults.ts'
import { type SheetColumn, type Value, workbook } from './workbook.ts'

/** Media type of an xlsx file. */
export const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `{resource}_{yyyyMMddHHmmss}.{ending}`, in ASCII. */
export const exportName = (resource: string, at: Date, ending: string): string =>
  `${resource}_${momentText(at).replace(/\D/g, '')}.${ending}`
export const sheetName = (resource: string, at: Date): string => exportName(resource, at, 'xlsx')

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

/** The rows of a sheet of which every cell holds a value. @throws Refusal that names the first that does not */
export function plainRows({ rows }: Table): readonly (readonly Exclude<Cell, CellFault>[])[] {
  for (const [index, row] of rows.entries())
    for (const cell of row) if (isCellFault(cell)) throw badFile('import.faultInRow', index + 1, cell.text)
  return rows as readonly (readonly Exclude<Cell, CellFault>[])[]
}

/** What modules may do with spreadsheets beside their records. */
export const sheetsService = (parser: Parser, texts: Texts) =>
  provideService(sheets, ({ clock }) => ({
    read: async (content, rows, sender) => plainRows(await parser.parse('table', content, { rows }, sender)),
    readCsv: (content, limits, sender) => parser.parse('csv', content, limits, sender),
    template: (name, columns) => sheetAnswer(name, clock.now(), columns, []),
    faults: (language) => createFaults(texts, language, (_, name) => name),
    table: (name, columns, rows) => sheetAnswer(name, clock.now(), columns, rows, rows.length),
  }))
