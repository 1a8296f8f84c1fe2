import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { remindSamples } from '#src/modules/canteen/samples/samples.server.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Form, type Kitchen, MENU, openKitchen, outcome, type Row, refusal } from './kitchen.ts'
import { openStore } from './store.ts'

const TODAY = '2026-03-11'
const SAMPLE = '/api/canteen/sample/'
/** A moment of the day in Shanghai. */
const at = (day: string, time: string) => new Date(`${day}T${time}+08:00`)

describe.each(oneEngine)('samples on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(at(TODAY, '10:00:00'))
    await emptyCanteen(app)
    kitchen = await openKitchen(app)
  })
  const lunch = async (more: Form = {}) => {
    const dishId = await kitchen.dish(`试样${Math.random().toString(36).slice(2, 8)}`, more)
    const { data } = await kitchen.manager.post<Row>(MENU, {
      date: TODAY,
      mealType: 'lunch',
      capacity: 100,
      dishes: [{ dishId, plannedPortions: 50 }],
    })
    return { menuId: data.id, dishId, version: data.version }
  }
  const published = async (more: Form = {}) => {
    const menu = await lunch(more)
    const answer = await kitchen.manager.post(`${MENU}${menu.menuId}/publish/`, { version: menu.version })
    return { ...menu, answer }
  }
  const keep = (menu: { menuId: number; dishId: number }, more: Form = {}) =>
    kitchen.manager.post<Row & { discardAt: string }>(SAMPLE, {
      menuId: menu.menuId,
      dishId: menu.dishId,
      sampleWeight: 125,
      storeTemp: '4.0',
      place: '留样柜A',
      sampledAt: `${TODAY} 09:30:00`,
      ...more,
    })
  const missing = async () =>
    (await kitchen.manager.get<{ menuId: number }[]>('/api/canteen/samples/missing/')).data.map(({ menuId }) => menuId)

  it('95.5 keeps a sample of at least 125 g at 0 to 8 degrees, of a dish of the menu, on its day', async () => {
    const menu = await published()
    const fields = async (more: Form) => Object.keys((await keep(menu, more)).errors ?? {})
    expect(await fields({ sampleWeight: 124 })).toEqual(['sampleWeight'])
    expect(await fields({ storeTemp: '8.1' })).toEqual(['storeTemp'])
    expect(await fields({ storeTemp: '-0.1' })).toEqual(['storeTemp'])
    expect(refusal(await keep(menu, { dishId: await kitchen.dish('别的菜') }))).toEqual([
      'canteen.sampleDish',
      ['dishId'],
    ])
    expect(refusal(await keep(menu, { sampledAt: `${TODAY} 10:00:01` }))).toEqual(['meal.inFuture', ['sampledAt']])
    expect(refusal(await keep(menu, { sampledAt: `${addDays(TODAY, -1)} 10:00:00` }))).toEqual([
      'canteen.sampleDay',
      ['sampledAt'],
    ])
    expect(outcome(await keep(menu, { sampledAt: `${TODAY} 10:00:00`, storeTemp: '8.0' }))).toBe(2000)
    expect(Object.keys((await keep(menu)).errors ?? {})).toEqual(['menuId', 'dishId'])
  })

  it('CAN-03 names a lunch without samples from its end, and reminds once', async () => {
    const { menuId, dishId } = await published()
    const reminders = () => app.announced.messages.filter(({ title }) => title.key === 'canteen.samplesMissing').length
    const before = reminders()
    app.clock.set(at(TODAY, '12:59:59'))
    await write(app.services, remindSamples)
    expect([await missing(), reminders() - before]).toEqual([[], 0])
    app.clock.set(at(TODAY, '13:00:00'))
    await write(app.services, remindSamples)
    await write(app.services, remindSamples)
    expect([await missing(), reminders() - before]).toEqual([[menuId], 1])
    await keep({ menuId, dishId })
    expect(await missing()).toEqual([])
  })

  it('CAN-04 refuses to discard before 48 hours, and discards from then on', async () => {
    const menu = await published()
    const { data } = await keep(menu)
    const discard = () => kitchen.manager.post(`${SAMPLE}${data.id}/discard/`, { version: data.version })
    app.clock.set(at(addDays(TODAY, 2), '09:29:59'))
    kitchen = await openKitchen(app)
    expect(outcome(await discard())).toBe('rule.CAN-04')
    app.clock.set(at(addDays(TODAY, 2), '09:30:00'))
    await write(app.services, remindSamples)
    expect(app.announced.messages.some(({ title }) => title.key === 'canteen.samplesDue')).toBe(true)
    expect(outcome(await discard())).toBe(2000)
  })

  it('CAN-04 never edits an entry: a wrong one is struck with its reason and entered anew', async () => {
    const menu = await published()
    const kept = await keep(menu)
    expect(refusal(kept)).toEqual([2000, []])
    const { data } = kept
    expect((await kitchen.manager.put(`${SAMPLE}${data.id}/`, { ...data, sampleWeight: 200 })).code).not.toBe(2000)
    await expect(
      sql`update dish_sample set sample_weight = 200 where id = ${data.id}`.execute(app.database.db),
    ).rejects.toThrow('stays as it was entered')
    const short = await kitchen.manager.post(`${SAMPLE}${data.id}/strike/`, { version: data.version, reason: '写错' })
    expect(refusal(short)).toEqual([4000, ['reason']])
    const struck = { version: data.version, reason: '克重登记有误' }
    expect(outcome(await kitchen.manager.post(`${SAMPLE}${data.id}/strike/`, struck))).toBe(2000)
    expect(outcome(await keep(menu, { sampleWeight: 150 }))).toBe(2000)
  })

  it('CAN-02 refuses the menu of today while an ingredient has expired batches alone', async () => {
    app.clock.set(at(addDays(TODAY, -2), '10:00:00'))
    kitchen = await openKitchen(app)
    const store = await openStore(app, kitchen)
    const ingredientId = await store.ingredient()
    await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, -1) }])
    app.clock.set(at(TODAY, '10:00:00'))
    kitchen = await openKitchen(app)
    const ingredients = [{ ingredientId, qtyPerPortion: '0.100', unit: 'kg' }]
    const spoiled = await published({ ingredients })
    expect(outcome(spoiled.answer)).toBe('rule.CAN-02')
    await store.receive([{ ingredientId, qty: '2', expireDate: addDays(TODAY, 1) }])
    const again = await kitchen.manager.post(`${MENU}${spoiled.menuId}/publish/`, { version: spoiled.version })
    expect(outcome(again)).toBe(2000)
  })

  it('CAN-02 publishes the menu of today with a batch that expires today, and with none at all', async () => {
    app.clock.set(at(addDays(TODAY, -1), '10:00:00'))
    kitchen = await openKitchen(app)
    const store = await openStore(app, kitchen)
    const [ending, none] = [await store.ingredient(), await store.ingredient()]
    await store.receive([{ ingredientId: ending, qty: '2', expireDate: TODAY }])
    app.clock.set(at(TODAY, '10:00:00'))
    kitchen = await openKitchen(app)
    const ingredients = [ending, none].map((ingredientId) => ({ ingredientId, qtyPerPortion: '0.100', unit: 'kg' }))
    expect(outcome((await published({ ingredients })).answer)).toBe(2000)
  })
})
