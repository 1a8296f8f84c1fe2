/** The month that is settled next, and what it comes to so far. */
export interface NextSettlement {
  /** `yyyy-MM`. */
  readonly month: string
  readonly orders: number
  readonly people: number
  readonly amount: string
  /** It is settled already. */
  readonly isSettled: boolean
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/settlement/': NextSettlement
    'POST /api/canteen/settlement/': { readonly orders: number; readonly bills: number; readonly amount: string }
  }
}
