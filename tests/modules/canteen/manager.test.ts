import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMoment } from '#src/define/days.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Form, type Kitchen, MENU, ORDER, ORDERS, openKitchen, outcome, refusal } from './kitchen.ts'

const at = (text: string): Date => parseMoment(text)!
const [VERIFY, MISS] = ['/api/canteen/counter/verify/', '/api/canteen/counter/no_show/']
const NOON = '2026-03-12 12:00:00'

describe.each(oneEngine)('orders by the canteen manager on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let staff: Client
  let other: Client

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await emptyCanteen(app)
    await setClock(T0)
  })
  async function setClock(moment: Date): Promise<void> {
    app.clock.set(moment)
    kitchen = await openKitchen(app)
    ;[staff, other] = await Promise.all([app.as('xi44'), app.as('chen09')])
  }
  /** What the form of the page sends. */
  const orderFor = (more: Form) =>
    kitchen.manager.post<{ id: number }>(ORDERS, {
      date: '2026-03-12',
      mealType: 'lunch',
      kind: 'duty',
      personId: staff.userId,
      guestName: null,
      portions: null,
      takeaway: false,
      note: null,
      reason: null,
      ...more,
    })
  const states = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await kitchen.orderNow(id)).state))

  it('CAN-48 orders a guest or duty meal by day and meal, as the form of the page sends it', async () => {
    await kitchen.menu({ days: 1 })
    const duty = await orderFor({})
    const guest = await orderFor({ kind: 'guest', guestName: '来访同志', portions: 3 })
    const rows = [await kitchen.orderNow(duty.data.id), await kitchen.orderNow(guest.data.id)]
    expect(rows.map(({ kind, portions, guestName, channel }) => [kind, portions, guestName, channel])).toEqual([
      ['duty', 1, null, 'manager'],
      ['guest', 3, '来访同志', 'manager'],
    ])
    expect(outcome(await orderFor({ mealType: 'dinner' }))).toBe('meal.unpublished')
    expect(refusal(await orderFor({ mealType: null }))).toEqual([4000, ['mealType']])
    expect(refusal(await kitchen.manager.post(ORDERS, { date: '2026-03-12' }))).toEqual([4000, ['mealType']])
  })

  it('CAN-42 cancels the order of another until the meal begins, with a reason that the person is told', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const { data } = await kitchen.order(staff, menuId)
    expect(refusal(await kitchen.cancel(kitchen.manager, data.id))).toEqual(['meal.cancelReason', ['reason']])
    await setClock(new Date(at('2026-03-12 11:30:00').getTime() + 1))
    const late = await kitchen.cancel(kitchen.manager, data.id, { reason: '停气检修' })
    expect(outcome(late)).toBe('meal.started')
    await setClock(at('2026-03-12 11:30:00'))
    expect(outcome(await kitchen.cancel(kitchen.manager, data.id, { reason: '停气检修' }))).toBe(2000)
    const row = await kitchen.orderNow(data.id)
    expect([row.state, row.cancelReason, (await kitchen.menuNow(menuId)).booked]).toEqual(['cancelled', '停气检修', 0])
  })

  it('50.4 verifies chosen orders of several meals at once, each within its own time', async () => {
    const [lunch, dinner] = [await kitchen.menu({ days: 1 }), await kitchen.menu({ days: 1, mealType: 'dinner' })]
    const ids = [(await kitchen.order(staff, lunch)).data.id, (await kitchen.order(other, lunch)).data.id]
    const later = (await kitchen.order(staff, dinner)).data.id
    await setClock(at(NOON))
    // A meal that is not open yet leaves the others as they were.
    expect(outcome(await kitchen.manager.post(VERIFY, { orderIds: [...ids, later] }))).toBe('meal.notYet')
    expect(await states([...ids, later])).toEqual(['ordered', 'ordered', 'ordered'])
    expect((await kitchen.manager.post(VERIFY, { orderIds: [ids[0]] })).data).toEqual({ verified: 1 })
    // What is verified already stays as it is.
    expect((await kitchen.manager.post(VERIFY, { orderIds: ids, at: null })).data).toEqual({ verified: 1 })
    await setClock(at('2026-03-12 20:00:00'))
    expect(refusal(await kitchen.manager.post(VERIFY, { orderIds: [later] }))).toEqual(['meal.overNoteTime', ['at']])
    const noted = await kitchen.manager.post(VERIFY, { orderIds: [later], at: '2026-03-12 18:00:00' })
    expect([noted.data, await states([...ids, later])]).toEqual([{ verified: 1 }, ['verified', 'verified', 'verified']])
  })

  it('50.4 marks chosen orders of several meals as no-shows, once all of these are over', async () => {
    const [lunch, dinner] = [await kitchen.menu({ days: 1 }), await kitchen.menu({ days: 1, mealType: 'dinner' })]
    const orderIds = [(await kitchen.order(staff, lunch)).data.id, (await kitchen.order(staff, dinner)).data.id]
    await setClock(at('2026-03-12 19:00:00'))
    expect(outcome(await kitchen.manager.post(MISS, { orderIds }))).toBe('meal.notOver')
    await setClock(at('2026-03-12 19:00:01'))
    expect((await kitchen.manager.post(MISS, { orderIds })).data).toEqual({ marked: 2 })
    expect((await kitchen.manager.post(MISS, { orderIds })).data).toEqual({ marked: 0 })
    const rows = await Promise.all(orderIds.map((id) => kitchen.orderNow(id)))
    expect(rows.map(({ state, noShowAt }) => [state, noShowAt])).toEqual([
      ['noShow', at('2026-03-12 13:00:00')],
      ['noShow', at('2026-03-12 19:00:00')],
    ])
  })

  it('50.4 leaves receptions among chosen orders to their tickets, and refuses an order of another meal', async () => {
    const lunch = await kitchen.menu({ days: 1 })
    const mine = (await kitchen.order(staff, lunch)).data.id
    const { rows } = await sql<{ id: number }>`
      insert into meal_order (menu_id, date, meal_type, person_id, dept_id, kind, portions, price, channel, ticket_id, created_at, updated_at)
      select ${lunch}, '2026-03-12', 'lunch', u.id, u.dept_id, 'reception', 4, 8, 'ticket', 900001, now(), now() from app_user u where u.id = ${other.userId} returning id`.execute(
      app.database.db,
    )
    const reception = rows[0]!.id
    const dinner = await kitchen.menu({ days: 1, mealType: 'dinner' })
    await setClock(at(NOON))
    expect((await kitchen.manager.post(VERIFY, { orderIds: [mine, reception] })).data).toEqual({ verified: 1 })
    expect(await states([mine, reception])).toEqual(['verified', 'ordered'])
    expect((await kitchen.manager.post(VERIFY, { menuId: dinner, orderIds: [mine] })).code).toBe(4004)
  })

  it('90 B 3 says how many orders, portions and receptions a withdrawal of a menu cancels', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    await kitchen.order(staff, menuId)
    const gone = await kitchen.order(other, menuId)
    await kitchen.cancel(other, gone.data.id)
    await orderFor({ kind: 'guest', guestName: '来访同志', portions: 4 })
    const numbers = await kitchen.manager.get('/api/canteen/withdrawal/', { query: { menuId: String(menuId) } })
    expect(numbers.data).toEqual({ orders: 2, portions: 5, receptions: 0 })
    const { version } = await kitchen.menuNow(menuId)
    const withdrawn = await kitchen.manager.post(`${MENU}${menuId}/withdraw/`, {
      version,
      reason: '停气检修，暂停供餐',
    })
    const { total } = await kitchen.manager.get(ORDER, { query: { state: 'cancelled' } })
    expect([outcome(withdrawn), total]).toEqual([2000, 3])
  })
})
