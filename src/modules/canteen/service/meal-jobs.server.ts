/** What the end of a meal decides. Each run treats every meal that is over, so that a stop is caught up with once. */
import { sql } from 'kysely'
import { anyOf, changing } from '#src/define/records/rows.server.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { lockMenu } from '../orders/ledger.server.ts'
import { endOf, type MealType, mealTimes } from '../orders/times.ts'

/** Hours after a meal from which its menu is closed (50.1). */
export const CLOSE_AFTER_HOURS = 1
const HOUR = 3_600_000

/** Orders of meals that are over were missed, by the time at which the meal ended; an hour later the menu is closed (F3). */
export async function endMeals(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const times = mealTimes(unit.settings)
  const { rows } = await sql<{ id: number; date: string; mealType: MealType }>`
    select id, date, meal_type from menu_plan where state = 'published' and date <= ${unit.clock.today()}::date and deleted_at is null order by id`.execute(
    unit.db,
  )
  for (const { id, date, mealType } of rows) {
    const end = endOf(times, date, mealType)
    if (now <= end) continue
    // E11: the menu in front of its orders.
    if ((await lockMenu(unit, id))?.state !== 'published') continue
    // A reception is served by the step of its ticket.
    const missed = await changing(unit, 'meal_order', { state: 'noShow', noShowAt: end })
      .where('menuId', '=', id)
      .where('state', '=', 'ordered')
      .where('kind', '=', anyOf(['staff', 'guest', 'duty']))
      .executeTakeFirst()
    if (missed.numUpdatedRows > 0n) unit.changed('mealOrder', null)
    if (now.getTime() < end.getTime() + CLOSE_AFTER_HOURS * HOUR) continue
    await changing(unit, 'menu_plan', { state: 'closed' })
      .where('id', '=', id)
      .where('state', '=', 'published')
      .execute()
    unit.changed('menuPlan', id)
  }
}

export const mealJobs: readonly JobDefinition[] = [{ name: 'canteen.endMeals', every: { minutes: 5 }, run: endMeals }]
