/** A label of an asset or a room. */
export interface Label {
  readonly id: number
  /** Asset number or code of the room. */
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly dept: string
}

/** A sheet of labels. */
export interface LabelSheet {
  /** Start of the address in every code; empty for the address of the page. */
  readonly host: string
  readonly labels: readonly Label[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/labels/': LabelSheet
  }
}
