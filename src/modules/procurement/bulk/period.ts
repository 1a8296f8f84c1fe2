/** PRC-23: which month a bulk purchase may still be submitted for. Pure. */
import { addMonths } from '#src/define/days.ts'

/** The earliest month on this day: its own up to the last day of submissions, then the next. */
export function firstPeriod(day: string, deadlineDay: number): string {
  const month = day.slice(0, 7)
  return Number(day.slice(8)) <= deadlineDay ? month : addMonths(month, 1)
}
