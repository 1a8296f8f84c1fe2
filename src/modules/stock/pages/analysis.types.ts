/** Figures of the stores over a year. */
export interface StockMonth {
  /** `yyyy-MM`. */
  readonly month: string
  readonly inValue: string
  readonly outValue: string
  readonly isClosed: boolean
}

export interface StockMover {
  readonly itemId: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly qty: number
  readonly value: string
}

/** An item that nobody took for long. */
export interface DeadStock extends StockMover {
  /** Null when none of it was ever issued. */
  readonly lastOut: string | null
}

export interface StockAnalysis {
  readonly months: readonly StockMonth[]
  /** Value of everything on hand now, in the warehouses and on the way between them. */
  readonly value: string
  /** What of it is between two warehouses. */
  readonly inTransitValue: string
  /** Days the stock lasts at the issues of the last 90 days; null when nothing was issued. */
  readonly turnoverDays: number | null
  readonly topIssued: readonly StockMover[]
  readonly dead: readonly DeadStock[]
  readonly deadValue: string
  /** Of batches that expire within the days of the configuration, and of those that have expired. */
  readonly expiringValue: string
  readonly expiredValue: string
}

/** A line of the cost report of a closed month. */
export interface PeriodLine {
  readonly itemId: number
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly category: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly openingQty: number
  readonly openingValue: string
  readonly inQty: number
  readonly inValue: string
  readonly outQty: number
  readonly outValue: string
  readonly closingQty: number
  readonly closingValue: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/analysis/': StockAnalysis
    'GET /api/stock/period/:id/report/': readonly PeriodLine[]
  }
}
