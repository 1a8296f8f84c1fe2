/** CAN-44: meals that a person ordered end with the account. */
import { sql } from 'kysely'
import { defineHolding } from '#src/define/holdings.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { release } from '../waiting/waiting.server.ts'
import { lockOrder } from './ledger.server.ts'
import { type MealType, mealTimes, startOf } from './times.ts'

/** Orders of a person, own and for guests without a grant of their own, whose meal has not begun. */
async function futureOrders(unit: UnitOfWork, userId: number): Promise<readonly { id: number; date: string }[]> {
  const now = unit.clock.now()
  const times = mealTimes(unit.settings)
  const { rows } = await sql<{ id: number; menuId: number; date: string; mealType: MealType }>`
    select id, menu_id, date, meal_type from meal_order where person_id = ${userId} and state = 'ordered' and kind <> 'reception' and grant_id is null
      and date >= ${unit.clock.today()}::date order by menu_id, id`.execute(unit.db)
  return rows.filter(({ date, mealType }) => startOf(times, date, mealType) > now)
}

export const mealHolding = defineHolding({
  key: 'meals',
  async find(unit, userId) {
    const orders = await futureOrders(unit, userId)
    return { count: orders.length, names: [...new Set(orders.map(({ date }) => date))] }
  },
  async release(unit, userId) {
    for (const { id } of await futureOrders(unit, userId)) {
      const locked = await lockOrder(unit, id)
      if (locked.order.state === 'ordered') await release(unit, locked, null, null)
    }
  },
})
