/** Menus: what may stand on one, publishing and withdrawing (CAN-01, F1). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, problemOf, RuleError } from '#src/define/problem.ts'
import { adding, changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { giveBack, lockMenu, type MenuRow, type OrderRow } from '../orders/ledger.server.ts'
import { type MealType, priceOf } from '../orders/times.ts'
import { firstRepeated } from '../repeated.ts'
import { endWaiting, serveWaiting } from '../waiting/waiting.server.ts'

function refuseRepeatedDish(values: FormData): void {
  const again = firstRepeated(rowsOf(values.dishes).map(({ dishId }) => dishId))
  if (again !== null) throw new RuleError('canteen.dishTwice').at(`dishes.${again}.dishId`)
}

const dishCount = (dishes: unknown): number => (Array.isArray(dishes) ? dishes.length : 0)

/** CAN-01: why the menu cannot be published; null when it can. */
export const publishProblem = ({
  dishes,
  capacity,
}: {
  readonly dishes: unknown
  readonly capacity: number
}): Problem | null => (dishCount(dishes) === 0 || capacity <= 0 ? problemOf('rule.CAN-01') : null)

/** CAN-02: a dish of today one of whose ingredients has expired batches and no others; null when there is none. */
async function spoiledProblem(unit: UnitOfWork, menu: MenuRow): Promise<Problem | null> {
  if (menu.date !== unit.clock.today()) return null
  const { rows } = await sql<{ dish: string; ingredient: string }>`
    select d.name as dish, g.name as ingredient from menu_plan m
      cross join lateral jsonb_array_elements(coalesce(m.dishes, '[]')) l (line) join dish d on d.id = (l.line ->> 'dishId')::bigint
      cross join lateral jsonb_array_elements(coalesce(d.ingredients, '[]')) p (line) join ingredient g on g.id = (p.line ->> 'ingredientId')::bigint
    where m.id = ${menu.id} and (select bool_and(b.use_by < ${menu.date}::date) from shared_store_batch b where b.item_id = g.stock_item_id and b.qty > 0)
    order by d.id, g.id limit 1`.execute(unit.db)
  return rows[0] ? { key: 'rule.CAN-02', params: [rows[0].dish, rows[0].ingredient] } : null
}

/** Why a locked menu cannot be published now; null when it can. */
const problemNow = async (unit: UnitOfWork, menu: MenuRow): Promise<Problem | null> =>
  publishProblem(menu) ?? (await spoiledProblem(unit, menu))

/** Publishes a locked menu. @throws RuleError CAN-01, CAN-02 */
export async function publish(unit: UnitOfWork, menu: MenuRow, by: number): Promise<void> {
  if (menu.state !== 'draft') throw new RuleError('version.conflict')
  if (menu.date < unit.clock.today()) throw new RuleError('canteen.menuPast')
  const problem = await problemNow(unit, menu)
  if (problem) throw new RuleError(problem.key, ...(problem.params ?? []))
  await changing(unit, 'menu_plan', { state: 'published', publishedAt: unit.clock.now(), publishedBy: by }, by)
    .where('id', '=', menu.id)
    .execute()
  unit.changed('menuPlan', menu.id)
}

/** Takes a locked menu back: its orders are cancelled and everybody who ordered is told why. @throws RuleError once a meal was verified */
export async function withdraw(unit: UnitOfWork, menu: MenuRow, reason: string, by: number): Promise<void> {
  const orders = await unit.db
    .selectFrom('meal_order')
    .selectAll()
    .where('menuId', '=', menu.id)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (orders.some(({ state }) => state !== 'ordered')) throw new RuleError('canteen.alreadyServed')
  let { booked } = menu
  for (const order of orders) {
    await giveBack(unit, { menu: { ...menu, booked }, order: order as OrderRow }, by, reason)
    booked -= order.portions
  }
  const waiting = await endWaiting(unit, menu.id)
  await changing(unit, 'menu_plan', { state: 'draft', publishedAt: null, publishedBy: null }, by)
    .where('id', '=', menu.id)
    .execute()
  unit.changed('menuPlan', menu.id)
  if (orders.length > 0)
    unit.notify({
      to: [...new Set(orders.map(({ personId }) => personId))],
      contentType: 'REMIND',
      title: {
        key: 'meal.withdrawn',
        params: [menu.date, { dictionary: 'mealType', value: menu.mealType }, reason],
      },
      link: '/restaurant/order',
    })
  if (waiting.length > 0)
    unit.notify({
      to: waiting,
      contentType: 'REMIND',
      title: {
        key: 'meal.waitingWithdrawn',
        params: [menu.date, { dictionary: 'mealType', value: menu.mealType }, reason],
      },
      link: '/restaurant/order',
    })
}

