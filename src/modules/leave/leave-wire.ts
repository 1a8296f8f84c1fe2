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

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/leave/quota/own/': OwnLeave
  }
}
