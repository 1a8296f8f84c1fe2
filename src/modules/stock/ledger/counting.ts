/** Differences of a count (E5): counted - (snapshot + movements up to the moment of counting). */

/** One look at a batch: how many there were, and how many there should have been at that moment. */
export interface Look {
  readonly qty: number
  readonly expected: number
}

/** The later look counts; null of a batch that nobody counted, which means nothing. */
export function differenceOf(first: Look | null, second: Look | null): number | null {
  const look = second ?? first
  return look === null ? null : look.qty - look.expected
}

/** Whether the difference is worth a second pair of eyes; prices and limits in yuan. */
export const needsSecond = (first: Look | null, second: Look | null, price: number, limit: number): boolean =>
  first !== null && second === null && Math.abs(first.qty - first.expected) * price > limit
