import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#src/modules/budget/budget.server.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { isInvoiceDateAllowed } from '#src/modules/finance/claim-form.server.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { read, reader, write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, claimForm, invoiceNo, submit } from '#tests/harness/tickets.ts'
import { analysedCases } from './analysed.ts'
import { preApprovalForm } from './money.ts'
import { payingCases } from './payments.ts'

const today = '2026-03-11'

describe.each(oneEngine)('daily expense on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let ge: Client
  let zhang: Client
  let you: Client
  let he: Client
  let officeLine: number
  let phoneLine: number
  let file: number
  let geFile: number

  const lineOf = async (dept: string, subject: string): Promise<number> => {
    const { rows } = await sql<{
      id: number
    }>`select line.id from budget_line line join department on department.id = line.dept_id
      where department.key = ${dept} and line.subject_code = ${subject} and line.year = 2026`.execute(app.database.db)
    if (!rows[0]) throw new Error(`no line ${dept} ${subject}`)
    return rows[0].id
  }
  const figures = async (line: number) => {
    const { rows } = await sql<{
      frozen: string
      used: string
      available: string
    }>`select frozen, used, approved + adjust - frozen - used as available from budget_line where id = ${line}`.execute(
      app.database.db,
    )
    return rows[0]
  }
  const invoicePart = (amount: string, more: Record<string, unknown> = {}) => ({
    invoices: [
      {
        invoiceType: 'digital',
        invoiceNo: invoiceNo(),
        invoiceDate: today,
        sellerName: '示例供应商02',
        amount,
        fileId: [file],
        ...more,
      },
    ],
  })

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, ge, zhang, you, he] = (await Promise.all(
      ['pan42', 'ge43', 'zhang39', 'you18', 'he20'].map((name) => app.as(name)),
    )) as [Client, Client, Client, Client, Client]
    officeLine = await lineOf('D10', '30201')
    phoneLine = await lineOf('D10', '30207')
    file = await uploadPdf(app, pan)
    geFile = await uploadPdf(app, ge)
  })
  afterAll(() => app.close())

  it('freezes at submit, consumes at the last approval and is paid by the cashier (EFF-CLAIM)', async () => {
    const before = await figures(phoneLine)
    const filed = await submit(pan, 'financialReimbursementOne', claimForm(phoneLine, '450.50', today, file))
    expect(filed.code).toBe(2000)
    expect(filed.data.amount).toBe('450.50')
    expect(Number((await figures(phoneLine))?.frozen) - Number(before?.frozen)).toBeCloseTo(450.5, 2)

    await act(zhang, filed.data.id, 'approve')
    await act(you, filed.data.id, 'claim')
    const audited = await act(you, filed.data.id, 'approve')
    expect(audited.data.status).toBe('handling')
    expect(await figures(phoneLine)).toMatchObject({ frozen: before?.frozen })
    expect(Number((await figures(phoneLine))?.used) - Number(before?.used)).toBeCloseTo(450.5, 2)

    const failed = await act(he, filed.data.id, 'handle', { formData: { payResult: 'failed', failReason: '账号有误' } })
    expect(failed).toMatchObject({ code: 2000, data: { status: 'handling' } })
    const paid = await act(he, filed.data.id, 'handle', {
      formData: { payResult: 'paid', voucherNo: 'PZ-2026-0001', paidAt: today, account: 'zeroBalance' },
    })
    expect(paid.data.status).toBe('completed')
    const { rows } = await sql<{
      payState: string
      voucherNo: string
    }>`select pay_state, voucher_no from payment where ticket_id = ${filed.data.id}`.execute(app.database.db)
    expect(rows).toEqual([{ payState: 'paid', voucherNo: 'PZ-2026-0001' }])
  })

  it('FIN-01 computes the amount from the lines, whatever the client says (S11.2)', async () => {
    const filed = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '90.00', today, file, { amount: '1.00' }),
    )
    expect(filed.data.amount).toBe('90.00')
    await act(pan, filed.data.id, 'withdraw')
  })

  it('FIN-02 wants invoices for the whole amount', async () => {
    const refused = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '90.00', today, file, invoicePart('80.00')),
    )
    expect(refused).toMatchObject({
      code: 4001,
      errKey: 'invoice.sumMismatch',
      msg: '发票合计 80.00 元小于报销金额 90.00 元',
    })
  })

  it('FIN-03 allows invoices of the budget year, and of last December before January 31', async () => {
    expect(isInvoiceDateAllowed('2026-03-01', '2026-03-11')).toBe(true)
    expect(isInvoiceDateAllowed('2025-12-20', '2026-01-30')).toBe(true)
    expect(isInvoiceDateAllowed('2025-12-20', '2026-01-31')).toBe(false)
    expect(isInvoiceDateAllowed('2025-11-30', '2026-01-05')).toBe(false)
    const refused = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '90.00', today, file, invoicePart('90.00', { invoiceDate: '2025-12-20' })),
    )
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.FIN-03' })
  })

  it('FIN-04 makes the auditor comment on a payee who is not the applicant', async () => {
    const filed = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '60.00', today, file, { payeeName: '葛示丙' }),
    )
    await act(zhang, filed.data.id, 'approve')
    await act(you, filed.data.id, 'claim')
    expect(await act(you, filed.data.id, 'approve')).toMatchObject({ code: 4001, errKey: 'rule.FIN-04' })
    const approved = await act(you, filed.data.id, 'approve', { comment: '代垫款，已核实收条' })
    expect(approved.data.status).toBe('handling')
  })

  it('FIN-05 keeps auditor and cashier of a claim apart', async () => {
    await sql`insert into user_role (user_id, role_id) select ${you.userId}, id from role where key = 'cashier'`.execute(
      app.database.db,
    )
    await app.services.caches.load()
    const filed = await submit(pan, 'financialReimbursementOne', claimForm(phoneLine, '61.00', today, file))
    await act(zhang, filed.data.id, 'approve')
    await act(you, filed.data.id, 'claim')
    await act(you, filed.data.id, 'approve')
    const refused = await act(you, filed.data.id, 'handle', {
      formData: { payResult: 'paid', voucherNo: 'PZ-2026-0005', paidAt: today, account: 'petty' },
    })
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.FIN-05' })
    await sql`delete from user_role where user_id = ${you.userId} and role_id = (select id from role where key = 'cashier')`.execute(
      app.database.db,
    )
    await app.services.caches.load()
  })

  it('FIN-06 pays companies from 1,000.00 on never in cash', async () => {
    const cash = { payeeType: 'cash', payeeName: '示例供应商02', bankName: null, bankAccount: null }
    const refused = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '1000.00', today, file, { ...cash }),
    )
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.FIN-06' })
    const small = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '999.99', today, file, { ...cash }),
    )
    expect(small.code).toBe(2000)
    await act(pan, small.data.id, 'withdraw')
  })

  it('FIN-07 refuses a line of a closed year', async () => {
    const { rows } = await sql<{
      id: number
    }>`select line.id from budget_line line join department on department.id = line.dept_id
      where department.key = 'D10' and subject_code = '30207' and year = 2025`.execute(app.database.db)
    const refused = await submit(pan, 'financialReimbursementOne', claimForm(rows[0]?.id ?? 0, '10.00', today, file))
    expect(refused).toMatchObject({ code: 4001, errKey: 'budget.yearClosed', msg: '2025年度预算未启用或已关闭' })
  })

  it('FIN-11 sends amounts above the first threshold to a prior approval', async () => {
    const refused = await submit(pan, 'financialReimbursementOne', claimForm(phoneLine, '5000.01', today, file))
    expect(refused).toMatchObject({ code: 4001, errKey: 'preApproval.required' })
    const atLimit = await submit(pan, 'financialReimbursementOne', claimForm(phoneLine, '5000.00', today, file))
    expect(atLimit.code).toBe(2000)
    await act(pan, atLimit.data.id, 'withdraw')
  })

  it('FIN-12 hints at a possible split over thirty days', async () => {
    const first = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '3000.00', today, file, invoicePart('3000.00', { sellerName: '示例供应商09' })),
    )
    expect(first.code).toBe(2000)
    const form = claimForm(phoneLine, '2500.00', today, file, invoicePart('2500.00', { sellerName: '示例供应商09' }))
    const check = await pan.post<{ warnings: readonly string[] }>('/api/workflow/ticket/check/', {
      type: 'financialReimbursementOne',
      formData: form,
    })
    expect(JSON.stringify(check.data.warnings)).toContain('5,500.00')
    await act(pan, first.data.id, 'withdraw')
  })

  it('refuses subjects that are not daily costs and lines of other departments', async () => {
    const travel = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(await lineOf('D10', '30211'), '10.00', today, file),
    )
    expect(travel).toMatchObject({ code: 4001, errKey: 'finance.subjectNotDaily' })
    const foreign = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(await lineOf('D11', '30201'), '10.00', today, file),
    )
    expect(foreign).toMatchObject({ code: 4000, errors: { budgetLineId: [expect.any(String)] } })
    const han = await app.as('han14')
    const belowOwn = await submit(
      han,
      'financialReimbursementOne',
      claimForm(await lineOf('D07', '30201'), '10.00', today, await uploadPdf(app, han)),
    )
    expect(belowOwn).toMatchObject({ code: 4001, errKey: 'budget.lineUnknown' })
  })

  it('INV-06 lets one live ticket use an invoice and names the other ticket (S11.2)', async () => {
    const no = invoiceNo()
    const first = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(phoneLine, '30.00', today, file, invoicePart('30.00', { invoiceNo: no })),
    )
    const again = claimForm(phoneLine, '30.00', today, geFile, {
      invoices: [
        {
          invoiceType: 'digital',
          invoiceNo: no,
          invoiceDate: today,
          sellerName: '示例供应商02',
          amount: '30.00',
          fileId: [geFile],
        },
      ],
    })
    expect(await submit(ge, 'financialReimbursementOne', again)).toMatchObject({
      code: 4001,
      errKey: 'invoice.duplicate',
      msg: `发票${no}已在工单${first.data.no}中使用`,
    })
    await act(pan, first.data.id, 'withdraw')
    const free = await submit(ge, 'financialReimbursementOne', again)
    expect(free.code).toBe(2000)
    await act(ge, free.data.id, 'withdraw')
  })

  it('frees the difference at once when the auditor lowers a line, and refuses more', async () => {
    const before = await figures(phoneLine)
    const filed = await submit(pan, 'financialReimbursementOne', claimForm(phoneLine, '200.00', today, file))
    await act(zhang, filed.data.id, 'approve')
    await act(you, filed.data.id, 'claim')
    const changed = (amount: string) => ({
      formData: { lines: [{ expenseType: 'office', occurDate: today, description: '办公用品', amount }] },
    })
    expect(await act(you, filed.data.id, 'approve', changed('250.00'))).toMatchObject({ code: 4001 })
    const approved = await act(you, filed.data.id, 'approve', changed('150.00'))
    expect(approved.data.amount).toBe('150.00')
    const after = await figures(phoneLine)
    expect(Number(after?.used) - Number(before?.used)).toBeCloseTo(150, 2)
    expect(after?.frozen).toBe(before?.frozen)
  })

  it('FS-BUDGET says beside the decision what the ticket holds, and what the line has after it is approved', async () => {
    const { available } = (await figures(phoneLine))!
    const trial = { type: 'financialReimbursementOne', formData: claimForm(phoneLine, '300.00', today, file) }
    const asked = await pan.post<{ panel: readonly object[] }>('/api/workflow/ticket/check/', trial)
    expect(asked.data.panel[0]).toEqual({
      label: 'records.budgetLine.fields.available',
      value: available,
      tone: 'good',
    })
    const { id } = (await submit(pan, trial.type, trial.formData)).data
    const { data } = await zhang.get<{ panel: readonly object[] }>(`/api/workflow/ticket/${id}/`)
    expect(data.panel.slice(0, 2)).toEqual([
      { label: 'finance.panel.held', value: '300.00' },
      { label: 'finance.panel.availableAfter', value: (Number(available) - 300).toFixed(2), tone: 'good' },
    ])
    await act(pan, id, 'withdraw')
  })

  it('S10.1 lets exactly one of two claims drain the line, with the exact words for the other', async () => {
    const [first, second] = await Promise.all([
      submit(pan, 'financialReimbursementOne', claimForm(officeLine, '2000.00', today, file)),
      submit(ge, 'financialReimbursementOne', claimForm(officeLine, '2000.00', today, geFile)),
    ])
    const refused = first.code === 2000 ? second : first
    expect([first.code, second.code].sort()).toEqual([2000, 4001])
    expect(refused).toMatchObject({
      errKey: 'budget.insufficient',
      msg: '预算余额不足：可用 1,000.00 元，本次 2,000.00 元',
    })
    expect(await findMismatches(reader(app.services))).toEqual([])
  })

  it('S10.4 replays of one submit under one key make one ticket and one freeze', async () => {
    const before = await figures(phoneLine)
    const form = claimForm(phoneLine, '77.00', today, file)
    const key = '5f0c6f0e-3f52-4a2e-9c07-5a1c5a1f0001'
    const answers = []
    for (let count = 0; count < 5; count += 1)
      answers.push(await submit(pan, 'financialReimbursementOne', form, { idempotencyKey: key }))
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
    expect(Number((await figures(phoneLine))?.frozen) - Number(before?.frozen)).toBeCloseTo(77, 2)
    await act(pan, answers[0]?.data.id ?? 0, 'withdraw')
  })

  it('FS-PAYEE a new claim is paid to the applicant, on the account of the personal centre, sealed where it is stored', async () => {
    const types = ['financialReimbursementOne', 'financialReimbursementTwo', 'travelReimbursement']
    for (const type of types) {
      const { data } = await pan.get<{ defaults: object }>(`/api/workflow/application_types/${type}/`)
      expect(data.defaults).toMatchObject({
        payeeName: '潘示乙',
        bankName: '示例银行示范支行',
        bankAccount: '6200000000000000042',
      })
    }
    const {
      payeeName: _name,
      bankName: _bank,
      bankAccount: _account,
      ...form
    } = claimForm(phoneLine, '21.00', today, file)
    const filed = await submit(pan, 'financialReimbursementOne', form)
    expect(filed.data.formData).toMatchObject({ payeeName: '潘示乙', bankAccount: '**** 0042' })
    const { rows } = await sql<{ account: string }>`
      select form_data->>'bankAccount' as account from ticket where id = ${filed.data.id}`.execute(app.database.db)
    expect(rows[0]?.account).toMatch(/^sealed:/)
    await act(pan, filed.data.id, 'withdraw')
  })

  it('keeps the account from everybody but who pays', async () => {
    const filed = await submit(pan, 'financialReimbursementOne', claimForm(phoneLine, '20.00', today, file))
    await act(zhang, filed.data.id, 'approve')
    const seenBy = async (person: Client) =>
      (await person.get<{ formData: { bankAccount: string } }>(`/api/workflow/ticket/${filed.data.id}/`)).data.formData
        .bankAccount
    expect(await seenBy(you)).toBe('**** 0042')
    const stored = await sql<{
      text: string
    }>`select form_data::text as text from ticket where id = ${filed.data.id}`.execute(app.database.db)
    expect(stored.rows[0]?.text).not.toContain('6200000000000000042')
    await act(pan, filed.data.id, 'withdraw')
  })

  const office = () => ({ app, pan, zhang, you, he, line: phoneLine, file })
  payingCases(office)
  it('FS-BUDGET a form names a project besides its line: its first claim begins it, BUD-52 it ends when nothing is open, and BUD-53 then takes none', async () => {
    const projects = async (dept: string) =>
      (
        await sql<{ id: number; deptId: number; state: string; lineId: number }>`
          select project.id, project.dept_id, project.state, line.id as line_id from project join department on department.id = project.dept_id
          left join budget_line line on line.project_id = project.id and line.year = 2026
          where department.key = ${dept} and project.state in ('inBudget', 'executing', 'finished') order by project.state desc, project.id`.execute(
          app.database.db,
        )
      ).rows
    const [planned, running] = await projects('D10')
    expect([planned?.state, running?.state]).toEqual(['inBudget', 'executing'])
    const id = planned?.id ?? 0
    const { data: offered } = await pan.get<readonly { id: number }[]>('/api/projects/project/options/', {
      query: { state: 'inBudget,executing' },
    })
    expect(offered.map((one) => one.id).sort()).toEqual([id, running?.id].sort())

    const [foreign] = await projects('D11')
    const named = (projectId: number | undefined) => ({ ...claimForm(phoneLine, '30.00', today, file), projectId })
    expect((await submit(pan, 'financialReimbursementOne', named(foreign?.id))).errors).toHaveProperty('projectId')
    const filed = await submit(pan, 'financialReimbursementOne', named(id))
    expect(filed.data.formData).toMatchObject({ projectId: id, lineProjectId: null })
    const page = `/api/projects/project/${id}/`
    expect((await zhang.get<{ state: string }>(page)).data.state).toBe('executing')
    const spent = await zhang.get<{ claims: readonly object[]; purchases: readonly object[] }>(`${page}spending/`)
    expect(spent.data).toMatchObject({ claims: [{ ticketNo: filed.data.no, amount: '30.00' }], purchases: [] })

    // What the line says is not said again.
    const draft = await pan.post<{ formData: object }>('/api/workflow/ticket/', {
      type: 'preApproval',
      formData: { ...preApprovalForm(running?.lineId ?? 0, '80.00', today), projectId: id },
      submit: false,
    })
    expect(draft.data.formData).toMatchObject({ projectId: null, lineProjectId: running?.id })

    const finish = () =>
      zhang.post(`${page}finish/`, {
        kpiResults: ['建设内容完成率', '验收合格率', '使用部门满意度'].map((name) => ({
          name,
          value: '完成',
          score: 90,
        })),
        summary: '设备全部到位并验收合格，运行稳定，使用单位反映良好',
      })
    expect(await finish()).toMatchObject({ errKey: 'project.stillOpen' })
    await act(pan, filed.data.id, 'withdraw')
    const held = await write(app.services, async (unit) => {
      const ledger = unit.service(commitments)
      const opened = await ledger.open({
        kind: 'preApproval',
        ticketId: filed.data.id,
        deptId: planned?.deptId ?? 0,
        applicantId: pan.userId,
        lineId: phoneLine,
        projectId: id,
        amount: '40.00',
        title: '取证设备维保',
        validUntil: null,
      })
      return ledger.read(opened)
    })
    expect(held).toMatchObject({ projectId: id, remaining: '40.00' })
    const bought = await zhang.get<{ purchases: readonly object[] }>(`${page}spending/`)
    expect(bought.data.purchases).toMatchObject([{ title: '取证设备维保', amount: '40.00', used: '0.00' }])
    expect(await finish()).toMatchObject({ errKey: 'project.stillOpen' })
    await write(app.services, (unit) => unit.service(commitments).close(held?.id ?? 0, 'cancelled', 'test'))
    expect((await finish()).code).toBe(2000)
    expect((await submit(pan, 'financialReimbursementOne', named(id))).errors).toHaveProperty('projectId')
  })

  analysedCases(office)

  it('I9 every ticket above is what its log says, also where a step emptied a field that was not there before', async () => {
    const { rows } = await sql<{ id: number }>`select id from ticket where created_at >= ${T0} order by id`.execute(
      app.database.db,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { id } of rows) {
      expect(await read(app.services, (unit) => replayCheck(engineOf(app.services), unit, id))).toEqual([])
    }
  })

  it('INV-02 the ledger adds up to the columns after everything above', async () => {
    expect(await findMismatches(reader(app.services))).toEqual([])
  })

  it('INV-03 the budget ledger cannot be changed or deleted', async () => {
    await expect(
      sql`update budget_ledger set amount = 1 where id = (select min(id) from budget_ledger)`.execute(app.database.db),
    ).rejects.toThrow(/append-only/)
    await expect(
      sql`delete from budget_ledger where id = (select min(id) from budget_ledger)`.execute(app.database.db),
    ).rejects.toThrow(/append-only/)
  })
})
