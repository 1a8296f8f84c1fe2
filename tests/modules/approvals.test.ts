import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#src/modules/budget/budget.server.ts'
import { expirePreApprovals } from '#src/modules/finance/pre-approval.server.ts'
import type { AwayRow, TravelStatistics } from '#src/modules/finance/travel/travel.types.ts'
import { moveTrips } from '#src/modules/finance/travel/travel-effects.server.ts'
import { reader, write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, submit } from '#tests/harness/tickets.ts'
import {
  commitmentFaults,
  invoiceRows,
  lineOf,
  money,
  preApprovalForm,
  prepared,
  priorClaimForm,
  vendorPaymentForm,
} from '#tests/modules/money.ts'

const today = '2026-03-11'

describe.each(oneEngine)('prior approvals on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  let you: Client
  let he: Client
  let line: number
  let file: number
  let travelLine: number
  let tripTicket = 0

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, zhang, you, he] = (await Promise.all(['pan42', 'zhang39', 'you18', 'he20'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
      Client,
    ]
    line = await lineOf(app, 'D10', '30216')
    travelLine = await lineOf(app, 'D10', '30211')
    file = await uploadPdf(app, pan)
  })
  afterAll(() => app.close())

  const filed = (amount: string, more = {}) => submit(pan, 'preApproval', preApprovalForm(line, amount, today, more))
  const approve = async (id: number) => {
    await act(zhang, id, 'approve')
    await act(you, id, 'claim')
    return act(you, id, 'approve')
  }
  const stateOf = async (ticketId: number) =>
    (
      await pan.get<readonly Record<string, unknown>[]>('/api/finance/pre_approval/', {
        query: { limit: '100' },
      })
    ).data.find((row) => row.ticketId === ticketId)

  it('21.4 looks at the budget when it is filed, and holds it from the last approval on', async () => {
    const before = await money(app, line)
    const asked = await filed('1200.00')
    expect(asked).toMatchObject({ code: 2000, data: { amount: '1200.00' } })
    expect(await money(app, line)).toEqual(before)
    expect(await stateOf(asked.data.id)).toMatchObject({ state: 'running', remaining: null })
    const approved = await approve(asked.data.id)
    expect(approved.data.status).toBe('completed')
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 1200 }))
    expect(await stateOf(asked.data.id)).toMatchObject({
      state: 'effective',
      remaining: '1200.00',
      validUntil: '2026-06-09',
    })
  })

  it('FIN-41 keeps the ticket at its last step when the budget is gone', async () => {
    const asked = await filed('900.00')
    await act(zhang, asked.data.id, 'approve')
    await act(you, asked.data.id, 'claim')
    await sql`update budget_line set tolerance_pct = 0, adjust = adjust - (approved + adjust - frozen - used) where id = ${line}`.execute(
      app.database.db,
    )
    const refused = await act(you, asked.data.id, 'approve')
    expect(refused).toMatchObject({
      code: 4001,
      errKey: 'budget.insufficient',
      msg: '预算余额不足：可用 0.00 元，本次 900.00 元',
    })
    expect((await pan.get<{ status: string }>(`/api/workflow/ticket/${asked.data.id}/`)).data.status).toBe('running')
    await sql`update budget_line set adjust = 0 where id = ${line}`.execute(app.database.db)
    expect((await act(you, asked.data.id, 'approve')).data.status).toBe('completed')
  })

  it('21.4 is settled by its applicant alone, which releases the rest', async () => {
    const before = await money(app, line)
    const asked = await filed('640.00')
    await approve(asked.data.id)
    const row = await stateOf(asked.data.id)
    const close = (person: Client) =>
      person.post(`/api/finance/pre_approval/${row?.id}/close/`, { version: row?.version })
    expect((await close(you)).code).toBe(4004)
    expect((await close(pan)).code).toBe(2000)
    expect(await money(app, line)).toEqual(before)
    expect(await stateOf(asked.data.id)).toMatchObject({ state: 'settled', remaining: '0.00' })
  })

  it('21.4 asks for a reason above the limit per head and day', async () => {
    const gathering = { category: 'training', people: 2, days: 1 }
    const check = await pan.post<{ formData: Record<string, unknown>; warnings: readonly string[] }>(
      '/api/workflow/ticket/check/',
      { type: 'preApproval', formData: preApprovalForm(line, '1000.01', today, gathering) },
    )
    expect(check.data.formData).toMatchObject({ perHead: '500.01', isAboveLimit: true, amount: '1000.01' })
    expect(JSON.stringify(check.data.warnings)).toContain('450')
    expect(await filed('1000.01', gathering)).toMatchObject({
      code: 4000,
      errors: { limitReason: [expect.any(String)] },
    })
  })

  const paidFrom = async (id: number): Promise<number> => Number((await stateOf(id))?.id)
  const claimTwo = (approval: number, amount: string, more = {}) =>
    submit(pan, 'financialReimbursementTwo', priorClaimForm(approval, amount, today, file, more))

  it('21.2 claims draw upon what is held: nothing is frozen twice, the final one releases the rest (FIN-21)', async () => {
    const before = await money(app, line)
    const asked = await filed('1000.00')
    await approve(asked.data.id)
    const approval = await paidFrom(asked.data.id)
    const [one, other] = await Promise.all([
      claimTwo(approval, '600.00', { finalSettlement: false }),
      claimTwo(approval, '600.00', { finalSettlement: false }),
    ])
    expect([one.code, other.code].sort()).toEqual([2000, 4001])
    expect([one, other].find((each) => each.code !== 2000)).toMatchObject({
      errKey: 'preApproval.exceeded',
      msg: '报销金额超过事前审批剩余额度 400.00 元',
    })
    const first = one.code === 2000 ? one : other
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 1000 }))
    expect(await stateOf(asked.data.id)).toMatchObject({ pending: '600.00', remaining: '400.00' })
    expect((await approve(first.data.id)).data.status).toBe('handling')
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 400, used: 600 }))

    const last = await claimTwo(approval, '390.00')
    await approve(last.data.id)
    expect(await money(app, line)).toEqual(prepared(before, { used: 990 }))
    expect(await stateOf(asked.data.id)).toMatchObject({ state: 'settled', reimbursed: '990.00', remaining: '0.00' })
    const paid = await act(he, last.data.id, 'handle', {
      formData: { payResult: 'paid', voucherNo: 'PZ-BB-1', paidAt: today, account: 'zeroBalance' },
    })
    expect(paid.data.status).toBe('completed')
    expect(await claimTwo(approval, '1.00')).toMatchObject({ code: 4001, errKey: 'preApproval.required' })
  })

  it('21.2 what goes back or is lowered is free again, and the notes that are due are asked for', async () => {
    const asked = await filed('1000.00')
    await approve(asked.data.id)
    const approval = await paidFrom(asked.data.id)
    expect(await claimTwo(approval, '100.00')).toMatchObject({
      code: 4000,
      errors: { varianceNote: [expect.any(String)] },
    })
    const claim = await claimTwo(approval, '900.00')
    await act(zhang, claim.data.id, 'return', { target: 'start', comment: '请补充说明材料' })
    expect(await stateOf(asked.data.id)).toMatchObject({ pending: '0.00', remaining: '1000.00' })
    const again = await claimTwo(approval, '950.00')
    await act(zhang, again.data.id, 'approve')
    await act(you, again.data.id, 'claim')
    await act(you, again.data.id, 'approve', {
      formData: { lines: [{ expenseType: 'office', occurDate: today, description: '办公用品', amount: '850.00' }] },
    })
    expect(await stateOf(asked.data.id)).toMatchObject({ state: 'settled', reimbursed: '850.00' })
  })

  it('21.2 a claim begins from its approval, and costs from before it need a reason and the finance leader', async () => {
    const asked = await filed('500.00')
    await approve(asked.data.id)
    const start = await pan.get<{ defaults: Record<string, unknown> }>(
      '/api/workflow/application_types/financialReimbursementTwo/',
      { query: { from: String(asked.data.id) } },
    )
    const approval = await paidFrom(asked.data.id)
    expect(start.data.defaults.preApprovalId).toBe(approval)
    const detail = await pan.get<{ followedBy: readonly { type: string }[] }>(`/api/workflow/ticket/${asked.data.id}/`)
    expect(detail.data.followedBy.map(({ type }) => type)).toEqual(['financialReimbursementTwo'])
    const early = {
      lines: [{ expenseType: 'office', occurDate: '2026-03-09', description: '办公用品', amount: '450.00' }],
    }
    expect(await claimTwo(approval, '450.00', early)).toMatchObject({
      code: 4000,
      errors: { backdateReason: [expect.any(String)] },
    })
    const form = priorClaimForm(approval, '450.00', today, file, {
      ...early,
      backdateReason: '紧急情况先行垫付，事后补办',
    })
    const preview = await pan.post<readonly { state: string; skipped: boolean }[]>('/api/workflow/ticket/preview/', {
      type: 'financialReimbursementTwo',
      formData: form,
    })
    expect(preview.data.find(({ state }) => state === 'financeLeader')?.skipped).toBe(false)
  })

  it('FIN-23 leaves what is to be purchased to the vendor payment', async () => {
    const asked = await filed('700.00', { category: 'purchase', purchaseMethod: 'comparison' })
    await approve(asked.data.id)
    const approval = await paidFrom(asked.data.id)
    expect(await claimTwo(approval, '700.00')).toMatchObject({ code: 4001, errKey: 'rule.FIN-23' })
  })

  it('21.3 pays a vendor in parts from what is held: FIN-31 advance, FIN-32 never more than the contract, FIN-33', async () => {
    const before = await money(app, line)
    const asked = await filed('2000.00', { category: 'service', purchaseMethod: 'comparison' })
    await approve(asked.data.id)
    const { rows } = await sql<{ id: number }>`select id from commitment where ticket_id = ${asked.data.id}`.execute(
      app.database.db,
    )
    const source = Number(rows[0]?.id)
    const leaderFile = await uploadPdf(app, zhang)
    const pay = (stage: string, amount: string, more = {}) =>
      submit(zhang, 'financialReimbursementThree', vendorPaymentForm(source, stage, amount, today, leaderFile, more))
    expect(await pay('advance', '600.01')).toMatchObject({ code: 4001, errKey: 'rule.FIN-31' })
    expect(await pay('retention', '10.00')).toMatchObject({ code: 4001, errKey: 'rule.FIN-33' })
    expect(await pay('progress', '2000.01')).toMatchObject({ code: 4001, errKey: 'rule.FIN-32' })
    const advance = await pay('advance', '600.00')
    expect(advance).toMatchObject({ code: 2000, data: { amount: '600.00' } })
    expect(await pay('progress', '1400.01')).toMatchObject({ code: 4001, errKey: 'rule.FIN-32' })
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 2000 }))
    await act(zhang, advance.data.id, 'withdraw')
    expect((await commitmentFaults(app)).length).toBe(0)
  })

  const commitmentOf = async (ticketId: number): Promise<{ id: number; state: string }> => {
    const { rows } = await sql<{ id: number; state: string }>`
      select id, state from commitment where ticket_id = ${ticketId} order by id`.execute(app.database.db)
    return rows[0] ?? { id: 0, state: '' }
  }
  const endValidity = (ticketId: number) =>
    sql`update commitment set valid_until = '2026-03-10' where ticket_id = ${ticketId}`.execute(app.database.db)
  const voided = async (id: number) => {
    const chief = await app.as('qin17')
    return act(chief, id, 'void', { comment: '重复报销，经批准作废' })
  }

  it('FIN-22, FIN-43 what is past its last day takes no new claim, and one that was asked in time is decided first', async () => {
    const before = await money(app, line)
    const asked = await filed('1000.00')
    await approve(asked.data.id)
    const approval = await paidFrom(asked.data.id)
    const inTime = await claimTwo(approval, '400.00', { finalSettlement: false })
    await endValidity(asked.data.id)
    expect(await claimTwo(approval, '100.00', { finalSettlement: false })).toMatchObject({
      code: 4001,
      errKey: 'preApproval.expired',
    })
    await write(app.services, expirePreApprovals)
    expect(await commitmentOf(asked.data.id)).toMatchObject({ state: 'effective' })
    expect((await approve(inTime.data.id)).data.status).toBe('handling')
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 600, used: 400 }))
    await write(app.services, expirePreApprovals)
    expect(await commitmentOf(asked.data.id)).toMatchObject({ state: 'expired' })
    expect(await money(app, line)).toEqual(prepared(before, { used: 400 }))
    // What was voided afterwards is not held again, it goes back to the line.
    expect((await voided(inTime.data.id)).data.status).toBe('voided')
    expect(await money(app, line)).toEqual(before)
  })

  it('21.4 a supplement comes once, of the own department, and is at most a fifth', async () => {
    const asked = await filed('1000.00')
    await approve(asked.data.id)
    const parentId = await paidFrom(asked.data.id)
    expect(await filed('200.01', { parentId })).toMatchObject({ code: 4001, errKey: 'preApproval.supplementTooLarge' })
    const supplement = await filed('200.00', { parentId })
    expect(supplement.code).toBe(2000)
    expect(await filed('1.00', { parentId })).toMatchObject({ code: 4001, errKey: 'preApproval.supplementedOnce' })
    await act(pan, supplement.data.id, 'withdraw')
  })

  it('21.2 voiding a claim holds its money again for its approval, and frees its invoices', async () => {
    const before = await money(app, line)
    const asked = await filed('1000.00')
    await approve(asked.data.id)
    const approval = await paidFrom(asked.data.id)
    const claim = await claimTwo(approval, '300.00', { finalSettlement: false })
    await approve(claim.data.id)
    expect((await voided(claim.data.id)).data.status).toBe('voided')
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 1000 }))
    expect(await stateOf(asked.data.id)).toMatchObject({ pending: '0.00', remaining: '1000.00' })
    const used = await sql`select 1 from invoice where ticket_id = ${claim.data.id} and state = 'used'`.execute(
      app.database.db,
    )
    expect(used.rows).toEqual([])
  })

  it('FIN-33, FIN-34 a retention waits for the days after the acceptance; what was called off is not paid; a payment can be voided', async () => {
    const before = await money(app, line)
    const asked = await filed('2000.00', { category: 'service', purchaseMethod: 'comparison' })
    await approve(asked.data.id)
    const source = (await commitmentOf(asked.data.id)).id
    const leaderFile = await uploadPdf(app, zhang)
    const pay = (stage: string, amount: string) =>
      submit(zhang, 'financialReimbursementThree', vendorPaymentForm(source, stage, amount, today, leaderFile))
    const accepted = await pay('acceptance', '1800.00')
    const sun = await app.as('sun03')
    await act(sun, accepted.data.id, 'approve')
    await act(you, accepted.data.id, 'claim')
    expect((await act(you, accepted.data.id, 'approve')).data.status).toBe('handling')
    expect(await pay('retention', '100.00')).toMatchObject({ code: 4001, errKey: 'rule.FIN-33' })
    await sql`update payment set approved_at = '2025-03-11T02:00:00Z' where ticket_id = ${accepted.data.id}`.execute(
      app.database.db,
    )
    const kept = await pay('retention', '100.00')
    expect(kept).toMatchObject({ code: 2000, data: { amount: '100.00' } })
    await act(zhang, kept.data.id, 'withdraw')
    expect((await voided(accepted.data.id)).data.status).toBe('voided')
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 2000 }))
    expect((await voided(asked.data.id)).data.status).toBe('voided')
    expect(await money(app, line)).toEqual(before)
    expect(await pay('progress', '10.00')).toMatchObject({ code: 4001, errKey: 'rule.FIN-34' })
  })

  const areas = async (...codes: readonly string[]): Promise<readonly number[]> => {
    const { rows } = await sql<{
      id: number
      code: string
    }>`select id, code from area where code = any(${codes}::text[])`.execute(app.database.db)
    return codes.map((code) => Number(rows.find((row) => row.code === code)?.id))
  }
  const tripsOf = async (ticketId: number) =>
    (
      await sql<{ id: number; state: string; estimate: string; actual: string | null }>`
        select id, state, estimate, actual from travel_trip where ticket_id = ${ticketId} order by id`.execute(
        app.database.db,
      )
    ).rows
  const legsFrom = (from: number, to: number, start: string, end: string, transport = 'train2') => [
    { fromArea: from, toArea: to, startDate: start, endDate: end, transport },
  ]
  const requestForm = (legs: unknown, more = {}) => ({
    reason: '赴外地调查取证',
    purposeType: 'investigation',
    legs,
    budgetLineId: travelLine,
    transportEstimate: '300.00',
    useOfficialCar: false,
    ...more,
  })

  it('21.5 estimates a trip by place and rank, holds it at the last approval and blocks the calendar (TRV-01, TRV-09, TRV-21)', async () => {
    await sql`delete from absence where user_id = ${pan.userId}`.execute(app.database.db)
    const [home, away, district] = (await areas('940100', '910100', '910101')) as [number, number, number]
    const before = await money(app, travelLine)
    const request = await submit(
      pan,
      'travelRequest',
      requestForm(legsFrom(home, district, '2026-03-12', '2026-03-14')),
    )
    // Two nights at 350.00 and three days at 180.00 of the city above the district, and the fares.
    expect(request).toMatchObject({ code: 2000, data: { formData: { estimate: '1540.00', days: 3 } } })
    expect(await money(app, travelLine)).toEqual(before)
    expect((await act(zhang, request.data.id, 'approve')).data.status).toBe('completed')
    expect(await money(app, travelLine)).toEqual(prepared(before, { frozen: 1540 }))
    expect(await tripsOf(request.data.id)).toMatchObject([{ state: 'planned', estimate: '1540.00' }])
    const again = await submit(pan, 'travelRequest', requestForm(legsFrom(home, away, '2026-03-14', '2026-03-15')))
    expect(again).toMatchObject({ code: 4001, errKey: 'travel.overlap' })
    tripTicket = request.data.id
  })

  it('TRV-02, TRV-05 what is late or above the class needs a reason, and the leader in charge where the chain says so', async () => {
    const [home, away] = (await areas('940100', '910100')) as [number, number]
    expect(
      await submit(pan, 'travelRequest', requestForm(legsFrom(home, away, '2026-03-02', '2026-03-03', 'planeEconomy'))),
    ).toMatchObject({ code: 4000, errors: { overReason: [expect.any(String)], lateReason: [expect.any(String)] } })
    const within = await submit(pan, 'travelRequest', requestForm(legsFrom(away, away, '2026-03-20', '2026-03-21')))
    expect(within).toMatchObject({ code: 4001, errKey: 'travel.samePlace' })
  })

  it('TRV-23 one standard of an area begins on a day, and a higher rank has no lower limit', async () => {
    const chief = await app.as('qin17')
    const [area] = await areas('910300')
    const standard = (more = {}) => ({
      areaId: area,
      cityName: '示例城市',
      effectiveFrom: '2026-07-01',
      docNo: '示例财行2号',
      lodgingBureau: '500.00',
      lodgingDivision: '400.00',
      lodgingSection: '350.00',
      lodgingStaff: '350.00',
      mealDaily: '100.00',
      localDaily: '80.00',
      ...more,
    })
    expect(await chief.post('/api/travel/standard/', standard({ lodgingStaff: '360.00' }))).toMatchObject({
      errKey: 'travel.rankOrder',
    })
    expect((await chief.post('/api/travel/standard/', standard())).code).toBe(2000)
    expect(await chief.post('/api/travel/standard/', standard())).toMatchObject({ errKey: 'rule.TRV-23' })
  })

  it('21.7 pays people by the day at the standard: each day once (FIN-71), not when away (FIN-72), 22 a month (FIN-73), gifts with a reason (FIN-74)', async () => {
    const shared = await lineOf(app, 'D08', '30106')
    const ge = (await app.as('ge43')).userId
    const form = (dates: string, more = {}) => ({
      reason: '二月加班补贴申报',
      subsidyType: 'overtime',
      period: '2026-02',
      budgetLineId: shared,
      lines: [
        { userId: pan.userId, dates },
        { userId: ge, dates: '3' },
      ],
      ...more,
    })
    // Without a kind, and of one that the bureau adds: no standard, the amount of each person is written (FIN-74).
    const typed = (subsidyType: string | null) => ({
      type: 'subsidy',
      formData: { ...form('1'), subsidyType, lines: [{ userId: pan.userId, given: '50.00' }] },
    })
    expect((await pan.post('/api/workflow/ticket/check/', typed(null))).code).toBe(2000)
    await sql`insert into dictionary_entry (dictionary_key, value, label, label_en)
      values ('subsidyType', 'nightWatch', '夜巡', 'Night watch')`.execute(app.database.db)
    await app.services.caches.load()
    const added = await pan.post<{ computed: { amount: string } }>('/api/workflow/ticket/check/', typed('nightWatch'))
    expect([added.code, JSON.stringify(added.data)]).toEqual([2000, expect.stringContaining('50.00')])
    expect(await submit(pan, 'subsidy', form('1-23'))).toMatchObject({ code: 4001, errKey: 'rule.FIN-73' })
    expect(await submit(pan, 'subsidy', form('30'))).toMatchObject({ code: 4001, errKey: 'subsidy.noDays' })
    await sql`delete from absence where user_id = any(${[pan.userId, ge]}::bigint[])`.execute(app.database.db)
    await sql`insert into absence (user_id, period, kind, ticket_id) values (${pan.userId}, '[2026-02-10 00:00,2026-02-10 24:00)', 'leave', 0)`.execute(
      app.database.db,
    )
    expect(await submit(pan, 'subsidy', form('9-11'))).toMatchObject({ code: 4001, errKey: 'rule.FIN-72' })
    const before = await money(app, shared)
    const filedOne = await submit(pan, 'subsidy', form('3,4'))
    expect(filedOne).toMatchObject({ code: 2000, data: { amount: '300.00' } })
    expect(await money(app, shared)).toEqual(prepared(before, { frozen: 300 }))
    expect(await submit(pan, 'subsidy', form('4,5'))).toMatchObject({ code: 4001, errKey: 'rule.FIN-71' })
    await approve(filedOne.data.id)
    expect(await money(app, shared)).toEqual(prepared(before, { used: 300 }))
    const paid = await act(he, filedOne.data.id, 'handle', {
      formData: { payResult: 'paid', voucherNo: 'PZ-BT-1', paidAt: today, account: 'zeroBalance' },
    })
    expect(paid.data.status).toBe('completed')
    const { rows } = await sql<{ amount: string; voucherNo: string; hasAccount: boolean }>`
      select amount, voucher_no, bank_account like 'sealed:%' as has_account from payment where ticket_id = ${filedOne.data.id} order by id`.execute(
      app.database.db,
    )
    // Each on the account they named in the personal centre, so that the bank file can pay them.
    expect(rows).toEqual([
      { amount: '200.00', voucherNo: 'PZ-BT-1/1', hasAccount: true },
      { amount: '100.00', voucherNo: 'PZ-BT-1/2', hasAccount: true },
    ])
    const own = await sql<{ account: string }>`select bank_account as account from app_user where id = ${ge}`.execute(
      app.database.db,
    )
    await sql`update app_user set bank_account = '' where id = ${ge}`.execute(app.database.db)
    const hinted = await pan.post<{ warnings: readonly string[] }>('/api/workflow/ticket/check/', {
      type: 'subsidy',
      formData: form('5'),
    })
    await sql`update app_user set bank_account = ${own.rows[0]?.account ?? ''} where id = ${ge}`.execute(
      app.database.db,
    )
    expect(hinted.data.warnings.join()).toContain('葛示丙')
    const gift = { subsidyType: 'hardship', lines: [{ userId: ge, given: '2000.00' }] }
    expect(await submit(pan, 'subsidy', form('', gift))).toMatchObject({
      code: 4000,
      errors: { freeReason: [expect.any(String)] },
    })
    const given = await submit(pan, 'subsidy', form('', { ...gift, freeReason: '家庭突发困难，慰问补助' }))
    expect(given).toMatchObject({ code: 2000, data: { amount: '2000.00' } })
    await act(pan, given.data.id, 'withdraw')
    expect(await money(app, shared)).toEqual(prepared(before, { used: 300 }))
  })

  it('21.6 spends what the trip held, pays lodging up to the standard (TRV-06) and each trip once (TRV-07, TRV-08, TRV-10)', async () => {
    const before = await money(app, travelLine)
    const [home, away] = (await areas('940100', '910100')) as [number, number]
    const [trip] = await tripsOf(tripTicket)
    const claimForm = (more = {}) => ({
      reason: '赴外地调查取证报销',
      trips: [{ tripId: trip?.id }],
      legs: [
        { day: '2026-03-12', fromArea: home, toArea: away, transport: 'train2', amount: '150.00' },
        { day: '2026-03-14', fromArea: away, toArea: home, transport: 'train2', amount: '150.00' },
      ],
      lodging: [{ traveller: pan.userId, areaId: away, checkIn: '2026-03-12', nights: 2, actual: '800.00' }],
      mealProvided: 1,
      carDays: 0,
      payeeType: 'personalCard',
      bankName: '示例银行示范支行',
      bankAccount: '6200000000000000042',
      invoices: invoiceRows('1100.00', '2026-03-14', file),
      ...more,
    })
    app.clock.set(new Date('2026-03-16T01:00:00Z'))
    await write(app.services, moveTrips)
    expect(await tripsOf(tripTicket)).toMatchObject([{ state: 'ended' }])
    const [me, leader, auditor] = (await Promise.all(['pan42', 'zhang39', 'you18'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
    const check = await me.post<{ formData: Record<string, unknown>; warnings: readonly string[] }>(
      '/api/workflow/ticket/check/',
      { type: 'travelReimbursement', formData: claimForm() },
    )
    // 300 fares, 700 of 800 lodging, 2 of 3 meal days, 3 days of local transport.
    expect(check.data.formData).toMatchObject({ amount: '1440.00', mealAmount: '200.00', localAmount: '240.00' })
    expect(check.data.warnings.join()).toContain('100.00')
    // FIN-02: whoever slept and rode for nothing has no invoice to show.
    const legs = claimForm().legs.map((leg) => ({ ...leg, transport: 'officialCar', amount: '0.00' }))
    const free = claimForm({ legs, lodging: [], noLodgingReason: '住当地公安机关招待所', carDays: 3, invoices: [] })
    const unbilled = await me.post<{ formData: object; problems: object }>('/api/workflow/ticket/check/', {
      type: 'travelReimbursement',
      formData: free,
    })
    expect(unbilled.data.formData).toMatchObject({ amount: '200.00', isBilled: false })
    expect(unbilled.data.problems).not.toHaveProperty('invoices')
    const claim = await submit(me, 'travelReimbursement', claimForm())
    expect(claim).toMatchObject({ code: 2000, data: { amount: '1440.00' } })
    expect(await money(app, travelLine)).toEqual(before)
    expect(
      await submit(me, 'travelReimbursement', claimForm({ invoices: invoiceRows('1100.00', '2026-03-14', file) })),
    ).toMatchObject({
      code: 4001,
      errKey: 'travel.alreadyReimbursed',
    })
    await act(me, claim.data.id, 'withdraw')
    expect(await tripsOf(tripTicket)).toMatchObject([{ state: 'ended' }])
    const again = await submit(
      me,
      'travelReimbursement',
      claimForm({
        otherFees: [{ name: '行李寄存', amount: '200.00' }],
        invoices: invoiceRows('1300.00', '2026-03-14', file),
      }),
    )
    // 1640.00 asked, 1540.00 held: the missing hundred is frozen for the claim.
    expect(await money(app, travelLine)).toEqual(prepared(before, { frozen: 100 }))
    await act(leader, again.data.id, 'approve')
    await act(auditor, again.data.id, 'claim')
    await act(auditor, again.data.id, 'approve')
    expect(await money(app, travelLine)).toEqual(prepared(before, { frozen: -1540, used: 1640 }))
    expect(await tripsOf(tripTicket)).toMatchObject([{ state: 'reimbursed', actual: '1640.00' }])
    expect(await commitmentFaults(app)).toEqual([])
    app.clock.set(T0)
  })

  it('TRV-03, TRV-04, TRV-24 no trip without money, only shorter, and by the rank of its first day', async () => {
    await sql`delete from absence where user_id = ${pan.userId}`.execute(app.database.db)
    const [home, away] = (await areas('940100', '910100')) as [number, number]
    const request = await submit(
      pan,
      'travelRequest',
      requestForm(legsFrom(home, away, '2026-04-13', '2026-04-15'), { transportEstimate: '100.00' }),
    )
    const figures = await money(app, travelLine)
    await sql`update budget_line set adjust = adjust - (approved + adjust - frozen - used) where id = ${travelLine}`.execute(
      app.database.db,
    )
    const refused = await act(zhang, request.data.id, 'approve')
    expect(refused).toMatchObject({ code: 4001, errKey: 'budget.insufficient' })
    expect(await money(app, travelLine)).toEqual(figures)
    await sql`update budget_line set adjust = 0 where id = ${travelLine}`.execute(app.database.db)
    expect((await act(zhang, request.data.id, 'approve')).data.status).toBe('completed')
    const [trip] = await tripsOf(request.data.id)
    const shorten = async (newEnd: string) => {
      const row = await pan.get<{ version: number }>(`/api/travel/trip/${trip?.id}/`)
      return pan.post(`/api/travel/trip/${trip?.id}/shorten/`, { version: row.data.version, newEnd })
    }
    expect(await shorten('2026-04-16')).toMatchObject({ code: 4001, errKey: 'rule.TRV-04' })
    expect((await shorten('2026-04-14')).code).toBe(2000)
    await sql`update app_user set rank_level = 'section' where id = ${pan.userId}`.execute(app.database.db)
    app.clock.set(new Date('2026-04-13T01:00:00Z'))
    await write(app.services, moveTrips)
    await sql`update app_user set rank_level = 'staff' where id = ${pan.userId}`.execute(app.database.db)
    app.clock.set(new Date('2026-04-15T01:00:00Z'))
    await write(app.services, moveTrips)
    const { rows } = await sql`select rank_level, state, days from travel_trip where id = ${trip?.id}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ rankLevel: 'section', state: 'ended', days: 2 }])
    app.clock.set(T0)
  })

  it('TRV-11, TRV-22, 21.6 a late claim needs a reason and the finance leader, every traveller is paid by the standards of the submit, voiding gives the trip back, and after ninety days it is too late', async () => {
    const ge = await app.as('ge43')
    await sql`delete from absence where user_id = any(${[pan.userId, ge.userId]}::bigint[])`.execute(app.database.db)
    const [home, away] = (await areas('940100', '910100')) as [number, number]
    const legs = legsFrom(home, away, '2026-03-09', '2026-03-09')
    const request = await submit(pan, 'travelRequest', requestForm(legs, { travelers: [pan.userId, ge.userId] }))
    await act(zhang, request.data.id, 'approve')
    const before = await money(app, travelLine)
    const trips = (await tripsOf(request.data.id)).map(({ id }) => ({ tripId: id }))
    expect(trips).toHaveLength(2)
    const form = (more = {}) => ({
      reason: '赴外地调查取证报销',
      trips,
      legs: [{ day: '2026-03-09', fromArea: home, toArea: away, transport: 'train2', amount: '200.01' }],
      mealProvided: 0,
      carDays: 0,
      payeeType: 'personalCard',
      bankName: '示例银行示范支行',
      bankAccount: '6200000000000000042',
      invoices: invoiceRows('200.01', '2026-03-09', file),
      ...more,
    })
    // 200.01 of fares and 180.00 a day for each of two.
    const claim = await submit(pan, 'travelReimbursement', form())
    expect(claim).toMatchObject({ code: 2000, data: { amount: '560.01' } })
    // TRV-22: a standard that changes afterwards changes nothing of what was submitted.
    await sql`update travel_standard set meal_daily = meal_daily - 50`.execute(app.database.db)
    await act(zhang, claim.data.id, 'approve')
    await act(you, claim.data.id, 'claim')
    const byBus = [{ day: '2026-03-09', fromArea: home, toArea: away, transport: 'bus', amount: '200.01' }]
    const audited = await act(you, claim.data.id, 'approve', { formData: { legs: byBus } })
    await sql`update travel_standard set meal_daily = meal_daily + 50`.execute(app.database.db)
    expect(audited.data).toMatchObject({ status: 'handling', amount: '560.01', formData: { mealAmount: '200.00' } })
    const { rows } =
      await sql`select payee_name, amount, bank_account is null as is_open from payment where ticket_id = ${claim.data.id} order by id`.execute(
        app.database.db,
      )
    expect(rows).toEqual([
      { payeeName: '潘示乙', amount: '280.01', isOpen: false },
      { payeeName: '葛示丙', amount: '280.00', isOpen: false },
    ])
    expect((await voided(claim.data.id)).data.status).toBe('voided')
    expect(await tripsOf(request.data.id)).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
    expect(Number((await money(app, travelLine)).used)).toBe(Number(before.used))

    app.clock.set(new Date('2026-05-11T01:00:00Z'))
    const late = await app.as('pan42')
    const again = { invoices: invoiceRows('200.01', '2026-03-09', file) }
    expect(await submit(late, 'travelReimbursement', form(again))).toMatchObject({
      code: 4000,
      errors: { lateReason: [expect.any(String)] },
    })
    const preview = await late.post<readonly { state: string; status: string }[]>('/api/workflow/ticket/preview/', {
      type: 'travelReimbursement',
      formData: form({ ...again, lateReason: '票据寄回较晚' }),
    })
    expect(preview.data.find(({ state }) => state === 'financeLeader')?.status).not.toBe('skipped')
    const filedLate = await submit(late, 'travelReimbursement', form({ ...again, lateReason: '票据寄回较晚' }))
    expect([filedLate.code, filedLate.errors, filedLate.data.formData.lateReason]).toEqual([
      2000,
      undefined,
      '票据寄回较晚',
    ])
    await act(late, filedLate.data.id, 'withdraw')
    app.clock.set(new Date('2026-06-11T01:00:00Z'))
    const over = await app.as('pan42')
    const tooLate = await over.post<{ problems: Readonly<Record<string, readonly string[]>> }>(
      '/api/workflow/ticket/check/',
      { type: 'travelReimbursement', formData: form({ ...again, lateReason: '票据寄回较晚' }) },
    )
    expect(tooLate.data.problems['trips.0.tripId']?.join()).toContain('90')
    await write(app.services, moveTrips)
    expect(await tripsOf(request.data.id)).toMatchObject([{ state: 'expired' }, { state: 'expired' }])
    app.clock.set(T0)
  })

  it('30.9 statistics and who is away are the trips behind them, and who has not claimed is reminded', async () => {
    const you18 = await app.as('you18')
    const trips: Record<string, unknown>[] = []
    for (let page = 1; trips.length === (page - 1) * 100; page += 1)
      trips.push(
        ...(
          await you18.get<Record<string, unknown>[]>('/api/travel/trip/', {
            query: { limit: '100', page: String(page) },
          })
        ).data,
      )
    const counted = trips.filter(
      ({ startDate, state }) => String(startDate).startsWith('2026') && state !== 'cancelled' && state !== 'expired',
    )
    const { data } = await you18.get<TravelStatistics>('/api/travel/statistics/', { query: { year: '2026' } })
    const total = (of: readonly { trips: number; days: number; amount: string }[]) => [
      of.reduce((sum, row) => sum + row.trips, 0),
      of.reduce((sum, row) => sum + row.days, 0),
      of.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0),
    ]
    const behind = [
      counted.length,
      counted.reduce((sum, row) => sum + Number(row.days), 0),
      counted.reduce((sum, row) => sum + Math.round(Number(row.actual ?? 0) * 100), 0),
    ]
    expect([total(data.months), total(data.departments)]).toEqual([behind, behind])
    const away = await you18.get<readonly AwayRow[]>('/api/travel/away/', { query: { month: '2026-03' } })
    expect(away.data.length).toBe(
      trips.filter(
        ({ startDate, endDate, state }) =>
          String(startDate) < '2026-04-01' && String(endDate) >= '2026-03-01' && state !== 'cancelled',
      ).length,
    )
    const own = await pan.get<readonly AwayRow[]>('/api/travel/away/', { query: { month: '2026-03' } })
    expect(new Set(own.data.map(({ name }) => name))).toEqual(new Set(['潘示乙']))
    const ended = trips.filter(({ state }) => state === 'ended').map(({ id }) => id)
    const planned = trips.filter(({ state }) => state === 'reimbursed').map(({ id }) => id)
    expect((await pan.post('/api/travel/remind/', { ids: ended })).code).toBe(4003)
    expect(await you18.post('/api/travel/remind/', { ids: [...ended, ...planned.slice(0, 1)] })).toMatchObject({
      code: 2000,
      data: { reminded: ended.length },
    })
    expect(app.announced.messages.at(-1)).toMatchObject({ title: { key: 'travel.unclaimed' } })
  })

  it('FIN-42 releases what has expired, and tells the applicant a week before', async () => {
    const before = await money(app, line)
    const asked = await filed('333.00')
    await approve(asked.data.id)
    const notices = async () =>
      (
        await sql<{
          title: string
        }>`select title from notice where title::text like '%preApproval%' or title::text like '%事前审批%'`.execute(
          app.database.db,
        )
      ).rows.length
    app.clock.set(new Date('2026-06-02T01:00:00Z'))
    await write(app.services, expirePreApprovals)
    await expect.poll(notices, { timeout: 5000 }).toBeGreaterThan(0)
    app.clock.set(new Date('2026-06-10T01:00:00Z'))
    await write(app.services, expirePreApprovals)
    const { rows } = await sql<{
      state: string
    }>`select state from commitment where ticket_id = ${asked.data.id}`.execute(app.database.db)
    expect(rows).toEqual([{ state: 'expired' }])
    expect(Number((await money(app, line)).frozen)).toBeLessThanOrEqual(Number(before.frozen))
    app.clock.set(T0)
  })

  it('INV-02 commitments, ledger and lines agree after everything above', async () => {
    expect(await findMismatches(reader(app.services))).toEqual([])
    expect(await commitmentFaults(app)).toEqual([])
  })
})
