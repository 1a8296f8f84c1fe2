import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { withPlaces } from '#src/define/withPlaces.ts'
import type { FormData } from '#src/fields/field.ts'
import { setPaid, settleClaim } from './payments.server.ts'

/** A claim of a past ticket, as it ended. */
export interface DemoClaim {
  readonly ticket: number
  readonly applicant: number
  readonly dept: number
  readonly line: number
  readonly amount: string
  readonly invoices: number
  readonly createdAt: Date
  updatedAt: Date
  payState: string | null
  paidAt: Date | null
}

/** What it was paid by. */
export interface DemoPayment {
  readonly day: string
  /** Counts the payments of the day. */
  readonly number: number
  readonly ticket: number
  readonly form: FormData
  readonly approvedAt: Date
  updatedAt: Date
  payState: string
  paidBy: number | null
}

/** An invoice of its form. */
export interface DemoInvoice {
  readonly ticket: number
  readonly row: FormData
  readonly createdAt: Date
  updatedAt: Date
  state: 'used' | 'released'
}

/**
 * Writes what came of past tickets as they ended: the rules that hold today would refuse some of it. `numbers` says how
 * many payments each day has.
 */
export async function writeDemoClaims(
  unit: UnitOfWork,
  {
    claims,
    payments,
    invoices,
    numbers,
  }: {
    readonly claims: readonly DemoClaim[]
    readonly payments: readonly DemoPayment[]
    readonly invoices: readonly DemoInvoice[]
    readonly numbers: ReadonlyMap<string, number>
  },
): Promise<void> {
  await writeClaims(unit, claims)
  await writePayments(unit, payments, numbers)
  await writeInvoices(unit, invoices)
}

/** Gives vouchers without a summary the title of their ticket, which past tickets have only at the end. */
export async function nameVouchers(unit: UnitOfWork): Promise<void> {
  await sql`update voucher set summary = left(ticket.title, 100) from shared_ticket ticket where ticket.id = voucher.ticket_id and voucher.summary = ''`.execute(
    unit.db,
  )
}

/** Days after which a vendor's bill of the demo was paid. */
const PAID_AFTER_DAYS = 3

/** Vendors whose bills are older than that were paid by this cashier. */
export async function payVendors(
  unit: UnitOfWork,
  { kind, code }: { readonly kind: string; readonly code: string },
  cashierId: number,
): Promise<void> {
  const last = addDays(unit.clock.today(), -PAID_AFTER_DAYS)
  const { rows } = await sql<{ id: number; ticketId: number; day: string }>`
    select p.id, p.ticket_id, (p.approved_at at time zone 'Asia/Shanghai')::date as day
    from payment p join expense_claim c on c.id = p.claim_id
    where c.kind = ${kind} and p.pay_state = 'unpaid' and (p.approved_at at time zone 'Asia/Shanghai')::date <= ${last}::date order by p.id`.execute(
    unit.db,
  )
  for (const [index, { id, ticketId, day }] of rows.entries()) {
    const voucherNo = `PZ-${code}-${String(index + 1).padStart(4, '0')}`
    await setPaid(unit, [id], { voucherNo, paidAt: addDays(day, PAID_AFTER_DAYS), account: 'zeroBalance' }, cashierId)
    await settleClaim(unit, ticketId)
  }
}

async function writeClaims(unit: UnitOfWork, claims: readonly DemoClaim[]): Promise<void> {
  await sql`
    insert into expense_claim (ticket_id, kind, applicant_id, dept_id, budget_line_id, subject_code, amount, pay_state, paid_at, invoice_count, created_at, created_by, updated_at)
    select r.ticket, 'one', r.applicant, r.dept, line.id, line.subject_code, r.amount, r."payState", r."paidAt", r.invoices, r."createdAt", r.applicant, r."updatedAt"
    from jsonb_to_recordset(${JSON.stringify(withPlaces(claims))}::jsonb) as r (ticket bigint, applicant bigint, dept bigint, line bigint, amount numeric, "payState" text,
      "paidAt" timestamptz, invoices int, "createdAt" timestamptz, "updatedAt" timestamptz, place bigint)
      join shared_budget_line line on line.id = r.line order by r.place`.execute(unit.db)
}

