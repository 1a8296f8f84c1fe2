/** Months and quarters as days, and the weeks in them. */
import { addDays, weekdayOf } from '#src/define/days.ts'

export interface Period {
  readonly starts: string
  readonly ends: string
}

const MONTHS_OF = { month: 1, quarter: 3 } as const
export type PeriodType = keyof typeof MONTHS_OF

const day = (year: number, month: number): string => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)

/** First and last day; null for a period the year does not have. */
export function periodOf(year: number, type: PeriodType, period: number): Period | null {
  const months = MONTHS_OF[type]
  if (period < 1 || period * months > 12) return null
  const first = (period - 1) * months
  return { starts: day(year, first), ends: addDays(day(year, first + months), -1) }
}

/** Mondays of the weeks that touch a period; the first may lie before it. */
export function weeksOf({ starts, ends }: Period): readonly string[] {
  const weeks: string[] = []
  for (let monday = addDays(starts, 1 - weekdayOf(starts)); monday <= ends; monday = addDays(monday, 7))
    weeks.push(monday)
  return weeks
}

/** The Monday of a day's week. */
export const weekOf = (of: string): string => addDays(of, 1 - weekdayOf(of))
