/** A proof as the pages of its ticket show it. */
export interface PrintProof {
  readonly id: number
  /** 1 for the first. */
  readonly no: number
  readonly file: readonly number[]
  readonly madeAt: string
  readonly madeBy: string | null
  /** Entry of the dictionary `printVerdict`; null while the applicant has not spoken. */
  readonly verdict: string | null
  readonly note: string | null
  readonly decidedAt: string | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/printing/proofs/': readonly PrintProof[]
  }
}
