/** What tests of money share: lines, figures, forms, and what must hold between commitments, ledger and lines. */
import { sql } from 'kysely'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { tinyPng, upload } from '#tests/harness/files.ts'
import { act, claimForm, invoiceNo } from '#tests/harness/tickets.ts'

interface App {
  readonly database: Pick<TestApp['database'], 'db'>
}
type Form = Readonly<Record<string, unknown>>

/** This year's line of a department, by key and subject. */
export async function lineOf({ database }: App, dept: string, subject: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select line.id from budget_line line
    join department on department.id = line.dept_id where department.key = ${dept} and line.subject_code = ${subject} and line.year = 2026`.execute(
    database.db,
  )
  if (!rows[0]) throw new Error(`no line ${dept} ${subject}`)
  return rows[0].id
}

export interface Figures {
  readonly frozen: string
  readonly used: string
}
export async function money({ database }: App, line: number): Promise<Figures> {
  const { rows } = await sql<Figures>`select frozen, used from budget_line where id = ${line}`.execute(database.db)
  if (!rows[0]) throw new Error(`no line ${line}`)
  return rows[0]
}

/** The figures after so much more was frozen and used. */
export const prepared = (before: Figures, more: { frozen?: number; used?: number }): Figures => ({
  frozen: (Number(before.frozen) + (more.frozen ?? 0)).toFixed(2),
  used: (Number(before.used) + (more.used ?? 0)).toFixed(2),
})

/** A prior approval over one item. */
export const preApprovalForm = (budgetLineId: number, amount: string, day: string, more: Form = {}): Form => ({
  reason: '举办业务培训一期',
  budgetLineId,
  category: 'other',
  planStart: day,
  planEnd: day,
  items: [{ name: '场地与资料', qty: '1.00', unit: '项', price: amount }],
  necessity: '年度计划内的业务培训，需要场地与资料',
  ...more,
})

/** One invoice over the amount. */
export const invoiceRows = (amount: string, day: string, fileId: number) => [
  {
    invoiceType: 'digital',
    invoiceNo: invoiceNo(),
    invoiceDate: day,
    sellerName: '示例供应商01',
    amount,
    fileId: [fileId],
  },
]

/** A claim against a prior approval over one line of expense. */
export function priorClaimForm(
  preApprovalId: number,
  amount: string,
  day: string,
  fileId: number,
  more: Form = {},
): Form {
  const { budgetLineId: _line, ...form } = claimForm(0, amount, day, fileId)
  return { ...form, preApprovalId, finalSettlement: true, ...more }
}

/** A payment to a vendor. */
export const vendorPaymentForm = (
  sourceId: number,
  stage: string,
  amount: string,
  day: string,
  fileId: number,
  more: Form = {},
): Form => ({
  reason: '按合同支付服务费用',
  sourceId,
  contractNo: 'HT-2026-001',
  stage,
  amount,
  ...(stage !== 'advance' && { invoices: invoiceRows(amount, day, fileId) }),
  ...(['acceptance', 'retention'].includes(stage) && { acceptanceFile: [fileId] }),
  payeeType: 'corporate',
  payeeName: '示例供应商01',
  bankName: '示例银行示范支行',
  bankAccount: '6200000000000000001',
  ...more,
})

/** INV-02 for commitments: what an effective one has left is what its ticket holds frozen; a closed one holds nothing; and what claims spent of it is what it says. */
export async function commitmentFaults({ database }: App): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select c.id, c.kind, c.state, c.amount, c.pending, c.used, c.released, held.frozen, asked.pending as asked, asked.used as spent
    from (select ticket_id, budget_line_id, sum(case state when 'effective' then amount - used - released else 0 end) as held, min(id) as id from commitment group by 1, 2) t
    join commitment c on c.id = t.id
    left join lateral (select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end), 0) as frozen
      from budget_ledger where ticket_id = c.ticket_id and line_id = c.budget_line_id) held on true
    left join lateral (select coalesce(sum(pending), 0) as pending, coalesce(sum(used), 0) as used from commitment_use where commitment_id = c.id) asked on true
    where held.frozen <> t.held or asked.pending <> c.pending or asked.used <> c.used`.execute(database.db)
  return rows
}

/** Approves with password and picture, as the last step of large amounts and of payrolls asks for. */
export async function approveSigned(app: TestApp, person: Client, id: number, more: Form = {}) {
  const picture = await upload(app, person, 'signature.png', tinyPng)
  const proof = await person.post<{ signature: string }>(`/api/workflow/ticket/${id}/sign/`, {
    password: DEMO_PASSWORD,
    fileId: picture.data.id,
  })
  return act(person, id, 'approve', { signature: proof.data.signature, ...more })
}

/** A line of a payroll: so much base pay, and a little of it kept back. */
export const payLine = (userId: number, base: string, more: Form = {}): Form => ({
  userId,
  base,
  post: '500.00',
  performance: '0.00',
  overtime: '0.00',
  otherAdd: '0.00',
  socialInsurance: '300.00',
  housingFund: '200.00',
  tax: '0.00',
  otherDeduct: '0.00',
  ...more,
})
