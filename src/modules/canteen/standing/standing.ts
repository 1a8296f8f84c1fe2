/** Which days of the calendar a standing order covers. Pure. */
import { weekdayOf } from '#src/define/days.ts'
import { type MealType, mealTypes } from '../orders/times.ts'

/** Stands beside the weekdays 1 (Monday) to 7: a Saturday or Sunday that the calendar makes a workday. */
export const MAKE_UP_DAY = 8
export const standingDays = [1, 2, 3, 4, 5, 6, 7, MAKE_UP_DAY] as const

/** The days of each meal. */
export type StandingMeals = Readonly<Partial<Record<MealType, readonly number[]>>>

/** Lunch of every workday, as most people have it. */
export const workdayLunches: StandingMeals = { lunch: [1, 2, 3, 4, 5, MAKE_UP_DAY] }

/** Why a standing order did not order a meal of a day that it names, or not yet. */
export type StandingSkip = 'holiday' | 'makeUp' | 'away' | 'cancelled' | 'limited' | 'full' | 'closed' | 'soon'

/** What the work calendar says of a day. */
export interface CalendarDay {
  readonly date: string
  readonly isWorkday: boolean
  readonly isHoliday: boolean
}

const isWeekend = (date: string): boolean => weekdayOf(date) > 5

/** Whether days that were chosen by weekday contain the day, holidays included. */
export const coversDay = (days: readonly number[], { date, isWorkday }: CalendarDay): boolean =>
  days.includes(weekdayOf(date)) || (isWeekend(date) && isWorkday && days.includes(MAKE_UP_DAY))

/** What a standing order does on the day: orders, or skips it for a reason that is worth saying; null where it says nothing of the day. */
export function dayDecision(days: readonly number[], day: CalendarDay): 'order' | 'holiday' | 'makeUp' | null {
  const isMakeUp = isWeekend(day.date) && day.isWorkday
  if (coversDay(days, day)) {
    const isHoliday = day.isHoliday || (!isWeekend(day.date) && !day.isWorkday)
    return isHoliday && !isMakeUp ? 'holiday' : 'order'
  }
  return isMakeUp && days.some((one) => one <= 5) ? 'makeUp' : null
}

/** The meals with at least one day, each day once and in order. */
export function tidyMeals(meals: StandingMeals): StandingMeals {
  return Object.fromEntries(
    mealTypes.flatMap((meal) => {
      const days = [...new Set(meals[meal] ?? [])].toSorted((a, b) => a - b)
      return days.length === 0 ? [] : [[meal, days]]
    }),
  )
}
