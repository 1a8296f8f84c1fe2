/** The sheet of a count. */
export interface CountSheetLine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly size: string
  readonly batchNo: string
  readonly expireDate: string | null
  readonly bin: string | null
  /** Barcodes that a scanner may send for it. */
  readonly barcodes: readonly string[]
  /** Null while the count is blind for the reader. */
  readonly expected: number | null
  readonly firstQty: number | null
  readonly firstBy: string | null
  readonly secondQty: number | null
  readonly secondBy: string | null
  readonly difference: number | null
  /** Difference in yuan at the average. */
  readonly value: string | null
  readonly needsSecond: boolean
  /** The reader counted it first, and somebody else has to count it again. */
  readonly isOwn: boolean
  readonly reason: string
}

export interface CountSheet {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly isBlind: boolean
  readonly mayCount: boolean
  readonly lines: readonly CountSheetLine[]
}

/** A count in which the reader counts. */
export interface OpenStockCount {
  readonly id: number
  readonly no: string
  readonly warehouse: string
  readonly dueDate: string
  readonly counted: number
  readonly total: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/count/mine/': readonly OpenStockCount[]
    'GET /api/stock/count/:id/sheet/': CountSheet
    'POST /api/stock/count/:id/entries/': null
  }
}
