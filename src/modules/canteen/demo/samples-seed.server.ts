/** Samples of the last days of the demo canteen; those of more than two days ago are discarded. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { endOf, type MealType, mealTimes, startOf } from '../orders/times.ts'
import { KEEP_HOURS } from '../samples/sample-record.ts'

const DAYS_BACK = 5
const HOUR = 3_600_000

export async function seedSamples(unit: UnitOfWork, by: number): Promise<void> {
  const [now, today, times] = [unit.clock.now(), unit.clock.today(), mealTimes(unit.settings)]
  const { rows } = await sql<{ menuId: number; dishId: number; date: string; mealType: MealType }>`
    select m.id as menu_id, (l.line ->> 'dishId')::bigint as dish_id, m.date, m.meal_type
    from menu_plan m cross join lateral jsonb_array_elements(m.dishes) l (line)
    where m.date between ${addDays(today, -DAYS_BACK)}::date and ${today}::date and m.meal_type in ('lunch', 'dinner') order by m.date, m.id`.execute(
    unit.db,
  )
  const samples = rows
    .filter(({ date, mealType }) => endOf(times, date, mealType) <= now)
    .map(({ menuId, dishId, date, mealType }, place) => {
      const sampledAt = startOf(times, date, mealType)
      const discardAt = new Date(sampledAt.getTime() + KEEP_HOURS * HOUR)
      return {
        menuId,
        dishId,
        sampledAt,
        discardAt,
        discardedAt: discardAt <= now ? discardAt : null,
        weight: 130 + (place % 5) * 10,
      }
    })
  await sql`
    insert into dish_sample (menu_id, dish_id, sample_weight, sampled_at, sampled_by, store_temp, place, discard_at, discarded_at, discarded_by, created_at, created_by, updated_at, updated_by)
    select s."menuId", s."dishId", s.weight, s."sampledAt", ${by}, 4, '留样柜A', s."discardAt", s."discardedAt", case when s."discardedAt" is not null then ${by}::bigint end,
      s."sampledAt", ${by}, s."sampledAt", ${by}
    from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as s ("menuId" bigint, "dishId" bigint, weight int, "sampledAt" timestamptz, "discardAt" timestamptz, "discardedAt" timestamptz)`.execute(
    unit.db,
  )
}
