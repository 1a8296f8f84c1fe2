/** The moving average of an item in exact whole numbers: thousandths of units, and cents (STK-53). */
import { THOUSANDTHS } from '#src/fields/quantity/quantities.ts'

/** What there is of an item over all warehouses and in transit. */
export interface Holding {
  /** In thousandths. */
  readonly qty: bigint
  /** In cents; nothing is worth nothing. */
  readonly cents: bigint
}

/** `numerator / denominator` to the nearest whole number, halves up; both are not negative. */
const divideRounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/** What `qty` of the holding is worth. What empties it takes the whole value; what does not leaves at least one cent of it. */
export function valueOfIssue({ qty, cents }: Holding, issued: bigint): bigint {
  if (issued < 0n || issued > qty) throw new RangeError(`${issued} of ${qty}`)
  if (issued === qty) return cents
  const value = divideRounded(cents * issued, qty)
  return value === cents && cents > 0n ? cents - 1n : value
}

/** Value of the thousandths `from` to `to` of an issue of `qty` worth `cents`: all parts of an issue together are worth what it was. */
export function valueOfReturn(issue: Holding, from: bigint, to: bigint): bigint {
  if (from < 0n || to < from || to > issue.qty) throw new RangeError(`${from} to ${to} of ${issue.qty}`)
  if (issue.qty === 0n) return 0n
  return (issue.cents * to) / issue.qty - (issue.cents * from) / issue.qty
}

/** Yuan for a unit with six decimals; null of an empty holding. */
export function averagePrice({ qty, cents }: Holding): string | null {
  if (qty === 0n) return null
  const micro = divideRounded(cents * 10_000n * THOUSANDTHS, qty)
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`
}

/** Whether a holding may be left like this: empty exactly when it is worth nothing, unless it never was worth anything. */
export const isSound = (after: Holding, before: Holding): boolean =>
  after.qty >= 0n &&
  after.cents >= 0n &&
  (after.qty > 0n || after.cents === 0n) &&
  (after.cents > 0n || after.qty === 0n || before.cents === 0n)
