import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { type Answer, type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, type WireTicket } from '#tests/harness/tickets.ts'
import { type Form, guestsOf, openReceptions, type Receptions } from './receptions.ts'

const TODAY = '2026-03-11'
const TOMORROW = addDays(TODAY, 1)
/** Eight guests and three escorts. */
const HEADS = 11

interface Order {
  readonly id: number
  readonly state: string
  readonly portions: number
}
interface Check {
  readonly panel: readonly { readonly label: string; readonly value: string; readonly tone?: string }[]
  readonly warnings: readonly string[]
  readonly problems: Readonly<Record<string, readonly string[]>>
}

describe.each(oneEngine)('meals of receptions on %s', (engine) => {
  let app: TestApp
  let hall: Receptions
  let chen: Client
  let qian: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    await sql`update budget_line set adjust = adjust + 100000
      where subject_code = '30217' and year = 2026 and dept_id = (select id from department where key = 'D02')`.execute(
      app.database.db,
    )
  })
  afterAll(() => app.close())
  beforeEach(() => at(T0))

  /** Sessions do not last as long as a test may move the clock. */
  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    hall = await openReceptions(app)
    chen = hall.applicant
    qian = await hall.office.as('qian02')
  }
  const rows = async <T>(text: ReturnType<typeof sql>): Promise<readonly T[]> =>
    (await text.execute(app.database.db)).rows as T[]
  /** Leaves so many portions of tomorrow's lunch. */
  const leave = (left: number) =>
    sql`update menu_plan set capacity = booked + ${left}::int where date = ${TOMORROW} and meal_type = 'lunch'`.execute(
      app.database.db,
    )
  const setState = (state: string) =>
    sql`update menu_plan set state = ${state} where date = ${TOMORROW} and meal_type = 'lunch'`.execute(app.database.db)
  const menu = async () =>
    (
      await rows<{ id: number; capacity: number; booked: number; counted: number }>(sql`
        select m.id, m.capacity, m.booked, (select coalesce(sum(portions), 0)::int from meal_order o where o.menu_id = m.id and o.state <> 'cancelled') as counted
        from menu_plan m where m.date = ${TOMORROW} and m.meal_type = 'lunch'`)
    )[0]
  const ordersOf = (ticketId: number) =>
    rows<Order>(sql`select id, state, portions from meal_order where ticket_id = ${ticketId} order by id`)
  /** A ticket that waits for its last approval. */
  async function waiting(given: Form = {}): Promise<WireTicket> {
    const ticket = await hall.filed(given)
    await hall.approve(ticket, 'divisionLeader')
    return ticket
  }
  const decide = (ticket: WireTicket) => act(qian, ticket.id, 'approve')
  const refusal = (answer: Answer<unknown>) => [answer.errKey ?? answer.code, Object.keys(answer.errors ?? {})]
  const check = async (given: Form) =>
    (
      await chen.post<Check>('/api/workflow/ticket/check/', {
        type: 'officialReception',
        formData: await hall.formOf(given),
      })
    ).data
  const left = ({ panel }: Check) => panel.find(({ label }) => label === 'receptionPanel.left')

  it('CAN-48 S05 1, 2 the approval orders a meal for guests and escorts, which the manager finds among the orders and the kitchen counts', async () => {
    const ticket = await hall.approved()
    const list = await hall.canteen.get<readonly Form[]>('/api/canteen/order/', {
      query: { kind: 'reception', date_after: TOMORROW, date_before: TOMORROW, limit: '100' },
    })
    expect(list.data.find(({ ticketId }) => Number(ticketId) === ticket.id)).toMatchObject({
      kind: 'reception',
      portions: HEADS,
      state: 'ordered',
      channel: 'ticket',
      date: TOMORROW,
      mealType: 'lunch',
      note: '示例市局',
    })
    const { data } = await hall.canteen.get<{
      days: { date: string; meals: { mealType: string; reception: number }[] }[]
    }>('/api/canteen/kitchen/')
    const lunch = data.days.find(({ date }) => date === TOMORROW)?.meals.find(({ mealType }) => mealType === 'lunch')
    expect(lunch?.reception).toBeGreaterThanOrEqual(HEADS)
    const [order] = await ordersOf(ticket.id)
    expect(await hall.rowOf(ticket.id)).toMatchObject({ mealOrderId: order?.id })
  })

  it('CAN-43 the approval takes the last portions, and is refused whole with one too few', async () => {
    const [first, second] = [await waiting(), await waiting()]
    const before = await hall.figures()
    await leave(HEADS - 1)
    const refused = await decide(first)
    expect(refusal(refused)).toEqual(['order.capacity', ['mealType']])
    expect(refused.errors).toEqual({ mealType: [`该餐次已满${(await menu())?.capacity}份`] })
    // Nothing of the decision stays: no money is held, and the ticket waits on.
    expect([await hall.figures(), await ordersOf(first.id), await hall.rowOf(first.id)]).toEqual([
      before,
      [],
      undefined,
    ])
    await leave(HEADS)
    expect((await decide(first)).code).toBe(2000)
    expect(await ordersOf(first.id)).toMatchObject([{ state: 'ordered', portions: HEADS }])
    expect(refusal(await decide(second))).toEqual(['order.capacity', ['mealType']])
    const now = await menu()
    expect([now?.booked, now?.counted]).toEqual([now?.capacity, now?.capacity])
  })

  it('CAN-43 E12 approvals and orders of staff at once share the capacity: together they never exceed it, and none is refused while there is room', async () => {
    const LEFT = 10
    const given = { guests: guestsOf(2), escorts: [hall.id('wu06')], amount: '300.00' }
    const tickets: WireTicket[] = []
    for (let count = 0; count < 4; count += 1) tickets.push(await waiting(given))
    const menuId = (await menu())?.id
    await sql`delete from meal_order where menu_id = ${menuId} and kind = 'staff'`.execute(app.database.db)
    await sql`update menu_plan m set booked = (select coalesce(sum(portions), 0) from meal_order o where o.menu_id = m.id and o.state <> 'cancelled') where id = ${menuId}`.execute(
      app.database.db,
    )
    await leave(LEFT)
    const people = await Promise.all(
      ['xi44', 'zhang39', 'wu06', 'zheng07', 'feng08', 'yang15', 'zhu16', 'miao52'].map((name) => hall.office.as(name)),
    )
    const versions = new Map<number, number>()
    for (const { id } of tickets)
      versions.set(id, (await qian.get<WireTicket>(`/api/workflow/ticket/${id}/`)).data.version)
    const answers = await Promise.all([
      ...tickets.map(async ({ id }) => {
        const answer = await qian.post(`/api/workflow/ticket/${id}/approve/`, {
          version: versions.get(id),
          comment: '',
        })
        return [3, answer.errKey ?? answer.code] as const
      }),
      ...people.map(async (person) => {
        const answer = await person.post('/api/canteen/orders/', { menuId })
        return [1, answer.errKey ?? answer.code] as const
      }),
    ])
    const taken = answers.filter(([, outcome]) => outcome === 2000).reduce((sum, [heads]) => sum + heads, 0)
    expect(new Set(answers.map(([, outcome]) => outcome))).toEqual(new Set([2000, 'order.capacity']))
    const now = await menu()
    const rest = (now?.capacity ?? 0) - (now?.booked ?? 0)
    expect([now?.booked, rest, rest >= 0]).toEqual([now?.counted, LEFT - taken, true])
    // Who was refused found less room than the portions asked for, since none was given back.
    for (const [heads, outcome] of answers) if (outcome === 'order.capacity') expect(rest).toBeLessThan(heads)
    for (const { id } of tickets) {
      const [order] = await ordersOf(id)
      expect((await hall.rowOf(id)) !== undefined).toBe(order !== undefined)
    }
  })

  it('CAN-43 the form shows what is left of the meal and is refused at the meal when that is too little', async () => {
    await leave(HEADS)
    const enough = await check({})
    expect([left(enough), enough.problems.mealType]).toEqual([
      { label: 'receptionPanel.left', value: String(HEADS), tone: 'good' },
      undefined,
    ])
    await leave(HEADS - 1)
    const few = await check({})
    expect([left(few)?.tone, few.problems.mealType]).toEqual(['bad', [`该餐次已满${(await menu())?.capacity}份`]])
    expect(refusal(await hall.submit())).toEqual(['order.capacity', ['mealType']])
    // Outside the canteen its menu is of no matter.
    const outside = await check({ place: 'external', placeReason: '食堂当日设备检修', vendorId: hall.vendor })
    expect([left(outside), outside.problems.mealType]).toEqual([undefined, undefined])
  })

  it('CAN-46 a form may be filed before its menu is published, with a hint, and is approved after', async () => {
    await setState('draft')
    const shown = await check({})
    expect([left(shown), shown.problems.mealAt]).toEqual([undefined, undefined])
    expect(shown.warnings.join()).toContain('2026-03-12午餐的菜谱尚未发布')
    const ticket = await waiting()
    const refused = await decide(ticket)
    expect([refusal(refused), refused.errors]).toEqual([
      ['meal.unpublished', ['mealAt']],
      { mealAt: ['2026-03-12午餐的菜谱未发布，不能订餐'] },
    ])
    await setState('published')
    expect((await decide(ticket)).code).toBe(2000)
    expect(await ordersOf(ticket.id)).toMatchObject([{ state: 'ordered' }])
  })

  it('CAN-42 a reception is approved until its meal begins', async () => {
    const [first, second] = [await waiting(), await waiting()]
    await at(new Date('2026-03-12T03:30:00Z'))
    expect((await decide(first)).code).toBe(2000)
    await at(new Date('2026-03-12T03:30:00.001Z'))
    expect(refusal(await decide(second))).toEqual(['meal.started', ['mealAt']])
  })

  it('S05 3 the serving verifies the order, which stays when the reception is voided after its meal', async () => {
    const ticket = await hall.approved()
    await at(new Date(`${TOMORROW}T14:00:00+08:00`))
    expect((await act(hall.canteen, ticket.id, 'handle')).code).toBe(2000)
    const [order] = await rows<Form>(sql`
      select state, verified_by, verify_method from meal_order where ticket_id = ${ticket.id}`)
    expect(order).toEqual({ state: 'verified', verifiedBy: hall.canteen.userId, verifyMethod: 'list' })
    await act(chen, ticket.id, 'handle', { formData: await hall.list() })
    await act(hall.finance, ticket.id, 'handle', { formData: { listChecked: true } })
    const voided = await act(await hall.office.as('yang15'), ticket.id, 'void', {
      comment: '费用登记有误，作废后重新办理',
    })
    expect([voided.data.status, (await ordersOf(ticket.id)).map(({ state }) => state)]).toEqual([
      'voided',
      ['verified'],
    ])
  })

  it('CAN-48 a reception that is withdrawn or refused before its meal gives the portions back, with what was said', async () => {
    const before = (await menu())?.booked
    const first = await hall.approved()
    expect((await act(chen, first.id, 'withdraw', { comment: '来宾行程有变不再来访' })).code).toBe(2000)
    const second = await hall.approved()
    expect((await act(hall.canteen, second.id, 'refuse', { comment: '当日食堂无法安排' })).code).toBe(2000)
    const ended = await rows<Form>(sql`
      select state, cancel_reason, cancelled_by from meal_order where ticket_id in (${first.id}, ${second.id}) order by id`)
    expect(ended).toEqual([
      { state: 'cancelled', cancelReason: '来宾行程有变不再来访', cancelledBy: chen.userId },
      { state: 'cancelled', cancelReason: '当日食堂无法安排', cancelledBy: hall.canteen.userId },
    ])
    expect((await menu())?.booked).toBe(before)
  })

  it('CAN-48 a meal that was withdrawn with its menu cannot be served, and its ticket goes back', async () => {
    const ticket = await hall.approved()
    await sql`update meal_order set state = 'cancelled', cancelled_at = now() where ticket_id = ${ticket.id}`.execute(
      app.database.db,
    )
    await sql`update menu_plan set booked = booked - ${HEADS}::int where date = ${TOMORROW} and meal_type = 'lunch'`.execute(
      app.database.db,
    )
    await at(new Date(`${TOMORROW}T12:30:00+08:00`))
    expect(refusal(await act(hall.canteen, ticket.id, 'handle'))).toEqual(['meal.noReception', ['']])
    expect((await act(hall.canteen, ticket.id, 'refuse', { comment: '当日食堂无法安排' })).code).toBe(2000)
    expect((await hall.rowOf(ticket.id))?.state).toBe('cancelled')
  })

  it('23.9 a reception outside orders nothing, and one approved before the canteen kept its meals is served without an order', async () => {
    const outside = await hall.approved({ place: 'external', placeReason: '食堂当日设备检修', vendorId: hall.vendor })
    expect(await ordersOf(outside.id)).toEqual([])
    const ticket = await hall.approved()
    await sql`update reception set meal_order_id = null where ticket_id = ${ticket.id}`.execute(app.database.db)
    await sql`delete from meal_order where ticket_id = ${ticket.id}`.execute(app.database.db)
    await sql`update menu_plan set booked = booked - ${HEADS}::int where date = ${TOMORROW} and meal_type = 'lunch'`.execute(
      app.database.db,
    )
    await at(new Date(`${TOMORROW}T14:00:00+08:00`))
    expect((await act(hall.canteen, ticket.id, 'handle')).data.current[0]?.state).toBe('guestList')
  })

  it('70.3 the receptions of the demo stand in the canteen as far as they came', async () => {
    const odd = await rows(sql`
      select r.id, r.state, o.state as meal from reception r left join meal_order o on o.id = r.meal_order_id
      where r.place = 'canteen' and o.state is distinct from case r.state when 'approved' then 'ordered' when 'cancelled' then 'cancelled' else 'verified' end
        and r.ticket_id in (select id from ticket where created_at < ${T0}::timestamptz)`)
    expect(odd).toEqual([])
  })
})
