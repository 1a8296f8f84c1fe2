/** How many of the chosen items it was done to, and how many do not allow it now. */
export interface ManyResult {
  readonly done: number
  readonly skipped: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/supervision/urge/': ManyResult
    'POST /api/supervision/assign/': ManyResult
    'POST /api/supervision/officer/': ManyResult
  }
}
