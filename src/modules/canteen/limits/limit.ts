/** CAN-45: who misses too many meals orders ahead for one day only, for some time. Pure. */
import { addDays, daysBetween } from '#src/define/days.ts'
import { type Problem, problemOf } from '#src/define/problem.ts'

/** So many missed meals within so many days, the days of the first and the last included. */
export const [MISSES, WITHIN_DAYS] = [3, 30] as const
/** Days after the last missed meal on which people order ahead for so many days alone. */
export const [LIMITED_DAYS, LIMITED_AHEAD] = [14, 1] as const

/** Days before today from which missed meals matter. */
export const LOOK_BACK_DAYS = LIMITED_DAYS + WITHIN_DAYS - 1

/** The last day of the limit of a person who missed meals on these days, one entry for each meal; null where there is no limit today. */
export function limitedUntil(missed: readonly string[], today: string): string | null {
  const days = missed.toSorted()
  const ends = days.flatMap((day, place) => {
    const first = days[place - (MISSES - 1)]
    return first !== undefined && daysBetween(first, day) < WITHIN_DAYS ? [addDays(day, LIMITED_DAYS)] : []
  })
  const last = ends.at(-1)
  return last !== undefined && last >= today ? last : null
}

/** Why a person who is limited until that day does not order a meal of a later day; null when they may. */
export const limitProblem = (until: string | null, date: string, today: string): Problem | null =>
  until !== null && date > addDays(today, LIMITED_AHEAD)
    ? problemOf('meal.limited', LIMITED_AHEAD, until, MISSES, WITHIN_DAYS)
    : null
