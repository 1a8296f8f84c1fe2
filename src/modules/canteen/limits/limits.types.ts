/** A person who may order for tomorrow at most (CAN-45). */
export interface LimitedPerson {
  readonly id: number
  readonly person: string
  readonly empNo: string
  readonly dept: string
  /** The meals that count, the newest last. */
  readonly missed: readonly { readonly date: string; readonly mealType: string }[]
  /** The last day of the limit. */
  readonly until: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/limits/': readonly LimitedPerson[]
    'POST /api/canteen/limits/lift/': null
  }
}
