/** A person who eats by a grant of access, as a choice. */
export interface GuestChoice {
  readonly id: number
  readonly label: string
  /** Where they come from. */
  readonly note: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/guests/options/': readonly GuestChoice[]
  }
}
