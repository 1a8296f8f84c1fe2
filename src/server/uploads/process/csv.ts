/** Reads a csv file (RFC 4180). */
import type { ParseKinds } from '../kinds.ts'
import { Unreadable } from './unreadable.ts'

/** Cells of a row; no table of this product has as many. */
const MAX_COLUMNS = 100
/** Bytes read at once. */
const PIECE_BYTES = 64 * 1024

/** The rows with their cells, empty rows left out. @throws Unreadable for what is no UTF-8 csv or has too many rows */
export function readCsv(
  content: Buffer,
  { rows: most, cell: longest, separator = ',' }: ParseKinds['csv']['options'],
): readonly (readonly string[])[] {
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
    if (row.length > MAX_COLUMNS) throw new Unreadable('upload.tooManyColumns', MAX_COLUMNS)
  }
  const endRow = (): void => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    if (rows.length > most + 1) throw new Unreadable('import.tooManyRows', most)
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
      else if (sign === separator) endCell()
      else if (sign === '\n') endRow()
      else cell += sign
      if (cell.length > longest) throw new Unreadable('upload.csvEncoding')
    }
  }
  const decode = (piece?: Buffer): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw new Unreadable('upload.csvEncoding')
    }
  }
  for (let at = 0; at < content.length; at += PIECE_BYTES) read(decode(content.subarray(at, at + PIECE_BYTES)))
  read(decode())
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
