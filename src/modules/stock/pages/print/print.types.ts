/** What documents, pick lists and lists of returns show on paper. */
export interface PrintLine {
  readonly key: number
  readonly bin: string | null
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly size: string
  readonly batchNo: string
  readonly expireDate: string | null
  readonly qty: number
  /** In yuan; null where it is not settled yet. Of an adjustment what the value changes by, with its sign. */
  readonly amount: string | null
  readonly note: string
}

export interface DocumentPrint {
  readonly no: string
  readonly type: string
  readonly state: string
  readonly docDate: string
  readonly warehouse: string
  readonly toWarehouse: string | null
  readonly vendor: string | null
  readonly reason: string | null
  readonly maker: string | null
  readonly approver: string | null
  readonly printedAt: string
  readonly lines: readonly PrintLine[]
}

/** Somebody who holds units of a batch. */
export interface BatchHolder {
  readonly issueId: number
  readonly person: string
  readonly dept: string
  readonly batchNo: string
  readonly at: string
  /** Issued and not given back. */
  readonly open: number
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
}

export interface BatchHolders {
  readonly item: string
  readonly batchNo: string
  readonly holdReason: string | null
  readonly rows: readonly BatchHolder[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/document/:id/print/': DocumentPrint
    'GET /api/stock/document/:id/pick/': DocumentPrint
    'GET /api/stock/batch/:id/holders/': BatchHolders
  }
}
