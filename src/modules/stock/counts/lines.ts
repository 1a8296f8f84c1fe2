/** Lines of a count as its counter meets them. Pure. */
import { addQty, fitsPlaces, printQty } from '#src/fields/quantity/quantities.ts'
import type { CountSheetLine } from './count.types.ts'
import type { Entry } from './useKeptEntries.client.ts'

type Entries = ReadonlyMap<number, Entry>

/** Whether the text is a quantity of the line: at most seven digits, and its item's places. */
export const isQty = ({ qtyPlaces }: CountSheetLine, text: string): boolean =>
  /^\d{1,7}(\.\d+)?$/.test(text.trim()) && fitsPlaces(text, qtyPlaces)

/** Name, specification and size. */
export const nameOf = ({ name, spec, size }: CountSheetLine): string =>
  [name, spec, size].filter((part) => part !== '').join(' ')

/** Batch and the day it expires. */
export const batchOf = ({ batchNo, expireDate }: CountSheetLine): string =>
  [batchNo, expireDate ?? ''].filter((part) => part !== '').join(' · ')

/** The figure in the field of a line: what was written, else what its counter saved. */
export const shownQty = (line: CountSheetLine, entry: Entry | undefined): string =>
  entry?.qty ?? (line.isOwn && line.firstQty !== null ? printQty(line.firstQty, line.qtyPlaces) : '')

/** Whether the line has a figure: of its counter, of a colleague, or written and not saved yet. One for a second counter has none of theirs. */
export const isDone = (line: CountSheetLine, entry: Entry | undefined): boolean =>
  line.needsSecond && !line.isOwn
    ? isQty(line, entry?.qty ?? '')
    : line.firstBy !== null || isQty(line, entry?.qty ?? '')

/** The line after this one that still waits for its figure, from the beginning when there is none below; null when all have one. */
export function nextOpen(
  lines: readonly CountSheetLine[],
  entries: Entries,
  isOpen: (line: CountSheetLine) => boolean,
  after: number,
): CountSheetLine | null {
  const at = lines.findIndex(({ id }) => id === after)
  const turned = [...lines.slice(at + 1), ...lines.slice(0, at + 1)]
  return turned.find((line) => isOpen(line) && !isDone(line, entries.get(line.id))) ?? null
}

/** The line that a scanned code means: the one on screen, else the next of that item without a figure, else its first. */
export function lineOfCode(
  lines: readonly CountSheetLine[],
  entries: Entries,
  code: string,
  shown: number,
): CountSheetLine | null {
  const same = lines.filter(({ barcodes }) => barcodes.includes(code))
  return (
    same.find(({ id }) => id === shown) ?? same.find((line) => !isDone(line, entries.get(line.id))) ?? same[0] ?? null
  )
}

/** What a scan makes of the figure of a line: each piece that is scanned counts one; a line that has its figure is only shown first. */
export function scannedQty(line: CountSheetLine, entry: Entry | undefined, isShown: boolean): string {
  const qty = shownQty(line, entry)
  if (!isQty(line, qty)) return '1'
  return isShown ? printQty(addQty(Number(qty), 1), line.qtyPlaces) : qty
}

/** One more or less, never below zero and never past the digits of the field. */
export const stepQty = (line: CountSheetLine, qty: string, by: 1 | -1): string =>
  printQty(Math.min(9_999_999, Math.max(0, addQty(isQty(line, qty) ? Number(qty) : 0, by))), line.qtyPlaces)

/** What the first counter found, with the places of the item. */
export const countedText = ({ firstQty, qtyPlaces }: CountSheetLine): string | null =>
  firstQty === null ? null : printQty(firstQty, qtyPlaces)
