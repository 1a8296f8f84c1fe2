/** The ledger of meals: the one writer of orders and of how many portions of a menu are booked (CAN-41 to CAN-43, F1). */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { adding, changing } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import type { MealType } from './times.ts'

export type MenuRow = Pick<
  RowOf<'menu_plan'>,
  'id' | 'date' | 'capacity' | 'booked' | 'price' | 'state' | 'dishes' | 'version'
> & { readonly mealType: MealType }

export type OrderRow = Omit<RowOf<'meal_order'>, 'mealType'> & { readonly mealType: MealType }

const menuColumns = sql`id, date, meal_type, capacity, booked, price, state, dishes, version`

/** Locks a menu, behind its ticket and in front of its orders (E11). */
export async function lockMenu(unit: UnitOfWork, id: number): Promise<MenuRow | null> {
  const { rows } = await sql<MenuRow>`
    select ${menuColumns} from menu_plan where id = ${id} and deleted_at is null for update`.execute(unit.db)
  return rows[0] ?? null
}

/** The published menu of a meal, locked. @throws RuleError CAN-46 where there is none */
export async function lockPublished(unit: UnitOfWork, date: string, mealType: MealType): Promise<MenuRow> {
  const { rows } = await sql<MenuRow>`
    select ${menuColumns} from menu_plan where date = ${date}::date and meal_type = ${mealType} and deleted_at is null for update`.execute(
    unit.db,
  )
  const menu = rows[0]
  if (menu?.state !== 'published') throw unpublishedError(date, mealType)
  return menu
}

export const unpublishedError = (date: string, value: MealType): RuleError =>
  new RuleError('meal.unpublished', date, { dictionary: 'mealType', value })