async function writePayments(
  unit: UnitOfWork,
  payments: readonly DemoPayment[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  // Others have counted payments of the same days already.
  const { rows: counted } = await sql<{ day: string; last: number }>`select day, last from payment_number`.execute(
    unit.db,
  )
  const before = new Map(counted.map(({ day, last }) => [day, last]))
  const rows = payments.map(({ day, number, ticket, form, approvedAt, updatedAt, payState, paidBy }) => ({
    no: `FK${day.replaceAll('-', '')}${String((before.get(day) ?? 0) + number).padStart(4, '0')}`,
    ticket,
    type: form['payeeType'],
    name: form['payeeName'],
    bank: form['bankName'] ?? null,
    account: form['bankAccount'] ?? null,
    state: payState,
    approved: approvedAt,
    voucher: payState === 'paid' ? form['voucherNo'] : null,
    from: payState === 'paid' ? form['account'] : null,
    paid: payState === 'paid' ? form['paidAt'] : null,
    by: paidBy,
    fail: payState === 'failed' ? form['failReason'] : null,
    updated: updatedAt,
  }))
  await sql`
    insert into payment (no, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, pay_state, approved_at, voucher_no, account,
      paid_at, paid_by, fail_reason, created_at, updated_at)
    select r.no, claim.id, r.ticket, claim.dept_id, r.type, r.name, r.bank, r.account, claim.amount, r.state, r.approved, r.voucher, r."from",
      r.paid, r.by, r.fail, r.approved, r.updated
    from jsonb_to_recordset(${JSON.stringify(withPlaces(rows))}::jsonb) as r (no text, ticket bigint, type text, name text, bank text, account text, state text,
      approved timestamptz, voucher text, "from" text, paid date, by bigint, fail text, updated timestamptz, place bigint)
      join expense_claim claim on claim.ticket_id = r.ticket order by r.place`.execute(unit.db)
  await sql`insert into voucher (payment_id, ticket_id, dept_id, summary, debit_subject, credit_account, amount, voucher_no, voucher_date, state, created_at, updated_at)
    select payment.id, payment.ticket_id, payment.dept_id, left(ticket.title, 100), claim.subject_code, payment.account, payment.amount, payment.voucher_no, payment.paid_at,
      case payment.pay_state when 'paid' then 'final' when 'voided' then 'voided' else 'draft' end, payment.created_at, payment.updated_at
    from payment join expense_claim claim on claim.id = payment.claim_id join shared_ticket ticket on ticket.id = payment.ticket_id where not exists (select from voucher v where v.payment_id = payment.id) order by payment.id`.execute(
    unit.db,
  )
  await sql`insert into payment_number (day, last)
    select r.day, r.last from jsonb_to_recordset(${JSON.stringify([...numbers].map(([day, last]) => ({ day, last })))}::jsonb) as r (day date, last int)
    on conflict (day) do update set last = payment_number.last + excluded.last`.execute(unit.db)
}

async function writeInvoices(unit: UnitOfWork, invoices: readonly DemoInvoice[]): Promise<void> {
  const rows = invoices.map(({ ticket, row, createdAt, updatedAt, state }) => ({
    ticket,
    type: row['invoiceType'],
    no: row['invoiceNo'],
    code: row['invoiceCode'] ?? '',
    day: row['invoiceDate'],
    seller: row['sellerName'],
    amount: row['amount'],
    tax: row['taxAmount'] ?? null,
    file: Array.isArray(row['fileId']) ? row['fileId'][0] : null,
    state,
    created: createdAt,
    updated: updatedAt,
  }))
  await sql`
    insert into invoice (ticket_id, dept_id, applicant_id, invoice_type, invoice_no, invoice_code, invoice_date, seller_name, amount, tax_amount, file_id, state,
      created_at, created_by, updated_at)
    select r.ticket, claim.dept_id, claim.applicant_id, r.type, r.no, r.code, r.day, r.seller, r.amount, r.tax, r.file, r.state, r.created, claim.applicant_id, r.updated
    from jsonb_to_recordset(${JSON.stringify(withPlaces(rows))}::jsonb) as r (ticket bigint, type text, no text, code text, day date, seller text, amount numeric,
      tax numeric, file bigint, state text, created timestamptz, updated timestamptz, place bigint)
      join expense_claim claim on claim.ticket_id = r.ticket order by r.place`.execute(unit.db)
}
