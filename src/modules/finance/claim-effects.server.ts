import { sql } from 'kysely'
import { budgetLedger } from '#src/define/ledgers.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Base, Effect, EffectContext } from '#src/define/server.ts'
import { compareMoney, subtractMoney } from '#src/fields/money/cents.ts'
import { invoicesOf } from './claim-form.server.ts'

interface Claim {
  readonly lineId: number
  readonly amount: string
}

function claimOf({ ticket }: EffectContext): Claim {
  const lineId = ticket.formData.budgetLineId
  if (typeof lineId !== 'number' || ticket.amount === null) throw new RuleError('budget.lineUnknown')
  return { lineId, amount: ticket.amount }
}

const source = ({ ticket }: EffectContext, effectKey: string, note = '') => ({
  ticketId: ticket.id,
  effectKey,
  note: note || ticket.no,
})

/** INV-06: the unique index refuses the second use; the rule names the ticket that has it. */
async function registerInvoices({ base, ticket }: EffectContext): Promise<void> {
  const rows = invoicesOf(ticket.formData).map((row) => ({
    invoice_type: row.invoiceType,
    invoice_no: row.invoiceNo,
    invoice_code: row.invoiceCode ?? '',
    invoice_date: row.invoiceDate,
    seller_name: row.sellerName,
    amount: row.amount,
    tax_amount: row.taxAmount ?? null,
    file_id: Array.isArray(row.fileId) ? row.fileId[0] : null,
  }))
  const list = JSON.stringify(rows)
  const taken = await sql<{ invoiceNo: string }>`
    insert into invoice (ticket_id, dept_id, applicant_id, invoice_type, invoice_no, invoice_code, invoice_date, seller_name, amount, tax_amount, file_id, state, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, ${ticket.deptId}::bigint, ${ticket.applicantId}::bigint, i.invoice_type, i.invoice_no, i.invoice_code, i.invoice_date, i.seller_name, i.amount, i.tax_amount, i.file_id,
      'used', ${base.clock.now()}::timestamptz, ${ticket.applicantId}::bigint, ${base.clock.now()}::timestamptz
    from jsonb_to_recordset(${list}::jsonb) as i(invoice_type text, invoice_no text, invoice_code text, invoice_date date, seller_name text, amount numeric, tax_amount numeric, file_id bigint)
    on conflict (invoice_code, invoice_no) where state = 'used' do nothing returning invoice_no`.execute(base.db)
  if (taken.rows.length < rows.length) {
    const used = await sql<{ invoiceNo: string; ticketNo: string }>`
      select invoice.invoice_no, ticket.no as ticket_no from jsonb_to_recordset(${list}::jsonb) as i(invoice_no text, invoice_code text)
      join invoice on invoice.invoice_no = i.invoice_no and invoice.invoice_code = i.invoice_code and invoice.state = 'used' and invoice.ticket_id <> ${ticket.id}
      join ticket on ticket.id = invoice.ticket_id limit 1`.execute(base.db)
    throw new RuleError('invoice.duplicate', used.rows[0]?.invoiceNo ?? '', used.rows[0]?.ticketNo ?? ticket.no)
  }
  base.changed('invoice', null)
}

