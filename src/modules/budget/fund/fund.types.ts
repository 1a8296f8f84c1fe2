/** What was really paid beside a fund plan (30.3). Money in yuan as decimal strings. */

/** Money that no plan approved. */
export interface UnplannedSpending {
  readonly id: number
  readonly lineId: number
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string
  readonly amount: string
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly title: string | null
  readonly subjectCode: string
}
export interface PlannedLine {
  readonly lineId: number
  readonly approved: string
  readonly actual: string
}
export interface PlannedWeek {
  readonly week: string
  readonly plan: string
  readonly actual: string
}
export interface FundExecution {
  readonly lines: readonly PlannedLine[]
  readonly weeks: readonly PlannedWeek[]
  readonly unplannedTotal: string
  readonly unplanned: readonly UnplannedSpending[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/budget/fund_plan/:id/execution/': FundExecution
    'POST /api/budget/fund_remind/': { readonly reminded: number }
  }
}
