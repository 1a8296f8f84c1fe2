/** The waiting list of full meals: a portion that is freed goes to the first in line, under the lock of its menu (CAN-43). */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { limitProblem } from '../limits/limit.ts'
import { limitOf, limitsOf } from '../limits/limits.server.ts'
import {
  bookEach,
  giveBack,
  lockMenu,
  type MenuRow,
  type OrderRow,
  resizeOrder,
  unpublishedError,
} from '../orders/ledger.server.ts'
import { cutoffOf, type MealType, mealTimes } from '../orders/times.ts'
import type { PersonInLine } from './waiting.types.ts'

interface LockedOrder {
  readonly menu: MenuRow
  readonly order: OrderRow
}

/** Cancels an order that the caller locked with its menu; the portion goes to who waits for it. */
export async function release(
  unit: UnitOfWork,
  locked: LockedOrder,
  by: number | null,
  reason: string | null,
): Promise<void> {
  await giveBack(unit, locked, by, reason)
  await serveWaiting(unit, locked.menu.id)
}

/** Changes how many portions an order has; those it gives back go to who waits for them. @throws RuleError `order.capacity` */
export async function resize(unit: UnitOfWork, locked: LockedOrder, portions: number, by: number): Promise<void> {
  await resizeOrder(unit, locked, portions, by)
  if (portions < locked.order.portions) await serveWaiting(unit, locked.menu.id)
}

/** Gives what is left of a menu that the caller locked to the first in line, until the deadline, and tells them. */
export async function serveWaiting(unit: UnitOfWork, menuId: number): Promise<void> {
  const menu = await lockMenu(unit, menuId)
  if (menu?.state !== 'published' || menu.booked >= menu.capacity) return
  const cutoff = cutoffOf(mealTimes(unit.settings), menu.date, menu.mealType)
  if (unit.clock.now() > cutoff) return
  const { rows: waiting } = await sql<{ personId: number; deptId: number }>`
    select w.person_id, u.dept_id from meal_waiting w join shared_app_user u on u.id = w.person_id
    where w.menu_id = ${menuId} and u.state and u.deleted_at is null order by w.id`.execute(unit.db)
  if (waiting.length === 0) return
  const today = unit.clock.today()
  const limits = await limitsOf(unit, today)
  const first = waiting
    .filter(({ personId }) => limitProblem(limits.get(personId) ?? null, menu.date, today) === null)
    .slice(0, menu.capacity - menu.booked)
  if ((await bookEach(unit, menu, first, 'waiting')) === 0) return
  unit.notify({
    to: first.map(({ personId }) => personId),
    contentType: 'REMIND',
    title: {
      key: 'meal.waitingServed',
      params: [menu.date, { dictionary: 'mealType', value: menu.mealType }, momentText(cutoff)],
    },
    link: '/restaurant/order?tab=own',
  })
}

/** Joins the line of a full meal; answers the place in it. Joining again keeps the place. @throws RuleError also `meal.notFull` */
export async function joinWaiting(unit: UnitOfWork, menuId: number, userId: number, at: Date): Promise<number> {
  const menu = await lockMenu(unit, menuId)
  if (menu === null) throw notFound()
  if (menu.state !== 'published') throw unpublishedError(menu.date, menu.mealType)
  const cutoff = cutoffOf(mealTimes(unit.settings), menu.date, menu.mealType)
  if (at > cutoff) throw new RuleError('meal.cutoff', momentText(cutoff))
  const today = unit.clock.today()
  const problem = limitProblem(await limitOf(unit, userId, today), menu.date, today)
  if (problem) throw new RuleError(problem.key, ...(problem.params ?? []))
  const { rows: own } = await sql`
    select from meal_order where menu_id = ${menuId} and person_id = ${userId} and kind = 'staff' and state <> 'cancelled'`.execute(
    unit.db,
  )
  if (own.length > 0) throw new RuleError('meal.duplicate')
  if (menu.booked < menu.capacity) throw new RuleError('meal.notFull')
  await sql`
    insert into meal_waiting (menu_id, person_id, joined_at) values (${menuId}, ${userId}, ${at}::timestamptz) on conflict do nothing`.execute(
    unit.db,
  )
  unit.changed('mealOrder', null)
  const { rows } = await sql<{ place: number }>`
    select count(*)::int as place from meal_waiting
    where menu_id = ${menuId} and id <= (select id from meal_waiting where menu_id = ${menuId} and person_id = ${userId})`.execute(
    unit.db,
  )
  return rows[0]?.place ?? 0
}

