/** Standing orders: what the system orders for a person each week, and what it leaves out. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { limitProblem } from '../limits/limit.ts'
import { limitsOf } from '../limits/limits.server.ts'
import { isAwayAtNoon, staysCancelled } from '../orders/conditions.server.ts'
import { bookEach, lockMenu, lockOrder } from '../orders/ledger.server.ts'
import { cutoffOf, type MealType, mealTimes, ORDER_DAYS } from '../orders/times.ts'
import { release } from '../waiting/waiting.server.ts'
import { type CalendarDay, dayDecision, tidyMeals } from './standing.ts'
import type { StandingOrder } from './standing.types.ts'

/** The standing order of a person; null where they never had one. */
export async function standingOf(unit: UnitOfWork, personId: number): Promise<StandingOrder | null> {
  const { rows } = await sql<StandingOrder>`
    select is_on, meals from meal_standing_order where person_id = ${personId}`.execute(unit.db)
  return rows[0] ?? null
}

/** Reads what the calendar says of the days that are ordered for. */
async function calendarOf(unit: UnitOfWork): Promise<(date: string) => CalendarDay> {
  const today = unit.clock.today()
  const { rows } = await sql<{ day: string }>`
    select day from shared_calendar_day where day between ${today}::date and ${addDays(today, ORDER_DAYS)}::date and kind = 'holiday'`.execute(
    unit.db,
  )
  const holidays = new Set(rows.map(({ day }) => day))
  return (date) => ({ date, isWorkday: unit.calendar.isWorkday(date), isHoliday: holidays.has(date) })
}

interface Candidate {
  readonly menuId: number
  readonly date: string
  readonly mealType: MealType
  readonly personId: number
  readonly deptId: number
  readonly days: readonly number[]
}

/**
 * Who has a standing order for a published meal and no order of it, longest first. What a person cancelled stays cancelled,
 * and so does what the canteen cancelled since the menu was published. Who is away at noon is left out (CAN-44).
 */
async function candidates(
  unit: UnitOfWork,
  { personId, menuId }: { readonly personId: number | null; readonly menuId: number | null },
): Promise<readonly Candidate[]> {
  const today = unit.clock.today()
  const { rows } = await sql<Candidate>`
    select m.id as menu_id, m.date, m.meal_type, s.person_id, u.dept_id, s.meals -> m.meal_type as days
    from menu_plan m join meal_standing_order s on s.is_on and s.meals ? m.meal_type
      join shared_app_user u on u.id = s.person_id and u.state and u.deleted_at is null
    where m.state = 'published' and m.deleted_at is null and m.date between ${today}::date and ${addDays(today, ORDER_DAYS)}::date
      and m.booked < m.capacity and (${menuId}::bigint is null or m.id = ${menuId}::bigint)
      and (${personId}::bigint is null or s.person_id = ${personId}::bigint)
      and not exists (select from meal_order o where o.person_id = s.person_id and o.date = m.date and o.meal_type = m.meal_type and o.kind = 'staff'
        and (o.state <> 'cancelled' or ${staysCancelled}))
      and not ${isAwayAtNoon(sql.ref('s.person_id'), sql.ref('m.date'))}
    order by m.id, s.since, s.person_id`.execute(unit.db)
  return rows
}

/** Orders what standing orders name, of one person or of everybody; answers how many meals. */
async function orderMeals(unit: UnitOfWork, personId: number | null, at: Date): Promise<number> {
  const times = mealTimes(unit.settings)
  const today = unit.clock.today()
  const dayOf = await calendarOf(unit)
  const limits = await limitsOf(unit, today)
  const isDue = (one: Candidate): boolean =>
    at <= cutoffOf(times, one.date, one.mealType) &&
    dayDecision(one.days, dayOf(one.date)) === 'order' &&
    limitProblem(limits.get(one.personId) ?? null, one.date, today) === null
  const due = (await candidates(unit, { personId, menuId: null })).filter(isDue)
  let ordered = 0
  for (const menuId of new Set(due.map((one) => one.menuId))) {
    const menu = await lockMenu(unit, menuId)
    if (menu?.state !== 'published') continue
    // Read anew behind the lock: the person may have ordered or cancelled meanwhile.
    const people = (await candidates(unit, { personId, menuId })).filter(isDue)
    ordered += await bookEach(unit, menu, people, 'standing')
  }
  return ordered
}

