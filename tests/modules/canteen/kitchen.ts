/** A canteen for tests: dishes, published menus and calls of those who eat and of those who cook. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'

export const [MENU, DISH, INGREDIENT, ORDERS, ORDER] = [
  '/api/canteen/menu/',
  '/api/canteen/dish/',
  '/api/canteen/ingredient/',
  '/api/canteen/orders/',
  '/api/canteen/order/',
] as const

export type Form = Readonly<Record<string, unknown>>
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

export const refusal = (answer: Answer<unknown>): readonly unknown[] => [
  answer.errKey ?? answer.code,
  Object.keys(answer.errors ?? {}).toSorted(),
]
/** What a call came to: its code, or the key of its refusal. */
export const outcome = (answer: Answer<unknown>): string | number => answer.errKey ?? answer.code

export interface Kitchen {
  readonly manager: Client
  readonly today: () => string
  dish(name: string, more?: Form): Promise<number>
  /** A menu with one dish, published; in `days` days. */
  menu(given: { days: number; mealType?: string; capacity?: number; state?: 'draft' | 'published' }): Promise<number>
  order(client: Client, menuId: number, more?: Form, key?: string): Promise<Answer<{ id: number; warnings: object[] }>>
  cancel(client: Client, orderId: number, more?: Form): Promise<Answer<null>>
  menuNow(id: number): Promise<Row & { readonly booked: number; readonly capacity: number; readonly state: string }>
  orderNow(id: number): Promise<Row & { readonly state: string }>
  /** Portions of the orders of a menu that are not cancelled, counted anew. */
  portions(menuId: number): Promise<number>
  rows<T = Row>(text: ReturnType<typeof sql>): Promise<readonly T[]>
}

/** Empties the canteen, so that a test finds the menus it makes and no others. */
export async function emptyCanteen(app: TestApp): Promise<void> {
  await sql`truncate meal_order, ingredient_out, menu_plan, meal_profile, meal_standing_order, meal_limit_lift, meal_bill, meal_correction, meal_settlement restart identity cascade`.execute(
    app.database.db,
  )
}

export async function openKitchen(app: TestApp): Promise<Kitchen> {
  const manager = await app.as('qi32')
  const today = (): string => app.clock.today()
  const db = app.database.db
  let dishes = 0
  const kitchen: Kitchen = {
    manager,
    today,
    async dish(name, more = {}) {
      const made = await manager.post<Row>(DISH, { name, category: 'meat', ...more })
      if (made.code !== 2000) throw new Error(`no dish: ${outcome(made)}`)
      return made.data.id
    },
    async menu({ days, mealType = 'lunch', capacity = 100, state = 'published' }) {
      dishes += 1
      const dishId = await kitchen.dish(`试菜${Date.now()}${dishes}`)
      const made = await manager.post<Row>(MENU, {
        date: addDays(today(), days),
        mealType,
        capacity,
        dishes: [{ dishId, plannedPortions: 50 }],
      })
      if (made.code !== 2000) throw new Error(`no menu: ${outcome(made)} ${JSON.stringify(made.errors)}`)
      if (state === 'draft') return made.data.id
      const published = await manager.post(`${MENU}${made.data.id}/publish/`, { version: made.data.version })
      if (published.code !== 2000) throw new Error(`not published: ${outcome(published)}`)
      return made.data.id
    },
    order: (client, menuId, more = {}, key) =>
      client.post(ORDERS, { menuId, ...more }, key === undefined ? {} : { idempotencyKey: key }),
    cancel: (client, orderId, more = {}) => client.post(`${ORDERS}cancel/`, { orderId, ...more }),
    async menuNow(id) {
      const { rows } = await sql<never>`select * from menu_plan where id = ${id}`.execute(db)
      return rows[0]!
    },
    async orderNow(id) {
      const { rows } = await sql<never>`select * from meal_order where id = ${id}`.execute(db)
      return rows[0]!
    },
    async portions(menuId) {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(portions), 0)::int as sum from meal_order where menu_id = ${menuId} and state <> 'cancelled'`.execute(
        db,
      )
      return rows[0]!.sum
    },
    async rows<T>(text: ReturnType<typeof sql>) {
      return (await text.execute(db)).rows as T[]
    },
  }
  return kitchen
}
