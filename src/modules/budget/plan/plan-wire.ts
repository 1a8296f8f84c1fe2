import type { PlanLine } from './year-plan-lines.ts'

/** A stored line with its id and what the review left of it. */
export interface StoredLine extends PlanLine {
  readonly id: number
  readonly reviewedAmount: string | null
}
