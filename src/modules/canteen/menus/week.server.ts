/** What is served on which day, as readers, diners and the kitchen see it. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, momentText, weekdayOf } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { Problem } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { limitProblem } from '../limits/limit.ts'
import { limitOf } from '../limits/limits.server.ts'
import { isAwayAtNoon } from '../orders/conditions.server.ts'
import { timeProblem } from '../orders/orders.server.ts'
import { cutoffOf, type MealType, mealTimes, mealTypes, ORDER_DAYS } from '../orders/times.ts'
import { ratableMeals } from '../ratings/ratings.server.ts'
import { cancelledMenus, standingOf } from '../standing/standing.server.ts'
import { dayDecision, type StandingSkip } from '../standing/standing.ts'
import { waitingOf } from '../waiting/waiting.server.ts'
import type { DayHead, MenuMeal, MenuWeek, OwnMeals } from './week.types.ts'

export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))

type Meal = MenuMeal & { readonly date: string; readonly mealType: MealType }

const nothing: readonly string[] = []

export async function allergensOf(unit: UnitOfWork, userId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ allergens: readonly string[] }>`
    select allergens from meal_profile where user_id = ${userId}`.execute(unit.db)
  return rows[0]?.allergens ?? nothing
}

/** Menus of days, each with its dishes and what the reader must not eat of them; drafts only when asked for. */
export async function mealsIn(
  unit: UnitOfWork,
  { from, to, withDrafts, mine }: { from: string; to: string; withDrafts: boolean; mine: readonly string[] },
): Promise<readonly Meal[]> {
  const { rows } = await sql<Meal>`
    select m.id, m.version, m.date, m.meal_type, m.state, m.price, m.capacity, m.booked, m.capacity - m.booked as left, m.note,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'category', d.category, 'calories', d.calories,
          'allergens', coalesce(d.allergens, '{}'), 'mine', array(select unnest(d.allergens) intersect select unnest(${[...mine]}::text[]) order by 1),
          'plannedPortions', (l.line ->> 'plannedPortions')::int, 'window', l.line ->> 'window') order by l.at)
        from jsonb_array_elements(m.dishes) with ordinality as l (line, at) join dish d on d.id = (l.line ->> 'dishId')::bigint), '[]') as dishes
    from menu_plan m where m.date between ${from}::date and ${to}::date and m.deleted_at is null and (${withDrafts} or m.state <> 'draft')
    order by m.date, array_position(${[...mealTypes]}::text[], m.meal_type)`.execute(unit.db)
  return rows
}

/** Days in a row with what the work calendar says of them. */
export async function daysFrom(
  unit: UnitOfWork,
  language: Language,
  from: string,
  count: number,
): Promise<readonly DayHead[]> {
  const days = Array.from({ length: count }, (_, index) => addDays(from, index))
  const { rows } = await sql<{ day: string; name: string | null; nameEn: string | null }>`
    select day, name, name_en from shared_calendar_day where day between ${from}::date and ${addDays(from, count - 1)}::date and kind = 'holiday'`.execute(
    unit.db,
  )
  return days.map((date) => {
    const found = rows.find(({ day }) => day === date)
    const holiday = (language === 'en' ? found?.nameEn : null) ?? found?.name ?? null
    return { date, isWorkday: unit.calendar.isWorkday(date), holiday }
  })
}

export async function weekOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  day: string | undefined,
): Promise<MenuWeek> {
  const today = unit.clock.today()
  const monday = mondayOf(day ?? today)
  const meals = await mealsIn(unit, {
    from: monday,
    to: addDays(monday, 6),
    withDrafts: access.may('menuPlan:Update'),
    mine: await allergensOf(unit, access.userId),
  })
  const days = await daysFrom(unit, language, monday, 7)
  return {
    today,
    monday,
    days: days.map((head) => ({ ...head, meals: meals.filter(({ date }) => date === head.date) })),
  }
}

/** Why a standing order has not ordered a meal that it names; null where it says nothing of the day. */
function skipOf(
  days: readonly number[],
  found: {
    readonly head: DayHead
    readonly meal: MenuMeal
    readonly problem: Problem | null
    readonly isAway: boolean
    readonly isCancelled: boolean
  },
): StandingSkip | null {
  const { date, isWorkday, holiday } = found.head
  const decided = dayDecision(days, { date, isWorkday, isHoliday: holiday !== null })
  if (decided !== 'order') return decided
  if (found.isAway) return 'away'
  if (found.isCancelled) return 'cancelled'
  if (found.problem !== null) return found.problem.key === 'meal.limited' ? 'limited' : 'closed'
  return found.meal.left <= 0 ? 'full' : 'soon'
}

/** The next days of a person, with what they ordered and what they may still change. */
export async function ownMeals(unit: UnitOfWork, access: Access, language: Language): Promise<OwnMeals> {
  const now = unit.clock.now()
  const today = unit.clock.today()
  const until = addDays(today, ORDER_DAYS)
  const times = mealTimes(unit.settings)
  const allergens = await allergensOf(unit, access.userId)
  const meals = await mealsIn(unit, { from: today, to: until, withDrafts: false, mine: allergens })
  const { rows: orders } = await sql<{
    id: number
    menuId: number
    state: string
    takeaway: boolean
    code: string | null
    channel: string
  }>`
    select id, menu_id, state, takeaway, code, channel from meal_order where person_id = ${access.userId} and kind = 'staff' and state <> 'cancelled'
      and date between ${today}::date and ${until}::date`.execute(unit.db)
  const { rows: away } = await sql<{ day: string }>`
    select d::date as day from generate_series(${today}::date, ${until}::date, interval '1 day') d
    where ${isAwayAtNoon(sql.val(access.userId), sql`d::date`)}`.execute(unit.db)
  const isAway = (date: string): boolean => away.some(({ day }) => day === date)
  const days = await daysFrom(unit, language, today, ORDER_DAYS + 1)
  const limitedUntil = await limitOf(unit, access.userId, today)
  const standing = await standingOf(unit, access.userId)
  const cancelled = await cancelledMenus(unit, access.userId, { from: today, to: until })
  const waiting = await waitingOf(unit, access.userId, { from: today, to: until })
  return {
    now: momentText(now),
    allergens,
    limitedUntil,
    standing,
    toRate: await ratableMeals(unit, access.userId),
    days: days.map((head) => ({
      ...head,
      isAway: isAway(head.date),
      meals: meals
        .filter(({ date }) => date === head.date)
        .map((meal) => {
          const order = orders.find(({ menuId }) => menuId === meal.id)
          const problem =
            timeProblem(times, meal, { at: now, asManager: false }) ??
            (order === undefined ? limitProblem(limitedUntil, meal.date, today) : null)
          const isOrdered = order?.channel === 'standing'
          return {
            ...meal,
            cutoffAt: momentText(cutoffOf(times, meal.date, meal.mealType)),
            problem,
            waiting: { count: 0, place: null, ...waiting.get(meal.id) },
            standing: isOrdered
              ? ('ordered' as const)
              : order !== undefined || standing?.isOn !== true
                ? null
                : skipOf(standing.meals[meal.mealType] ?? [], {
                    head,
                    meal,
                    problem,
                    isAway: isAway(head.date),
                    isCancelled: cancelled.has(meal.id),
                  }),
            order:
              order === undefined
                ? null
                : { id: order.id, state: order.state, takeaway: order.takeaway, code: order.code },
          }
        }),
    })),
  }
}