/** Leaves the line. @throws RuleError `version.conflict` when the person does not stand in it any more */
export async function leaveWaiting(unit: UnitOfWork, menuId: number, userId: number): Promise<void> {
  // Behind the lock a portion that was freed at the same moment is an order already.
  await lockMenu(unit, menuId)
  const { rows } = await sql`
    delete from meal_waiting where menu_id = ${menuId} and person_id = ${userId} returning id`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('version.conflict')
  unit.changed('mealOrder', null)
}

/** Ends the line of a menu that the caller locked; answers who stood in it. */
export async function endWaiting(unit: UnitOfWork, menuId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ personId: number }>`
    delete from meal_waiting where menu_id = ${menuId} returning person_id`.execute(unit.db)
  return rows.map(({ personId }) => personId)
}

/** The length of the lines of menus between two days, and the place of the person in them. */
export async function waitingOf(
  unit: UnitOfWork,
  userId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<number, { readonly count: number; readonly place: number | null }>> {
  const { rows } = await sql<{ menuId: number; count: number; place: number | null }>`
    select w.menu_id, count(*)::int as count, (max(w.place) filter (where w.person_id = ${userId}))::int as place
    from (select menu_id, person_id, row_number() over (partition by menu_id order by id) as place from meal_waiting
      where menu_id in (select id from menu_plan where date between ${from}::date and ${to}::date and deleted_at is null)) w
    group by w.menu_id`.execute(unit.db)
  return new Map(rows.map(({ menuId, count, place }) => [menuId, { count, place }]))
}

/** Who waits for a portion of these menus, first in line first. */
export async function linesOf(
  unit: UnitOfWork,
  language: Language,
  menuIds: readonly number[],
): Promise<readonly (PersonInLine & { readonly menuId: number })[]> {
  const { rows } = await sql<Omit<PersonInLine, 'joinedAt'> & { readonly menuId: number; readonly joinedAt: Date }>`
    select w.menu_id, ${namedIn(language, 'u')} as person, ${namedIn(language, 'p')} as dept, w.joined_at
    from meal_waiting w join shared_app_user u on u.id = w.person_id join shared_department p on p.id = u.dept_id
    where w.menu_id = ${anyOf(menuIds)} order by w.menu_id, w.id`.execute(unit.db)
  return rows.map((row) => ({ ...row, joinedAt: momentText(row.joinedAt) }))
}

/** Ends the lines of meals whose deadline has passed, and tells who got no portion. */
export async function endLines(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const times = mealTimes(unit.settings)
  const { rows } = await sql<{ id: number; date: string; mealType: MealType }>`
    select m.id, m.date, m.meal_type from menu_plan m where exists (select from meal_waiting w where w.menu_id = m.id) order by m.id`.execute(
    unit.db,
  )
  for (const { id, date, mealType } of rows) {
    if (now <= cutoffOf(times, date, mealType)) continue
    await lockMenu(unit, id)
    const people = await endWaiting(unit, id)
    if (people.length === 0) continue
    unit.changed('mealOrder', null)
    unit.notify({
      to: people,
      contentType: 'REMIND',
      title: { key: 'meal.waitingMissed', params: [date, { dictionary: 'mealType', value: mealType }] },
      link: '/restaurant/order?tab=own',
    })
  }
}

export const waitingJobs: readonly JobDefinition[] = [
  { name: 'canteen.endWaiting', every: { minutes: 5 }, run: endLines },
]
