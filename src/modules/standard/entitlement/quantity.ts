import type { Rounding, Tier } from './standard-rule.ts'

/** Hundredths in one piece. */
export const PIECE = 100

/** Whole pieces out of hundredths, by the rounding the standard states. */
export function roundPieces(hundredths: number, rounding: Rounding): number {
  if (rounding === 'ceil') return Math.ceil(hundredths / PIECE)
  if (rounding === 'floor') return Math.floor(hundredths / PIECE)
  return Math.floor((hundredths + PIECE / 2) / PIECE)
}

/** Groups of `per` people: a started one counts with `ceil`, only full ones with `floor`, from the half on with `halfUp`. */
function groupsOf(people: number, per: number, rounding: Rounding): number {
  if (rounding === 'ceil') return Math.ceil(people / per)
  if (rounding === 'floor') return Math.floor(people / per)
  return Math.floor((2 * people + per) / (2 * per))
}

/** One band of a tiered standard, with what it comes to. */
export interface TierShare {
  readonly from: number
  readonly per: number
  readonly people: number
  readonly groups: number
  readonly qty: number
}

/** The bands for so many people: each is rounded by itself, since the next band begins behind it. */
export function tierShares(people: number, tiers: readonly Tier[], rounding: Rounding): readonly TierShare[] {
  const bands = [...tiers].sort((one, other) => one.from - other.from)
  return bands.flatMap((tier, index) => {
    const end = bands[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const inBand = Math.max(0, Math.min(people, end) - tier.from)
    if (inBand === 0) return []
    const groups = groupsOf(inBand, tier.per, rounding)
    return [{ from: tier.from, per: tier.per, people: inBand, groups, qty: groups * tier.qty }]
  })
}
