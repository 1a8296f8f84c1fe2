import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, parseMoment } from '#src/define/days.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, MENU, ORDERS, openKitchen, outcome, type Row, refusal } from './kitchen.ts'

const at = (text: string): Date => parseMoment(text)!

describe.each(oneEngine)('meal orders on %s', (engine) => {
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

  it('orders a meal, shows it in the next days and cancels it (50.4)', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const done = await kitchen.order(staff, menuId)
    expect([done.code, done.data.warnings]).toEqual([2000, []])
    const own = await staff.get<{ days: { date: string; meals: { order: object | null; left: number }[] }[] }>(
      '/api/canteen/own/',
    )
    expect(own.data.days.map(({ date }) => date)).toEqual(
      Array.from({ length: 8 }, (_, index) => addDays('2026-03-11', index)),
    )
    expect(own.data.days[1]?.meals.map(({ order, left }) => [order, left])).toEqual([
      [{ id: done.data.id, state: 'ordered', takeaway: false, code: expect.stringMatching(/^[2-9A-Z]{12}$/) }, 99],
    ])
    expect(outcome(await kitchen.cancel(staff, done.data.id))).toBe(2000)
    expect([(await kitchen.orderNow(done.data.id)).state, (await kitchen.menuNow(menuId)).booked]).toEqual([
      'cancelled',
      0,
    ])
  })

  it('CAN-41 takes one order of a person, date, meal and kind; a duty meal beside it is another kind', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const first = await kitchen.order(staff, menuId)
    expect(outcome(await kitchen.order(staff, menuId))).toBe('meal.duplicate')
    const duty = { kind: 'duty', personId: staff.userId }
    expect(outcome(await kitchen.order(kitchen.manager, menuId, duty))).toBe(2000)
    expect(outcome(await kitchen.order(kitchen.manager, menuId, duty))).toBe('meal.duplicate')
    await kitchen.cancel(staff, first.data.id)
    expect(outcome(await kitchen.order(staff, menuId))).toBe(2000)
    expect(await kitchen.portions(menuId)).toBe((await kitchen.menuNow(menuId)).booked)
  })

  const deadlines = [
    ['lunch of the day', 'lunch', '2026-03-11 08:00', 1, '2026-03-12 09:30:00'],
    ['dinner of the day', 'dinner', '2026-03-11 08:00', 1, '2026-03-12 15:30:00'],
    ['breakfast over the end of a month', 'breakfast', '2026-03-30 08:00', 2, '2026-03-31 17:00:00'],
    ['breakfast over the end of a year', 'breakfast', '2026-12-30 08:00', 2, '2026-12-31 17:00:00'],
    ['breakfast on a holiday', 'breakfast', '2026-04-29 08:00', 2, '2026-04-30 17:00:00'],
    ['lunch on a Saturday', 'lunch', '2026-03-12 08:00', 2, '2026-03-14 09:30:00'],
  ] as const
  it.each(deadlines)(
    'CAN-42 F2 closes %s to the millisecond, the deadline included',
    async (_, mealType, day, days, cutoff) => {
      await setClock(at(day))
      const menuId = await kitchen.menu({ days, mealType })
      const moment = at(cutoff).getTime()
      const answers: (string | number)[] = []
      for (const shift of [-1, 0, 1]) {
        await setClock(new Date(moment + shift))
        const ordered = await kitchen.order(staff, menuId)
        answers.push(outcome(ordered))
        if (shift <= 0) answers.push(outcome(await kitchen.cancel(staff, ordered.data.id)))
      }
      expect(answers).toEqual([2000, 2000, 2000, 2000, 'meal.cutoff'])
    },
  )

  it('CAN-42 refuses to cancel behind the deadline', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const { data } = await kitchen.order(staff, menuId)
    await setClock(new Date(at('2026-03-12 09:30:00').getTime() + 1))
    expect(outcome(await kitchen.cancel(staff, data.id))).toBe('meal.cutoff')
    expect((await kitchen.orderNow(data.id)).state).toBe('ordered')
  })

  it('F2 answers a replay behind the deadline as the first call was answered', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const first = await kitchen.order(staff, menuId, {}, 'replay-of-a-meal-1')
    await setClock(at('2026-03-12 09:31:00'))
    const again = await kitchen.order(staff, menuId, {}, 'replay-of-a-meal-1')
    expect([again.code, again.data]).toEqual([2000, first.data])
    expect(outcome(await kitchen.order(other, menuId, {}, 'replay-of-a-meal-2'))).toBe('meal.cutoff')
  })

  it('CAN-42 lets the manager order with a reason until the meal begins', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const guest = { kind: 'guest', guestName: '来访同志', personId: staff.userId, portions: 2 }
    await setClock(at('2026-03-12 09:30:01'))
    expect(refusal(await kitchen.order(kitchen.manager, menuId, guest))).toEqual(['meal.reasonNeeded', ['reason']])
    const late = await kitchen.order(kitchen.manager, menuId, { ...guest, reason: '临时来访' })
    expect(outcome(late)).toBe(2000)
    await setClock(at('2026-03-12 11:30:00'))
    expect(outcome(await kitchen.cancel(kitchen.manager, late.data.id, { reason: '来宾未到' }))).toBe(2000)
    await setClock(new Date(at('2026-03-12 11:30:00').getTime() + 1))
    expect(outcome(await kitchen.order(kitchen.manager, menuId, { ...guest, reason: '临时来访' }))).toBe('meal.started')
  })

  it('keeps the deadline for the manager’s own meal unless a reason is given', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    await setClock(at('2026-03-12 09:31:00'))
    expect(outcome(await kitchen.order(kitchen.manager, menuId))).toBe('meal.cutoff')
    expect(outcome(await kitchen.order(kitchen.manager, menuId, { reason: '加班' }))).toBe(2000)
  })

  it('takes orders up to 7 days ahead (50.4)', async () => {
    const [last, beyond] = [await kitchen.menu({ days: 7 }), await kitchen.menu({ days: 8 })]
    expect(outcome(await kitchen.order(staff, last))).toBe(2000)
    expect(outcome(await kitchen.order(staff, beyond))).toBe('meal.tooFarAhead')
  })

  it('CAN-43 fills a meal to the last portion and says its capacity then', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 3 })
    const guest = { kind: 'guest', guestName: '来访同志', personId: staff.userId, portions: 2 }
    const made = await kitchen.order(kitchen.manager, menuId, guest)
    expect(outcome(await kitchen.order(staff, menuId))).toBe(2000)
    const full = await kitchen.order(other, menuId)
    expect([full.errKey, full.params]).toEqual(['order.capacity', [3]])
    const portions = (count: number) =>
      kitchen.manager.post(`${ORDERS}portions/`, { orderId: made.data.id, portions: count })
    expect(outcome(await portions(3))).toBe('order.capacity')
    expect(outcome(await portions(1))).toBe(2000)
    expect(outcome(await kitchen.order(other, menuId))).toBe(2000)
    expect([(await kitchen.menuNow(menuId)).booked, await kitchen.portions(menuId)]).toEqual([3, 3])
  })

  it('F1 refuses a capacity below what is booked, verified meals included', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 5 })
    await kitchen.order(staff, menuId)
    await kitchen.order(other, menuId)
    await sql`update meal_order set state = 'verified', verified_at = now(), verify_method = 'list' where person_id = ${other.userId}`.execute(
      app.database.db,
    )
    const save = async (capacity: number) => {
      const { data } = await kitchen.manager.get<Row>(`${MENU}${menuId}/`)
      return kitchen.manager.put(`${MENU}${menuId}/`, { ...data, capacity })
    }
    expect(refusal(await save(1))).toEqual(['canteen.capacityBelow', ['capacity']])
    expect(outcome(await save(2))).toBe(2000)
  })

  it('CAN-44 warns a person who is away and orders all the same', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    await sql`insert into absence (user_id, period, kind, ticket_id) values (${staff.userId}, '[2026-03-12 00:00,2026-03-13 00:00)', 'leave', 1)`.execute(
      app.database.db,
    )
    const done = await kitchen.order(staff, menuId)
    const warnings = done.data.warnings as { key: string }[]
    expect([done.code, warnings.map(({ key }) => key)]).toEqual([2000, ['meal.away']])
    expect((await kitchen.order(other, menuId)).data.warnings).toEqual([])
    await sql`delete from absence where user_id = ${staff.userId}`.execute(app.database.db)
  })

  it('CAN-44 refuses a meal for a person out of service', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    await sql`update app_user set state = false where id = ${other.userId}`.execute(app.database.db)
    const duty = await kitchen.order(kitchen.manager, menuId, { kind: 'duty', personId: other.userId })
    await sql`update app_user set state = true where id = ${other.userId}`.execute(app.database.db)
    expect(refusal(duty)).toEqual(['rule.CAN-44', ['personId']])
  })

  it('CAN-46 refuses a menu that is not published', async () => {
    const menuId = await kitchen.menu({ days: 1, state: 'draft' })
    expect(outcome(await kitchen.order(staff, menuId))).toBe('meal.unpublished')
  })

  it('CAN-48 leaves guests, duty and the meals of others to the manager', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const tries = [
      { kind: 'guest', guestName: '来访同志' },
      { kind: 'duty' },
      { personId: other.userId },
      { kind: 'reception' },
    ]
    const answers = []
    for (const more of tries) answers.push(outcome(await kitchen.order(staff, menuId, more)))
    expect(answers).toEqual(['rule.CAN-48', 'rule.CAN-48', 'rule.CAN-48', 4000])
    const { data } = await kitchen.order(other, menuId)
    expect([(await kitchen.cancel(staff, data.id)).code, (await kitchen.orderNow(data.id)).state]).toEqual([
      4004,
      'ordered',
    ])
  })

  it('takes a guest order of 1 to 5 portions with a name, a meal of a person of one', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const guest = (more: object) => kitchen.order(kitchen.manager, menuId, { kind: 'guest', ...more })
    expect(outcome(await guest({ guestName: '甲', portions: 6 }))).toBe(4000)
    expect(refusal(await guest({ portions: 1 }))).toEqual(['meal.guestName', ['guestName']])
    expect(outcome(await guest({ guestName: '甲', portions: 5 }))).toBe(2000)
    expect(refusal(await kitchen.order(staff, menuId, { portions: 2 }))).toEqual(['meal.onePortion', ['portions']])
  })
})
