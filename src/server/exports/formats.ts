/** What a file of an export can be: a sheet for people, comma-separated values and JSON for other programs. Rows are written as they come. */
import type { ExportFormat } from '#src/define/answers/files.ts'
import { sheetMime } from '#src/server/records/transfer/sheets.ts'
import { harmless, type SheetColumn, type Value, workbook } from '#src/server/records/transfer/workbook.ts'

type Pages = AsyncIterable<readonly (readonly Value[])[]>

interface Format {
  readonly mime: string
  readonly bytes: (columns: readonly SheetColumn[], pages: Pages, at: Date) => AsyncIterable<Buffer>
}

/** Spreadsheet programs take a file without it for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A number with the places of its column. */
const figureText = (value: Exclude<Value, string | null>, { places }: SheetColumn): string => {
  const figure = typeof value === 'number' ? { number: value, places } : value
  return figure.places === undefined ? String(figure.number) : figure.number.toFixed(figure.places)
}

/** A text as RFC 4180 writes it; harmless first, since spreadsheet programs open these files too (IMPEX-STD). */
function csvText(text: string): string {
  const written = harmless(text)
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written
}

async function* csv(columns: readonly SheetColumn[], pages: Pages): AsyncGenerator<Buffer> {
  const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
  yield Buffer.from(BYTE_ORDER_MARK + line(columns.map(({ title }) => csvText(title))))
  const cellOf = (value: Value, column: SheetColumn | undefined): string => {
    if (value === null) return ''
    return typeof value === 'string' ? csvText(value) : figureText(value, column ?? { title: '' })
  }
  for await (const page of pages)
    yield Buffer.from(page.map((cells) => line(cells.map((value, at) => cellOf(value, columns[at])))).join(''))
}

/** One object for each row by the titles of the columns; of two columns with one title the later has a number behind it. */
function titlesOf(columns: readonly SheetColumn[]): readonly string[] {
  const counts = new Map<string, number>()
  return columns.map(({ title }) => {
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return count === 1 ? title : `${title} (${count})`
  })
}

async function* json(columns: readonly SheetColumn[], pages: Pages): AsyncGenerator<Buffer> {
  const titles = titlesOf(columns)
  const plain = (value: Value | undefined): string | number | null =>
    typeof value === 'object' && value !== null ? value.number : (value ?? null)
  let isFirst = true
  yield Buffer.from('[')
  for await (const page of pages) {
    let text = ''
    for (const cells of page) {
      text += `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(titles.map((title, at) => [title, plain(cells[at])])))}`
      isFirst = false
    }
    yield Buffer.from(text)
  }
  yield Buffer.from('\n]\n')
}

export const formats: Readonly<Record<ExportFormat, Format>> = {
  xlsx: { mime: sheetMime, bytes: workbook },
  csv: { mime: 'text/csv; charset=utf-8', bytes: csv },
  json: { mime: 'application/json; charset=utf-8', bytes: json },
}
