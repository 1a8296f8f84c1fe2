/** Stock at the end of a day, after its last posting. */
export interface StockAsOfRow {
  readonly itemId: number
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly size: string
  readonly warehouseId: number
  readonly warehouse: string
  readonly qty: number
  /** Share of the value of the item on that day, in yuan. */
  readonly value: string
}
export interface StockAsOf {
  readonly day: string
  readonly rows: readonly StockAsOfRow[]
  readonly total: string
}

/** What the workbench tells keepers (widget stockAlert). */
export interface StockAlert {
  /** Last day on which a batch counts as expiring, and as expired. */
  readonly until: string
  readonly yesterday: string
  readonly belowMin: number
  readonly expiring: number
  readonly expired: number
  readonly items: readonly {
    readonly id: number
    readonly name: string
    readonly spec: string
    readonly unit: string
    /** Digits behind the point of its quantities. */
    readonly qtyPlaces: number
    readonly available: number
    readonly minStock: number
  }[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/as_of/': StockAsOf
    'GET /api/stock/alert/': StockAlert
  }
}
