/** A ticket as supervision sees it (SUP-08). */
export interface SupervisedTicket {
  readonly title: string
  /** Whether it is so late that it may be turned into an item. */
  readonly isLate: boolean
  /** The item that names it already. */
  readonly item: { readonly id: number; readonly no: string; readonly state: string } | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/supervision/ticket/:id/': SupervisedTicket
    'POST /api/supervision/ticket/:id/': { readonly id: number }
  }
}
