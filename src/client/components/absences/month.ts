/** The month of who is away, pure. */
import { addDays } from '#src/define/days.ts'

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** Those who are away on a day. */
export const awayOn = <T extends Span>(rows: readonly T[], day: string): readonly T[] =>
  rows.filter(({ startDate, endDate }) => startDate <= day && day <= endDate)

/** The days of a month in weeks from Monday: null before the first. */
export function daysOfGrid(month: string): readonly (string | null)[] {
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: before }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}
