/** Time limits of work orders (MNT-02): working time, but day and night for what is critical. Minutes are of the clock that runs. */
import type { WorkCalendar } from '#src/define/server.ts'

const MINUTE = 60_000

/** What a clock needs to know of the calendar. */
export type Hours = Pick<WorkCalendar, 'addHours' | 'hoursBetween'>

/** How long a clock ran before `since`; it is paused while that is null. */
export interface SlaClock {
  readonly minutes: number
  readonly since: Date | null
}

const runsAlways = (urgency: string): boolean => urgency === 'critical'

/** Minutes of the clock between two moments. */
export function minutesBetween(urgency: string, from: Date, to: Date, calendar: Hours): number {
  if (to <= from) return 0
  return runsAlways(urgency) ? (to.getTime() - from.getTime()) / MINUTE : calendar.hoursBetween(from, to) * 60
}

/** Minutes the clock has run by now. */
export const elapsedMinutes = ({ minutes, since }: SlaClock, urgency: string, now: Date, calendar: Hours): number =>
  since === null ? minutes : minutes + minutesBetween(urgency, since, now, calendar)

/** When the clock will have run for so many hours; null while it is paused. A target that has passed lies in the past. */
export function dueOf({ minutes, since }: SlaClock, urgency: string, hours: number, calendar: Hours): Date | null {
  if (since === null) return null
  const left = hours - minutes / 60
  if (left <= 0) return since
  return runsAlways(urgency) ? new Date(since.getTime() + left * 60 * MINUTE) : calendar.addHours(since, left)
}

/** The clock stands from now on, what ran is kept. */
export const pause = (clock: SlaClock, urgency: string, now: Date, calendar: Hours): SlaClock => ({
  minutes: elapsedMinutes(clock, urgency, now, calendar),
  since: null,
})

/** It runs on. */
export const resume = ({ minutes }: SlaClock, now: Date): SlaClock => ({ minutes, since: now })

/** Share of the time that is left at which a light turns yellow. */
const YELLOW_BEFORE = 0.25

/** How an order stands: `due` and `total` are those of the target that is waited for. */
export function lightOf(order: {
  readonly state: string
  readonly due: Date | null
  readonly hours: number
  readonly urgency: string
  readonly now: Date
  readonly calendar: Hours
}): 'green' | 'yellow' | 'red' | 'paused' | 'done' {
  const { state, due, hours, urgency, now, calendar } = order
  if (state === 'suspended') return 'paused'
  if (due === null) return 'done'
  if (due <= now) return 'red'
  return minutesBetween(urgency, now, due, calendar) < hours * 60 * YELLOW_BEFORE ? 'yellow' : 'green'
}
