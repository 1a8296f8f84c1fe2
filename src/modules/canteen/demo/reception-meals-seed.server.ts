/** Meals of receptions in the past of the demo, whose menus are closed by now. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ReceptionMeal, ReceptionMeals } from '../contract.ts'
import { book, lockMenu, type MenuRow } from '../orders/ledger.server.ts'
import { createReceptionMeals } from '../orders/reception.server.ts'

type Meal = Pick<ReceptionMeal, 'date' | 'mealType' | 'portions'>

/** The menu of the meal with room for it. A day on which the demo canteen has none gets the dishes of another day. */
async function menuOf(unit: UnitOfWork, { date, mealType, portions }: Meal, today: string): Promise<MenuRow> {
  await sql`
    insert into menu_plan (date, meal_type, dishes, capacity, price, state, published_at, published_by, created_at, created_by, updated_at, updated_by)
    select ${date}::date, m.meal_type, m.dishes, m.capacity, m.price, case when ${date}::date < ${today}::date then 'closed' else 'published' end,
      m.published_at, m.published_by, m.created_at, m.created_by, m.updated_at, m.updated_by
    from menu_plan m where m.meal_type = ${mealType} and m.deleted_at is null order by m.id limit 1
    on conflict (date, meal_type) where deleted_at is null do nothing`.execute(unit.db)
  const { rows } = await sql<{ id: number }>`
    update menu_plan set capacity = greatest(capacity, booked + ${portions}::int)
    where date = ${date}::date and meal_type = ${mealType} and deleted_at is null returning id`.execute(unit.db)
  const menu = await lockMenu(unit, rows[0]?.id ?? 0)
  if (menu === null) throw new Error(`the demo canteen has no ${mealType}`)
  return menu
}

/** Reserves on whatever menu the day has; `today` is the day of the seed, whose clock stands in the past. Codes follow from the ticket, so that a start repeats itself. */
export const pastReceptionMeals =
  (today: string) =>
  (unit: UnitOfWork): ReceptionMeals => ({
    ...createReceptionMeals(unit),
    problem: async () => null,
    async reserve({ ticketId, applicantId, deptId, note, ...meal }) {
      const menu = await menuOf(unit, meal, today)
      const { portions } = meal
      const id = await book(
        unit,
        menu,
        { ticketId, personId: applicantId, deptId, kind: 'reception', portions, channel: 'ticket', note: note ?? null },
        applicantId,
      )
      await sql`update meal_order set code = upper(substr(md5(${`reception ${ticketId}`}), 1, 12)) where id = ${id}`.execute(
        unit.db,
      )
      return id
    },
  })
