/** Answers about budget lines. */
import type { BudgetExecution } from '#src/define/home.ts'

/** What a form's budget picker offers. */
export interface BudgetChoice {
  readonly id: number
  readonly label: string
  /** Yuan. */
  readonly available: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/budget/line/choices/': readonly BudgetChoice[]
    'GET /api/home/budget_exec/': BudgetExecution
  }
}