interface StandingMeal {
  readonly id: number
  readonly date: string
  readonly mealType: MealType
  readonly days: readonly number[] | null
  readonly isAway: boolean
}

/** Cancels what a standing order ordered and would not order now: it was changed or switched off, the person is away, the day became a holiday. */
async function cancelMeals(unit: UnitOfWork, personId: number | null, at: Date): Promise<number> {
  const times = mealTimes(unit.settings)
  const dayOf = await calendarOf(unit)
  const { rows } = await sql<StandingMeal>`
    select o.id, o.date, o.meal_type, case when s.is_on then s.meals -> o.meal_type end as days,
      ${isAwayAtNoon(sql.ref('o.person_id'), sql.ref('o.date'))} as is_away
    from meal_order o left join meal_standing_order s on s.person_id = o.person_id
    where o.state = 'ordered' and o.channel = 'standing' and o.date >= ${unit.clock.today()}::date
      and (${personId}::bigint is null or o.person_id = ${personId}::bigint)
    order by o.menu_id, o.id`.execute(unit.db)
  let cancelled = 0
  for (const { id, date, mealType, days, isAway } of rows) {
    if (at > cutoffOf(times, date, mealType)) continue
    if (!isAway && dayDecision(days ?? [], dayOf(date)) === 'order') continue
    const locked = await lockOrder(unit, id)
    if (locked.order.state !== 'ordered') continue
    await release(unit, locked, null, null)
    cancelled += 1
  }
  return cancelled
}

/** Locks every menu that may be ordered now, so that cancelling and ordering of several keep the order of their ids (E11). */
async function lockOpenMenus(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  await sql`
    select from menu_plan where state = 'published' and deleted_at is null and date between ${today}::date and ${addDays(today, ORDER_DAYS)}::date
    order by id for update`.execute(unit.db)
}

/** Changes the standing order of a person and applies it to the days that may be ordered now. */
export async function changeStanding(
  unit: UnitOfWork,
  personId: number,
  { isOn, meals }: StandingOrder,
  at: Date,
): Promise<{ readonly ordered: number; readonly cancelled: number }> {
  await sql`
    insert into meal_standing_order (person_id, is_on, meals, since, updated_at)
    values (${personId}, ${isOn}, ${JSON.stringify(tidyMeals(meals))}::jsonb, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (person_id) do update set is_on = excluded.is_on, meals = excluded.meals, updated_at = excluded.updated_at,
      since = case when meal_standing_order.is_on then meal_standing_order.since else excluded.since end`.execute(
    unit.db,
  )
  unit.changed('mealOrder', null)
  await lockOpenMenus(unit)
  const cancelled = await cancelMeals(unit, personId, at)
  return { ordered: await orderMeals(unit, personId, at), cancelled }
}

/** Meals that the person or the canteen cancelled, which a standing order leaves alone. */
export async function cancelledMenus(
  unit: UnitOfWork,
  personId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.id from meal_order o join menu_plan m on m.date = o.date and m.meal_type = o.meal_type and m.deleted_at is null
    where o.person_id = ${personId} and o.kind = 'staff' and o.date between ${from}::date and ${to}::date and ${staysCancelled}`.execute(
    unit.db,
  )
  return new Set(rows.map(({ id }) => id))
}

// Two runs, each of which locks menus in the order of their ids (E11).
export const standingJobs: readonly JobDefinition[] = [
  {
    name: 'canteen.standingCancels',
    every: { minutes: 5 },
    run: async (unit) => void (await cancelMeals(unit, null, unit.clock.now())),
  },
  {
    name: 'canteen.standingOrders',
    every: { minutes: 5 },
    run: async (unit) => void (await orderMeals(unit, null, unit.clock.now())),
  },
]
