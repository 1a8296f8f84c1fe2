/** How a project stands (30.5): numbers in, a light out. */
import { addDays } from '#src/define/days.ts'

export type Light = 'green' | 'yellow' | 'red'

export interface Standing {
  readonly today: string
  /** `yyyy-MM`. */
  readonly startMonth: string
  readonly endMonth: string
  /** Percent of the work that is done. */
  readonly progress: number
  /** Percent of the budget that is used. */
  readonly rate: number
  /** Days on which steps are due that are not done. */
  readonly due: readonly string[]
}

/** Days before a step from which it counts as near. */
const NEAR_DAYS = 15
/** Points that the use of the money may lag behind the time. */
const MAX_LAG = 15
/** Points that the work may be ahead of the money. */
const MAX_GAP = 30

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** Percent of the project's months that have passed. */
export function timeOf(today: string, startMonth: string, endMonth: string): number {
  const start = dayNumber(`${startMonth}-01`)
  const [year = 0, month = 0] = endMonth.split('-').map(Number)
  const end = Date.UTC(year, month, 1) / 86_400_000
  return Math.min(100, Math.max(0, ((dayNumber(today) - start) / (end - start)) * 100))
}

/** Red: a step is overdue, or the work is far ahead of the money; yellow: a step is near, or the money lags; else green. */
export function lightOf({ today, startMonth, endMonth, progress, rate, due }: Standing): Light {
  if (due.some((day) => day < today) || progress - rate > MAX_GAP) return 'red'
  if (due.some((day) => day <= addDays(today, NEAR_DAYS)) || timeOf(today, startMonth, endMonth) - rate > MAX_LAG)
    return 'yellow'
  return 'green'
}
