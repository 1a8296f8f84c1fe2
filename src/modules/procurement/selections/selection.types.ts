/** What calls about selections answer. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import type { Score, Weights } from './scoring.ts'
import type { Sign } from './signs.ts'

/** A line of what is quoted for; prices stand in the order of the quotes. */
export interface ComparedLine {
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly qty: number
  /** Price of one; null where the vendor quoted none. */
  readonly prices: readonly (string | null)[]
  /** Whether the price is the lowest of the valid quotes. */
  readonly isLowest: readonly boolean[]
}

export interface ComparedQuote {
  readonly vendorId: number
  readonly vendor: string
  readonly amount: string
  readonly deliveryDays: number
  readonly warrantyMonths: number
  readonly isValid: boolean
  readonly invalidReason: string | null
  /** Valid and within the ceiling. */
  readonly isCompliant: boolean
  readonly isLowest: boolean
  readonly isWinner: boolean
  readonly rank: number | null
  /** What the lines come to where each has a price and they differ from the amount; else null. */
  readonly lineTotal: string | null
  readonly priceScore: string | null
  readonly panelScore: string | null
  readonly totalScore: string | null
}

/** The sheets of the panel. */
export interface SelectionScoring {
  readonly weights: Weights
  readonly members: number
  readonly submitted: number
  /** Names of those whose sheet is missing. */
  readonly missing: readonly string[]
  /** The reader may hand in their sheet, or replace it, now. */
  readonly mayScore: boolean
  readonly own: readonly Score[] | null
  /** Every sheet once all are in; null before, for every reader. */
  readonly sheets: readonly { readonly member: string; readonly scores: readonly Score[] }[] | null
}

/** What was offered, side by side; without a quote before the opening. */
export interface SelectionComparison {
  readonly id: number
  readonly no: string
  readonly subject: string
  readonly state: string
  readonly ceiling: string
  readonly deadline: string
  readonly lines: readonly ComparedLine[]
  readonly quotes: readonly ComparedQuote[]
  /** Signs that bidders may have agreed with each other: to be looked into, no verdict. */
  readonly signs: readonly Sign[]
  /** Invited vendors of whom no quote was opened; none before the opening. */
  readonly absent: readonly string[]
  /** Null where the lowest price decides. */
  readonly scoring: SelectionScoring | null
}

/** A selection of whose panel the reader is a member. */
export interface OwnReview {
  readonly id: number
  readonly no: string
  readonly subject: string
  readonly state: string
  readonly deadline: string
  readonly isWeighted: boolean
  readonly hasSubmitted: boolean
  readonly isScored: boolean
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/procurement/selection/awarded/': readonly PickerChoice[]
    'GET /api/procurement/selection/reviews/': readonly OwnReview[]
    'GET /api/procurement/selection/:id/comparison/': SelectionComparison
    'GET /api/procurement/selection/:id/comparison_sheet/': FileContent
    'POST /api/procurement/selection/:id/scores/': null
  }
}
