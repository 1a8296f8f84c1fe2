/** Money arithmetic on decimal strings, exact to the cent (INV-12). Texts that are no amount throw a RangeError: outside values are checked by the field first. */
import { moneyText } from '#src/define/money.ts'
import { formatScaled, parseScaled } from '../decimal/scaled.ts'

/** The amount in cents. */
export function toCents(amount: string): bigint {
  const cents = parseScaled(amount, 2)
  if (cents === null) throw new RangeError(`not an amount: ${amount}`)
  return cents
}
/** Cents as `"1234.50"`. */
export const fromCents = (cents: bigint): string => formatScaled(cents, 2)

export const addMoney = (left: string, right: string): string => fromCents(toCents(left) + toCents(right))
export const subtractMoney = (left: string, right: string): string => fromCents(toCents(left) - toCents(right))
/** The sum of any number of amounts; `"0.00"` of none. */
export const sumMoney = (amounts: Iterable<string>): string => {
  let cents = 0n
  for (const amount of amounts) cents += toCents(amount)
  return fromCents(cents)
}
/** The amount `count` times, `count` a whole number. */
export const timesMoney = (amount: string, count: number): string => fromCents(toCents(amount) * BigInt(count))

/** Negative, zero or positive. */
export function compareMoney(left: string, right: string): number {
  const difference = toCents(left) - toCents(right)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** `1234567.5` as `1,234,567.50`. */
export const printMoney = (amount: string): string => moneyText(fromCents(toCents(amount)))
