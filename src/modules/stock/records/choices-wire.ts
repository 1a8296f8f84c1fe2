/** Answers about stock. */

/** What a form's item picker offers. */
export interface StockItemChoice {
  readonly id: number
  readonly label: string
  /** What is available, in words. */
  readonly note: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/item/choices/': readonly StockItemChoice[]
  }
}
