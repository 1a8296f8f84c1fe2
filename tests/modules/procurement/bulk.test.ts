/** Bulk purchases: the month, the standards, the price, each department's money, and what becomes of an approval (22.8). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPeriod } from '#src/modules/procurement/bulk/period.ts'
import { type Answer, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, submit, type WireTicket } from '#tests/harness/tickets.ts'
import { type Desk, type Form, openDesk, type Row } from './desk.ts'
import { answered, PURCHASES } from './purchases.ts'

const TYPE = 'bulkProject'
/** Noon in Shanghai of a day. */
const noon = (day: string): Date => new Date(`${day}T12:00:00+08:00`)

it.each([
  ['2026-03-01', '2026-03'],
  ['2026-03-10', '2026-03'],
  ['2026-03-11', '2026-04'],
  ['2026-01-31', '2026-02'],
  ['2026-12-10', '2026-12'],
  ['2026-12-11', '2027-01'],
  ['2028-02-29', '2028-03'],
])('PRC-23 the first month on %s is %s', (day, month) => {
  expect(firstPeriod(day, 10)).toBe(month)
})

describe.each(oneEngine)('bulk purchases on %s', (engine) => {
  let app: TestApp
  let desk: Desk
  const configs = new Map<string, number>()
  const depts = new Map<string, number>()
  const lineIds = new Map<string, number>()

  beforeAll(async () => {
    app = await startApp({ engine })
    await at('2026-03-10')
    for (const { id, name } of await desk.query(sql<{ id: number; name: string }>`select id, name from bulk_config`))
      configs.set(name, id)
    for (const { id, key } of await desk.query(sql<{ id: number; key: string }>`select id, key from department`))
      depts.set(key, id)
    for (const key of ['D10', 'D11', 'D12']) {
      const [row] = await desk.query(
        sql<{ id: number }>`
          update budget_line set approved = approved + 9000000, control_mode = 'hard'
          where id = (select id from budget_line where dept_id = ${depts.get(key)!} and year = 2026 and state = 'active' and scope <> 'shared' and project_id is null order by id limit 1) returning id`,
      )
      lineIds.set(key, row!.id)
    }
  }, 900_000)
  afterAll(() => app.close())

  async function at(day: string): Promise<void> {
    app.clock.set(noon(day))
    desk = await openDesk(app)
  }
  /** What earlier tests planned is no part of this one. */
  const forget = () => sql`update bulk_plan set is_live = false`.execute(app.database.db)
  const line = (dept: string, config: string, qty: number, more: Form = {}): Form => ({
    deptId: depts.get(dept),
    configId: configs.get(config),
    qty,
    budgetLineId: lineIds.get(dept),
    ...more,
  })
  const form = (demands: readonly Form[], more: Form = {}): Form => ({
    reason: '汇总各部门年度批量采购需求',
    periodMonth: '2026-06',
    bulkCategory: 'aircon',
    deliverBy: '2026-06-30',
    demands,
    ...more,
  })
  const aircons = (qty = 2, more: Form = {}): Form => form([line('D10', '壁挂式空调', qty, more)])
  const filed = async (given: Form): Promise<Answer<WireTicket>> => {
    await forget()
    return submit(desk.officer, TYPE, given)
  }
  const verdict = async (given: Form): Promise<unknown> => answered(await filed(given))
  const draft = async (given: Form): Promise<Form> => {
    const answer = await desk.officer.post<WireTicket & { formData: { demands: Form[] } }>('/api/workflow/ticket/', {
      type: TYPE,
      formData: given,
      submit: false,
    })
    expect(answered(answer)).toBe(2000)
    return answer.data.formData.demands[0]!
  }
  const held = (ticketId: number) =>
    desk.query(
      sql<{ lineId: number; amount: string }>`
        select line_id, sum(case type when 'freeze' then amount when 'unfreeze' then -amount end)::numeric(14,2)::text as amount
        from budget_ledger where ticket_id = ${ticketId} group by 1 order by 1`,
    )

  it('PRC-23 takes a month up to its tenth day, and what was submitted in time stays in it', async () => {
    const march = { periodMonth: '2026-03' }
    const first = await filed({ ...aircons(), ...march })
    expect(answered(first)).toBe(2000)
    expect((await desk.approve(first.data)).at(-1)).toBe('divisionLeader')
    await at('2026-03-11')
    expect(await verdict({ ...aircons(), ...march })).toEqual(['rule.PRC-23', ['periodMonth']])
    expect(await verdict({ ...aircons(), periodMonth: '2026-04' })).toBe(2000)
    await at('2026-03-31')
    expect(await verdict({ ...aircons(), periodMonth: '2026-04' })).toBe(2000)
    await at('2026-03-10')
  })

  it('22.8 one ticket pools a category in a month; the month is free again when it is withdrawn', async () => {
    const first = await filed(aircons())
    expect(answered(await submit(desk.officer, TYPE, aircons()))).toEqual(['bulk.periodTaken', ['periodMonth']])
    expect(answered(await submit(desk.officer, TYPE, { ...aircons(), periodMonth: '2026-07' }))).toBe(2000)
    expect((await act(desk.officer, first.data.id, 'withdraw', { comment: '需求有变，撤回修改' })).code).toBe(2000)
    expect(answered(await submit(desk.officer, TYPE, aircons()))).toBe(2000)
  })

  it('PRC-22 a price is at most that of the configuration and of the standard', async () => {
    expect(await verdict(aircons(1, { unitPrice: '3200.00' }))).toBe(2000)
    expect(await verdict(aircons(1, { unitPrice: '3200.01' }))).toEqual(['rule.PRC-22', ['demands.0.unitPrice']])
    // The configuration says nothing of its own: the standard caps it.
    const graphics = (unitPrice: string): Form =>
      form([line('D10', '台式计算机（图形）', 1, { unitPrice, overReason: '原有计算机无法满足图像处理需要' })], {
        bulkCategory: 'desktop',
      })
    expect(await verdict(graphics('5000.00'))).toBe(2000)
    expect(await verdict(graphics('5000.01'))).toEqual(['rule.PRC-22', ['demands.0.unitPrice']])
    // Nothing written: the cap is the price.
    expect(await draft(aircons(2))).toMatchObject({ unitPrice: '3200.00', amount: '6400.00', standardMax: null })
  })

  it('PRC-21 quantity and what there is keep within the standard, or a reason brings in the head of logistics', async () => {
    const chairs = { bulkCategory: 'furniture' }
    const dept = 'D10'
    // Three desks are gone, so that there is room for some.
    await sql`
      update asset set deleted_at = ${noon('2026-03-10')} where id in (
        select a.id from asset a join standard_item i on i.id = a.item_id
        where i.name = '办公桌' and a.dept_id = ${depts.get(dept)!} and a.state = 'inUse' order by a.id limit 3)`.execute(
      app.database.db,
    )
    const standing = await draft(form([line(dept, '办公桌', 1)], chairs))
    const room = Number(standing.standardMax) - Number(standing.existing)
    expect(room).toBeGreaterThan(1)
    expect(standing.headcount).toBeGreaterThan(0)
    expect(await verdict(form([line(dept, '办公桌', room)], chairs))).toBe(2000)
    const refused = await filed(form([line(dept, '办公桌', room + 1)], chairs))
    expect(answered(refused)).toEqual(['rule.PRC-21', ['demands.0.overReason']])
    // Lines of a department add up.
    expect(await verdict(form([line(dept, '办公桌', room), line(dept, '办公桌', 1)], chairs))).toEqual([
      'rule.PRC-21',
      ['demands.1.overReason'],
    ])
    const reason = { overReason: '新增办案区需要增配办公桌' }
    const within = await filed(form([line(dept, '办公桌', 1)], chairs))
    expect(await desk.approve(within.data)).not.toContain('logisticsHead')
    const over = await filed(form([line(dept, '办公桌', room + 1, reason)], chairs))
    expect(answered(over)).toBe(2000)
    const asked = await desk.approve(over.data, { logisticsHead: 'han14' } as never)
    expect(asked).toContain('logisticsHead')
    // What is ordered counts before it comes.
    expect(Number((await draft(form([line(dept, '办公桌', 1)], chairs))).existing)).toBe(
      Number(standing.existing) + room + 2,
    )
  })

  it('PRC-21 counts what tickets in approval ask for, and each ticket only those before it', async () => {
    const chairs = { bulkCategory: 'furniture' }
    const dept = 'D12'
    await forget()
    await sql`
      update asset set deleted_at = ${noon('2026-03-10')} where id in (
        select a.id from asset a join standard_item i on i.id = a.item_id
        where i.name = '办公桌' and a.dept_id = ${depts.get(dept)!} and a.state = 'inUse' order by a.id limit 3)`.execute(
      app.database.db,
    )
    const desks = (qty: number, periodMonth: string): Form =>
      form([line(dept, '办公桌', qty)], { ...chairs, periodMonth })
    const standing = await draft(desks(1, '2026-06'))
    const room = Number(standing.standardMax) - Number(standing.existing)
    expect(room).toBeGreaterThan(1)
    const first = await submit(desk.officer, TYPE, desks(room - 1, '2026-06'))
    expect(answered(first)).toBe(2000)
    // One is left for the next month, and not two.
    expect(answered(await submit(desk.officer, TYPE, desks(2, '2026-07')))).toEqual([
      'rule.PRC-21',
      ['demands.0.overReason'],
    ])
    const second = await submit(desk.officer, TYPE, desks(1, '2026-07'))
    expect(answered(second)).toBe(2000)
    expect(answered(await submit(desk.officer, TYPE, desks(1, '2026-08')))).toEqual([
      'rule.PRC-21',
      ['demands.0.overReason'],
    ])
    // The first one does not count the second, which counts it; withdrawn, it leaves room.
    await desk.approve(first.data)
    expect(Number((await draft(desks(1, '2026-08'))).existing)).toBe(Number(standing.existing) + room)
    expect((await act(desk.officer, second.data.id, 'withdraw', { comment: '需求有变，撤回修改' })).code).toBe(2000)
    expect(answered(await submit(desk.officer, TYPE, desks(1, '2026-08')))).toBe(2000)
    await forget()
  })

  it('22.8 refuses a configuration of another category, a line of another department and more than a line has', async () => {
    expect(await verdict(form([line('D10', '办公椅', 1)]))).toEqual(['bulk.otherCategory', ['demands.0.configId']])
    expect(await verdict(aircons(1, { budgetLineId: lineIds.get('D11') }))).toEqual([
      'budget.lineUnknown',
      ['demands.0.budgetLineId'],
    ])
    const [figures] = await desk.query(
      sql<{
        available: string
      }>`select (approved + adjust - frozen - used)::text as available from budget_line where id = ${lineIds.get('D12')!}`,
    )
    const many = Math.floor(Number(figures!.available) / 7500) + 1
    expect(many).toBeGreaterThan(500)
    await sql`update budget_line set adjust = adjust - ${figures!.available}::numeric + 15000 where id = ${lineIds.get('D12')!}`.execute(
      app.database.db,
    )
    const cabinets = (qty: number): Form => form([line('D12', '柜式空调', 1), line('D12', '柜式空调', qty)])
    expect(await verdict(cabinets(1))).toBe(2000)
    expect(await verdict(cabinets(2))).toEqual([
      'budget.insufficient',
      ['demands.0.budgetLineId', 'demands.1.budgetLineId'],
    ])
    await sql`update budget_line set adjust = adjust + 9000000 where id = ${lineIds.get('D12')!}`.execute(
      app.database.db,
    )
  })

  it('95.2 delivery is twenty days away at least, and a line takes five hundred pieces at most', async () => {
    expect(await verdict({ ...aircons(), deliverBy: '2026-03-30' })).toBe(2000)
    expect((await filed({ ...aircons(), deliverBy: '2026-03-29' })).errors).toHaveProperty('deliverBy')
    const minutes = { collectiveMinutes: [await uploadPdf(app, desk.officer)] }
    expect(await verdict({ ...aircons(500), ...minutes })).toBe(2000)
    expect((await filed({ ...aircons(501), ...minutes })).errors).toHaveProperty(['demands.0.qty'])
    // 25.3: above the third threshold there are minutes.
    expect(await verdict(aircons(31))).toBe(2000)
    expect((await filed(aircons(32))).errors).toHaveProperty('collectiveMinutes')
  })

  it('PRC-37 the approval holds each department’s part and moves all of it to one purchase, which ends with the ticket', async () => {
    const ticket = await filed(
      form([line('D10', '壁挂式空调', 2), line('D11', '壁挂式空调', 1), line('D10', '柜式空调', 1)]),
    )
    await desk.approve(ticket.data)
    const [purchase] = await desk.query(
      sql<Row & { budgetLines: unknown }>`select * from purchase where ticket_id = ${ticket.data.id}`,
    )
    expect(purchase).toMatchObject({ method: 'bulk', state: 'preparing', budget: '17100.00', vendorId: null })
    const sums = [
      { lineId: lineIds.get('D10'), amount: '13900.00' },
      { lineId: lineIds.get('D11'), amount: '3200.00' },
    ].toSorted((one, other) => one.lineId! - other.lineId!)
    expect(await held(ticket.data.id)).toEqual(sums)
    const kinds = await desk.query(
      sql<{
        kind: string
        amount: string
      }>`select kind, amount from commitment where ticket_id = ${ticket.data.id} order by amount`,
    )
    expect(kinds).toEqual([
      { kind: 'purchase', amount: '3200.00' },
      { kind: 'purchase', amount: '13900.00' },
    ])
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'bureauLeader' and p.value = 'ticket:Void' on conflict do nothing`.execute(
      app.database.db,
    )
    await app.services.caches.load()
    const chief = await desk.office.as('zhao01')
    expect((await act(chief, ticket.data.id, 'void', { comment: '年度预算调整，本批不再采购' })).code).toBe(2000)
    const [ended] = await desk.query(sql<Row>`select state from purchase where ticket_id = ${ticket.data.id}`)
    expect(ended?.state).toBe('terminated')
    expect((await held(ticket.data.id)).map(({ amount }) => amount)).toEqual(['0.00', '0.00'])
  })

  it('PRC-36 a demand of the pool brings its department and quantity, is bought as a whole and once', async () => {
    const [demand] = await desk.query(
      sql<{ id: number }>`
        insert into purchase_demand (no, source, item_name, size, spec, unit, qty, need_at, dept_id, reason, created_at, updated_at)
        values ('XQ-TEST-1', 'manual', '空调', '', '', '台', 3, '2026-06-30', ${depts.get('D11')!}, '值班室需要', ${noon('2026-03-10')}, ${noon('2026-03-10')}) returning id`,
    )
    const answers = { ...line('D11', '壁挂式空调', 3), demandId: demand!.id }
    const picked: Form = { ...answers, deptId: undefined, qty: undefined }
    expect(await draft(form([picked]))).toMatchObject({ deptId: depts.get('D11'), qty: 3, amount: '9600.00' })
    expect(await verdict(form([{ ...answers, qty: 2 }]))).toEqual(['bulk.otherQuantity', ['demands.0.qty']])
    expect(await verdict(form([{ ...answers, deptId: depts.get('D10'), budgetLineId: lineIds.get('D10') }]))).toEqual([
      'bulk.otherDepartment',
      ['demands.0.deptId'],
    ])
    expect(await verdict(form([answers, answers]))).toEqual(['rule.PRC-36', ['demands.1.demandId']])
    const ticket = await filed(form([answers]))
    await desk.approve(ticket.data)
    const [ordered] = await desk.query(
      sql<Row>`select state, purchase_id from purchase_demand where id = ${demand!.id}`,
    )
    expect(ordered?.state).toBe('ordered')
    expect(await verdict({ ...form([answers]), periodMonth: '2026-08' })).toEqual([
      'rule.PRC-36',
      ['demands.0.demandId'],
    ])
  })

  it('22.8 what is accepted has a card for each piece, idle in the department that it is for', async () => {
    const ticket = await filed(form([line('D11', '柜式空调', 2)], { periodMonth: '2026-09' }))
    await desk.approve(ticket.data)
    const [purchase] = await desk.query(
      sql<Row & { no: string }>`select id, no from purchase where ticket_id = ${ticket.data.id}`,
    )
    const run = (action: string, given: Form) => desk.officer.post<Row>(`${PURCHASES}${purchase!.id}/${action}/`, given)
    const [vendor] = await desk.query(
      sql<{ id: number }>`select id from vendor where state = 'active' order by id limit 1`,
    )
    const contract = {
      contractNo: 'HT-BULK-1',
      vendorId: vendor!.id,
      amount: '14000.00',
      signedOn: '2026-03-10',
      startsOn: '2026-03-10',
      endsOn: '2026-06-30',
      deliverBy: '2026-06-30',
      advanceRate: '0.00',
      retentionRate: '0.00',
      retentionDays: 0,
      contractFile: [await desk.file()],
    }
    expect(answered(await run('select', {}))).toBe(2000)
    expect(answered(await run('sign', contract))).toBe(2000)
    expect(answered(await run('deliver', { broughtOn: '2026-03-10', note: '货物已全部送达' }))).toBe(2000)
    const people = async (...names: string[]) =>
      Promise.all(names.map(async (name) => (await desk.office.as(name)).userId))
    const acceptance = async (members: readonly number[]) => ({
      acceptedOn: '2026-03-10',
      acceptancePanel: members,
      result: 'pass',
      openItems: [{ name: '柜式空调', qty: 2 }],
      acceptanceFile: [await desk.file()],
    })
    // PRC-34: the department that uses it takes part, not the one that buys.
    expect(answered(await run('accept', await acceptance(await people('dou38', 'you18', 'xi44'))))).toEqual([
      4000,
      ['acceptancePanel'],
    ])
    expect(answered(await run('accept', await acceptance(await people('dou38', 'you18', 'lu48'))))).toBe(2000)
    const cards = await desk.query(
      sql<{
        state: string
        deptId: number
        price: string
      }>`select state, dept_id, price from asset where purchase_no = ${purchase!.no}`,
    )
    expect(cards).toEqual(
      Array.from({ length: 2 }, () => ({ state: 'idle', deptId: depts.get('D11'), price: '7000.00' })),
    )
  })
})
