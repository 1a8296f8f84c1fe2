/** A day on which a plan was, is or will be inspected. */
export interface CalendarDay {
  /** `yyyy-MM-dd`. */
  readonly day: string
  /** Dictionary inspectState; `planned` for what the plan will ask for. */
  readonly state: string
  readonly failed: number
  /** Null for what is planned only. */
  readonly roundId: number | null
}

/** A plan with its days of one year, in order. */
export interface CalendarPlan {
  readonly id: number
  readonly item: string
  readonly location: string
  readonly cycleDays: number
  readonly worker: string
  readonly days: readonly CalendarDay[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/maintenance/calendar/': readonly CalendarPlan[]
  }
}
