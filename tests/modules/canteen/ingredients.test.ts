import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { emptyCanteen, type Kitchen, MENU, openKitchen, outcome, type Row, refusal } from './kitchen.ts'
import { BATCH, COUNT, ISSUE, openStore, type Store, WASTE } from './store.ts'

const TODAY = '2026-03-11'

describe.each(oneEngine)('ingredients on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let store: Store

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await emptyCanteen(app)
    kitchen = await openKitchen(app)
    store = await openStore(app, kitchen)
  })
  const issue = (lines: readonly object[], more: object = { reason: '试菜' }) =>
    kitchen.manager.post<Row>(ISSUE, { lines, ...more })
  const photo = async () => {
    return [await uploadPdf(app, kitchen.manager)]
  }

  it('50.2 takes a delivery that two different people received, with the shelf life as its date', async () => {
    const ingredientId = await store.ingredient()
    const alone = await store.receive([{ ingredientId, qty: '2.000' }], { receiver2Id: kitchen.manager.userId })
    expect(refusal(alone)).toEqual(['canteen.twoReceivers', ['receiver2Id']])
    expect(outcome(await store.receive([{ ingredientId, qty: '2.000' }]))).toBe(2000)
    expect(await store.onHand(ingredientId)).toBe('2.000')
    expect(await store.batches(ingredientId)).toMatchObject([{ qty: '2.000', useBy: addDays(TODAY, 10) }])
  })

  it('50.2 refuses what expires today and takes what expires tomorrow, in two batches for two deliveries', async () => {
    const ingredientId = await store.ingredient()
    const today = await store.receive([{ ingredientId, qty: '1', expireDate: TODAY }])
    expect(Object.keys(today.errors ?? {})).toEqual(['lines.0.expireDate'])
    const line = { ingredientId, qty: '1', expireDate: addDays(TODAY, 1) }
    expect([(await store.receive([line])).code, (await store.receive([line])).code]).toEqual([2000, 2000])
    expect((await store.batches(ingredientId)).map(({ qty }) => qty)).toEqual(['1.000', '1.000'])
  })

  it('CAN-12 makes no stock of a rejected line', async () => {
    const [good, bad] = [await store.ingredient(), await store.ingredient()]
    const lines = [
      { ingredientId: good, qty: '3' },
      { ingredientId: bad, qty: '3', inspection: 'reject', photo: await photo() },
    ]
    const { data } = (await store.receive(lines)) as { data: Row }
    expect(data).toMatchObject({ amount: '12.00', rejected: 1 })
    expect([await store.onHand(good), await store.onHand(bad)]).toEqual(['3.000', '0.000'])
    expect(await store.batches(bad)).toEqual([])
  })

  it('CAN-13 asks for a reason above 120% of the average of 30 days', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '10', price: '5.00' }])
    const at = (price: string, more: object = {}) => store.receive([{ ingredientId, qty: '1', price, ...more }])
    const dear = await at('6.01')
    expect(Object.keys(dear.errors ?? {})).toEqual(['lines.0.priceNote'])
    expect((await at('6.01', { priceNote: '连日降雨，产地涨价' })).code).toBe(2000)
    app.clock.set(new Date(T0.getTime() + 31 * 86_400_000))
    kitchen = await openKitchen(app)
    store = await openStore(app, kitchen)
    expect((await at('60.00')).code).toBe(2000)
  })

  it('CAN-13 takes exactly 120% without a reason', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '10', price: '5.00' }])
    expect((await store.receive([{ ingredientId, qty: '1', price: '6.00' }])).code).toBe(2000)
  })

  it('CAN-16 refuses a vendor whose papers ended yesterday, and who sells something else', async () => {
    const ingredientId = await store.ingredient()
    const from = async (vendorId: number) => refusal(await store.receive([{ ingredientId, qty: '1' }], { vendorId }))
    expect(await from(await store.vendor({ validTo: addDays(TODAY, -1) }))).toEqual(['rule.CAN-16', ['vendorId']])
    expect(await from(await store.vendor({ validTo: null }))).toEqual(['rule.CAN-16', ['vendorId']])
    expect(await from(await store.vendor({ validTo: TODAY }))).toEqual([2000, []])
    expect(await from(await store.vendor({ canteen: false }))).toEqual(['canteen.vendorUnfit', ['vendorId']])
  })

  it('CAN-11 never issues more than there is, and the batch that expires first', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, 9) }])
    await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, 3) }])
    const [late, early] = (await store.batches(ingredientId)).map(({ id }) => id)
    expect(outcome(await issue([{ ingredientId, qty: '4.001' }]))).toBe('stock.insufficient')
    expect(outcome(await issue([{ ingredientId, qty: '0.5' }]))).toBe(2000)
    const passing = await issue([{ ingredientId, qty: '1', batchId: late }])
    expect(refusal(passing)).toEqual(['rule.CAN-11', ['lines.0.orderNote']])
    const said = await issue([{ ingredientId, qty: '1', batchId: late, orderNote: '早到期的尚未解冻' }])
    expect(outcome(said)).toBe(2000)
    expect((await store.batches(ingredientId)).map(({ id, qty }) => [id, qty])).toEqual([
      [late, '1.000'],
      [early, '1.500'],
    ])
    expect(outcome(await issue([{ ingredientId, qty: '2.5' }]))).toBe(2000)
    expect(await store.onHand(ingredientId)).toBe('0.000')
  })

  it('F5 CAN-11 many issues at once take whole batches in the order of their dates, and never more than there is', async () => {
    const ingredientId = await store.ingredient()
    for (const days of [9, 3, 6]) await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, days) }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => issue([{ ingredientId, qty: '0.5' }])))
    expect(answers.map(outcome)).toEqual(Array.from({ length: 10 }, () => 2000))
    expect((await store.batches(ingredientId)).map(({ useBy, qty }) => [useBy, qty])).toEqual([
      [addDays(TODAY, 9), '1.000'],
      [addDays(TODAY, 3), '0.000'],
      [addDays(TODAY, 6), '0.000'],
    ])
    const last = await Promise.all(Array.from({ length: 4 }, () => issue([{ ingredientId, qty: '0.4' }])))
    expect(last.map(outcome).toSorted()).toEqual([2000, 2000, 'stock.insufficient', 'stock.insufficient'])
    expect(await store.onHand(ingredientId)).toBe('0.200')
  })

  it('F5 CAN-14 a batch that was picked before midnight in Shanghai is refused behind it', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, 1) }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    const at = async (text: string) => {
      app.clock.set(new Date(`${text}+08:00`))
      kitchen = await openKitchen(app)
      return outcome(await issue([{ ingredientId, qty: '1', batchId }]))
    }
    expect(await at(`${addDays(TODAY, 1)}T23:59:59.999`)).toBe(2000)
    expect(await at(`${addDays(TODAY, 2)}T00:00:00`)).toBe('stock.batchExpired')
  })

  it('CAN-14 issues a batch on its last day, and only wastes it the day after', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, 2) }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    const files = await photo()
    app.clock.set(new Date(T0.getTime() + 2 * 86_400_000))
    kitchen = await openKitchen(app)
    expect(outcome(await issue([{ ingredientId, qty: '1', batchId }]))).toBe(2000)
    app.clock.set(new Date(T0.getTime() + 3 * 86_400_000))
    kitchen = await openKitchen(app)
    expect(outcome(await issue([{ ingredientId, qty: '1', batchId }]))).toBe('stock.batchExpired')
    const wasted = await kitchen.manager.post(WASTE, {
      wasteReason: 'expired',
      photo: files,
      lines: [{ ingredientId, qty: '1', batchId }],
    })
    expect([outcome(wasted), await store.onHand(ingredientId)]).toEqual([2000, '0.000'])
  })

  it('50.2 asks what a leader says of waste above 200 CNY', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '10', price: '100.00' }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    const waste = async (qty: string, more: object = {}) =>
      kitchen.manager.post(WASTE, {
        wasteReason: 'spoiled',
        photo: await photo(),
        lines: [{ ingredientId, qty, batchId }],
        ...more,
      })
    expect(refusal(await waste('2.001'))).toEqual(['canteen.wasteNote', ['note']])
    expect(outcome(await waste('2.001', { note: '冷库断电，同意报损' }))).toBe(2000)
    expect(outcome(await waste('2'))).toBe(2000)
  })

  it('90.3 gives an opened batch a date of its own, also the rest of a partly issued one', async () => {
    const ingredientId = await store.ingredient({ openedDays: 2 })
    await store.receive([{ ingredientId, qty: '2' }])
    await issue([{ ingredientId, qty: '1' }])
    expect(await store.batches(ingredientId)).toMatchObject([{ qty: '1.000', useBy: addDays(TODAY, 2) }])
    app.clock.set(new Date(T0.getTime() + 3 * 86_400_000))
    kitchen = await openKitchen(app)
    expect(outcome(await issue([{ ingredientId, qty: '1' }]))).toBe('stock.insufficient')
  })

  it('90.3 issues nothing of a batch on hold until the hold is released', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '2' }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    expect(refusal(await kitchen.manager.post(`${BATCH}${batchId}/hold/`, { reason: '供应商召回' }))).toEqual([
      2000,
      [],
    ])
    expect(outcome(await issue([{ ingredientId, qty: '1', batchId }]))).toBe('stock.batchHeld')
    expect(outcome(await issue([{ ingredientId, qty: '1' }]))).toBe('stock.insufficient')
    await kitchen.manager.post(`${BATCH}${batchId}/lift/`, { reason: '复检合格' })
    expect(outcome(await issue([{ ingredientId, qty: '1' }]))).toBe(2000)
  })

  it('50.2 posts a count of up to 5% of the value, and above that once another person agrees (E5)', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '100' }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    const count = (countedQty: string, more: object = { diffReason: '称重误差较大' }) =>
      kitchen.manager.post<Row & { state: string }>(COUNT, { lines: [{ batchId, countedQty, ...more }] })
    expect(Object.keys((await count('95', {})).errors ?? {})).toEqual(['lines.0.diffReason'])
    expect([(await count('95')).data.state, await store.onHand(ingredientId)]).toEqual(['posted', '95.000'])
    const { data } = await count('90')
    expect([data.state, await store.onHand(ingredientId)]).toEqual(['review', '95.000'])
    // What moves while the count waits stays: the difference is posted, not the number.
    await issue([{ ingredientId, qty: '10' }])
    const approver = await app.as('lyu21')
    const agreed = await approver.post(`${COUNT}${data.id}/approve/`, { version: data.version })
    expect([outcome(agreed), await store.onHand(ingredientId)]).toEqual([2000, '80.000'])
  })

  it('F4 90.3 sums the demand of the days before stock is taken off, less what menus before them use', async () => {
    const [rice, salt] = [await store.ingredient(), await store.ingredient()]
    await store.receive([{ ingredientId: rice, qty: '20' }])
    const ingredients = [
      { ingredientId: rice, qtyPerPortion: '0.100', unit: 'kg' },
      { ingredientId: salt, qtyPerPortion: '3.333', unit: 'g' },
    ]
    const dishId = await kitchen.dish(`试饭${rice}`, { ingredients })
    for (const days of [1, 3, 4]) {
      const { data } = await kitchen.manager.post<Row>(MENU, {
        date: addDays(TODAY, days),
        mealType: 'lunch',
        capacity: 100,
        dishes: [{ dishId, plannedPortions: 100 }],
      })
      await kitchen.manager.post(`${MENU}${data.id}/publish/`, { version: data.version })
    }
    const demand = async (from: number, to: number) => {
      const query = { from: addDays(TODAY, from), to: addDays(TODAY, to) }
      const answer = await kitchen.manager.get<{ lines: { ingredientId: number; needed: string; short: string }[] }>(
        '/api/canteen/demand/',
        { query },
      )
      return answer.data.lines.map(({ ingredientId, needed, short }) => [ingredientId, needed, short]).toSorted()
    }
    expect(await demand(1, 3)).toEqual([
      [rice, '20.000', '0.000'],
      [salt, '0.667', '0.667'],
    ])
    expect(await demand(3, 4)).toEqual([
      [rice, '20.000', '10.000'],
      [salt, '0.667', '0.667'],
    ])
    expect(await demand(2, 2)).toEqual([])
    // Each menu alone finds the same 20 kg; together they do not.
    const shortOf = (lines: readonly (readonly (number | string)[])[]) => lines.find(([id]) => id === rice)?.[2]
    expect([shortOf(await demand(1, 1)), shortOf(await demand(1, 4))]).toEqual(['0.000', '10.000'])
  })

  it('90.3 traces a batch to those who ate of it, and a meal back to its batches', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '20' }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    const ingredients = [{ ingredientId, qtyPerPortion: '0.100', unit: 'kg' }]
    const dishId = await kitchen.dish(`试溯源${ingredientId}`, { ingredients })
    const menu = await kitchen.manager.post<Row>(MENU, {
      date: addDays(TODAY, 1),
      mealType: 'lunch',
      capacity: 100,
      dishes: [{ dishId, plannedPortions: 50 }],
    })
    const menuId = menu.data.id
    await kitchen.manager.post(`${MENU}${menuId}/publish/`, { version: menu.data.version })
    const { data } = await kitchen.order(store.second, menuId)
    expect(outcome(await issue([], { menuId }))).toBe(2000)
    expect(await store.onHand(ingredientId)).toBe('15.000')
    await sql`update meal_order set state = 'verified', verified_at = now(), verify_method = 'list' where id = ${data.id}`.execute(
      app.database.db,
    )
    const forward = await kitchen.manager.get<{ meals: { dishes: string[]; diners: object[] }[] }>(
      '/api/canteen/trace/',
      { query: { batchId: String(batchId) } },
    )
    expect(forward.data.meals).toMatchObject([
      { menuId, qty: '5.000', dishes: [`试溯源${ingredientId}`], diners: [{ portions: 1 }] },
    ])
    const back = await kitchen.manager.get('/api/canteen/trace/meal/', { query: { menuId: String(menuId) } })
    expect(back.data).toMatchObject([{ batchId, qty: '15.000' }])
  })

  it('CAN-15 says the cost of a month as opening + in - closing - waste, equal to the ledger', async () => {
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '10' }])
    const batchId = (await store.batches(ingredientId))[0]!.id
    await issue([{ ingredientId, qty: '3' }])
    const lines = [{ ingredientId, qty: '1', batchId }]
    await kitchen.manager.post(WASTE, { wasteReason: 'damaged', photo: await photo(), lines })
    const [month] = await kitchen.rows<Record<string, string>>(
      sql`select opening, in_value, closing, waste, issued, counted, cost from ingredient_month where month = '2026-03'`,
    )
    const cents = (name: string) => Math.round(Number(month?.[name]) * 100)
    expect(cents('cost')).toBe(cents('opening') + cents('inValue') - cents('closing') - cents('waste'))
    expect(cents('cost')).toBe(cents('issued') - cents('counted'))
  })

  it('keeps the store out of the pages of stock, which may not move it', async () => {
    const ingredientId = await store.ingredient({ name: '不入库页的食材' })
    await store.receive([{ ingredientId, qty: '10' }])
    const keeper = await app.as('kong24')
    for (const path of ['item', 'balance', 'batch', 'in', 'ledger'])
      expect({
        path,
        found: (
          await keeper.get<{ id: number }[]>(`/api/stock/${path}/`, { query: { search: '不入库页', limit: '5' } })
        ).data,
      }).toEqual({ path, found: [] })
  })
})
