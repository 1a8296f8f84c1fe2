/** Weighted scoring of the quotes of a selection (E13). Pure: scores are decimal texts, and figures are exact to two places. */
import { fromCents, toCents } from '#src/fields/money/cents.ts'

/** Percent of the price at least (50.10). */
export const MIN_PRICE_WEIGHT = 30
/** What all weights come to. */
export const FULL_SCORE = 100

/** What the panel gives points for, in the order of the sheet. */
export const criteria = ['quality', 'delivery', 'service'] as const
export type Criterion = (typeof criteria)[number]

/** Points at most: of the price and of each criterion; together {@link FULL_SCORE}. */
export type Weights = Readonly<Record<'price' | Criterion, number>>

/** The points of one vendor on one sheet, with at most one decimal: `17.5`. */
export type Score = { readonly vendorId: number } & Readonly<Record<Criterion, string>>

/** A valid quote within the ceiling. */
export interface Offer {
  readonly vendorId: number
  readonly amount: string
}

export interface Result {
  readonly vendorId: number
  /** Lowest price / price x weight. */
  readonly priceScore: string
  /** Mean of the sheets. */
  readonly panelScore: string
  readonly totalScore: string
  readonly rank: number
}

/** Half up, of positive numbers. */
const rounded = (value: bigint, by: bigint): bigint => (2n * value + by) / (2n * by)

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)

/**
 * What the offers come to, best first. Equal totals: the lower price is first, then the better quality, then the envelope that
 * came first, which is the order of `offers`.
 * @throws RangeError where a sheet leaves out an offer
 */
export function resultsOf(
  weights: Weights,
  offers: readonly Offer[],
  sheets: readonly (readonly Score[])[],
): readonly Result[] {
  const prices = offers.map(({ amount }) => toCents(amount))
  const lowest = prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 1n)
  return offers
    .map(({ vendorId }, index) => {
      const scores = sheets.map((sheet) => {
        const score = sheet.find((one) => one.vendorId === vendorId)
        if (score === undefined) throw new RangeError(`a sheet leaves out vendor ${vendorId}`)
        return score
      })
      const points = sumOf(scores.flatMap((score) => criteria.map((name) => toCents(score[name]))))
      const price = prices[index] ?? lowest
      const priceScore = rounded(lowest * BigInt(weights.price) * 100n, price)
      const panelScore = scores.length === 0 ? 0n : rounded(points, BigInt(scores.length))
      const quality = sumOf(scores.map((score) => toCents(score.quality)))
      return { vendorId, price, quality, priceScore, panelScore, total: priceScore + panelScore }
    })
    .toSorted((one, other) => Number(other.total - one.total || one.price - other.price || other.quality - one.quality))
    .map(({ vendorId, priceScore, panelScore, total }, index) => ({
      vendorId,
      priceScore: fromCents(priceScore),
      panelScore: fromCents(panelScore),
      totalScore: fromCents(total),
      rank: index + 1,
    }))
}
