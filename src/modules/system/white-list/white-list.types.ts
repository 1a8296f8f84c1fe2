/** A call that may be opened to whoever lacks its permission (SYS-132). */
export interface OpenableCall {
  readonly value: string
  readonly label: string
  /** It answers one row and not a list. */
  readonly isOne: boolean
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/system/white_list/openable/': readonly OpenableCall[]
  }
}
