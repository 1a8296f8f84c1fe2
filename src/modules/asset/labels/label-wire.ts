/** A label of an asset or a room. */
export interface Label {
  readonly id: number
  /** Asset number or code of the room. */
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly dept: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/labels/': readonly Label[]
  }
}
