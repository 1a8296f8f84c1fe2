import { sql } from 'kysely'
import type { AgendaEntry, AgendaSource } from '#src/define/home.ts'

/** Meals one ordered for oneself, eaten or still to come. */
export const mealAgenda: AgendaSource = async (unit, { userId, from, to }) => {
  const { rows } = await sql<AgendaEntry>`
    select 'meal' as kind, date as "from", date as "to", null as time, meal_type as name, '/restaurant/order?tab=own' as link
    from meal_order where person_id = ${userId} and date between ${from}::date and ${to}::date
      and kind in ('staff', 'duty') and state in ('ordered', 'verified', 'settled')
    group by date, meal_type order by date, array_position(array['breakfast', 'lunch', 'dinner', 'night'], meal_type)`.execute(
    unit.db,
  )
  return rows
}
