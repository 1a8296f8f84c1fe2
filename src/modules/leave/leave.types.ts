/** What the personal centre shows of one's own leave (10.3). */
import type { TakenLeave } from './taken-leave.ts'

/** Days of one kind of leave in a year. */
export interface QuotaDays {
  readonly leaveType: string
  readonly total: number
  readonly carried: number
  readonly used: number
  readonly pending: number
  readonly remaining: number
}
/** Hours of overtime that can still be taken, and when the first of them lapse. */
export interface CompensationHours {
  readonly hours: number
  readonly expiresOn: string | null
}
export interface OwnLeave {
  readonly year: number
  readonly quotas: readonly QuotaDays[]
  readonly compensation: CompensationHours
  readonly taken: readonly TakenLeave[]
}

/** One person's absence; dates are `yyyy-MM-dd`, both included. */
export interface LeaveAway {
  readonly id: number
  readonly name: string
  readonly deptId: number
  readonly dept: string
  /** `requested`: leave that waits for its approval. */
  readonly reason: 'leave' | 'requested' | 'trip'
  readonly startDate: string
  readonly endDate: string
}
/** Annual leave of a department in a year, in days. */
export interface AnnualLeaveUse {
  readonly deptId: number
  readonly dept: string
  readonly people: number
  /** People who have taken none. */
  readonly untouched: number
  /** What there is: the year's and what was carried over. */
  readonly days: number
  readonly used: number
  readonly pending: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/leave/away/': readonly LeaveAway[]
    'GET /api/leave/annual_use/': readonly AnnualLeaveUse[]
    'GET /api/leave/quota/own/': OwnLeave
  }
}
