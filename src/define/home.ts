/** GET /api/home/budget_exec/: budget execution of the current year within the reader's scope (BUD-08). Money in yuan as decimal strings, rates in percent. */
export interface BudgetExecution {
  readonly year: number
  readonly approved: string
  readonly frozen: string
  readonly used: string
  readonly available: string
  readonly usedPercent: number
  readonly frozenPercent: number
  /** Day of the year over days of the year. */
  readonly timePercent: number
}
