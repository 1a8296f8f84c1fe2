/** From the approved claim to the bank and back (30.7): asked on the application of the daily expenses, after everything else there. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type {
  DayOfMonth,
  ReconciledDay,
  Reconciliation,
} from '#src/modules/finance/pay/reconciliation/reconciliation.ts'
import { readTable } from '#src/server/uploads/process/table.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, claimForm, submit, ticketOf } from '#tests/harness/tickets.ts'

/** The people and the line of the file that asks. */
export interface Office {
  readonly app: TestApp
  readonly pan: Client
  readonly zhang: Client
  readonly you: Client
  readonly he: Client
  readonly line: number
  readonly file: number
}
interface Payment {
  readonly id: number
  readonly no: string
  readonly payState: string
  readonly bankAccount: string | null
}
interface Marked {
  readonly id: number
  readonly ok: boolean
  readonly problem: { readonly key: string } | null
}

const today = '2026-03-11'
const paid = (id: number, voucherNo: string, paidAt = today) => ({
  id,
  payResult: 'paid',
  voucherNo,
  paidAt,
  account: 'zeroBalance',
})

export function payingCases(office: () => Office): void {
  const approved = async (amount: string): Promise<{ ticket: number; payment: number }> => {
    const { app, pan, zhang, you, line, file } = office()
    const filed = await submit(pan, 'financialReimbursementOne', claimForm(line, amount, today, file))
    expect(filed.code).toBe(2000)
    await act(zhang, filed.data.id, 'approve')
    await act(you, filed.data.id, 'claim')
    await act(you, filed.data.id, 'approve')
    const { rows } = await sql<{ id: number }>`select id from payment where ticket_id = ${filed.data.id}`.execute(
      app.database.db,
    )
    return { ticket: filed.data.id, payment: rows[0]?.id ?? 0 }
  }
  const paymentOf = async (id: number): Promise<Payment> =>
    (await office().he.get<Payment>(`/api/finance/payment/${id}/`)).data
  const mark = (...rows: readonly object[]) =>
    office().he.post<readonly Marked[]>('/api/finance/payment/mark/', { rows })
  const batch = (...ids: readonly number[]) =>
    office().he.post<{ id: number; no: string }>('/api/finance/batch/', { ids, account: 'zeroBalance' })
  const fileOf = (id: number) => office().he.post(`/api/finance/batch/${id}/bank_file/`)
  const claimState = async (ticket: number): Promise<string | undefined> => {
    const { rows } = await sql<{
      payState: string
    }>`select pay_state from expense_claim where ticket_id = ${ticket}`.execute(office().app.database.db)
    return rows[0]?.payState
  }

  let first: { ticket: number; payment: number }
  let second: { ticket: number; payment: number }
  beforeAll(async () => {
    first = await approved('31.00')
    second = await approved('32.00')
  })

  it('30.7 a batch takes waiting payments, goes to the bank as a sheet, and comes back row by row (FIN-92)', async () => {
    const { you, app } = office()
    const made = await batch(first.payment, second.payment)
    expect(made).toMatchObject({ code: 2000, data: { no: expect.stringMatching(/^PC\d{6}$/) } })
    expect(await claimState(first.ticket)).toBe('paying')
    expect(await batch(first.payment)).toMatchObject({ code: 4001, errKey: 'finance.notWaiting' })
    expect(
      await act(office().he, first.ticket, 'handle', {
        formData: { payResult: 'paid', voucherNo: 'PZ-2026-2001', paidAt: today, account: 'petty' },
      }),
    ).toMatchObject({ code: 4001, errKey: 'finance.inBatch' })
    expect((await mark(paid(first.payment, 'PZ-2026-2001'))).data[0]?.problem?.key).toBe('finance.notAtBank')

    const sheet = await fileOf(made.data.id)
    const { rows: table } = await readTable(sheet.raw.rawPayload, { rows: 2000 })
    expect(table[0]).toEqual(['序号', '账号', '户名', '开户行', '金额', '用途'])
    expect(table.slice(1).map((row) => [row[0], row[1], row[4]])).toEqual([
      [1, '6200000000000000042', 31],
      [2, '6200000000000000042', 32],
    ])

    const waiting = await office().he.get<readonly { id: number }[]>('/api/finance/payment/waiting/', {
      query: { batchId: String(made.data.id) },
    })
    expect(waiting.data.map(({ id }) => id)).toEqual([first.payment, second.payment])
    const results = await mark(paid(first.payment, 'PZ-2026-2001'), paid(second.payment, 'PZ-2026-2001'))
    expect(results.data).toMatchObject([
      { ok: true, problem: null },
      { ok: false, problem: { key: 'finance.voucherUsed' } },
    ])
    expect((await ticketOf(you, first.ticket)).status).toBe('completed')
    expect((await ticketOf(you, second.ticket)).status).toBe('handling')
    const failed = await mark({ id: second.payment, payResult: 'failed', failReason: '户名不符' })
    expect(failed.data).toMatchObject([{ ok: true }])
    expect(await claimState(second.ticket)).toBe('failed')
    expect((await office().he.get<{ state: string }>(`/api/finance/batch/${made.data.id}/`)).data.state).toBe('done')
    expect(app.announced.messages.at(-1)?.title.key).toBe('finance.notice.failed')
  })

  it('FIN-93 the applicant corrects the payee of money that came back, the finance audit confirms it, and it is paid', async () => {
    const { pan, you, app } = office()
    const own = await pan.get<readonly { id: number; isCorrectable: boolean }[]>('/api/finance/payment/own/')
    expect(own.data.find(({ id }) => id === second.payment)).toMatchObject({ isCorrectable: true, account: '0042' })
    const correction = {
      payeeName: '潘示乙',
      bankName: '示例银行第二支行',
      bankAccount: '6200000000000009999',
      reason: '户名有误，已更正',
    }
    const propose = (client: Client) => client.post(`/api/finance/payment/${second.payment}/correct/`, correction)
    expect((await propose(you)).code).toBe(4004)
    expect((await propose(pan)).code).toBe(2000)
    expect(await propose(pan)).toMatchObject({ code: 4001, errKey: 'finance.proposed' })
    const { rows } = await sql<{ id: number; account: string }>`
      select id, bank_account as account from payee_correction where payment_id = ${second.payment}`.execute(
      app.database.db,
    )
    expect(rows[0]?.account).toMatch(/^sealed:/)
    expect((await office().he.post(`/api/finance/correction/${rows[0]?.id}/confirm/`)).code).toBe(4003)
    expect((await you.post(`/api/finance/correction/${rows[0]?.id}/confirm/`)).code).toBe(2000)
    expect(await paymentOf(second.payment)).toMatchObject({ payState: 'unpaid', bankAccount: '**** 9999' })
    expect((await mark(paid(second.payment, 'PZ-2026-2002'))).data).toMatchObject([{ ok: true }])
    expect((await ticketOf(you, second.ticket)).status).toBe('completed')
    expect(await claimState(second.ticket)).toBe('paid')
  })

  it('FIN-94 lists mask the account for the cashier too; each look is a logged call of the cashier alone', async () => {
    const { he, you, app } = office()
    const looked = await he.post<{ bankAccount: string }>(`/api/finance/payment/${second.payment}/reveal/`)
    expect(looked.data).toEqual({ bankAccount: '6200000000000009999' })
    expect((await you.post(`/api/finance/payment/${second.payment}/reveal/`)).code).toBe(4003)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from record_history where record = 'payment' and record_id = ${second.payment} and action = 'reveal' and actor_id = ${he.userId}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('FIN-91 only the cashier pays, with a voucher number of the year, not before the approval and not after today', async () => {
    const third = await approved('33.00')
    const row = paid(third.payment, 'PZ-2026-2003')
    expect((await office().you.post('/api/finance/payment/mark/', { rows: [row] })).code).toBe(4003)
    const problems = async (...rows: readonly object[]) => (await mark(...rows)).data.map((one) => one.problem?.key)
    expect(await problems(paid(third.payment, 'PZ-2026-2002'))).toEqual(['finance.voucherUsed'])
    expect(await problems(paid(third.payment, 'PZ-2026-2003', '2026-03-10'))).toEqual(['finance.paidBeforeApproval'])
    expect(await problems(paid(third.payment, 'PZ-2026-2003', '2026-03-12'))).toEqual([
      expect.stringContaining('check.'),
    ])
    expect(await problems({ ...row, voucherNo: '' })).toEqual(['check.required'])
    expect(await problems(row)).toEqual([undefined])
    expect(await problems(paid(third.payment, 'PZ-2026-2004'))).toEqual(['finance.notWaiting'])
  })

  it('FIN-95 voids a payment on its day and before the bank has it, and another takes its place', async () => {
    const fourth = await approved('34.00')
    const fifth = await approved('35.00')
    const void_ = (id: number) => office().he.post(`/api/finance/payment/${id}/void/`, { voidReason: '金额填错' })
    expect((await void_(fourth.payment)).errKey).toBe('record.stateInvalid')
    const made = await batch(fourth.payment, fifth.payment)
    expect((await void_(fourth.payment)).code).toBe(2000)
    expect(await paymentOf(fourth.payment)).toMatchObject({ payState: 'voided', voidReason: '金额填错' })
    expect((await office().he.get(`/api/finance/batch/${made.data.id}/`)).data).toMatchObject({
      payments: 1,
      amount: '35.00',
    })
    await fileOf(made.data.id)
    expect(await void_(fifth.payment)).toMatchObject({ code: 4001, errKey: 'finance.atBank' })
    await mark(paid(fifth.payment, 'PZ-2026-2005'))

    const { rows } = await sql<{ id: number }>`select id from payment where replaces_id = ${fourth.payment}`.execute(
      office().app.database.db,
    )
    const replacement = rows[0]?.id ?? 0
    expect((await mark(paid(replacement, 'PZ-2026-2006'))).data).toMatchObject([{ ok: true }])
    expect((await ticketOf(office().you, fourth.ticket)).status).toBe('completed')
    // Paid by hand with a wrong number: the same day it may be voided and paid again, though the ticket is done with.
    expect((await void_(replacement)).code).toBe(2000)
    expect(await claimState(fourth.ticket)).toBe('unpaid')
    const again = await sql<{ id: number }>`select id from payment where replaces_id = ${replacement}`.execute(
      office().app.database.db,
    )
    expect((await mark(paid(again.rows[0]?.id ?? 0, 'PZ-2026-2006'))).data).toMatchObject([{ ok: true }])
    await sql`update payment set marked_at = marked_at - interval '1 day' where id = ${again.rows[0]?.id ?? 0}`.execute(
      office().app.database.db,
    )
    expect(await void_(again.rows[0]?.id ?? 0)).toMatchObject({ code: 4001, errKey: 'finance.voidedLate' })
  })

  it('凭证: a draft with the approval, final with the payment, void with it; the summary may be put better', async () => {
    const { he, you } = office()
    const { rows } = await sql<{
      id: number
      state: string
      voucherNo: string
      creditAccount: string
      debitSubject: string
    }>`
      select id, state, voucher_no, credit_account, debit_subject from voucher where payment_id = ${first.payment}`.execute(
      office().app.database.db,
    )
    expect(rows).toMatchObject([
      { state: 'final', voucherNo: 'PZ-2026-2001', creditAccount: 'zeroBalance', debitSubject: '30207' },
    ])
    const { version } = (await he.get<{ version: number }>(`/api/finance/voucher/${rows[0]?.id}/`)).data
    const saved = await he.put(`/api/finance/voucher/${rows[0]?.id}/`, { summary: '支付打印纸款', version })
    expect(saved).toMatchObject({ code: 2000, data: { summary: '支付打印纸款' } })
    expect((await you.put(`/api/finance/voucher/${rows[0]?.id}/`, { summary: '支付' })).code).toBe(4003)
  })

  it('FIN-96 the day paid and the day consumed differ by listed tickets, each with its reason', async () => {
    const { he, app } = office()
    const { data } = await he.get<Reconciliation>('/api/finance/reconciliation/', { query: { day: today } })
    const lists = await sql<{ paid: string; consumed: string }>`
      select (select sum(amount) from payment where pay_state = 'paid' and paid_at = ${today}::date)::numeric(14,2) as paid,
        (select sum(case type when 'consume' then amount else -amount end) from budget_ledger where type in ('consume', 'refund') and (at at time zone 'Asia/Shanghai')::date = ${today}::date)::numeric(14,2) as consumed`.execute(
      app.database.db,
    )
    expect({ paid: data.paid, consumed: data.consumed }).toEqual(lists.rows[0])
    expect(data.accounts.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(Number(data.paid), 2)
    expect(data.differences.reduce((sum, { difference }) => sum + Number(difference), 0)).toBeCloseTo(
      Number(data.difference),
      2,
    )
    expect(data.isBalanced).toBe(true)
    expect(data.differences.some(({ reason }) => reason === 'waiting')).toBe(true)
  })

  it('FIN-96 a day is signed as it was seen, each difference without a reason explained; changed figures want another name', async () => {
    const { he, you, pan, app } = office()
    const read = async (person = he) =>
      (await person.get<ReconciledDay>('/api/finance/reconciliation/', { query: { day: today } })).data
    const { paid: out, consumed } = await read()
    const sign = (person: Client, more: object = {}) =>
      person.post('/api/finance/reconciliation/sign/', { day: today, paid: out, consumed, ...more })
    expect((await sign(pan)).code).toBe(4003)
    expect(await sign(he, { paid: '0.01' })).toMatchObject({ code: 4001, errKey: 'finance.figuresChanged' })
    expect((await sign(he, { day: '2026-03-12', paid: '0.00', consumed: '0.00' })).code).toBe(4000)
    expect((await sign(he, { note: '已与银行回单核对' })).code).toBe(2000)
    expect(await sign(he)).toMatchObject({ code: 4001, errKey: 'finance.signedAlready' })
    expect((await sign(you)).code).toBe(2000)
    expect(await read()).toMatchObject({
      isMine: true,
      signatures: [{ isCurrent: true }, { isCurrent: true, note: '已与银行回单核对' }],
    })
    const days = await he.get<readonly DayOfMonth[]>('/api/finance/reconciliation/days/', {
      query: { month: '2026-03' },
    })
    expect(days.data.find(({ day }) => day === today)).toEqual({ day: today, paid: out, consumed, signed: 2 })
    await expect(sql`update reconciliation set note = ''`.execute(app.database.db)).rejects.toThrow('append-only')

    const more = await approved('36.00')
    expect(await read()).toMatchObject({ isMine: false, signatures: [{ isCurrent: false }, { isCurrent: false }] })
    // Money nobody asked for: the day is signed with a word about it, or not at all.
    await sql`update payment set amount = 36.50 where id = ${more.payment}`.execute(app.database.db)
    await mark(paid(more.payment, 'PZ-2026-2007'))
    const odd = await read()
    expect(odd.isBalanced).toBe(false)
    const again = { paid: odd.paid, consumed: odd.consumed }
    expect(await sign(he, again)).toMatchObject({ code: 4001, errKey: 'finance.unexplained' })
    const explanations = [{ ticketId: more.ticket, text: '多付五角，已通知退回' }]
    expect((await sign(he, { ...again, explanations })).code).toBe(2000)
    expect((await read()).signatures[0]).toMatchObject({ isCurrent: true, explanations })
    await sql`update payment set amount = 36.00 where id = ${more.payment}`.execute(app.database.db)
  })

  it('EFF-CLAIM a paid claim is voided only when its money came back, with receipt and voucher, and both stay in the books', async () => {
    const { he, you, app } = office()
    const qin = await app.as('qin17')
    const { ticket, payment } = await approved('37.00')
    const recover = async (more: object = {}) =>
      he.post('/api/finance/recovery/', {
        paymentId: payment,
        voucherNo: 'PZ-2026-2009',
        recoveredAt: today,
        receipt: [await uploadPdf(app, he)],
        reason: '重复报销，款项已退回',
        ...more,
      })
    expect(await recover()).toMatchObject({ code: 4001, errKey: 'finance.notPaid' })
    await mark(paid(payment, 'PZ-2026-2008'))
    const voided = () => act(qin, ticket, 'void', { comment: '与上月报销重复，经核实予以作废' })
    expect(await voided()).toMatchObject({ code: 4001, errKey: 'finance.alreadyPaid' })
    expect((await you.post('/api/finance/recovery/', {})).code).toBe(4003)
    expect((await recover({ receipt: [] })).errors).toHaveProperty('receipt')
    expect(await recover({ voucherNo: 'PZ-2026-2008' })).toMatchObject({ code: 4001, errKey: 'finance.voucherUsed' })
    expect(await recover({ recoveredAt: '2026-03-10' })).toMatchObject({ errKey: 'finance.recoveredEarly' })
    expect((await recover()).code).toBe(2000)
    expect(await recover({ voucherNo: 'PZ-2026-2010' })).toMatchObject({ code: 4001, errKey: 'finance.recovered' })
    const due = async () =>
      (await he.get<Reconciliation>('/api/finance/reconciliation/', { query: { day: today } })).data.differences.filter(
        ({ ticketId }) => ticketId === ticket,
      )
    expect(await due()).toMatchObject([{ paid: '0.00', consumed: '37.00', reason: 'recovered' }])
    expect((await voided()).data.status).toBe('voided')
    // Paid and back on one day, consumed and refunded on it: nothing is left to explain.
    expect(await due()).toEqual([])
    const { rows } = await sql<{ type: string; note: string }>`
      select type, note from budget_ledger where ticket_id = ${ticket} order by id`.execute(app.database.db)
    expect(rows.map(({ type }) => type)).toEqual(['freeze', 'unfreeze', 'consume', 'refund'])
    expect(rows.at(-1)?.note).toContain('PZ-2026-2009')
    const { rows: books } = await sql`select state from voucher where payment_id = ${payment}`.execute(app.database.db)
    expect(books).toEqual([{ state: 'final' }])
  })
}
