/** Meals of receptions, as the module `reception` asks for them (CAN-48). */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { MealOffer, ReceptionMeals } from '../contract.ts'
import { book, lockOrder, lockPublished, markVerified, release } from './ledger.server.ts'
import { mealTimes, startOf } from './times.ts'

async function orderOf(unit: UnitOfWork, ticketId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from meal_order where ticket_id = ${ticketId} and state <> 'cancelled'`.execute(unit.db)
  return rows[0]?.id ?? null
}

export function createReceptionMeals(unit: UnitOfWork): ReceptionMeals {
  return {
    async offer(date, mealType) {
      const { rows } = await sql<MealOffer>`
        select capacity - booked as left, price from menu_plan
        where date = ${date}::date and meal_type = ${mealType} and state = 'published' and deleted_at is null`.execute(
        unit.db,
      )
      return rows[0] ?? null
    },
    async reserve({ ticketId, applicantId, deptId, date, mealType, portions, note }) {
      const menu = await lockPublished(unit, date, mealType)
      const existing = await orderOf(unit, ticketId)
      if (existing !== null) return existing
      const starts = startOf(mealTimes(unit.settings), date, mealType)
      if (unit.clock.now() > starts) throw new RuleError('meal.started', momentText(starts))
      return book(
        unit,
        menu,
        { ticketId, personId: applicantId, deptId, kind: 'reception', portions, channel: 'ticket', note: note ?? null },
        applicantId,
      )
    },
    async verify(ticketId, by) {
      const id = await orderOf(unit, ticketId)
      if (id === null) throw new RuleError('meal.noReception')
      const { order } = await lockOrder(unit, id)
      if (order.state === 'cancelled') throw new RuleError('meal.noReception')
      if (order.state === 'verified' || order.state === 'settled') return
      await markVerified(unit, order, { at: unit.clock.now(), by, method: 'list' })
    },
    async cancel(ticketId, reason, by) {
      const id = await orderOf(unit, ticketId)
      if (id === null) return
      const locked = await lockOrder(unit, id)
      if (locked.order.state === 'cancelled') return
      if (locked.order.state !== 'ordered' && locked.order.state !== 'noShow') throw new RuleError('meal.served')
      await release(unit, locked, by, reason)
    },
  }
}
