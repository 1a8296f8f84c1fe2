/** Reads a csv file as it arrives (RFC 4180): no more of it in memory than its cells. */
import type { Readable } from 'node:stream'
import { badFile } from '#src/define/problem.ts'

export interface CsvLimits {
  readonly rows: number
  /** Characters of a cell at most. */
  readonly cell: number
}

/** The rows with their cells. @throws Refusal 4013 for what is no UTF-8 csv or has too many rows */
export async function readCsv(content: Readable, { rows: most, cell: longest }: CsvLimits): Promise<string[][]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  // A quote inside quotes ends them, unless another one follows.
  let isEnding = false
  const endCell = (): void => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    if (rows.length > most + 1) throw badFile('area.csvRows', most)
    row = []
  }
  const read = (text: string): void => {
    for (const sign of text) {
      if (isEnding) {
        isEnding = false
        if (sign === '"') {
          cell += sign
          continue
        }
        isQuoted = false
      }
      if (isQuoted) {
        if (sign === '"') isEnding = true
        else cell += sign
      } else if (sign === '"' && cell.trim() === '') isQuoted = true
      else if (sign === ',') endCell()
      else if (sign === '\n') endRow()
      else cell += sign
      if (cell.length > longest) throw badFile('area.csvEncoding')
    }
  }
  try {
    for await (const chunk of content) read(decoder.decode(chunk as Buffer, { stream: true }))
    read(decoder.decode())
  } catch (error) {
    content.resume()
    if (error instanceof TypeError) throw badFile('area.csvEncoding')
    throw error
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
