/** Lists of tickets and their figures in the API (97-api, 20.6, 20.8). */
import type { TicketRow } from './line.ts'

/** The seven lists of 20.6. */
export type TicketLabel = 'pendingApproval' | 'approved' | 'toSubmit' | 'submitted' | 'todo' | 'done' | 'assigned'
export const ticketLabels: readonly TicketLabel[] = [
  'pendingApproval',
  'approved',
  'toSubmit',
  'submitted',
  'todo',
  'done',
  'assigned',
]
export type TicketCounts = Readonly<Record<TicketLabel, number>>

/** Lists one can ask for: the seven, `mine`, everything a person ever applied for (APP-SHELL Mine), and `register`, what the person may read of the types they name (`T:Register` within the data scope). */
export type TicketListName = TicketLabel | 'mine' | 'register'
export const ticketListNames: readonly TicketListName[] = [...ticketLabels, 'mine', 'register']

/** How long tickets have stood where they are, in days from-to (20.6 ageing). */
export const stayBands = ['0-1', '1-3', '3-7', '7-'] as const
export type StayBand = (typeof stayBands)[number]

/** GET /api/workflow/ticket/charts/: the list under the same filters, counted. Tickets that wait for nobody have no age. */
export interface TicketCharts {
  readonly total: number
  readonly byType: readonly { readonly type: string; readonly count: number }[]
  readonly byStay: readonly { readonly band: StayBand; readonly count: number }[]
}

/** Filters of the list under a name (20.6 saved views). */
export interface SavedView {
  readonly id: number
  readonly name: string
  /** Query of the list's address. */
  readonly query: string
}

/** GET /api/workflow/ticket/statistics/: my approvals of this month (20.8). */
export interface ApprovalStatistics {
  readonly handled: number
  /** From the task's opening to my decision; null without any. */
  readonly averageHours: number | null
  /** Share of returns, 0 to 1; null without any. */
  readonly returnRate: number | null
}

/** GET /api/workflow/ticket/live_checks/: pending tickets whose business check fails now (20.8). */
export interface FailedCheck {
  readonly id: number
  /** Message keys of the figures that fail. */
  readonly labels: readonly string[]
}

/** A row of GET /api/home/my_tasks/: one of what waits for me, most urgent first (10.2). */
export interface UrgentTask extends TicketRow {
  readonly kind: 'approve' | 'handle'
  /** How its deadline stands; `soon` within a day. */
  readonly due: 'overdue' | 'soon' | 'inTime' | 'none'
}
export interface MyTasks {
  /** Tasks in all, to approve and to handle. */
  readonly total: number
  readonly tasks: readonly UrgentTask[]
}

/** POST /api/workflow/ticket/batch_approve/ */
export interface BatchResult {
  readonly id: number
  readonly ok: boolean
  readonly errKey: string | null
  readonly msg: string | null
}
