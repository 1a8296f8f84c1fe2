import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, parseMoment } from '#src/define/days.ts'
import type { LimitedPerson } from '#src/modules/canteen/limits/limits.types.ts'
import type { OwnMeals } from '#src/modules/canteen/menus/week.types.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, openKitchen, outcome, refusal } from './kitchen.ts'

const [LIMITS, LIFT] = ['/api/canteen/limits/', '/api/canteen/limits/lift/']

describe.each(oneEngine)('limits on ordering ahead on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let staff: Client
  let other: Client
  /** The day of T0. */
  const TODAY = '2026-03-11'

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await emptyCanteen(app)
    await sql`delete from absence where ticket_id between 900001 and 900099`.execute(app.database.db)
    await setClock(T0)
  })
  async function setClock(moment: Date): Promise<void> {
    app.clock.set(moment)
    kitchen = await openKitchen(app)
    ;[staff, other] = await Promise.all([app.as('xi44'), app.as('chen09')])
  }
  const goTo = (day: string): Promise<void> => setClock(parseMoment(`${day} 08:00:00`)!)

  /** A lunch that the person ordered and did not come to. */
  async function miss(day: string, more: { kind?: string; mealType?: string; state?: string } = {}): Promise<void> {
    const { kind = 'staff', mealType = 'lunch', state = 'noShow' } = more
    await sql`
      with settlement as (insert into meal_settlement (month, settled_at, settled_by)
        select left(${day}, 7), now(), ${staff.userId}::bigint where ${state} = 'settled' returning id),
      menu as (insert into menu_plan (date, meal_type, capacity, booked, price, state, created_at, updated_at)
        values (${day}, ${mealType}, 100, 1, 8, 'closed', now(), now()) on conflict (date, meal_type) where deleted_at is null do update set note = null returning id)
      insert into meal_order (menu_id, date, meal_type, person_id, dept_id, kind, portions, price, channel, state, settlement_id, no_show_at, created_at, updated_at)
      select menu.id, ${day}, ${mealType}, u.id, u.dept_id, ${kind}, 1, 8, 'self', ${state}, (select id from settlement), (${day}::date + time '13:00') at time zone 'Asia/Shanghai', now(), now()
      from menu, app_user u where u.id = ${staff.userId}`.execute(app.database.db)
  }
  let absences = 900_000
  const away = (period: string, kind: string) =>
    sql`insert into absence (user_id, period, kind, ticket_id) values (${staff.userId}, ${period}::tsrange, ${kind}, ${++absences})`.execute(
      app.database.db,
    )
  /** What ordering lunch in so many days comes to; nothing stays ordered. */
  async function ahead(days: number): Promise<string | number> {
    const menuId = await kitchen.menu({ days })
    const answer = await kitchen.order(staff, menuId)
    await sql`delete from meal_order where menu_id = ${menuId}`.execute(app.database.db)
    await sql`delete from menu_plan where id = ${menuId}`.execute(app.database.db)
    return outcome(answer)
  }
  const limited = async () => (await kitchen.manager.get<readonly LimitedPerson[]>(LIMITS)).data
  const lift = (client: Client = kitchen.manager, reason = '因公未能就餐') =>
    client.post(LIFT, { personId: staff.userId, reason })

  it('CAN-45 limits ordering ahead to one day at the third missed meal, not at the second', async () => {
    await goTo(TODAY)
    await miss(addDays(TODAY, -3))
    await miss(addDays(TODAY, -2))
    expect([await ahead(1), await ahead(2), await ahead(7)]).toEqual([2000, 2000, 2000])
    await miss(addDays(TODAY, -2), { mealType: 'dinner' })
    expect([await ahead(0), await ahead(1), await ahead(2), await ahead(7)]).toEqual([
      2000,
      2000,
      'meal.limited',
      'meal.limited',
    ])
    const menuId = await kitchen.menu({ days: 3 })
    expect(refusal(await kitchen.order(staff, menuId))).toEqual(['meal.limited', ['date']])
    expect((await kitchen.order(other, menuId)).code).toBe(2000)
  })

  it.each([
    [29, 'meal.limited'],
    [30, 2000],
  ])(
    'CAN-45 answers an order when the first of three missed meals is %i days before the last with %s',
    async (days, answer) => {
      for (const day of [addDays(TODAY, -1 - days), addDays(TODAY, -5), addDays(TODAY, -1)]) await miss(day)
      expect(await ahead(3)).toBe(answer)
    },
  )

  it.each([
    [14, 'meal.limited'],
    [15, 2000],
  ])('CAN-45 answers an order %i days after the third missed meal with %s', async (days, answer) => {
    for (const back of [2, 1, 0]) await miss(addDays(TODAY, -back))
    await goTo(addDays(TODAY, days))
    expect(await ahead(2)).toBe(answer)
  })

  it('CAN-45 holds over the end of a month and of a year, and a further missed meal extends it', async () => {
    for (const day of ['2026-12-20', '2026-12-24', '2026-12-28']) await miss(day)
    await goTo('2027-01-11')
    expect(await ahead(2)).toBe('meal.limited')
    await miss('2027-01-10')
    await goTo('2027-01-24')
    expect(await ahead(2)).toBe('meal.limited')
    await goTo('2027-01-25')
    expect(await ahead(2)).toBe(2000)
  })

  it('CAN-45 never counts meals missed on approved leave or a trip, half a day of it either, nor duty and settled twice', async () => {
    for (const back of [4, 3, 2]) await miss(addDays(TODAY, -back))
    expect(await ahead(2)).toBe('meal.limited')
    const day = addDays(TODAY, -3)
    // The leave of the afternoon begins while lunch is served.
    await away(`[${day} 12:00,${addDays(day, 1)} 00:00)`, 'leave')
    expect(await ahead(2)).toBe(2000)
    await miss(addDays(TODAY, -1), { kind: 'duty' })
    expect(await ahead(2)).toBe(2000)
    await miss(addDays(TODAY, -1), { state: 'settled' })
    expect(await ahead(2)).toBe('meal.limited')
    await away(`[${addDays(TODAY, -1)} 00:00,${TODAY} 00:00)`, 'travel')
    expect(await ahead(2)).toBe(2000)
  })

  it('CAN-45 keeps what was ordered before, says the limit on the page, and leaves cancelling open', async () => {
    const menuId = await kitchen.menu({ days: 3 })
    const later = await kitchen.menu({ days: 4 })
    const kept = await kitchen.order(staff, menuId)
    for (const back of [3, 2, 1]) await miss(addDays(TODAY, -back))
    const { data } = await staff.get<OwnMeals>('/api/canteen/own/')
    const meals = data.days.flatMap((day) => day.meals)
    expect([data.limitedUntil, meals.map(({ id, problem }) => [id, problem?.key ?? null])]).toEqual([
      '2026-03-24',
      [
        [menuId, null],
        [later, 'meal.limited'],
      ],
    ])
    expect(outcome(await kitchen.cancel(staff, kept.data.id))).toBe(2000)
  })

  it('CAN-45 the manager sees who is limited and lifts it with a reason; meals missed before count no more', async () => {
    for (const back of [3, 2, 1]) await miss(addDays(TODAY, -back))
    expect((await limited()).map(({ id, until, missed }) => [id, until, missed.length])).toEqual([
      [staff.userId, '2026-03-24', 3],
    ])
    expect((await lift(kitchen.manager, '')).code).toBe(4000)
    expect([(await lift(staff)).code, (await staff.get(LIMITS)).code]).toEqual([4003, 4003])
    expect(outcome(await lift())).toBe(2000)
    expect([await ahead(7), await limited()]).toEqual([2000, []])
    expect(refusal(await lift())).toEqual(['meal.notLimited', ['reason']])
    const { rows } = await sql`select person_id, reason, lifted_by from meal_limit_lift`.execute(app.database.db)
    expect(rows).toEqual([{ personId: staff.userId, reason: '因公未能就餐', liftedBy: kitchen.manager.userId }])
    await goTo(addDays(TODAY, 5))
    for (const back of [3, 2]) await miss(addDays(TODAY, 5 - back))
    expect(await ahead(3)).toBe(2000)
    await miss(addDays(TODAY, 4))
    expect(await ahead(3)).toBe('meal.limited')
  })
})
