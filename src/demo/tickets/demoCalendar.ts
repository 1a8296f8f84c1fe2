/** The days that the stories of the demo ask for: each by what it has to be, never by a fixed distance that slides. Pure. */
import { addDays } from '#src/define/days.ts'

export interface DemoCalendar {
  /** The moment of the seed, its day and its year. */
  readonly now: Date
  readonly today: string
  readonly year: number
  readonly isWorkday: (day: string) => boolean
  /** The workday so many calendar days before today, or the last one before that: for what only has to be about so long ago. */
  workdayBefore(days: number): string
  /** So many workdays after a day, itself counted as 0 when it is one. */
  workdayAfter(day: string, workdays: number): string
  /** The workday so many workdays before today: two different counts are two different days. */
  workdaysAgo(workdays: number): string
  /** The last workday up to `day` from which `days` more days stay in its year, so that all of it is on one budget. */
  startInYear(day: string, days: number): string
}

export function createDemoCalendar(now: Date, today: string, isWorkday: (day: string) => boolean): DemoCalendar {
  const before = (day: string): string => (isWorkday(day) ? day : before(addDays(day, -1)))
  const after = (day: string): string => (isWorkday(day) ? day : after(addDays(day, 1)))
  const startInYear = (day: string, days: number): string => {
    const last = addDays(`${day.slice(0, 4)}-12-31`, -days)
    const start = before(day < last ? day : last)
    // The first days of a year are free: the workday before them is of the year before.
    return start.slice(0, 4) === day.slice(0, 4) ? start : startInYear(start, days)
  }
  /** Today, and the workdays before it, each worked out once: callers ask for many of them by number. */
  const past = [today]
  return {
    now,
    today,
    year: Number(today.slice(0, 4)),
    isWorkday,
    workdayBefore: (days) => before(addDays(today, -days)),
    workdayAfter(day, workdays) {
      let at = after(day)
      for (let count = 0; count < workdays; count += 1) at = after(addDays(at, 1))
      return at
    },
    workdaysAgo(workdays) {
      while (past.length <= workdays) past.push(before(addDays(past.at(-1) ?? today, -1)))
      return past[workdays] ?? today
    },
    startInYear,
  }
}
