/** What a scan does to the lines of a document. */
import type { FormData } from '#src/fields/field.ts'
import { addQty, amountForQty, fitsPlaces, QTY_PLACES } from '#src/fields/quantity/quantities.ts'
import type { EntryKind, ScanResult } from './entry.types.ts'

type ScannedItem = Extract<ScanResult, { kind: 'item' }>

/** `3*6901234567892` means three packs; without a number it is one. */
export function packsOf(typed: string): { readonly packs: number; readonly text: string } {
  const found = /^(\d{1,4})\s*[*×xX]\s*(\S.*)$/.exec(typed.trim())
  return found ? { packs: Math.max(1, Number(found[1])), text: found[2] ?? '' } : { packs: 1, text: typed.trim() }
}

/** The lines without the empty ones: one that the form began with gives its place. */
export const filledLines = (lines: readonly FormData[]): readonly FormData[] =>
  lines.filter((line) => Object.values(line).some((cell) => cell !== null && cell !== undefined && cell !== ''))

/** Rows that would be too many for one document: nothing of them is taken. Null where they fit. */
export function tooMany(
  lines: readonly FormData[],
  pasted: number,
  most: number,
): { readonly pasted: number; readonly present: number; readonly room: number } | null {
  const present = filledLines(lines).length
  return present + pasted > most ? { pasted, present, room: Math.max(0, most - present) } : null
}

/** What a line of a receipt comes to, as the server will say; the same object for the same line, so that it is not drawn again. */
const worth = new WeakMap<FormData, FormData>()

/** The lines of a receipt with their amounts, which the form shows with their sum. */
export function withAmounts(lines: readonly FormData[]): readonly FormData[] {
  return lines.map((line) => {
    const known = worth.get(line)
    if (known !== undefined) return known
    const { price, qty } = line
    const isPriced =
      typeof price === 'string' &&
      /^\d+(\.\d{1,2})?$/.test(price) &&
      typeof qty === 'number' &&
      fitsPlaces(qty, QTY_PLACES)
    const shown = isPriced ? { ...line, amount: amountForQty(price, qty) } : line
    worth.set(line, shown)
    return shown
  })
}

/** The lines as they are sent: amounts are the server's. */
export const withoutAmounts = (lines: readonly FormData[]): readonly FormData[] =>
  lines.map(({ amount: _amount, ...line }) => line)

/** Adds the units to the line of the same item, size and batch, or a new line; `total` is what that line has then. */
export function addScanned(
  lines: readonly FormData[],
  item: ScannedItem,
  packs: number,
  bin: string | null,
  kind: EntryKind,
): { readonly rows: readonly FormData[]; readonly total: number } {
  const units = packs * item.packQty
  const isIn = kind === 'in'
  const isSame = (line: FormData): boolean =>
    Number(line.itemId) === item.itemId &&
    String(line.size ?? '') === item.size &&
    (!isIn ||
      (String(line.batchNo ?? '') === (item.batchNo ?? '') &&
        String(line.expireDate ?? '') === (item.expireDate ?? '')))
  const place = lines.findIndex(isSame)
  const found = lines[place]
  if (found !== undefined) {
    const total = addQty(typeof found.qty === 'number' ? found.qty : 0, units)
    return { rows: lines.map((line, at) => (at === place ? { ...line, qty: total } : line)), total }
  }
  const added: FormData = {
    itemId: item.itemId,
    size: item.size === '' ? null : item.size,
    qty: units,
    ...(isIn && { batchNo: item.batchNo, produceDate: item.produceDate, expireDate: item.expireDate, bin }),
  }
  return { rows: [...filledLines(lines), added], total: units }
}
