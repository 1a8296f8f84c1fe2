/** What the kitchen sees: how many eat at each meal of today and tomorrow, and who must not eat a dish (E14). */
import { sql } from 'kysely'
import { addDays, momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { namedIn } from '#src/define/reach.server.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { daysFrom, mealsIn } from '../menus/week.server.ts'
import { cutoffOf, mealTimes } from '../orders/times.ts'
import { linesOf } from '../waiting/waiting.server.ts'
import type { DishWarning, KitchenDays } from './kitchen.types.ts'

interface Sums {
  readonly menuId: number
  readonly staff: number
  readonly guest: number
  readonly reception: number
  readonly duty: number
  readonly takeaway: number
  readonly verified: number
  readonly noShow: number
}
const none: Omit<Sums, 'menuId'> = { staff: 0, guest: 0, reception: 0, duty: 0, takeaway: 0, verified: 0, noShow: 0 }

async function sumsOf(unit: UnitOfWork, menuIds: readonly number[]): Promise<readonly Sums[]> {
  const { rows } = await sql<Sums>`
    select menu_id, coalesce(sum(portions) filter (where kind = 'staff'), 0)::int as staff, coalesce(sum(portions) filter (where kind = 'guest'), 0)::int as guest,
      coalesce(sum(portions) filter (where kind = 'reception'), 0)::int as reception, coalesce(sum(portions) filter (where kind = 'duty'), 0)::int as duty,
      coalesce(sum(portions) filter (where takeaway), 0)::int as takeaway, coalesce(sum(portions) filter (where verified_at is not null), 0)::int as verified,
      coalesce(sum(portions) filter (where state = 'noShow'), 0)::int as no_show
    from meal_order where menu_id = ${anyOf(menuIds)} and state <> 'cancelled' group by menu_id`.execute(unit.db)
  return rows
}

async function warningsOf(unit: UnitOfWork, language: Language, menuIds: readonly number[]) {
  const { rows } = await sql<DishWarning & { readonly menuId: number; readonly dishId: number }>`
    select o.menu_id, d.id as dish_id, ${namedIn(language, 'u')} as person, ${namedIn(language, 'p')} as dept,
      array(select unnest(d.allergens) intersect select unnest(f.allergens) order by 1) as allergens
    from meal_order o join meal_profile f on f.user_id = o.person_id join menu_plan m on m.id = o.menu_id
      cross join lateral jsonb_array_elements(m.dishes) l join dish d on d.id = (l ->> 'dishId')::bigint and d.allergens && f.allergens
      join shared_app_user u on u.id = o.person_id join shared_department p on p.id = o.dept_id
    where o.menu_id = ${anyOf(menuIds)} and o.state = 'ordered' and o.kind in ('staff', 'duty') order by u.name, u.id`.execute(
    unit.db,
  )
  return rows
}

/** Today and tomorrow, so that tomorrow's numbers are there before anybody asks for them. */
export async function kitchenDays(
  unit: UnitOfWork,
  language: Language,
  from: string | undefined,
): Promise<KitchenDays> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  const first = from ?? today
  const times = mealTimes(unit.settings)
  const meals = await mealsIn(unit, { from: first, to: addDays(first, 1), withDrafts: false, mine: [] })
  const ids = meals.map(({ id }) => id)
  const [sums, warnings] = [await sumsOf(unit, ids), await warningsOf(unit, language, ids)]
  const lines = await linesOf(unit, language, ids)
  const heads = await daysFrom(unit, language, first, 2)
  return {
    today,
    days: heads.map((head) => ({
      ...head,
      meals: meals
        .filter(({ date }) => date === head.date)
        .map(({ id, date, mealType, state, capacity, booked, dishes }) => {
          const cutoff = cutoffOf(times, date, mealType)
          const { menuId: _, ...counted } = sums.find(({ menuId }) => menuId === id) ?? { menuId: id, ...none }
          return {
            id,
            mealType,
            state,
            capacity,
            booked,
            ...counted,
            cutoffAt: momentText(cutoff),
            isFinal: now > cutoff,
            waiting: lines
              .filter(({ menuId }) => menuId === id)
              .map(({ person, dept, joinedAt }) => ({ person, dept, joinedAt })),
            dishes: dishes.map(({ id: dishId, name, category, plannedPortions, window }) => ({
              id: dishId,
              name,
              category,
              plannedPortions,
              window,
              warnings: warnings
                .filter((one) => one.menuId === id && one.dishId === dishId)
                .map(({ person, dept, allergens }) => ({ person, dept, allergens })),
            })),
          }
        }),
    })),
  }
}
