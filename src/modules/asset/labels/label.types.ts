/** A label of an asset or a room. */
export interface Label {
  readonly id: number
  /** Asset number or code of the room. */
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly dept: string
  /** When it was printed last, as a moment in UTC; null for a label that never was, and for rooms, whose prints are not recorded. */
  readonly printedAt: string | null
}

/** Labels of one sheet. */
export const MAX_LABELS = 500
/** Characters of the reason for printing a label again. */
export const REASON_LENGTH = { min: 2, max: 200 } as const

/** A sheet of labels. */
export interface LabelSheet {
  /** Start of the address in every code; empty for the address of the page. */
  readonly host: string
  readonly labels: readonly Label[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/labels/': LabelSheet
    'POST /api/assets/labels/': { readonly printed: number; readonly reprinted: number }
  }
}
