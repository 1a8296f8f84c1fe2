/** Exact arithmetic of formulas: whole numbers of the twelfth decimal place (FRM-02). */
import { parseScaled } from '../decimal/scaled.ts'

/** Places behind the point within a formula. */
const PLACES = 12
const ONE = 10n ** BigInt(PLACES)
/** Anything beyond is no figure of an office: the result is missing. */
const LIMIT = 10n ** 20n * ONE

/** A number within a formula, in units of the twelfth place. */
export type Exact = bigint

const bounded = (value: bigint): Exact | null => (value > LIMIT || value < -LIMIT ? null : value)

/** Quotient of whole numbers, half away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const isNegative = value < 0n !== by < 0n
  const [size, divisor] = [value < 0n ? -value : value, by < 0n ? -by : by]
  const quotient = (2n * size + divisor) / (2n * divisor)
  return isNegative ? -quotient : quotient
}

/** The number of a decimal text or JSON number; null when it is none. */
export const exactOf = (value: unknown): Exact | null => {
  const units = parseScaled(value, PLACES)
  return units === null ? null : bounded(units)
}
export const exactInteger = (value: number): Exact => BigInt(value) * ONE

export const add = (left: Exact, right: Exact): Exact | null => bounded(left + right)
export const subtract = (left: Exact, right: Exact): Exact | null => bounded(left - right)
export const multiply = (left: Exact, right: Exact): Exact | null => bounded(divided(left * right, ONE))
/** Null when divided by zero. */
export const divide = (left: Exact, right: Exact): Exact | null =>
  right === 0n ? null : bounded(divided(left * ONE, right))

/** Rounded half away from zero to so many places, 0 to 12, still in units of the twelfth. */
export function round(value: Exact, places: number): Exact {
  const step = 10n ** BigInt(PLACES - Math.min(Math.max(places, 0), PLACES))
  return divided(value, step) * step
}

/** In units of the given place, half away from zero: cents with two places. */
export const scaledTo = (value: Exact, places: number): bigint => divided(value, 10n ** BigInt(PLACES - places))

/** The whole number it is, rounded half away from zero. */
export const wholeOf = (value: Exact): number => Number(divided(value, ONE))
