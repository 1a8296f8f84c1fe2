import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findOverdue } from '#src/modules/procurement/purchases/overdue.server.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { submit } from '#tests/harness/tickets.ts'
import { commitmentFaults, money, vendorPaymentForm } from '#tests/modules/money.ts'
import { answered, openPurchases, PURCHASES, type PurchaseOffice, TODAY } from './purchases.ts'

describe.each(oneEngine)('purchases on %s', (engine) => {
  let app: TestApp
  let office: PurchaseOffice
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    await sql`update budget_line set adjust = adjust + 1000000 where subject_code = '30216' and year = 2026`.execute(
      app.database.db,
    )
    office = await openPurchases(app)
  })
  afterAll(() => app.close())

  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
    (await query.execute(app.database.db)).rows

  it('PRC-31 PRC-37 a purchase takes over the money of its authorisation, once, and freezes nothing', async () => {
    const ticketId = await office.authorised('4000.00')
    const before = await money(app, office.line)
    const made = await office.create(office.form(ticketId))
    expect(answered(made)).toBe(2000)
    expect(made.data).toMatchObject({
      state: 'preparing',
      budget: '4000.00',
      no: expect.stringMatching(/^CG2026\d{4}$/),
    })
    expect(await money(app, office.line)).toEqual(before)
    expect(await rowsOf(sql`select kind, valid_until from commitment where ticket_id = ${ticketId}`)).toEqual([
      { kind: 'purchase', validUntil: null },
    ])
    expect(answered(await office.create(office.form(ticketId)))).toEqual([4000, ['ticketId']])
    // Nobody closes the approval behind the purchase.
    const [approval] = await rowsOf<{ id: number }>(sql`select id from pre_approval where ticket_id = ${ticketId}`)
    const closed = await office.pan.post(`/api/finance/pre_approval/${approval?.id}/close/`, {})
    expect(closed.errKey).toBe('preApproval.ofPurchase')
    // Terminated, it gives back all.
    expect(answered(await office.run(made.data.id, 'terminate', { reason: '需求取消，不再采购' }))).toBe(2000)
    const after = await money(app, office.line)
    expect(Number(before.frozen) - Number(after.frozen)).toBe(4000)
    expect(await commitmentFaults(app)).toEqual([])
  })

  it('PRC-37 an approval of method direct, or of another category, authorises no purchase', async () => {
    const direct = await office.authorised('3000.00', { purchaseMethod: 'direct' })
    expect(answered(await office.create(office.form(direct)))).toEqual([4000, ['ticketId']])
    const other = await office.authorised('3000.00', { category: 'other', purchaseMethod: undefined })
    expect(answered(await office.create(office.form(other)))).toEqual([4000, ['ticketId']])
  })

  it('the items cost no more than the budget, to the cent', async () => {
    const ticketId = await office.authorised('4000.00')
    const items = (price: string) => [{ name: '笔记本', unit: '本', qty: 1, price, assetLink: false }]
    expect(answered(await office.create(office.form(ticketId, { items: items('4000.01') })))).toEqual([4000, ['items']])
    expect(answered(await office.create(office.form(ticketId, { items: items('4000.00') })))).toBe(2000)
  })

  it('PRC-01 what is above the limit of a comparison comes from its intention; agreements do not', async () => {
    const set = async (value: unknown): Promise<void> => {
      await sql`update config_item set value = ${JSON.stringify(value)}::jsonb where key = 'procurement.method'`.execute(
        app.database.db,
      )
      await app.services.settings.load(app.database.db)
    }
    const limits = (comparison: number) => set({ direct: 1000, comparison, inquiry: 500_000 })
    const [before] = await rowsOf<{ value: unknown }>(
      sql`select value from config_item where key = 'procurement.method'`,
    )
    onTestFinished(() => set(before?.value))
    await limits(3999)
    const ticketId = await office.authorised('4000.00')
    const bought = (method: string) => office.create(office.form(ticketId, { method }))
    for (const method of ['inquiry', 'single', 'publicTender'])
      expect([method, answered(await bought(method))]).toEqual([method, [4000, ['method']]])
    const agreed = await bought('framework')
    expect(answered(agreed)).toBe(2000)
    const change = () =>
      office.officer.put(`${PURCHASES}${agreed.data.id}/`, {
        ...office.form(ticketId),
        version: agreed.data.version,
      })
    expect(answered(await change())).toEqual([4000, ['method']])
    await limits(4000)
    expect(answered(await change())).toBe(2000)
  })

  it('PRC-31 a contract is signed for the budget at most, with a number of its own and a vendor in good standing', async () => {
    const id = await office.begun('preparing')
    const sign = async (more: object) => answered(await office.run(id, 'sign', await office.contract({ ...more })))
    expect(await sign({ amount: '4000.01' })).toEqual([4000, ['amount']])
    expect(await sign({ vendorId: await office.vendor('blacklisted') })).toEqual([4000, ['vendorId']])
    expect(await sign({ retentionRate: '5.01' })).toEqual([4000, ['retentionRate']])
    expect(await sign({ endsOn: '2026-03-10' })).toEqual([4000, ['endsOn']])
    const plan = (amount: string) => [{ stage: 'acceptance', amount, dueOn: TODAY }]
    expect(await sign({ plan: plan('3999.99') })).toEqual([4000, ['plan']])
    expect(await sign({ contractNo: 'HT-ONE', plan: plan('4000.00') })).toBe(2000)
    const other = await office.begun('preparing')
    expect(answered(await office.run(other, 'sign', await office.contract({ contractNo: 'HT-ONE' })))).toEqual([
      4000,
      ['contractNo'],
    ])
  })

  it('50.9 what the contract saves is shared among the budget lines, and its project shows purchase and contract', async () => {
    const id = await office.begun('contracted', { sign: { amount: '3000.00', contractNo: 'HT-SAVED' } })
    expect(await office.read(id)).toMatchObject({
      saved: '1000.00',
      savedPercent: '25.0',
      savingShares: [{ lineId: office.line, amount: '4000.00', spent: '3000.00', saved: '1000.00' }],
    })
    expect(await office.read(await office.begun('preparing'))).toMatchObject({ saved: null, savingShares: [] })
    const [project] = await rowsOf<{ id: number }>(sql`select id from project order by id limit 1`)
    await sql`update commitment set project_id = ${project?.id} where ticket_id = (select ticket_id from purchase where id = ${id})`.execute(
      app.database.db,
    )
    const chief = await app.as('qin17')
    const { data } = await chief.get<{ purchases: readonly { purchase: object | null }[] }>(
      `/api/projects/project/${project?.id}/spending/`,
    )
    expect(data.purchases[0]?.purchase).toMatchObject({
      id,
      state: 'contracted',
      contractNo: 'HT-SAVED',
      contractAmount: '3000.00',
      vendor: office.vendorName,
    })
  })

  it('PRC-32 supplements change a tenth of what was signed together, and stay within the budget', async () => {
    const id = await office.begun('contracted', { sign: { amount: '2000.00' } })
    const change = async (amount: string) =>
      answered(await office.run(id, 'supplement', await office.supplement(amount)))
    expect(await change('200.01')).toEqual([4000, ['change']])
    expect(await change('150.00')).toBe(2000)
    expect(await change('50.01')).toEqual([4000, ['change']])
    expect(await change('-50.00')).toBe(2000)
    expect(await office.read(id)).toMatchObject({ contractAmount: '2100.00' })
    expect(await change('0.01')).toEqual([4000, ['change']])
    const full = await office.begun('contracted')
    expect(answered(await office.run(full, 'supplement', await office.supplement('0.01')))).toEqual([4000, ['change']])
  })

  it('PRC-34 the panel has three, one of the using department, and no majority of those who selected', async () => {
    const id = await office.begun('performing')
    const { pan, xi, he, you, officer } = office
    const panel = async (...people: { userId: number }[]) =>
      answered(
        await office.run(
          id,
          'accept',
          await office.acceptance([4], { result: 'partial', acceptancePanel: people.map(({ userId }) => userId) }),
        ),
      )
    expect(await panel(pan, xi)).toEqual([4000, ['acceptancePanel']])
    expect(await panel(he, you, officer)).toEqual([4000, ['acceptancePanel']])
    expect(await panel(pan, you, officer)).toEqual([4000, ['acceptancePanel']])
    expect(await panel(pan, xi, you, officer)).toBe(2000)
    expect(await office.read(id)).toMatchObject({ state: 'performing', acceptedAmount: '1600.00' })
  })

  it('several acceptances add up; no more than is open, and the result says whether all is there', async () => {
    const id = await office.begun('performing')
    const accept = async (qty: number, result: string) =>
      answered(await office.run(id, 'accept', await office.acceptance([qty], { result })))
    expect(await accept(11, 'pass')).toEqual([4000, ['openItems.0.qty']])
    expect(await accept(9, 'pass')).toEqual([4000, ['result']])
    expect(await accept(10, 'partial')).toEqual([4000, ['result']])
    expect(await accept(1, 'fail')).toEqual([4000, ['result']])
    expect(await accept(0, 'fail')).toBe(2000)
    expect(await accept(9, 'partial')).toBe(2000)
    expect((await office.read(id)).openItems).toMatchObject([{ qty: 1 }])
    expect(await accept(1, 'pass')).toBe(2000)
    expect(await office.read(id)).toMatchObject({ state: 'accepted', acceptedAmount: '4000.00', isLate: false })
  })

  it('S03 PRC-36 accepted goods make a draft receipt, what answers a demand apart; a demand is linked once', async () => {
    const [item] = await rowsOf<{ id: number }>(
      sql`select id from stock_item where qty_places::text = '0' and not batch_managed and deleted_at is null order by id limit 1`,
    )
    const [warehouse] = await rowsOf<{ id: number }>(
      sql`select id from warehouse where state = 'active' and not is_transit order by id limit 1`,
    )
    const [demand] = await rowsOf<{ id: number }>(sql`
      insert into purchase_demand (no, source, item_id, size, item_name, spec, unit, qty, dept_id, reason, state, created_at, updated_at)
      values ('XQ-TEST-1', 'manual', ${item?.id}, '', '签字笔', '', '支', 2, (select id from department where key = 'D10'), '库存不足', 'open', now(), now()) returning id`)
    const items = [{ demandId: demand?.id, itemId: item?.id, name: '签字笔', unit: '支', qty: 50, price: '80.00' }]
    const id = await office.begun('performing', { create: { items } })
    expect(await rowsOf(sql`select state, purchase_id from purchase_demand where id = ${demand?.id}`)).toEqual([
      { state: 'ordered', purchaseId: id },
    ])
    const again = await office.create(office.form(await office.authorised('4000.00'), { items }))
    expect(again.errKey).toBe('rule.PRC-36')
    expect(answered(await office.run(id, 'accept', await office.acceptance([50])))).toEqual([4000, ['warehouseId']])
    const done = await office.run(id, 'accept', await office.acceptance([50], { warehouseId: warehouse?.id }))
    expect(answered(done)).toBe(2000)
    expect(
      await rowsOf(sql`select d.state, d.type, l.qty::int as qty, l.demand_id, l.price from stock_doc d join stock_doc_line l on l.doc_id = d.id
        where d.purchase_id = ${id} order by l.place`),
    ).toEqual([
      { state: 'draft', type: 'purchaseIn', qty: 2, demandId: demand?.id, price: '80.00' },
      { state: 'draft', type: 'purchaseIn', qty: 48, demandId: null, price: '80.00' },
    ])
  })

  it('S04 every accepted piece with a card is on the books, idle, with its own serial number; its demand is closed', async () => {
    const [demand] = await rowsOf<{ id: number }>(sql`
      insert into purchase_demand (no, source, size, item_name, spec, unit, qty, dept_id, reason, state, created_at, updated_at)
      values ('XQ-TEST-2', 'manual', '', '便携式计算机', '', '台', 2, (select id from department where key = 'D10'), '配备不足', 'open', now(), now()) returning id`)
    const items = [
      {
        demandId: demand?.id,
        name: '便携式计算机',
        spec: 'X1',
        unit: '台',
        qty: 2,
        price: '2000.00',
        assetLink: true,
        assetCategory: 'computer',
      },
    ]
    const id = await office.begun('performing', { create: { items } })
    const accept = async (serials: string) =>
      office.run(id, 'accept', await office.acceptance([2], { openItems: [{ name: '便携式计算机', qty: 2, serials }] }))
    expect(answered(await accept('SN-1'))).toEqual([4000, ['openItems.0.serials']])
    expect((await accept('')).errKey).toBe('asset.serialNeeded')
    expect(answered(await accept('SN-PRC-1\nSN-PRC-2'))).toBe(2000)
    const { no } = await office.read(id)
    expect(
      await rowsOf(
        sql`select a.state, a.sn, a.price, d.key as dept from asset a join department d on d.id = a.dept_id where a.purchase_no = ${no} order by a.sn`,
      ),
    ).toEqual(['SN-PRC-1', 'SN-PRC-2'].map((sn) => ({ state: 'idle', sn, price: '2000.00', dept: 'D10' })))
    expect(await rowsOf(sql`select state from purchase_demand where id = ${demand?.id}`)).toEqual([{ state: 'done' }])
  })

  it('PRC-31 21.3 a payment stays within what was accepted and the agreed advance, goes to the vendor, and the file closes with it', async () => {
    const id = await office.begun('performing', { sign: { advanceRate: '10.00' } })
    const [source] = await rowsOf<{ id: number }>(
      sql`select c.id from commitment c join purchase p on p.ticket_id = c.ticket_id where p.id = ${id}`,
    )
    const file = await uploadPdf(app, office.officer)
    const pay = async (stage: string, amount: string, more: object = {}) =>
      submit(
        office.officer,
        'financialReimbursementThree',
        vendorPaymentForm(source?.id ?? 0, stage, amount, TODAY, file, { payeeName: office.vendorName, ...more }),
      )
    expect(answered(await pay('progress', '100.00', { payeeName: '别的单位' }))).toEqual([
      'procurement.otherPayee',
      ['payeeName'],
    ])
    expect((await pay('advance', '400.01')).errKey).toBe('procurement.unmatched')
    expect(answered(await pay('advance', '400.00'))).toBe(2000)
    expect((await pay('progress', '0.01')).errKey).toBe('procurement.unmatched')
    expect(answered(await office.run(id, 'accept', await office.acceptance([5], { result: 'partial' })))).toBe(2000)
    expect((await pay('acceptance', '2000.01')).errKey).toBe('procurement.unmatched')
    const paid = await pay('acceptance', '2000.00')
    expect(answered(paid)).toBe(2000)
    expect(paid.data.formData).toMatchObject({ contractAmount: '4000.00', purchaseNo: (await office.read(id)).no })
    // A contract is never reduced below what is asked for.
    expect(answered(await office.run(id, 'accept', await office.acceptance([5])))).toBe(2000)
    expect((await office.run(id, 'archive')).errKey).toBe('procurement.archiveIncomplete')
    expect(await commitmentFaults(app)).toEqual([])
  })

  it('PRC-35 PRC-44 a vendor that is blacklisted after the contract is said on its purchases, and is paid with consent only', async () => {
    const id = await office.begun('performing', { sign: { advanceRate: '10.00' } })
    expect(await office.read(id)).toMatchObject({ isBlacklisted: false })
    const [source] = await rowsOf<{ id: number }>(
      sql`select c.id from commitment c join purchase p on p.ticket_id = c.ticket_id where p.id = ${id}`,
    )
    const file = await uploadPdf(app, office.officer)
    const ban = async (state: string) => {
      await sql`update vendor set state = ${state}, state_reason = '履约失信' where id = ${office.vendorId}`.execute(
        app.database.db,
      )
    }
    await ban('suspended')
    expect(await office.read(id)).toMatchObject({ isBlacklisted: false })
    await ban('blacklisted')
    expect(await office.read(id)).toMatchObject({ isBlacklisted: true })
    // Nothing is awarded yet, or nothing is left to be done.
    expect(await office.read(await office.begun('preparing'))).toMatchObject({ isBlacklisted: false })
    const ended = await sql`update purchase set state = 'terminated', end_reason = '不再采购' where id = ${id}`.execute(
      app.database.db,
    )
    expect(ended.numAffectedRows).toBe(1n)
    expect(await office.read(id)).toMatchObject({ isBlacklisted: false })
    await sql`update purchase set state = 'performing', end_reason = null where id = ${id}`.execute(app.database.db)
    const pay = (more: object = {}) =>
      submit(
        office.officer,
        'financialReimbursementThree',
        vendorPaymentForm(source?.id ?? 0, 'advance', '400.00', TODAY, file, {
          payeeName: office.vendorName,
          ...more,
        }),
      )
    expect((await pay()).errKey).toBe('procurement.payeeBlacklisted')
    expect(answered(await pay({ collectiveMinutes: [file] }))).toBe(2000)
    await ban('active')
  })

  it('PRC-33 a late delivery is told and offered once, the day after its last day', async () => {
    const id = await office.begun('performing', { sign: { deliverBy: '2026-03-12', endsOn: '2026-03-12' } })
    const flag = async () => (await rowsOf(sql`select is_overdue from purchase where id = ${id}`))[0]
    const on = async (day: string) => {
      app.clock.set(new Date(`${day}T08:00:00+08:00`))
      await write(app.services, (unit) => findOverdue(unit))
      return flag()
    }
    expect(await on('2026-03-12')).toEqual({ isOverdue: false })
    expect(await on('2026-03-13')).toEqual({ isOverdue: true })
    await on('2026-03-14')
    expect(await rowsOf(sql`select kind from supervision_offer where key = ${`${id} 2026-03-12`}`)).toEqual([
      { kind: 'purchase' },
    ])
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })
})
