import type { Problem } from '#src/define/problem.ts'
/** What is shown of a payment that waits for its result. */
export interface Markable {
  readonly id: number
  readonly no: string
  readonly payeeName: string
  readonly amount: string
}

/** What became of one payment of a marking (FIN-92). */
export interface MarkResult {
  readonly id: number
  readonly ok: boolean
  readonly problem: Problem | null
}
