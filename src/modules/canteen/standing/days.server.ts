/** Ordering and cancelling one's own meals of several days at once, chosen by weekday. */
import { sql } from 'kysely'
import { addDays, weekdayOf } from '#src/define/days.ts'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type Call, cancel, order } from '../orders/orders.server.ts'
import { type MealType, ORDER_DAYS } from '../orders/times.ts'
import { coversDay, type StandingMeals } from './standing.ts'

interface OpenMeal {
  readonly menuId: number
  readonly date: string
  readonly mealType: MealType
  readonly orderId: number | null
}

/** Orders what is not ordered, or cancels what is, of the chosen days; days off are not ordered. Answers what was refused and why. */
export async function changeDays(
  unit: UnitOfWork,
  { action, meals }: { readonly action: 'order' | 'cancel'; readonly meals: StandingMeals },
  { at, access }: Call,
): Promise<{ done: number; refused: { date: string; mealType: string; problem: Problem }[] }> {
  const today = unit.clock.today()
  const { rows } = await sql<OpenMeal>`
    select m.id as menu_id, m.date, m.meal_type, o.id as order_id
    from menu_plan m left join meal_order o on o.menu_id = m.id and o.person_id = ${access.userId} and o.kind = 'staff' and o.state <> 'cancelled'
    where m.state = 'published' and m.deleted_at is null and m.date between ${today}::date and ${addDays(today, ORDER_DAYS)}::date
    order by m.id`.execute(unit.db)
  const chosen = rows.filter(({ date, mealType, orderId }) => {
    const isWorkday = unit.calendar.isWorkday(date)
    const isNamed = coversDay(meals[mealType] ?? [], { date, isWorkday, isHoliday: false })
    return isNamed && (action === 'cancel' ? orderId !== null : orderId === null && !isDayOff(date, isWorkday))
  })
  let done = 0
  const refused: { date: string; mealType: string; problem: Problem }[] = []
  for (const { menuId, date, mealType, orderId } of chosen) {
    try {
      if (orderId !== null) await cancel(unit, orderId, null, { at, access })
      else await order(unit, ownMeal(menuId, access.userId), { at, access })
      done += 1
    } catch (error) {
      // A refusal comes before anything is written.
      if (!(error instanceof RuleError)) throw error
      refused.push({ date, mealType, problem: error.problem })
    }
  }
  return { done, refused }
}

/** A weekday that the calendar makes a day off; a weekend is ordered for when it was chosen. */
const isDayOff = (date: string, isWorkday: boolean): boolean => !isWorkday && weekdayOf(date) <= 5

const ownMeal = (meal: number, personId: number) => ({
  meal,
  personId,
  kind: 'staff' as const,
  portions: 1,
  grantId: null,
  guestName: null,
  takeaway: false,
  note: null,
  reason: null,
})
