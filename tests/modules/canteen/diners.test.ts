import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mealHolding } from '#src/modules/canteen/orders/holding.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, openKitchen, outcome } from './kitchen.ts'

const HOUR = 3_600_000
const RATE = '/api/canteen/ratings/'

describe.each(oneEngine)('diners on %s', (engine) => {
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
  /** A meal of tomorrow that was eaten at its noon. */
  async function eaten(): Promise<{ readonly orderId: number; readonly eatenAt: Date }> {
    const menuId = await kitchen.menu({ days: 1 })
    const { data } = await kitchen.order(staff, menuId)
    const eatenAt = new Date('2026-03-12T04:00:00Z')
    await sql`update meal_order set state = 'verified', verified_at = ${eatenAt}, verify_method = 'list' where id = ${data.id}`.execute(
      app.database.db,
    )
    return { orderId: data.id, eatenAt }
  }

  it('CAN-05 takes a rating from 1 to 5, once for a meal', async () => {
    const { orderId, eatenAt } = await eaten()
    await setClock(eatenAt)
    expect([
      (await staff.post(RATE, { orderId, score: 0 })).code,
      (await staff.post(RATE, { orderId, score: 6 })).code,
      outcome(await staff.post(RATE, { orderId, score: 1, comment: '偏咸' })),
      outcome(await staff.post(RATE, { orderId, score: 5 })),
    ]).toEqual([4000, 4000, 2000, 'meal.ratedBefore'])
    const { data } = await kitchen.manager.get<object[]>('/api/canteen/rating/')
    expect(data).toMatchObject([{ score: 1, comment: '偏咸', mealType: 'lunch', date: '2026-03-12' }])
  })

  it('CAN-05 takes it from the person who ate alone', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const { data } = await kitchen.order(staff, menuId)
    expect(outcome(await staff.post(RATE, { orderId: data.id, score: 5 }))).toBe('rule.CAN-05')
    expect((await other.post(RATE, { orderId: data.id, score: 5 })).code).toBe(4004)
  })

  it.each([
    [48 * HOUR, 2000],
    [48 * HOUR + 1, 'meal.ratingOver'],
  ])('CAN-05 E16 answers a rating %i ms after the meal with %s', async (later, answer) => {
    const { orderId, eatenAt } = await eaten()
    await setClock(new Date(eatenAt.getTime() + later))
    const own = await staff.get<{ toRate: object[] }>('/api/canteen/own/')
    expect(own.data.toRate).toHaveLength(answer === 2000 ? 1 : 0)
    expect(outcome(await staff.post(RATE, { orderId, score: 5 }))).toBe(answer)
  })

  it('CAN-44 cancels the meals that have not begun when the account is switched off, and gives their portions back', async () => {
    const [lunch, next] = [await kitchen.menu({ days: 0 }), await kitchen.menu({ days: 3 })]
    const guest = { kind: 'guest', guestName: '来宾', personId: other.userId, portions: 3, reason: '临时来访' }
    const today = await kitchen.order(kitchen.manager, lunch, guest)
    await kitchen.order(other, next)
    await kitchen.order(staff, next)
    await setClock(new Date('2026-03-11T03:30:00Z'))
    const found = await write(app.services, (unit) => mealHolding.find(unit, other.userId))
    expect(found).toEqual({ count: 1, names: ['2026-03-14'] })
    await write(app.services, (unit) => mealHolding.release!(unit, other.userId, null))
    expect([await kitchen.portions(lunch), await kitchen.portions(next)]).toEqual([3, 1])
    expect([(await kitchen.orderNow(today.data.id)).state, (await kitchen.menuNow(next)).booked]).toEqual([
      'ordered',
      1,
    ])
  })
})
