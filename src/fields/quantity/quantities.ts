/** Arithmetic on quantities, exact to the thousandth of a unit. A quantity is a number that stands for a decimal of at most three places: it is carried and compared as it is, and calculated in thousandths. */
import { formatScaled, parseScaled } from '../decimal/scaled.ts'
import { fromCents, toCents } from '../money/cents.ts'

/** Digits behind the point of the finest quantity. */
export const QTY_PLACES = 3
/** Thousandths in a unit. */
export const THOUSANDTHS = 1000n

/** The quantity in thousandths. @throws RangeError for what has more places */
export function toThousandths(qty: number | string): bigint {
  const thousandths = parseScaled(qty, QTY_PLACES)
  if (thousandths === null) throw new RangeError(`not a quantity: ${qty}`)
  return thousandths
}

/** Thousandths as a quantity. The text is read back to the number that is written the same. */
export const fromThousandths = (thousandths: bigint): number => Number(formatScaled(thousandths, QTY_PLACES))

export const addQty = (left: number, right: number): number =>
  fromThousandths(toThousandths(left) + toThousandths(right))
export const subtractQty = (left: number, right: number): number =>
  fromThousandths(toThousandths(left) - toThousandths(right))
/** The sum of any number of quantities; 0 of none. */
export function sumQty(quantities: Iterable<number>): number {
  let sum = 0n
  for (const qty of quantities) sum += toThousandths(qty)
  return fromThousandths(sum)
}

/** Cents for a quantity at a price of so many cents, to the nearest cent, halves away from zero. */
export function centsForQty(cents: bigint, qty: number): bigint {
  const exact = cents * toThousandths(qty)
  const half = exact < 0n ? -THOUSANDTHS / 2n : THOUSANDTHS / 2n
  return (exact + half) / THOUSANDTHS
}

/** The amount for a quantity at a price. */
export const amountForQty = (price: string, qty: number): string => fromCents(centsForQty(toCents(price), qty))

/** Whether the quantity has no more than so many places. */
export const fitsPlaces = (qty: number | string, places: number): boolean => parseScaled(qty, places) !== null

/** The quantity with exactly so many places; with those it has where they are not known. */
export function printQty(qty: number | string, places?: number | null): string {
  const thousandths = parseScaled(qty, QTY_PLACES)
  if (thousandths === null) return String(qty)
  const whole = formatScaled(thousandths, QTY_PLACES)
  const scaled = parseScaled(whole, places ?? 0)
  return scaled === null ? whole.replace(/0+$/, '') : formatScaled(scaled, places ?? 0)
}