/** Publishes what is ready of the week that begins on `monday`; answers how many, and what stands in the way of the others. */
export async function publishWeek(unit: UnitOfWork, monday: string, by: number) {
  const { rows } = await sql<{ id: number }>`
    select id from menu_plan where date between ${monday}::date and ${addDays(monday, 6)}::date and date >= ${unit.clock.today()}::date
      and state = 'draft' and deleted_at is null order by id`.execute(unit.db)
  let published = 0
  const refused: { date: string; mealType: string }[] = []
  for (const { id } of rows) {
    const menu = await lockMenu(unit, id)
    if (menu?.state !== 'draft') continue
    if (await problemNow(unit, menu)) refused.push({ date: menu.date, mealType: menu.mealType })
    else {
      await publish(unit, menu, by)
      published += 1
    }
  }
  return { published, refused }
}

/** Copies the menus of a week as drafts into another one. Meals that are planned there already stay as they are. */
export async function copyWeek(unit: UnitOfWork, from: string, to: string, by: number): Promise<number> {
  const { rows } = await sql<Pick<MenuRow, 'date' | 'mealType' | 'dishes' | 'capacity' | 'price'> & { note: string }>`
    select m.date + (${to}::date - ${from}::date) as date, m.meal_type, m.capacity, m.price, m.note,
      (select jsonb_agg(l.line order by l.at) from jsonb_array_elements(m.dishes) with ordinality as l (line, at)
        where exists (select from dish d where d.id = (l.line ->> 'dishId')::bigint and d.state and d.deleted_at is null)) as dishes
    from menu_plan m where m.date between ${from}::date and ${addDays(from, 6)}::date and m.deleted_at is null
      and m.date + (${to}::date - ${from}::date) >= ${unit.clock.today()}::date
      and not exists (select from menu_plan o where o.date = m.date + (${to}::date - ${from}::date) and o.meal_type = m.meal_type and o.deleted_at is null)
    order by m.date, m.id`.execute(unit.db)
  if (rows.length === 0) return 0
  await adding(
    unit,
    'menu_plan',
    rows.map((row) => ({ ...row, dishes: row.dishes === null ? null : JSON.stringify(row.dishes), state: 'draft' })),
    by,
  ).execute()
  unit.changed('menuPlan', null)
  return rows.length
}

export const menuServer: RecordServer = {
  computed: { left: '(r.capacity - r.booked)' },
  async beforeCreate(values, unit) {
    refuseRepeatedDish(values)
    return { ...values, state: 'draft', price: values.price ?? priceOf(unit.settings, values.mealType as MealType) }
  },
  async beforeUpdate(values, row, unit) {
    refuseRepeatedDish(values)
    const menu = await lockMenu(unit, row.id)
    if (menu === null) throw new RuleError('version.conflict')
    const capacity = Number(values.capacity)
    if (capacity < menu.booked) throw new RuleError('canteen.capacityBelow', menu.booked).at('capacity')
    const problem = menu.state === 'published' ? publishProblem({ dishes: rowsOf(values.dishes), capacity }) : null
    if (problem) throw new RuleError(problem.key).at('dishes')
    return { ...values, price: values.price ?? menu.price }
  },
  // More portions go to who waits for them.
  afterWrite: (row, unit) => serveWaiting(unit, row.id),
  actions: {
    async publish({ id }, _values, unit, { userId }) {
      const menu = await lockMenu(unit, id)
      if (menu === null) throw new RuleError('version.conflict')
      await publish(unit, menu, userId)
    },
    async withdraw({ id }, { reason }, unit, { userId }) {
      const menu = await lockMenu(unit, id)
      if (menu?.state !== 'published') throw new RuleError('version.conflict')
      await withdraw(unit, menu, String(reason), userId)
    },
  },
}
