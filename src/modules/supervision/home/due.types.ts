/** An item on the home page. */
export interface DueItem {
  readonly id: number
  readonly no: string
  readonly title: string
  readonly light: string
  readonly dueDate: string
  /** Days to the due date; negative once it has passed. */
  readonly daysLeft: number
  readonly dept: string
  readonly handler: string
}
/** Widget `supervisionDue` (10.2): items in reach by light, and those that are late or due within seven days, the most urgent first. */
export interface SupervisionDue {
  readonly red: number
  readonly yellow: number
  readonly green: number
  readonly first: readonly DueItem[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/supervision/due/': SupervisionDue
  }
}
