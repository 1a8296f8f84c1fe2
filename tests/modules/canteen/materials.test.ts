import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { remindChecks } from '#src/modules/canteen/materials/checks.server.ts'
import { write } from '#src/server/work.ts'
import { startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { outcome, type Row, refusal } from './kitchen.ts'
import {
  CHECK,
  emptyMaterials,
  MATERIAL,
  MATERIAL_COUNT,
  MATERIAL_ISSUE,
  MATERIAL_RETURN,
  type MaterialRow,
  type MaterialStore,
  openMaterials,
  READING,
} from './material-store.ts'

const TODAY = '2026-03-11'
const DAY = 86_400_000

describe.each(oneEngine)('materials of the canteen on %s', (engine) => {
  let app: TestApp
  let store: MaterialStore

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await emptyMaterials(app)
    store = await openMaterials(app)
  })
  const at = async (days: number) => {
    app.clock.set(new Date(T0.getTime() + days * DAY))
    store = await openMaterials(app)
  }
  const breakage = async (month: string) =>
    (
      await sql<{ scope: string; opening: number; closing: number; scrapped: number; rate: string | null }>`
        select scope, opening, closing, scrapped, rate from material_breakage where month = ${month} order by scope, material_id`.execute(
        app.database.db,
      )
    ).rows

  it('CAN-21 issues all that there is and not one more', async () => {
    const id = await store.material()
    await store.receive(id, 5)
    expect(refusal(await store.issue(id, 6))).toEqual([4000, ['lines.0.qty']])
    expect(await store.now(id)).toMatchObject({ onHand: 5, inUse: 0 })
    expect(outcome(await store.issue(id, 5))).toBe(2000)
    expect(refusal(await store.issue(id, 1))).toEqual([4000, ['lines.0.qty']])
    expect(await store.now(id)).toMatchObject({ onHand: 0, inUse: 0, holderArea: 'diningHall' })
  })

  it('CAN-21 scraps all that an area has and not one more, and that of no other area', async () => {
    const id = await store.material({ reusable: true })
    await store.receive(id, 10)
    await store.issue(id, 4)
    expect(await store.now(id)).toMatchObject({ onHand: 6, inUse: 4 })
    const there = (qty: number, area = 'diningHall') => store.scrap(id, qty, { origin: 'area', area })
    expect(refusal(await there(5))).toEqual([4000, ['lines.0.qty']])
    expect(refusal(await there(1, 'prep'))).toEqual([4000, ['lines.0.qty']])
    expect(outcome(await there(4))).toBe(2000)
    expect(refusal(await there(1))).toEqual([4000, ['lines.0.qty']])
    expect(refusal(await store.scrap(id, 7))).toEqual([4000, ['lines.0.qty']])
    expect(outcome(await store.scrap(id, 6))).toBe(2000)
    expect(await store.now(id)).toMatchObject({ onHand: 0, inUse: 0 })
  })

  it('50.3 writes nothing for an empty form, nor for a material twice', async () => {
    const id = await store.material()
    await store.receive(id, 5)
    expect((await store.manager.post(MATERIAL_ISSUE, {})).code).toBe(4000)
    const lines = [1, 2].map((qty) => ({ materialId: id, qty }))
    const twice = await store.manager.post(MATERIAL_ISSUE, {
      area: 'prep',
      personId: store.manager.userId,
      lines,
    })
    expect(refusal(twice)).toEqual(['canteen.materialTwice', ['lines.1.materialId']])
    expect(await store.now(id)).toMatchObject({ onHand: 5 })
  })

  it('50.3 takes the reference price where a receipt has none, and values an issue at the average', async () => {
    const id = await store.material({ unitPrice: '10.00' })
    await store.receive(id, 1)
    await store.receive(id, 1, '20.00')
    expect((await store.issue(id, 1)).data).toMatchObject({ amount: '15.00', lines: [{ amount: '15.00' }] })
  })

  it('50.3 lists those below their minimum first, then by name', async () => {
    const [low, enough, equal] = [
      await store.material({ name: 'C', minStock: 3 }),
      await store.material({ name: 'A', minStock: 0 }),
      await store.material({ name: 'B', minStock: 3 }),
    ]
    await store.receive(low, 2)
    await store.receive(enough, 1)
    await store.receive(equal, 3)
    const { data } = await store.manager.get<MaterialRow[]>(MATERIAL)
    expect(data.map(({ name, state, isBelowMin }) => [name, state, isBelowMin])).toEqual([
      ['C', 'low', true],
      ['A', 'enough', false],
      ['B', 'enough', false],
    ])
    const below = await store.manager.get<MaterialRow[]>(MATERIAL, { query: { isBelowMin: 'true' } })
    expect(below.data.map(({ id }) => id)).toEqual([low])
  })

  it('50.3 posts the difference of a count with its reason', async () => {
    const id = await store.material()
    await store.receive(id, 10)
    const count = (countedQty: number, more: object = { diffReason: '破损未登记' }) =>
      store.manager.post<Row>(MATERIAL_COUNT, { lines: [{ materialId: id, countedQty, ...more }] })
    expect(refusal(await count(9, {}))).toEqual([4000, ['lines.0.diffReason']])
    expect((await count(8)).data).toMatchObject({ amount: '-20.00' })
    expect((await count(11)).data).toMatchObject({ amount: '30.00' })
    expect((await count(11, {})).data).toMatchObject({ amount: '0.00' })
    expect(await store.now(id)).toMatchObject({ onHand: 11 })
  })

  it('50.3 keeps a material that was ever moved', async () => {
    const [moved, idle] = [await store.material(), await store.material()]
    await store.receive(moved, 1)
    await store.issue(moved, 1)
    const remove = async (id: number) => {
      const { version } = await store.now(id)
      return outcome(await store.manager.delete(`${MATERIAL}${id}/`, { id, version }))
    }
    expect([await remove(moved), await remove(idle)]).toEqual(['ref.inUse', 2000])
  })

  it('CAN-22 shows what was scrapped of the average holding, in store and in use, by month', async () => {
    const id = await store.material({ reusable: true })
    const single = await store.material({ category: 'cleaning' })
    await store.receive(id, 100)
    await store.receive(single, 100)
    await store.issue(id, 60)
    await store.scrap(single, 50)
    const whole = { opening: 0, closing: 100, scrapped: 0, rate: '0.00' }
    expect(await breakage('2026-03')).toEqual([
      { scope: 'all', ...whole },
      { scope: 'one', ...whole },
    ])
    await at(31)
    await store.scrap(id, 5)
    await store.scrap(id, 15, { origin: 'area', area: 'diningHall' })
    // 20 of (100 + 80) / 2.
    const month = { opening: 100, closing: 80, scrapped: 20, rate: '22.22' }
    expect(await breakage('2026-04')).toEqual([
      { scope: 'all', ...month },
      { scope: 'one', ...month },
    ])
  })

  it('CAN-23 takes the same reading again and refuses one hundredth less', async () => {
    const id = await store.meter()
    expect((await store.read(id, addDays(TODAY, -3), '100.00')).data).toMatchObject({ consumption: '0.00' })
    expect(refusal(await store.read(id, addDays(TODAY, -2), '99.99'))).toEqual(['rule.CAN-23', ['reading']])
    expect((await store.read(id, addDays(TODAY, -2), '100.00')).data).toMatchObject({ consumption: '0.00' })
    expect(refusal(await store.read(id, addDays(TODAY, -2), '101'))).toEqual(['canteen.readBefore', ['readOn']])
    expect((await store.read(id, TODAY, '130.50')).data).toMatchObject({ consumption: '30.50' })
    expect(refusal(await store.read(id, addDays(TODAY, 1), '131'))).toEqual([4000, ['readOn']])
  })

  it('CAN-23 takes a lower reading when the meter was replaced, and counts both meters', async () => {
    const id = await store.meter()
    const replaced = (finalReading: string, startReading: string, reading: string) =>
      store.read(id, TODAY, reading, { isReplaced: true, finalReading, startReading, note: '旧表到期更换' })
    expect(refusal(await replaced('10', '0', '5'))).toEqual(['canteen.meterNew', ['isReplaced']])
    await store.read(id, addDays(TODAY, -1), '500')
    expect(refusal(await replaced('499.99', '0', '5'))).toEqual(['rule.CAN-23', ['finalReading']])
    expect(refusal(await replaced('520', '6', '5.99'))).toEqual(['canteen.belowStart', ['reading']])
    expect(refusal(await store.read(id, TODAY, '5', { isReplaced: true }))).toEqual([4000, ['finalReading', 'note']])
    expect((await replaced('520', '1', '5')).data).toMatchObject({ consumption: '24.00' })
  })

  it('CAN-23 voids the newest reading alone, with a reason, and goes on from the one before', async () => {
    const id = await store.meter()
    const first = (await store.read(id, addDays(TODAY, -2), '100')).data as Row
    const wrong = (await store.read(id, addDays(TODAY, -1), '9000')).data as Row
    const strike = (row: Row) =>
      store.manager.post(`${READING}${row.id}/strike/`, { version: row.version, reason: '读数多抄一位' })
    expect(outcome(await strike(first))).toBe('canteen.strikeNewest')
    expect(outcome(await strike(wrong))).toBe(2000)
    expect((await store.read(id, addDays(TODAY, -1), '120')).data).toMatchObject({ consumption: '20.00' })
  })

  it('50.3 shows the energy of a month for each portion that was eaten', async () => {
    const id = await store.meter()
    await store.read(id, '2026-02-28', '100')
    await store.read(id, TODAY, '130')
    const { rows } = await sql<{ month: string; consumption: string; meals: number; perMeal: string | null }>`
      select month, consumption, meals, per_meal from energy_month where meter_id = ${id} order by month`.execute(
      app.database.db,
    )
    expect(rows.map(({ month, consumption }) => [month, consumption])).toEqual([
      ['2026-02', '0.00'],
      ['2026-03', '30.00'],
    ])
    for (const { consumption, meals, perMeal } of rows)
      expect(perMeal).toBe(meals === 0 ? null : (Number(consumption) / meals).toFixed(3))
  })

  it('CAN-24 reminds of an overdue check once and suggests supervising it, the day after its day', async () => {
    const id = await store.material({ name: '燃气阀门', checkCycleDays: 30 })
    const reported = async (days: number) => {
      await at(days)
      await write(app.services, remindChecks)
      const { rows } = await sql<{ offers: number; state: string }>`
        select (select count(*)::int from supervision_offer where kind = 'materialCheck' and key like ${`${id} %`}) as offers,
          check_state as state from canteen_material where id = ${id}`.execute(app.database.db)
      const link = `/restaurant/materials?tab=checks&id=${id}`
      return [rows[0]?.state, app.announced.messages.filter((message) => message.link === link).length, rows[0]?.offers]
    }
    expect(await reported(22)).toEqual(['ok', 0, 0])
    expect(await reported(23)).toEqual(['due', 0, 0])
    expect(await reported(30)).toEqual(['due', 0, 0])
    expect(await reported(31)).toEqual(['overdue', 1, 1])
    // After runs that were missed, still once.
    expect(await reported(35)).toEqual(['overdue', 1, 1])
    const checked = async (form: object) => {
      const { data } = await store.manager.get<Row & { state: string }>(`${CHECK}${id}/`)
      return outcome(await store.manager.post(`${CHECK}${id}/check/`, { version: data.version, ...form }))
    }
    expect(await checked({ result: 'ok' })).toBe(2000)
    expect(await reported(65)).toEqual(['due', 1, 1])
    expect(await reported(68)).toEqual(['overdue', 2, 2])
  })

  it('CAN-24 keeps the day of a check that found a fault', async () => {
    const id = await store.material({ checkCycleDays: 30 })
    const item = async () =>
      (
        await store.manager.get<Row & { state: string; nextCheckOn: string; lastCheckedOn: string | null }>(
          `${CHECK}${id}/`,
        )
      ).data
    const check = async (form: object) =>
      store.manager.post(`${CHECK}${id}/check/`, { version: (await item()).version, ...form })
    expect(refusal(await check({ result: 'fault' }))).toEqual([4000, ['note']])
    expect(outcome(await check({ result: 'fault', note: '阀门渗漏' }))).toBe(2000)
    expect(await item()).toMatchObject({ state: 'fault', nextCheckOn: addDays(TODAY, 30), lastCheckedOn: null })
    await at(10)
    expect(outcome(await check({ result: 'ok' }))).toBe(2000)
    expect(await item()).toMatchObject({ state: 'ok', nextCheckOn: addDays(TODAY, 40) })
  })

  it('CAN-21 takes back from an area what it has in use and not one more, at the price of the store', async () => {
    const id = await store.material({ reusable: true, unitPrice: '9.00' })
    await store.receive(id, 10, '6.00')
    await store.issue(id, 8)
    const giveBack = (qty: number, area = 'diningHall') =>
      store.manager.post<Row & { amount: string }>(MATERIAL_RETURN, { area, lines: [{ materialId: id, qty }] })
    expect(refusal(await giveBack(9))).toEqual([4000, ['lines.0.qty']])
    expect(refusal(await giveBack(1, 'prep'))).toEqual([4000, ['lines.0.qty']])
    const done = await giveBack(3)
    expect([outcome(done), done.data.amount]).toEqual([2000, '18.00'])
    expect(await store.now(id)).toMatchObject({ onHand: 5, inUse: 5 })
    // CAN-22: nothing broke.
    expect((await breakage('2026-03')).map(({ closing, scrapped }) => [closing, scrapped])).toEqual([
      [10, 0],
      [10, 0],
    ])
    expect(outcome(await giveBack(5))).toBe(2000)
    expect(refusal(await giveBack(1))).toEqual([4000, ['lines.0.qty']])
    expect(await store.now(id)).toMatchObject({ onHand: 10, inUse: 0 })
  })

  it('takes nothing back that is used up', async () => {
    const id = await store.material()
    await store.receive(id, 5)
    await store.issue(id, 5)
    const form = { area: 'diningHall', lines: [{ materialId: id, qty: 1 }] }
    expect(refusal(await store.manager.post(MATERIAL_RETURN, form))).toEqual([4000, ['lines.0.materialId']])
  })

  it('neither receives nor issues what is switched off, nor checks it; what is left is scrapped', async () => {
    const id = await store.material({ minStock: 9, checkCycleDays: 1 })
    await store.receive(id, 5)
    const { data } = await store.manager.get<MaterialRow>(`${MATERIAL}${id}/`)
    expect(data.isBelowMin).toBe(true)
    expect((await store.manager.put(`${MATERIAL}${id}/`, { ...data, isUsed: false })).code).toBe(2000)
    for (const answer of [await store.receive(id, 1), await store.issue(id, 1)])
      expect(refusal(answer)).toEqual([4000, ['lines.0.materialId']])
    expect(outcome(await store.scrap(id, 5))).toBe(2000)
    expect(await store.now(id)).toMatchObject({ onHand: 0, isBelowMin: false })
    await at(3)
    const before = app.announced.messages.length
    await write(app.services, remindChecks)
    expect([app.announced.messages.length - before, (await store.manager.get(`${CHECK}${id}/`)).code]).toEqual([
      0, 4004,
    ])
  })

  it('50.3 refuses whoever only reads', async () => {
    const id = await store.material()
    const leader = await app.as('zhao01')
    expect((await leader.get(MATERIAL)).code).toBe(2000)
    expect((await leader.post(MATERIAL_ISSUE, { lines: [{ materialId: id, qty: 1 }] })).code).toBe(4003)
    const person = await app.as('pan42')
    expect((await person.get(MATERIAL)).code).toBe(4003)
  })
})

describe.each(oneEngine)('materials of the canteen under parallel calls on %s', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())

  it('CAN-21 gives the last one to one of many', async () => {
    const store = await openMaterials(app)
    const id = await store.material({ reusable: true })
    await store.receive(id, 3)
    const answers = await Promise.all(Array.from({ length: 8 }, () => store.issue(id, 1)))
    expect(answers.filter(({ code }) => code === 2000)).toHaveLength(3)
    expect(await store.now(id)).toMatchObject({ onHand: 0, inUse: 3 })
  })
})
