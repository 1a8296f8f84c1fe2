/** Budget lines of the demo whose past the budget ledger no longer opens: it takes neither years that are over nor what was spent on days before. */
import type { ServiceToken } from './services.ts'

/** A line of a project. Amounts in yuan as decimal strings. */
export interface PastBudgetLine {
  readonly projectId: number
  readonly deptId: number
  readonly year: number
  readonly subjectCode: string
  readonly approved: string
  /** Spent some days ago. */
  readonly used: string
}

export interface PastBudget {
  /** Opens each line on the first day of its year, with the entries of the ledger that make its figures. */
  open(lines: readonly PastBudgetLine[]): Promise<void>
}

export const pastBudget: ServiceToken<PastBudget> = { name: 'pastBudget' }
