import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMoment } from '#src/define/days.ts'
import type { NextSettlement } from '#src/modules/canteen/settlements/settlements.types.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, openKitchen, outcome, refusal } from './kitchen.ts'

const [SETTLE, BILL, CORRECTION] = ['/api/canteen/settlement/', '/api/canteen/bill/', '/api/canteen/correction/']
const figures = ['personId', 'breakfast', 'lunch', 'dinner', 'corrected', 'amount'] as const
type Bill = Readonly<Record<(typeof figures)[number] | 'month' | 'empNo', unknown>>

describe.each(oneEngine)('the settlement of meals on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let staff: Client
  let other: Client
  let finance: Client

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
    ;[staff, other, finance] = (await Promise.all(['xi44', 'chen09', 'you18'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
  }
  const goTo = (day: string): Promise<void> => setClock(parseMoment(`${day} 08:00:00`)!)

  /** A meal of a day with what became of it. */
  async function meal(
    client: Client,
    date: string,
    more: { type?: string; state?: string; kind?: string; portions?: number } = {},
  ): Promise<number> {
    const { type = 'lunch', state = 'verified', kind = 'staff', portions = 1 } = more
    const { rows } = await sql<{ id: number }>`
      with menu as (insert into menu_plan (date, meal_type, capacity, booked, price, state, created_at, updated_at)
        values (${date}, ${type}, 100, 1, ${type === 'breakfast' ? 3 : 8}, 'closed', now(), now()) on conflict (date, meal_type) where deleted_at is null do update set note = null returning *)
      insert into meal_order (menu_id, date, meal_type, person_id, dept_id, kind, portions, guest_name, price, channel, state, cancelled_at, verified_at, verify_method, no_show_at, ticket_id, created_at, updated_at)
      select menu.id, ${date}, ${type}, u.id, u.dept_id, ${kind}, ${portions}, ${kind === 'guest' ? '来宾' : null}, menu.price, 'self', ${state}, ${state === 'cancelled' ? T0 : null},
        ${state === 'verified' ? T0 : null}, ${state === 'verified' ? 'list' : null}, ${state === 'noShow' ? T0 : null}, ${kind === 'reception' ? 900001 : null}, now(), now()
      from menu, app_user u where u.id = ${client.userId} returning id`.execute(app.database.db)
    return rows[0]!.id
  }
  const settle = (month: string, client: Client = kitchen.manager) =>
    client.post<{ orders: number; bills: number; amount: string }>(SETTLE, { month })
  const bills = async (client: Client, month?: string) => {
    const { data } = await client.get<Bill[]>(BILL, { query: month === undefined ? {} : { month } })
    return data.map((bill) => figures.map((name) => bill[name]))
  }

  it('CAN-47 sums a month by person and meal; missed meals count, cancelled, duty and reception meals do not', async () => {
    await meal(staff, '2026-02-01', { type: 'breakfast' })
    await meal(staff, '2026-02-28')
    await meal(staff, '2026-02-10', { state: 'noShow' })
    await meal(staff, '2026-02-11', { type: 'dinner' })
    await meal(staff, '2026-02-12', { type: 'night' })
    await meal(staff, '2026-02-13', { state: 'cancelled' })
    await meal(staff, '2026-02-14', { kind: 'duty' })
    await meal(other, '2026-02-15', { kind: 'guest', portions: 3 })
    await meal(other, '2026-02-16', { kind: 'reception', portions: 9 })
    const march = await meal(staff, '2026-03-01')
    const next = await kitchen.manager.get<NextSettlement>(SETTLE)
    expect(next.data).toEqual({ month: '2026-02', orders: 6, people: 2, amount: '59.00', isSettled: false })
    expect((await settle('2026-02')).data).toEqual({ orders: 8, bills: 2, amount: '59.00' })
    expect(await bills(kitchen.manager)).toEqual(
      expect.arrayContaining([
        [staff.userId, '3.00', '16.00', '16.00', '0.00', '35.00'],
        [other.userId, '0.00', '24.00', '0.00', '0.00', '24.00'],
      ]),
    )
    expect((await kitchen.orderNow(march)).state).toBe('verified')
    expect((await kitchen.manager.get<NextSettlement>(SETTLE)).data.isSettled).toBe(true)
  })

  it.each([
    ['2026-03-31', '2026-03', 'meal.monthNotOver'],
    ['2026-04-01', '2026-03', 2000],
    ['2026-12-31', '2026-12', 'meal.monthNotOver'],
    ['2027-01-01', '2026-12', 2000],
    ['2028-02-29', '2028-02', 'meal.monthNotOver'],
    ['2028-03-01', '2028-02', 2000],
  ])('CAN-47 on %s answers the settlement of %s with %s', async (day, month, answer) => {
    await meal(staff, `${month}-01`)
    await goTo(day)
    expect(outcome(await settle(month))).toBe(answer)
  })

  it('CAN-47 keeps settled meals as they are: nobody cancels, verifies or writes them', async () => {
    const id = await meal(staff, '2026-02-28', { state: 'noShow' })
    await settle('2026-02')
    const calls = [
      await kitchen.cancel(kitchen.manager, id, { reason: '登记有误' }),
      await kitchen.manager.post('/api/canteen/counter/verify/', { orderIds: [id], at: '2026-02-28 12:00:00' }),
      await kitchen.manager.post('/api/canteen/counter/no_show/', { orderIds: [id] }),
    ]
    expect(calls.map(outcome)).toEqual(['version.conflict', 2000, 2000])
    expect((await kitchen.orderNow(id)).state).toBe('settled')
    for (const change of [
      sql`update meal_order set portions = 1 where id = ${id}`,
      sql`delete from meal_order where id = ${id}`,
    ])
      await expect(change.execute(app.database.db)).rejects.toThrow()
  })

  it('F3 CAN-47 settles a month once, also when it is asked for twice at once, and no earlier month after it', async () => {
    await meal(staff, '2026-02-10')
    const answers = await Promise.all([settle('2026-02'), settle('2026-02')])
    expect(answers.map(outcome).toSorted()).toEqual([2000, 'meal.settledBefore'])
    expect([outcome(await settle('2026-02')), outcome(await settle('2026-01'))]).toEqual([
      'meal.settledBefore',
      'meal.settledBefore',
    ])
    expect(await bills(kitchen.manager)).toHaveLength(1)
    await goTo('2026-04-01')
    expect(outcome(await settle('2026-03'))).toBe('meal.nothingToSettle')
  })

  it('CAN-47 takes corrections, and what was written down late, with the month that comes next', async () => {
    await meal(staff, '2026-02-10')
    await settle('2026-02')
    const correct = (more: object) =>
      kitchen.manager.post(CORRECTION, {
        personId: staff.userId,
        kind: 'refund',
        amount: '8.00',
        reason: '误订退款处理',
        ...more,
      })
    expect(refusal(await correct({ amount: '0.00' }))).toEqual([4000, ['amount']])
    expect([outcome(await correct({})), outcome(await correct({ kind: 'charge', amount: '1.50' }))]).toEqual([
      2000, 2000,
    ])
    await meal(staff, '2026-02-20')
    await meal(staff, '2026-03-02')
    await goTo('2026-04-02')
    expect((await settle('2026-03')).data).toEqual({ orders: 2, bills: 1, amount: '9.50' })
    expect(await bills(staff, '2026-03')).toEqual([[staff.userId, '0.00', '16.00', '0.00', '-6.50', '9.50']])
    expect(await bills(staff, '2026-02')).toEqual([[staff.userId, '0.00', '8.00', '0.00', '0.00', '8.00']])
    const { data } = await kitchen.manager.get<{ month: string }[]>(CORRECTION)
    expect(data.map(({ month }) => month)).toEqual(['2026-03', '2026-03'])
  })

  describe('meals that the host department pays', () => {
    let lineId: number
    let grants = 0
    beforeEach(async () => {
      const { rows } = await sql<{ id: number }>`
        select id from budget_line where year = 2026 and control_mode = 'hard' and state = 'active' and project_id is null and deleted_at is null
        order by id limit 1`.execute(app.database.db)
      lineId = rows[0]!.id
    })
    const leave = (amount: string) =>
      sql`update budget_line set adjust = ${amount}::numeric + frozen + used - approved where id = ${lineId}`.execute(
        app.database.db,
      )
    const line = async () => {
      const { rows } = await sql<{ available: string; entries: string[] }>`
        select (approved + adjust - frozen - used)::numeric(14, 2)::text as available,
          array(select e.type || ' ' || e.amount from budget_ledger e where e.line_id = l.id and e.effect_key like 'canteen.hostedMeals/%'
            and e.ticket_id = ${920000 + grants} order by e.id) as entries
        from budget_line l where id = ${lineId}`.execute(app.database.db)
      return rows[0]
    }
    /** A lunch of February of a person with a grant whose host department pays, or who pays. */
    async function hosted(payer: 'hostDept' | 'self' = 'hostDept'): Promise<void> {
      grants += 1
      const { rows } = await sql<{ id: number }>`
        insert into access_grant (ticket_id, line_no, applicant_id, dept_id, host_id, grant_kind, name, id_type, id_tail4, org, mobile, visitor_type, areas,
          valid_from, valid_to, meals, payer, budget_line_id, pass_code, card_no, state, activated_at, created_at, updated_at)
        select ${920000 + grants}, 1, u.id, u.dept_id, u.id, 'both', '访客试', 'idCard', 'x', '示例科技公司', ${`1370000${String(grants).padStart(4, '0')}`},
          'seconded', array['canteen'], '2026-02-01', '2026-03-31', array['lunch'], ${payer}, ${payer === 'self' ? null : lineId}, ${`HOST00000${grants}`}, ${`h-${grants}`},
          'active', ${T0}, now(), now()
        from app_user u where u.id = ${staff.userId} returning id`.execute(app.database.db)
      const id = await meal(staff, '2026-02-10', { kind: 'guest' })
      await sql`update meal_order set grant_id = ${rows[0]!.id}, guest_name = '访客试' where id = ${id}`.execute(
        app.database.db,
      )
    }
    const bill = async () => {
      const { data } = await kitchen.manager.get<
        { id: number; version: number; payer: string; budgetLineId: number | null; chargedAt: string | null }[]
      >(BILL, { query: { month: '2026-02' } })
      return data[0]
    }
    const charge = async () => {
      const now = await bill()
      return outcome(await kitchen.manager.post(`${BILL}${now?.id}/charge/`, { version: now?.version }))
    }
    const reminders = (from: number) =>
      app.announced.messages
        .slice(from)
        .filter(({ title }) => title.key === 'meal.hostedUncharged')
        .map(({ to, title }) => [to.includes(finance.userId), title.params])

    it('CAN-34 are charged to the budget line of the grant with their month, up to what it has left', async () => {
      await hosted()
      await leave('8.00')
      const before = app.announced.messages.length
      expect(outcome(await settle('2026-02'))).toBe(2000)
      expect(await line()).toEqual({ available: '0.00', entries: ['consume 8.00'] })
      expect(await bill()).toMatchObject({
        payer: 'hostDept',
        budgetLineId: lineId,
        chargedAt: '2026-03-11 10:00:00',
      })
      expect([reminders(before), await charge()]).toEqual([[], 'record.stateInvalid'])
    })

    it('CAN-34 stay open where the line lacks a cent, which finance hears, and are charged once it has the money', async () => {
      await hosted()
      await leave('7.99')
      const before = app.announced.messages.length
      expect(outcome(await settle('2026-02'))).toBe(2000)
      expect([(await line())?.entries, (await bill())?.chargedAt]).toEqual([[], null])
      expect(reminders(before)).toEqual([[true, ['2026-02', 1]]])
      expect(await charge()).toBe('budget.insufficient')
      await leave('8.00')
      expect(await charge()).toBe(2000)
      expect(await line()).toEqual({ available: '0.00', entries: ['consume 8.00'] })
      expect(await charge()).toBe('record.stateInvalid')
    })

    it('CAN-34 are nothing of the budget where the guest pays', async () => {
      await hosted('self')
      await settle('2026-02')
      expect([await bill(), (await line())?.entries]).toMatchObject([{ payer: 'self', budgetLineId: null }, []])
      expect(await charge()).not.toBe(2000)
    })
  })

  it('CAN-47 shows people their own bill, finance every one with its export, and leaves settling to the canteen', async () => {
    await meal(staff, '2026-02-10')
    await meal(other, '2026-02-10')
    const before = app.announced.messages.length
    await settle('2026-02')
    expect([(await bills(staff)).length, (await bills(finance)).length]).toEqual([1, 2])
    expect([(await staff.get(`${BILL}export_data/`)).code, (await settle('2026-02', staff)).code]).toEqual([4003, 4003])
    expect((await settle('2026-02', finance)).code).toBe(4003)
    expect((await staff.get(CORRECTION)).code).toBe(4003)
    const exported = await finance.get(`${BILL}export_data/`)
    expect(exported.raw.headers['x-row-count']).toBe('2')
    expect(
      app.announced.messages
        .slice(before)
        .map(({ to, title }) => [to.includes(finance.userId), title.key, title.params]),
    ).toEqual([[true, 'meal.monthSettled', ['2026-02', 2, '16.00']]])
  })
})
