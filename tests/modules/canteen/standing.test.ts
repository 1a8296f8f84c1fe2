import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMoment } from '#src/define/days.ts'
import { standingJobs } from '#src/modules/canteen/standing/standing.server.ts'
import { dayDecision, type StandingMeals } from '#src/modules/canteen/standing/standing.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, MENU, openKitchen, outcome, type Row } from './kitchen.ts'

const LUNCHES = { lunch: [1, 2, 3, 4, 5, 8] }
const [STANDING, DAYS, CALENDAR] = [
  '/api/canteen/standing/',
  '/api/canteen/orders/days/',
  '/api/system/work_calendar/',
] as const

interface OwnMeal {
  readonly mealType: string
  readonly standing: string | null
  readonly order: { readonly id: number } | null
}

describe('days of a standing order', () => {
  const day = (date: string, isWorkday: boolean, isHoliday = false) => ({ date, isWorkday, isHoliday })
  it.each([
    ['a workday that is named', [4], day('2026-03-12', true), 'order'],
    ['a workday that is not named', [5], day('2026-03-12', true), null],
    ['a holiday on a weekday that is named', [4], day('2026-03-12', false, true), 'holiday'],
    ['a holiday on a weekday that is not named', [5], day('2026-03-12', false, true), null],
    ['a make-up Saturday when make-up days are named', [1, 8], day('2026-03-14', true), 'order'],
    ['a make-up Saturday when Saturdays are named', [6], day('2026-03-14', true), 'order'],
    ['a make-up Saturday when only workdays are named', [1, 2], day('2026-03-14', true), 'makeUp'],
    ['a make-up Saturday when only Sundays are named', [7], day('2026-03-14', true), null],
    ['a plain Saturday that is named', [6], day('2026-03-14', false), 'order'],
    ['a plain Saturday when make-up days are named', [8], day('2026-03-14', false), null],
    ['a Saturday of a holiday that is named', [6], day('2026-03-14', false, true), 'holiday'],
  ] as const)('decides %s', (_, days, given, expected) => {
    expect(dayDecision(days, given)).toBe(expected)
  })
})

