/** Figures of the overview of the stores; each equals the length of the list it leads to. */
export interface StockWaiting {
  readonly approveIn: number
  readonly approveOut: number
  readonly approveTransfer: number
  readonly approveAdjust: number
  readonly postIn: number
  readonly postOut: number
  readonly inTransit: number
  readonly counting: number
  readonly review: number
  /** Items whose class has not been counted for longer than its interval. */
  readonly toCount: number
  readonly belowMin: number
  readonly expiring: number
  readonly expired: number
  readonly held: number
  readonly demands: number
  readonly overdueReturns: number
}

export interface BelowMin {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly minStock: number
  readonly available: number
  /** Demanded or ordered, not received. */
  readonly onOrder: number
}

export interface ExpiringBatch {
  readonly id: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly size: string
  readonly batchNo: string
  readonly expireDate: string
  readonly qty: number
  readonly warehouse: string
  /** At the average price, in yuan. */
  readonly value: string
  readonly isExpired: boolean
}

export interface StockOverview {
  readonly today: string
  readonly yesterday: string
  /** Last day on which a batch counts as expiring. */
  readonly until: string
  readonly waiting: StockWaiting
  readonly belowMin: readonly BelowMin[]
  readonly expiring: readonly ExpiringBatch[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/overview/': StockOverview
  }
}