/** Locks an order behind its menu. @throws RuleError `version.conflict` when it is gone */
export async function lockOrder(unit: UnitOfWork, id: number): Promise<{ menu: MenuRow; order: OrderRow }> {
  const found = await unit.db.selectFrom('meal_order').select('menuId').where('id', '=', id).executeTakeFirst()
  const menu = found === undefined ? null : await lockMenu(unit, found.menuId)
  const order = await unit.db.selectFrom('meal_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (menu === null || order === undefined) throw new RuleError('version.conflict')
  return { menu, order: order as OrderRow }
}

/** Who ordered: the person, the canteen, a ticket, the person's standing order, or the place in the waiting list. */
export type MealChannel = 'self' | 'manager' | 'ticket' | 'standing' | 'waiting'

export interface NewOrder {
  readonly personId: number
  readonly deptId: number
  readonly kind: 'staff' | 'guest' | 'reception' | 'duty'
  readonly portions: number
  readonly channel: MealChannel
  readonly guestName?: string | null
  readonly takeaway?: boolean
  readonly note?: string | null
  readonly ticketId?: number | null
  /** The grant by which a person from outside eats. */
  readonly grantId?: number | null
  readonly reason?: string | null
}

/** CAN-41. The lock of the menu keeps two of the same meal apart; the index of the table says the same. */
async function refuseSecond(unit: UnitOfWork, menu: MenuRow, order: NewOrder): Promise<void> {
  const { personId, kind, grantId = null } = order
  if (kind === 'reception') return
  const { rows } = await sql`
    select from meal_order where date = ${menu.date}::date and meal_type = ${menu.mealType} and state <> 'cancelled'
      and case when ${grantId}::bigint is null then person_id = ${personId} and kind = ${kind} and grant_id is null else grant_id = ${grantId}::bigint end`.execute(
    unit.db,
  )
  if (rows.length > 0) throw new RuleError('meal.duplicate')
}

/** CAN-43: portions of a locked menu are taken, or given back when negative. @throws RuleError `order.capacity` */
async function take(unit: UnitOfWork, menu: MenuRow, portions: number): Promise<void> {
  if (menu.booked + portions > menu.capacity) throw new RuleError('order.capacity', menu.capacity)
  await changing(unit, 'menu_plan', { booked: menu.booked + portions })
    .where('id', '=', menu.id)
    .execute()
  unit.changed('menuPlan', menu.id)
}

/** Characters of a code: nothing that is mistaken for something else when it is typed. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 12
const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Books a meal of a menu that the caller locked. @throws RuleError `meal.duplicate`, `order.capacity` */
export async function book(unit: UnitOfWork, menu: MenuRow, order: NewOrder, by: number | null): Promise<number> {
  await refuseSecond(unit, menu, order)
  await take(unit, menu, order.portions)
  const { id } = await adding(
    unit,
    'meal_order',
    {
      menuId: menu.id,
      date: menu.date,
      mealType: menu.mealType,
      price: menu.price,
      state: 'ordered',
      guestName: null,
      note: null,
      ticketId: null,
      grantId: null,
      reason: null,
      code: newCode(),
      ...order,
    },
    by,
  )
    .returning('id')
    .executeTakeFirstOrThrow()
  // Who has a meal does not wait for it.
  if (order.kind === 'staff')
    await sql`delete from meal_waiting where menu_id = ${menu.id} and person_id = ${order.personId}`.execute(unit.db)
  unit.changed('mealOrder', id)
  return id
}

/** Books one own portion for each of these people, who have none of the locked menu; the first of them where it does not suffice. Answers how many it booked. */
export async function bookEach(
  unit: UnitOfWork,
  menu: MenuRow,
  people: readonly Pick<NewOrder, 'personId' | 'deptId'>[],
  channel: MealChannel,
): Promise<number> {
  const served = people.slice(0, Math.max(0, menu.capacity - menu.booked))
  if (served.length === 0) return 0
  await take(unit, menu, served.length)
  await adding(
    unit,
    'meal_order',
    served.map(({ personId, deptId }) => ({
      menuId: menu.id,
      date: menu.date,
      mealType: menu.mealType,
      price: menu.price,
      state: 'ordered' as const,
      code: newCode(),
      personId,
      deptId,
      kind: 'staff' as const,
      portions: 1,
      channel,
    })),
    null,
  ).execute()
  await sql`
    delete from meal_waiting where menu_id = ${menu.id} and person_id = any(${served.map(({ personId }) => personId)}::bigint[])`.execute(
    unit.db,
  )
  unit.changed('mealOrder', null)
  return served.length
}

/** Cancels an order that the caller locked with its menu, and gives its portions back. Whoever frees a portion of a meal that is served calls `release` instead. */
export async function giveBack(
  unit: UnitOfWork,
  { menu, order }: { readonly menu: MenuRow; readonly order: OrderRow },
  by: number | null,
  reason: string | null,
): Promise<void> {
  await changing(
    unit,
    'meal_order',
    { state: 'cancelled', cancelledAt: unit.clock.now(), cancelledBy: by, cancelReason: reason },
    by,
  )
    .where('id', '=', order.id)
    .execute()
  await take(unit, menu, -order.portions)
  unit.changed('mealOrder', order.id)
}

/** Changes how many portions an order has: the difference counts. @throws RuleError `order.capacity` */
export async function resizeOrder(
  unit: UnitOfWork,
  { menu, order }: { readonly menu: MenuRow; readonly order: OrderRow },
  portions: number,
  by: number,
): Promise<void> {
  await take(unit, menu, portions - order.portions)
  await changing(unit, 'meal_order', { portions }, by).where('id', '=', order.id).execute()
  unit.changed('mealOrder', order.id)
}

/** A meal that was eaten. `at` is when it was, also when it is written down later. */
export async function markVerified(
  unit: UnitOfWork,
  order: Pick<OrderRow, 'id'>,
  { at, by, method }: { readonly at: Date; readonly by: number; readonly method: 'code' | 'card' | 'list' },
): Promise<void> {
  // F3: what the end of the meal decided meanwhile is not overwritten, but for a late entry of the person's real time.
  const done = await changing(
    unit,
    'meal_order',
    { state: 'verified', verifiedAt: at, verifiedBy: by, verifyMethod: method, noShowAt: null },
    by,
  )
    .where('id', '=', order.id)
    .where('state', 'in', ['ordered', 'noShow'])
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new RuleError('version.conflict')
  unit.changed('mealOrder', order.id)
}
