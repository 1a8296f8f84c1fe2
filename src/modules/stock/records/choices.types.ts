/** Answers about stock. */

/** What a form's item picker offers. */
export interface StockItemChoice {
  readonly id: number
  readonly label: string
  /** What is available, in words. */
  readonly note: string
}

/** A demand that waits for goods, as a receipt offers it. */
export interface DemandChoice {
  readonly id: number
  readonly no: string
  readonly label: string
  /** What is still wanted, in words. */
  readonly note: string
  readonly itemId: number
  readonly size: string
  /** What is still wanted. */
  readonly qty: number
  readonly needAt: string | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/demand/choices/': readonly DemandChoice[]
    'GET /api/stock/item/choices/': readonly StockItemChoice[]
  }
}
