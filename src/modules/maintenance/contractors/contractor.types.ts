/** A contractor of repairs with what its orders say of it (40.3). */
export interface Contractor {
  readonly id: number
  readonly name: string
  /** Dictionary vendorState. */
  readonly state: string
  /** `yyyy-MM-dd` on which the first of its permits ends; null without any. */
  readonly permitUntil: string | null
  readonly openOrders: number
  readonly doneOrders: number
  /** Mean of the ratings people gave, with one place; null without any. */
  readonly rating: string | null
  /** What its accepted repairs cost, in yuan. */
  readonly cost: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/maintenance/contractor/': readonly Contractor[]
  }
}
