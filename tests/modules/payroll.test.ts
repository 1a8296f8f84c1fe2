import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { changePct, payOf } from '#src/modules/finance/salary/salary-rows.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart } from '#tests/harness/files.ts'
import { act, submit, type WireTicket } from '#tests/harness/tickets.ts'
import { approveSigned, lineOf, money, payLine, prepared } from '#tests/modules/money.ts'

const today = '2026-03-11'
const TYPES = '/api/workflow/application_types/'

describe('a line of a payroll', () => {
  it('adds up exactly and compares with the month before to a tenth of a percent (INV-12)', () => {
    expect(payOf({ base: '0.10', post: '0.20', tax: '0.40' })).toEqual({ gross: '0.30', net: '-0.10' })
    expect(changePct('120.01', '100.00')).toBe('20.0')
    expect(changePct('120.05', '100.00')).toBe('20.1')
    expect(changePct('66.66', '100.00')).toBe('-33.3')
    expect(changePct('5.00', undefined)).toBeNull()
  })
})

describe.each(oneEngine)('payrolls on %s', (engine) => {
  let app: TestApp
  let people: Readonly<Record<'wei' | 'chu' | 'you' | 'qin' | 'zhao' | 'he' | 'bao' | 'ma', Client>>
  let line: number
  let crew: readonly { readonly id: number; readonly empNo: string; readonly name: string }[]

  beforeAll(async () => {
    app = await startApp({ engine })
    const names = ['wei11', 'chu10', 'you18', 'qin17', 'zhao01', 'he20', 'bao59', 'ma51'] as const
    const [wei, chu, you, qin, zhao, he, bao, ma] = await Promise.all(names.map((name) => app.as(name)))
    people = { wei, chu, you, qin, zhao, he, bao, ma } as typeof people
    line = await lineOf(app, 'D03', '30199')
    // The months are to be paid here: what the demo paid makes room.
    await sql`delete from salary_row`.execute(app.database.db)
    await sql`delete from salary_sheet`.execute(app.database.db)
    crew = (
      await sql<{ id: number; empNo: string; name: string }>`
        select id, emp_no, name from app_user where person_type = 'auxiliary' and state order by emp_no`.execute(
        app.database.db,
      )
    ).rows
  })
  afterAll(() => app.close())

  const form = (more = {}) => ({
    reason: '发放当月辅警人员薪酬',
    period: '2026-02',
    payGroup: 'auxiliary',
    budgetLineId: line,
    sheet: crew.map(({ id }) => payLine(id, '4000.00')),
    ...more,
  })
  const send = async (rows: readonly (readonly (string | number)[])[], person = people.wei) => {
    const content = await writeXlsxFile(rows.map((row) => [...row])).toBuffer()
    const { payload, headers } = multipart('payroll.xlsx', content)
    const raw = await app.app.inject({
      method: 'POST',
      url: `${TYPES}personSalary/lines/sheet/import_data/`,
      payload,
      headers: { ...headers, authorization: `Bearer ${await person.token()}` },
    })
    return raw.json<Answer<{ rows: readonly Record<string, unknown>[] }>>()
  }
  const head = [
    '人员',
    '基本工资',
    '岗位工资',
    '绩效',
    '加班',
    '其他应发',
    '社保',
    '公积金',
    '个税',
    '其他扣款',
    '备注',
  ]
  const cells = (empNo: string, base: string | number) => [empNo, base, 500, 0, 0, 0, 300, 200, 0, 0, '']
  const approveAll = async (id: number) => {
    await act(people.chu, id, 'approve')
    await act(people.you, id, 'claim')
    await act(people.you, id, 'approve')
    await act(people.qin, id, 'approve')
    expect((await act(people.zhao, id, 'approve')).errKey).toBe('wf.signatureRequired')
    return approveSigned(app, people.zhao, id)
  }

  it('IMPEX-STD a sub-table is filled from a spreadsheet, all rows or none with row, column and reason', async () => {
    const raw = await app.app.inject({
      method: 'GET',
      url: `${TYPES}personSalary/lines/sheet/import_template/`,
      headers: { authorization: `Bearer ${await people.wei.token()}` },
    })
    const [titles] = await readSheet(raw.rawPayload)
    expect(titles?.slice(0, 3)).toEqual(['人员 *', '基本工资', '岗位工资'])
    const [first, second] = crew
    const good = await send([head, cells(first?.empNo ?? '', '4000'), cells(second?.empNo ?? '', 3999.5)])
    expect(good.data.rows).toMatchObject([
      { userId: first?.id, userIdLabel: first?.name, base: '4000.00', socialInsurance: '300.00', note: null },
      { userId: second?.id, base: '3999.50' },
    ])
    const bad = await send([head, cells('SJ9999', '4000'), cells(first?.empNo ?? '', '-1')])
    expect(bad).toMatchObject({
      code: 4000,
      data: [
        { row: 2, column: '人员', value: 'SJ9999' },
        { row: 3, column: '基本工资', value: '-1' },
      ],
    })
    const wrong = await send([head, cells(first?.empNo ?? '', '-1')])
    expect(wrong).toMatchObject({ code: 4000, data: [{ row: 2, column: '基本工资', value: '-1' }] })
    expect((await send([head], people.ma)).code).toBe(4003)
    expect((await people.wei.get(`${TYPES}personSalary/lines/amount/import_template/`)).code).toBe(4003 + 1)
  })

  it('21.8 two thousand rows are read and checked at once', async () => {
    const [first] = crew
    const rows = Array.from({ length: 2000 }, () => cells(first?.empNo ?? '', '4000'))
    expect((await send([head, ...rows])).data.rows).toHaveLength(2000)
    expect((await send([head, ...rows, cells(first?.empNo ?? '', 1)])).code).toBe(4013)
  })

  it('FIN-81, FIN-82 no negative pay, nobody twice, nobody outside the group; who is missing is named', async () => {
    const [first] = crew
    const rows = crew.map(({ id }) => payLine(id, '4000.00'))
    const asked = (sheet: readonly unknown[]) => submit(people.wei, 'personSalary', form({ sheet }))
    expect(await asked([payLine(first?.id ?? 0, '0.00', { tax: '0.01' })])).toMatchObject({ errKey: 'rule.FIN-81' })
    expect(await asked([...rows, payLine(first?.id ?? 0, '1.00')])).toMatchObject({ errKey: 'salary.personTwice' })
    expect(await asked([...rows, payLine(people.zhao.userId, '1.00')])).toMatchObject({ errKey: 'rule.FIN-82' })
    const check = await people.wei.post<{ warnings: readonly string[]; formData: Record<string, unknown> }>(
      '/api/workflow/ticket/check/',
      { type: 'personSalary', formData: form({ sheet: rows.slice(1) }) },
    )
    expect(check.data.warnings).toEqual([`本组还有1人不在表内：${first?.name}`])
    expect(check.data.formData).toMatchObject({ headcount: crew.length - 1 })
  })

  it('21.8 is frozen, signed, used, paid in one sum beside the deductions, and told to each person (FIN-83, FIN-84)', async () => {
    const before = await money(app, line)
    const gross = 4500 * crew.length
    const filed = await submit(people.wei, 'personSalary', form())
    expect(filed).toMatchObject({ code: 2000, data: { amount: gross.toFixed(2) } })
    expect(await money(app, line)).toEqual(prepared(before, { frozen: gross }))
    expect(await submit(people.wei, 'personSalary', form())).toMatchObject({ errKey: 'rule.FIN-84' })
    const { id } = filed.data
    // Nobody but who makes, decides or pays it sees a payroll, also not in what was sent.
    const logged = await sql`select 1 from operation_log where request like '%socialInsurance%'`.execute(
      app.database.db,
    )
    expect(logged.rows).toEqual([])
    expect((await people.bao.get(`/api/workflow/ticket/${id}/`)).code).toBe(4004)
    expect((await people.zhao.get(`/api/workflow/ticket/${id}/`)).code).toBe(4004)
    expect((await approveAll(id)).data.status).toBe('handling')
    expect(await money(app, line)).toEqual(prepared(before, { used: gross }))
    const { rows } = await sql`select payee_name, amount from payment where ticket_id = ${id} order by id`.execute(
      app.database.db,
    )
    expect(rows).toEqual([
      { payeeName: '工资代发专户', amount: (4000 * crew.length).toFixed(2) },
      { payeeName: '社会保险费代扣户', amount: (300 * crew.length).toFixed(2) },
      { payeeName: '住房公积金代扣户', amount: (200 * crew.length).toFixed(2) },
    ])
    expect((await people.ma.get('/api/finance/salary/own/')).data).toEqual([])
    const paid = await act(people.he, id, 'handle', {
      formData: { payResult: 'paid', voucherNo: 'XC-0001', paidAt: today, account: 'zeroBalance' },
    })
    expect(paid.data.status).toBe('completed')
    expect((await people.ma.get('/api/finance/salary/own/')).data).toMatchObject([
      { period: '2026-02', gross: '4500.00', net: '4000.00' },
    ])
    const notices = await sql<{ title: unknown }>`
      select title from notice where recipient_id = ${people.ma.userId} and title::text like '%4000.00%'`.execute(
      app.database.db,
    )
    expect(notices.rows).toHaveLength(1)
    expect(await submit(people.wei, 'personSalary', form())).toMatchObject({ errKey: 'rule.FIN-84' })
  })

  it('21.8 compares with the month before: more than a fifth wants a word', async () => {
    const [first, ...others] = crew
    const rows = (note: string) => [
      payLine(first?.id ?? 0, '4910.00', { note }),
      ...others.map(({ id }) => payLine(id, '4000.00')),
    ]
    const asked = (note: string): Promise<Answer<WireTicket>> =>
      submit(people.wei, 'personSalary', form({ period: '2026-03', sheet: rows(note) }))
    expect(await asked('')).toMatchObject({ errKey: 'salary.noteRequired' })
    const filed = await asked('转岗调整')
    const compared = filed.data.formData.sheet as readonly unknown[]
    expect(compared.slice(0, 2)).toMatchObject([{ comparePct: '20.2' }, { comparePct: '0.0' }])
    await act(people.wei, filed.data.id, 'withdraw')
    // The month is free again.
    const again = await asked('转岗调整')
    expect(again.code).toBe(2000)
  })
})