async function saveClaim({ base, ticket }: EffectContext, claim: Claim): Promise<void> {
  const now = base.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into expense_claim (ticket_id, kind, applicant_id, dept_id, budget_line_id, subject_code, amount, invoice_count, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, 'one', ${ticket.applicantId}::bigint, ${ticket.deptId}::bigint, id, subject_code, ${claim.amount}::numeric, ${invoicesOf(ticket.formData).length}::int,
      ${now}::timestamptz, ${ticket.applicantId}::bigint, ${now}::timestamptz from budget_line where id = ${claim.lineId}
    on conflict (ticket_id) do update set budget_line_id = excluded.budget_line_id, subject_code = excluded.subject_code, amount = excluded.amount,
      invoice_count = excluded.invoice_count, updated_at = excluded.updated_at, version = expense_claim.version + 1
    returning id`.execute(base.db)
  base.changed('expenseClaim', rows[0]?.id ?? null)
}

/** onSubmit: the money is held and the invoices are taken, or nothing is. */
const freeze: Effect = async (context) => {
  const claim = claimOf(context)
  await context.base.ledger(budgetLedger).freeze(claim.lineId, claim.amount, source(context, 'claim.freeze'))
  await saveClaim(context, claim)
  await registerInvoices(context)
}

async function releaseInvoices({ base, ticket }: EffectContext): Promise<void> {
  await sql`update invoice set state = 'released', updated_at = ${base.clock.now()}, version = version + 1 where ticket_id = ${ticket.id} and state = 'used'`.execute(
    base.db,
  )
  base.changed('invoice', null)
}

/** onReturn, onReject, onWithdraw: everything this ticket holds goes back. */
const release: Effect = async (context) => {
  const ledger = context.base.ledger(budgetLedger)
  for (const held of await ledger.frozenBy(context.ticket.id)) {
    await ledger.unfreeze(held.lineId, held.amount, source(context, 'claim.release'))
  }
  await releaseInvoices(context)
}

/** onChange: the auditor may only lower the amount; the difference is free again at once. */
const reduce: Effect = async (context) => {
  const claim = claimOf(context)
  if (context.before?.amount === claim.amount) return
  const ledger = context.base.ledger(budgetLedger)
  const held = (await ledger.frozenBy(context.ticket.id)).find((row) => row.lineId === claim.lineId)?.amount ?? '0.00'
  const order = compareMoney(claim.amount, held)
  if (order > 0) throw new RuleError('finance.onlyLess', held, claim.amount)
  if (order < 0) {
    await ledger.unfreeze(claim.lineId, subtractMoney(held, claim.amount), source(context, 'claim.reduce'))
    await saveClaim(context, claim)
  }
}

/** `FK{yyyyMMdd}{4}`. */
async function nextPaymentNo(base: Base): Promise<string> {
  const day = base.clock.today()
  const { rows } = await sql<{ last: number }>`insert into payment_number (day, last) values (${day}, 1)
    on conflict (day) do update set last = payment_number.last + 1 returning last`.execute(base.db)
  return `FK${day.replaceAll('-', '')}${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}

/** onApprove: frozen becomes used and the payment waits for the cashier. */
const consume: Effect = async (context) => {
  const claim = claimOf(context)
  const { base, ticket } = context
  const ledger = base.ledger(budgetLedger)
  await ledger.unfreeze(claim.lineId, claim.amount, source(context, 'claim.consume'))
  await ledger.consume(claim.lineId, claim.amount, source(context, 'claim.consume'))
  const now = base.clock.now()
  const form = ticket.formData
  const { rows } = await sql<{ id: number }>`
    insert into payment (no, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, pay_state, approved_at, created_at, updated_at)
    select ${await nextPaymentNo(base)}::text, id, ticket_id, dept_id, ${String(form.payeeType)}::text, ${String(form.payeeName)}::text, ${(form.bankName as string | undefined) ?? null}::text,
      ${(form.bankAccount as string | undefined) ?? null}::text, ${claim.amount}::numeric, 'unpaid', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from expense_claim where ticket_id = ${ticket.id} returning id`.execute(base.db)
  await sql`update expense_claim set pay_state = 'unpaid', updated_at = ${now}, version = version + 1 where ticket_id = ${ticket.id}`.execute(
    base.db,
  )
  base.changed('payment', rows[0]?.id ?? null)
  base.changed('expenseClaim', null)
}

async function voucherIsFree(base: Base, voucherNo: string, paidAt: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from payment where pay_state = 'paid' and voucher_no = ${voucherNo} and extract(year from paid_at) = extract(year from ${paidAt}::date)`.execute(
      base.db,
    )
  return rows.length === 0
}

/** onHandle(cashierPay): paid with a voucher, or failed with a reason while the task stays open. FIN-91: not before the approval, one voucher number a year. */
const pay: Effect = async (context) => {
  const { base, ticket, actorId } = context
  const form = ticket.formData
  const now = base.clock.now()
  const { rows } = await sql<{
    id: number
    approvedDay: string
  }>`select id, (approved_at at time zone 'Asia/Shanghai')::date as approved_day
    from payment where ticket_id = ${ticket.id} and pay_state in ('unpaid', 'failed') for update`.execute(base.db)
  const open = rows[0]
  if (!open) throw new RuleError('wf.stateChanged')
  if (form.payResult === 'failed') {
    await sql`update payment set pay_state = 'failed', fail_reason = ${String(form.failReason)}, updated_at = ${now}, version = version + 1 where id = ${open.id}`.execute(
      base.db,
    )
    await sql`update expense_claim set pay_state = 'failed', updated_at = ${now}, version = version + 1 where ticket_id = ${ticket.id}`.execute(
      base.db,
    )
  } else {
    const paidAt = String(form.paidAt)
    const voucherNo = String(form.voucherNo)
    if (paidAt < open.approvedDay) throw new RuleError('finance.paidBeforeApproval', open.approvedDay)
    if (!(await voucherIsFree(base, voucherNo, paidAt))) throw new RuleError('finance.voucherUsed', voucherNo)
    await sql`update payment set pay_state = 'paid', voucher_no = ${voucherNo}, account = ${String(form.account)}, paid_at = ${paidAt}, paid_by = ${actorId},
      fail_reason = null, updated_at = ${now}, version = version + 1 where id = ${open.id}`.execute(base.db)
    await sql`update expense_claim set pay_state = 'paid', paid_at = ${now}, updated_at = ${now}, version = version + 1 where ticket_id = ${ticket.id}`.execute(
      base.db,
    )
  }
  base.changed('payment', open.id)
  base.changed('expenseClaim', null)
}

/** onVoidApproved: unpaid money returns to the line; paid money cannot be voided here (the recovery receipt belongs to the finance ledger). */
const refund: Effect = async (context) => {
  const { base, ticket } = context
  const { rows } = await sql<{
    id: number
    payState: string
    amount: string
  }>`select id, pay_state, amount from payment where ticket_id = ${ticket.id} and pay_state <> 'voided' for update`.execute(
    base.db,
  )
  const open = rows[0]
  if (!open) throw new RuleError('wf.stateChanged')
  if (open.payState === 'paid') throw new RuleError('finance.alreadyPaid')
  await base.ledger(budgetLedger).refund(claimOf(context).lineId, open.amount, source(context, 'claim.refund'))
  const now = base.clock.now()
  await sql`update payment set pay_state = 'voided', updated_at = ${now}, version = version + 1 where id = ${open.id}`.execute(
    base.db,
  )
  await sql`update expense_claim set pay_state = 'voided', updated_at = ${now}, version = version + 1 where ticket_id = ${ticket.id}`.execute(
    base.db,
  )
  await releaseInvoices(context)
  base.changed('payment', open.id)
  base.changed('expenseClaim', null)
}

export const claimEffectHandlers = {
  'claim.freeze': freeze,
  'claim.release': release,
  'claim.reduce': reduce,
  'claim.consume': consume,
  'claim.pay': pay,
  'claim.refund': refund,
} as const
