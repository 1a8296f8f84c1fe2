/** Meals of receptions, as the module `reception` asks for them (CAN-48). */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import { problemOf, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { MealOffer, ReceptionMeal, ReceptionMeals } from '../contract.ts'
import { release } from '../waiting/waiting.server.ts'
import { book, lockOrder, lockPublished, markVerified, unpublishedError } from './ledger.server.ts'
import { mealTimes, startOf } from './times.ts'

async function orderOf(unit: UnitOfWork, ticketId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from meal_order where ticket_id = ${ticketId} and state <> 'cancelled'`.execute(unit.db)
  return rows[0]?.id ?? null
}

/** The published menu of a meal as a form is told of it, without a lock; null where there is none. */
async function publishedMenu(
  unit: UnitOfWork,
  date: string,
  mealType: ReceptionMeal['mealType'],
): Promise<(MealOffer & { readonly capacity: number }) | null> {
  const { rows } = await sql<MealOffer & { readonly capacity: number }>`
    select capacity - booked as left, price, capacity from menu_plan
    where date = ${date}::date and meal_type = ${mealType} and state = 'published' and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

export function createReceptionMeals(unit: UnitOfWork): ReceptionMeals {
  return {
    async offer(date, mealType) {
      const menu = await publishedMenu(unit, date, mealType)
      return menu === null ? null : { left: menu.left, price: menu.price }
    },
    async problem({ date, mealType, portions }) {
      const starts = startOf(mealTimes(unit.settings), date, mealType)
      if (unit.clock.now() > starts) return problemOf('meal.started', momentText(starts))
      const menu = await publishedMenu(unit, date, mealType)
      if (menu === null) return unpublishedError(date, mealType).problem
      return portions > menu.left ? problemOf('order.capacity', menu.capacity) : null
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
