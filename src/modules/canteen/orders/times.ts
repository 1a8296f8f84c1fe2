/** When a meal may be ordered, and when it is served: pure, from the settings of 食堂. */
import { addDays, parseMoment } from '#src/define/days.ts'
import type { Settings } from '#src/define/server.ts'

export type MealType = 'breakfast' | 'lunch' | 'dinner' | 'night'
export const mealTypes = ['breakfast', 'lunch', 'dinner', 'night'] as const satisfies readonly MealType[]

/** Days ahead that people order for. */
export const ORDER_DAYS = 7
/** Portions of a guest order. */
export const MAX_PORTIONS = 5

interface Deadline {
  readonly day: number
  readonly time: string
}
interface Hours {
  readonly from: string
  readonly to: string
}

/** `meal.cutoff` and `meal.price` have no night meal of their own: it is ordered and paid like dinner. */
type Day = Exclude<MealType, 'night'>
const dayMeal = (meal: MealType): Day => (meal === 'night' ? 'dinner' : meal)

/** What the settings say of meals. */
export interface MealTimes {
  readonly cutoff: Readonly<Record<Day, Deadline>>
  readonly hours: Readonly<Record<MealType, Hours>>
}

export const mealTimes = (settings: Settings): MealTimes => ({
  cutoff: settings.json('meal.cutoff'),
  hours: settings.json('meal.hours'),
})

export const priceOf = (settings: Settings, meal: MealType): string =>
  Number(settings.json<Readonly<Record<Day, number>>>('meal.price')[dayMeal(meal)]).toFixed(2)

const momentOf = (day: string, time: string): Date => {
  const moment = parseMoment(`${day} ${time}`)
  if (moment === null) throw new RangeError(`no such time: ${day} ${time}`)
  return moment
}

/** The last moment at which the meal is ordered or cancelled; it belongs to the time before (CAN-42, F2). */
export function cutoffOf({ cutoff }: MealTimes, date: string, meal: MealType): Date {
  const { day, time } = cutoff[dayMeal(meal)]
  return momentOf(addDays(date, day), time)
}

export const startOf = ({ hours }: MealTimes, date: string, meal: MealType): Date => momentOf(date, hours[meal].from)
export const endOf = ({ hours }: MealTimes, date: string, meal: MealType): Date => momentOf(date, hours[meal].to)
