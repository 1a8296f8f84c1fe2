/** What the page of one's own meals works out from the answer. */
import { parseMoment } from '#src/define/days.ts'
import type { OwnMeal, OwnMeals } from '../menus/week.types.ts'

const MINUTE = 60_000

/** Whole minutes that are left; 0 once it is over. */
export function minutesUntil(now: string, then: string): number {
  const [from, to] = [parseMoment(now), parseMoment(then)]
  if (from === null || to === null) return 0
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / MINUTE))
}

/** The meal whose deadline comes next. */
export function nextDeadline({ days }: OwnMeals): (OwnMeal & { readonly date: string }) | null {
  const open = days.flatMap(({ date, meals }) =>
    meals.filter(({ problem }) => problem === null).map((meal) => ({ ...meal, date })),
  )
  return open.toSorted((a, b) => a.cutoffAt.localeCompare(b.cutoffAt))[0] ?? null
}

/** How many meals are ordered, and what they cost. */
export function sumOf({ days }: OwnMeals): { readonly count: number; readonly amount: string } {
  const ordered = days.flatMap(({ meals }) => meals.filter(({ order }) => order !== null))
  const cents = ordered.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0)
  return { count: ordered.length, amount: (cents / 100).toFixed(2) }
}
