/** Differences of a count (E5): counted - (snapshot + movements up to the moment of counting). */
import { toCents } from '#src/fields/money/cents.ts'
import { subtractQty, THOUSANDTHS, toThousandths } from '#src/fields/quantity/quantities.ts'

/** One look at a batch: how many there were, and how many there should have been at that moment. */
export interface Look {
  readonly qty: number
  readonly expected: number
}

/** The later look counts; null of a batch that nobody counted, which means nothing. */
export function differenceOf(first: Look | null, second: Look | null): number | null {
  const look = second ?? first
  return look === null ? null : subtractQty(look.qty, look.expected)
}

/** Whether the difference is worth a second pair of eyes; prices and limits in yuan. */
export function needsSecond(first: Look | null, second: Look | null, price: string, limit: string): boolean {
  if (first === null || second !== null) return false
  const exact = toCents(price) * toThousandths(subtractQty(first.qty, first.expected))
  return (exact < 0n ? -exact : exact) > toCents(limit) * THOUSANDTHS
}