describe.each(oneEngine)('standing orders of meals on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let staff: Client
  let other: Client

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    // Friday is a holiday, which is made up for on Saturday.
    const admin = await app.as('fang54')
    const days = [
      { day: '2026-03-13', kind: 'holiday', name: '测试' },
      { day: '2026-03-14', kind: 'makeup', name: '测试' },
    ]
    expect((await admin.put(CALENDAR, { days })).code).toBe(2000)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await emptyCanteen(app)
    await sql`delete from absence`.execute(app.database.db)
    await setClock(T0)
  })
  async function setClock(moment: Date): Promise<void> {
    app.clock.set(moment)
    kitchen = await openKitchen(app)
    ;[staff, other] = await Promise.all([app.as('xi44'), app.as('chen09')])
  }
  const runJobs = async (): Promise<void> => {
    for (const { run } of standingJobs) await write(app.services, run)
  }
  const week = (mealType = 'lunch', capacity = 100) =>
    Promise.all([1, 2, 3, 4, 5, 6, 7].map((days) => kitchen.menu({ days, mealType, capacity })))
  const keep = async (client: Client, meals: StandingMeals, isOn = true) => {
    const done = await client.post<{ ordered: number; cancelled: number }>(STANDING, { isOn, meals })
    expect(done.code).toBe(2000)
    return [done.data.ordered, done.data.cancelled]
  }
  const own = async (client: Client): Promise<Record<string, string | null>> => {
    const { data } = await client.get<{ days: { date: string; meals: OwnMeal[] }[] }>('/api/canteen/own/')
    return Object.fromEntries(
      data.days.flatMap(({ date, meals }) => meals.map(({ standing }) => [date.slice(8), standing] as const)),
    )
  }
  const orders = (client: Client) =>
    kitchen.rows<{ day: string; channel: string; state: string }>(
      sql`select to_char(date, 'DD') as day, channel, state from meal_order where person_id = ${client.userId} order by date, id`,
    )
  const away = (client: Client, period: string) =>
    sql`insert into absence (user_id, period, kind, ticket_id) values (${client.userId}, ${period}, 'leave', 1)`.execute(
      app.database.db,
    )

  it('orders every workday lunch when it is switched on and says which days it skips and why', async () => {
    await week()
    await away(staff, '[2026-03-16 00:00,2026-03-17 00:00)')
    expect(await keep(staff, LUNCHES)).toEqual([4, 0])
    expect(await own(staff)).toEqual({
      '12': 'ordered',
      '13': 'holiday',
      '14': 'ordered',
      '15': null,
      '16': 'away',
      '17': 'ordered',
      '18': 'ordered',
    })
    expect(new Set((await orders(staff)).map(({ channel }) => channel))).toEqual(new Set(['standing']))
    expect(await keep(staff, { lunch: [1, 2, 3, 4, 5] })).toEqual([0, 1])
    expect((await own(staff))['14']).toBe('makeUp')
  })

  it('orders menus that are published later by the next run, and once', async () => {
    expect(await keep(staff, LUNCHES)).toEqual([0, 0])
    await kitchen.menu({ days: 1 })
    await kitchen.menu({ days: 6, state: 'draft' })
    expect(await own(staff)).toEqual({ '12': 'soon' })
    await runJobs()
    await runJobs()
    expect(await orders(staff)).toEqual([{ day: '12', channel: 'standing', state: 'ordered' }])
  })

  it('leaves a day alone that the person cancelled, also after a change of the standing order', async () => {
    const [menuId] = await week()
    await keep(staff, LUNCHES)
    const { rows } = await sql<{ id: number }>`
      select id from meal_order where menu_id = ${menuId} and person_id = ${staff.userId}`.execute(app.database.db)
    expect(outcome(await kitchen.cancel(staff, rows[0]!.id))).toBe(2000)
    await runJobs()
    await keep(staff, LUNCHES)
    expect([(await own(staff))['12'], (await kitchen.menuNow(menuId!)).booked]).toEqual(['cancelled', 0])
  })

  it('orders again what was cancelled with a menu that is published anew', async () => {
    const [menuId] = await week()
    await keep(staff, LUNCHES)
    const { data } = await kitchen.manager.get<Row>(`${MENU}${menuId}/`)
    await kitchen.manager.post(`${MENU}${menuId}/withdraw/`, { version: data.version, reason: '停气检修，暂停供餐' })
    await runJobs()
    expect((await kitchen.menuNow(menuId!)).booked).toBe(0)
    app.clock.set(new Date(T0.getTime() + 60_000))
    const again = await kitchen.manager.get<Row>(`${MENU}${menuId}/`)
    await kitchen.manager.post(`${MENU}${menuId}/publish/`, { version: again.data.version })
    await runJobs()
    expect((await kitchen.menuNow(menuId!)).booked).toBe(1)
  })

  it('cancels its own orders for leave that is approved later and orders anew when it is given up; orders by hand stay', async () => {
    await week()
    await keep(staff, { lunch: [4] })
    const byHand = (await kitchen.rows<{ id: number }>(sql`select id from menu_plan where date = '2026-03-17'`))[0]!.id
    expect(outcome(await kitchen.order(staff, byHand))).toBe(2000)
    await away(staff, '[2026-03-12 00:00,2026-03-18 00:00)')
    await runJobs()
    expect(await orders(staff)).toEqual([
      { day: '12', channel: 'standing', state: 'cancelled' },
      { day: '17', channel: 'self', state: 'ordered' },
    ])
    expect((await own(staff))['12']).toBe('away')
    await sql`delete from absence`.execute(app.database.db)
    await runJobs()
    expect((await own(staff))['12']).toBe('ordered')
  })

  it('is switched off and on by one call, which cancels and orders by the deadline of each meal', async () => {
    await week()
    await keep(staff, LUNCHES)
    await setClock(parseMoment('2026-03-12 11:00:00')!)
    expect(await keep(staff, LUNCHES, false)).toEqual([0, 4])
    expect((await orders(staff)).map(({ state }) => state)).toEqual([
      'ordered',
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
    ])
    expect(await keep(staff, LUNCHES, true)).toEqual([4, 0])
  })

  it('CAN-43 fills a meal to its capacity, who has the older standing order first', async () => {
    await keep(other, LUNCHES)
    app.clock.set(new Date(T0.getTime() + 60_000))
    await keep(staff, LUNCHES)
    const menuId = await kitchen.menu({ days: 1, capacity: 1 })
    await Promise.all([runJobs(), runJobs()])
    expect([(await orders(other)).length, (await orders(staff)).length, (await own(staff))['12']]).toEqual([
      1,
      0,
      'full',
    ])
    expect((await kitchen.menuNow(menuId)).booked).toBe(1)
  })

  it('CAN-44 orders nothing for an account that is switched off', async () => {
    await keep(other, LUNCHES)
    await kitchen.menu({ days: 1 })
    await sql`update app_user set state = false where id = ${other.userId}`.execute(app.database.db)
    await runJobs()
    await sql`update app_user set state = true where id = ${other.userId}`.execute(app.database.db)
    expect(await orders(other)).toEqual([])
  })

  it('CAN-45 orders for a limited person one day ahead', async () => {
    await week()
    for (const day of ['2026-03-06', '2026-03-09', '2026-03-10'])
      await sql`
        insert into meal_order (menu_id, date, meal_type, person_id, dept_id, kind, portions, price, state, channel, no_show_at, created_at, updated_at)
        select m.id, ${day}::date, 'lunch', u.id, u.dept_id, 'staff', 1, 8, 'noShow', 'self', ${`${day} 13:00`}::timestamptz, now(), now()
        from app_user u, (select min(id) as id from menu_plan) m where u.id = ${staff.userId}`.execute(app.database.db)
    expect(await keep(staff, LUNCHES)).toEqual([1, 0])
    expect(await own(staff)).toMatchObject({ '12': 'ordered', '17': 'limited' })
  })

  it('orders and cancels several days by weekday at once and says what was refused', async () => {
    await week()
    const change = async (action: string, meals: object) => {
      const { code, data } = await staff.post<{ done: number; refused: { date: string; problem: { key: string } }[] }>(
        DAYS,
        { action, meals },
      )
      return [code, data.done, data.refused.map(({ date, problem }) => `${date} ${problem.key}`)]
    }
    // Thursday, the make-up Saturday and Tuesday; Friday is a holiday.
    expect(await change('order', { lunch: [2, 4, 5, 8] })).toEqual([2000, 3, []])
    expect(await change('order', { lunch: [2, 4, 5, 8] })).toEqual([2000, 0, []])
    await setClock(parseMoment('2026-03-12 11:00:00')!)
    expect(await change('cancel', { lunch: [2, 4] })).toEqual([2000, 1, ['2026-03-12 meal.cutoff']])
  })

  it('writes nothing without a body, and keeps days within the week', async () => {
    for (const path of [STANDING, DAYS]) expect(outcome(await staff.post(path, {}))).toBe(4000)
    expect(outcome(await staff.post(STANDING, { isOn: true, meals: { lunch: [9] } }))).toBe(4000)
    expect(outcome(await staff.post(STANDING, { isOn: true, meals: { lunch: [0] } }))).toBe(4000)
    const { rows } = await sql`select from meal_standing_order`.execute(app.database.db)
    expect(rows).toEqual([])
  })
})
