import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import {
  DISH,
  emptyCanteen,
  type Form,
  INGREDIENT,
  type Kitchen,
  MENU,
  openKitchen,
  outcome,
  type Row,
  refusal,
} from './kitchen.ts'

describe.each(oneEngine)('menus on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let staff: Client

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await emptyCanteen(app)
    kitchen = await openKitchen(app)
    staff = await app.as('xi44')
  })
  const create = (more: Form) =>
    kitchen.manager.post<Row>(MENU, { date: addDays('2026-03-11', 1), mealType: 'lunch', capacity: 10, ...more })
  const publish = async (id: number) => {
    const { version } = await kitchen.menuNow(id)
    return kitchen.manager.post(`${MENU}${id}/publish/`, { version })
  }

  it('CAN-01 publishes a menu with a dish and a capacity above 0 alone', async () => {
    const dishId = await kitchen.dish('红烧肉一')
    const dishes = [{ dishId, plannedPortions: 1 }]
    const without = await create({})
    const empty = await create({ mealType: 'dinner', dishes, capacity: 0 })
    const ready = await create({ mealType: 'breakfast', dishes, capacity: 1 })
    expect(outcome(await publish(without.data.id))).toBe('rule.CAN-01')
    expect(outcome(await publish(empty.data.id))).toBe('rule.CAN-01')
    expect(outcome(await publish(ready.data.id))).toBe(2000)
    const { data } = await kitchen.manager.get<Row>(`${MENU}${ready.data.id}/`)
    const emptied = await kitchen.manager.put(`${MENU}${ready.data.id}/`, { ...data, dishes: [] })
    expect(refusal(emptied)).toEqual(['rule.CAN-01', ['dishes']])
  })

  it('plans from today to 28 days ahead, once for each meal, with the limits of 95.5', async () => {
    const dishId = await kitchen.dish('红烧肉二')
    const day = (days: number) => create({ date: addDays('2026-03-11', days) })
    expect([(await day(-1)).code, (await day(0)).code, (await day(28)).code, (await day(29)).code]).toEqual([
      4000, 2000, 2000, 4000,
    ])
    expect((await day(28)).errors).toHaveProperty('mealType')
    const codes = []
    for (const more of [
      { capacity: 2000, mealType: 'dinner' },
      { capacity: 2001, mealType: 'night' },
      { price: '99.00', mealType: 'breakfast' },
      { price: '99.01', mealType: 'night' },
      { dishes: [{ dishId, plannedPortions: 1000 }], mealType: 'night' },
      { dishes: [{ dishId, plannedPortions: 999 }], mealType: 'night' },
    ])
      codes.push((await create(more)).code)
    expect(codes).toEqual([2000, 4000, 2000, 4000, 4000, 2000])
    const twice = await create({ dishes: [dishId, dishId].map((id) => ({ dishId: id, plannedPortions: 1 })) })
    expect(refusal(twice)).toEqual(['canteen.dishTwice', ['dishes.1.dishId']])
  })

  it('prices a meal by the setting unless a price is given (meal.price)', async () => {
    const prices = []
    for (const mealType of ['breakfast', 'lunch', 'dinner', 'night']) prices.push((await create({ mealType })).data.id)
    const rows = await Promise.all(prices.map((id) => kitchen.menuNow(id)))
    expect(rows.map(({ price }) => price)).toEqual(['3.00', '8.00', '8.00', '8.00'])
  })

  it('withdraws a menu: its orders are cancelled with the reason and everybody is told', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const { data } = await kitchen.order(staff, menuId)
    const preview = await kitchen.manager.get('/api/canteen/withdrawal/', { query: { menuId: String(menuId) } })
    expect(preview.data).toEqual({ orders: 1, portions: 1, receptions: 0 })
    const before = app.announced.messages.length
    const { version } = await kitchen.menuNow(menuId)
    const gone = await kitchen.manager.post(`${MENU}${menuId}/withdraw/`, { version, reason: '停气检修，暂停供餐' })
    expect(outcome(gone)).toBe(2000)
    const [menu, order] = [await kitchen.menuNow(menuId), await kitchen.orderNow(data.id)]
    expect([menu.state, menu.booked, order.state, order.cancelReason]).toEqual([
      'draft',
      0,
      'cancelled',
      '停气检修，暂停供餐',
    ])
    expect(app.announced.messages.slice(before).map(({ to, title }) => [to, title.key])).toEqual([
      [[staff.userId], 'meal.withdrawn'],
    ])
  })

  it('refuses to withdraw a menu once a meal was eaten', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const { data } = await kitchen.order(staff, menuId)
    const { sql } = await import('kysely')
    await sql`update meal_order set state = 'verified', verified_at = now(), verify_method = 'list' where id = ${data.id}`.execute(
      app.database.db,
    )
    const { version } = await kitchen.menuNow(menuId)
    const gone = await kitchen.manager.post(`${MENU}${menuId}/withdraw/`, { version, reason: '停气检修，暂停供餐' })
    expect([outcome(gone), (await kitchen.menuNow(menuId)).state]).toEqual(['canteen.alreadyServed', 'published'])
  })

  it('copies a week as drafts, over the end of a month, and publishes it', async () => {
    app.clock.set(new Date('2026-03-30T02:00:00Z'))
    kitchen = await openKitchen(app)
    for (const days of [0, 1, 4]) await kitchen.menu({ days })
    await kitchen.menu({ days: 7, state: 'draft' })
    const copy = () =>
      kitchen.manager.post<{ copied: number }>('/api/canteen/menus/copy/', { from: '2026-04-02', to: '2026-04-08' })
    expect([(await copy()).data.copied, (await copy()).data.copied]).toEqual([2, 0])
    const published = await kitchen.manager.post('/api/canteen/menus/publish/', { day: '2026-04-12' })
    expect(published.data).toEqual({ published: 3, refused: [] })
    const week = await staff.get<{ monday: string; days: { date: string; meals: { state: string }[] }[] }>(
      '/api/canteen/week/',
      { query: { day: '2026-04-07' } },
    )
    expect([week.data.monday, week.data.days.flatMap(({ date, meals }) => meals.map(() => date))]).toEqual([
      '2026-04-06',
      ['2026-04-06', '2026-04-07', '2026-04-10'],
    ])
  })

  it('shows drafts to those who plan, and published menus to everybody', async () => {
    await kitchen.menu({ days: 1, state: 'draft' })
    await kitchen.menu({ days: 1, mealType: 'dinner' })
    const states = async (client: Client) => {
      const { data } = await client.get<{ days: { meals: { mealType: string }[] }[] }>('/api/canteen/week/')
      return data.days.flatMap(({ meals }) => meals.map(({ mealType }) => mealType))
    }
    expect([await states(staff), await states(kitchen.manager)]).toEqual([['dinner'], ['lunch', 'dinner']])
  })

  it('E14 marks a dish for the person who must not eat it and names the person in the kitchen', async () => {
    const dishId = await kitchen.dish('油焖大虾试', { allergens: ['crustacean', 'soy'] })
    const menu = await create({ dishes: [{ dishId, plannedPortions: 20 }] })
    await publish(menu.data.id)
    await staff.post('/api/canteen/allergens/', { allergens: ['crustacean', 'egg'] })
    await kitchen.order(staff, menu.data.id)
    const own = await staff.get<{ days: { meals: { dishes: { mine: string[] }[] }[] }[] }>('/api/canteen/own/')
    expect(own.data.days[1]?.meals[0]?.dishes[0]?.mine).toEqual(['crustacean'])
    const cook = await kitchen.manager.get<{
      days: { date: string; meals: { booked: number; dishes: { warnings: { allergens: string[] }[] }[] }[] }[]
    }>('/api/canteen/kitchen/')
    expect(cook.data.days.map(({ date }) => date)).toEqual(['2026-03-11', '2026-03-12'])
    const meal = cook.data.days[1]?.meals[0]
    expect([meal?.booked, meal?.dishes[0]?.warnings.map(({ allergens }) => allergens)]).toEqual([1, [['crustacean']]])
    expect((await staff.get('/api/canteen/kitchen/')).code).toBe(4003)
  })

  it('keeps ingredients unique by name and specification, and those a dish needs', async () => {
    const ingredient = (more: Form) =>
      kitchen.manager.post<Row>(INGREDIENT, {
        name: '五花肉试',
        category: 'meat',
        unit: 'kg',
        shelfLifeDays: 3,
        storage: 'chilled',
        minStock: '5',
        maxStock: '50',
        ...more,
      })
    const pork = await ingredient({})
    const codes = []
    for (const more of [
      {},
      { spec: '带皮' },
      { name: '甲', shelfLifeDays: 0 },
      { name: '乙', shelfLifeDays: 1095 },
      { name: '丙', shelfLifeDays: 1096 },
      { name: '丁', maxStock: '4.999' },
      { name: '戊', maxStock: '5' },
    ])
      codes.push((await ingredient(more)).code)
    expect(codes).toEqual([4000, 2000, 4000, 2000, 4000, 4001, 2000])
    const line = { ingredientId: pork.data.id, qtyPerPortion: '0.150', unit: 'kg' }
    const dish = await kitchen.manager.post<Row>(DISH, { name: '回锅肉试', category: 'meat', ingredients: [line] })
    expect(outcome(dish)).toBe(2000)
    const gone = await kitchen.manager.delete(`${INGREDIENT}${pork.data.id}/`, { version: pork.data.version })
    expect(outcome(gone)).toBe('canteen.ingredientUsed')
  })
})
