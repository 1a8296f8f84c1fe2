/** PRC-23: which month a bulk purchase may still be submitted for. Pure. */
import { addDays } from '#src/define/days.ts'

/** The earliest month on this day: its own up to the last day of submissions, then the next. */
export function firstPeriod(day: string, deadlineDay: number): string {
  const month = day.slice(0, 7)
  // No month has more than 31 days, so that this day lies in the next one.
  return Number(day.slice(8)) <= deadlineDay ? month : addDays(`${month}-01`, 31).slice(0, 7)
}
