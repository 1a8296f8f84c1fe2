import type { UnitOfWork } from './server.ts'

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

/** Days back from today over which approvals are measured: a month, a quarter, a year. */
export const speedSpans = ['30', '90', '365'] as const
export type SpeedSpan = (typeof speedSpans)[number]

/** Approvals of one type of application. */
export interface TypeSpeed {
  readonly type: string
  readonly decided: number
  /** From opening to decision on average. */
  readonly hours: number
}

/** A ticket with an approval that is past its due time. */
export interface LateTicket {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly title: string
  readonly dept: string
  /** Who has to decide, the longest overdue first. */
  readonly people: string
  readonly dueAt: string
}

/** GET /api/home/approval_speed/ (10.2): how long approvals took and what is overdue, of tickets whose registers the reader may read. */
export interface ApprovalSpeed {
  readonly from: string
  readonly to: string
  /** Hours; null without any decision. */
  readonly hours: number | null
  /** Of the span of the same length before; null without any. */
  readonly hoursBefore: number | null
  readonly decided: number
  readonly types: readonly TypeSpeed[]
  /** Tickets with an overdue approval. */
  readonly late: number
  /** The first of them; none for those who read no register. */
  readonly first: readonly LateTicket[]
}

/** What stands in the calendar of a person (10.2). */
export type AgendaKind = 'leave' | 'travel' | 'trip' | 'drive' | 'meal' | 'supervision'

/** One absence, trip, meal or due date of a person; each module contributes its own. */
export interface AgendaEntry {
  readonly kind: AgendaKind
  /** First and last day, `yyyy-MM-dd`. */
  readonly from: string
  readonly to: string
  /** `HH:mm` at which it begins on the first day; null where it takes whole days. */
  readonly time: string | null
  /** Where to, or of what: text as it was written, or a value of dictionary leaveType or mealType. */
  readonly name: string
  /** The page where it is read or changed; null where the person has none. */
  readonly link: string | null
}

/** What of this module a person has between two days, both included and `yyyy-MM-dd`. */
export type AgendaSource = (
  unit: UnitOfWork,
  span: { readonly userId: number; readonly from: string; readonly to: string },
) => Promise<readonly AgendaEntry[]>
