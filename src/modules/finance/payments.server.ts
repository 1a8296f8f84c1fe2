import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { Base, Effect, EffectContext } from '#src/define/server.ts'

/** Who gets how much. */
export interface Payee {
  readonly type: string
  readonly name: string
  readonly bank: string | null
  /** Sealed. */
  readonly account: string | null
  readonly amount: string
}

/** FS-PAYEE: the one payee a form names. */
export const payeeOf = ({ ticket }: EffectContext): Payee => ({
  type: String(ticket.formData.payeeType),
  name: String(ticket.formData.payeeName),
  bank: (ticket.formData.bankName as string | undefined) ?? null,
  account: (ticket.formData.bankAccount as string | undefined) ?? null,
  amount: ticket.amount ?? '0.00',
})

/** `FK{yyyyMMdd}{4}`, so many at once. */
async function nextPaymentNos(base: Base, count: number): Promise<readonly string[]> {
  const day = base.clock.today()
  const { rows } = await sql<{ last: number }>`insert into payment_number (day, last) values (${day}, ${count})
    on conflict (day) do update set last = payment_number.last + ${count} returning last`.execute(base.db)
  const last = rows[0]?.last ?? count
  return Array.from(
    { length: count },
    (_, index) => `FK${day.replaceAll('-', '')}${String(last - count + 1 + index).padStart(4, '0')}`,
  )
}

async function setClaim({ base, ticket }: EffectContext, payState: string): Promise<void> {
  const now = base.clock.now()
  await sql`update expense_claim set pay_state = ${payState}, paid_at = ${payState === 'paid' ? now : null}, updated_at = ${now}, version = version + 1
    where ticket_id = ${ticket.id}`.execute(base.db)
  base.changed('expenseClaim', null)
}

/** Unpaid payments wait for the cashier. */
export async function createPayments(context: EffectContext, payees: readonly Payee[]): Promise<void> {
  const { base, ticket } = context
  const now = base.clock.now()
  const nos = await nextPaymentNos(base, payees.length)
  const rows = payees.map((payee, index) => ({ ...payee, no: nos[index], place: index }))
  await sql`
    insert into payment (no, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, pay_state, approved_at, created_at, updated_at)
    select p.no, claim.id, claim.ticket_id, claim.dept_id, p.type, p.name, p.bank, p.account, p.amount, 'unpaid', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(no text, type text, name text, bank text, account text, amount numeric, place int)
    join expense_claim claim on claim.ticket_id = ${ticket.id} order by p.place`.execute(base.db)
  await setClaim(context, 'unpaid')
  base.changed('payment', null)
}

async function voucherIsFree(base: Base, voucherNo: string, paidAt: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from payment where pay_state = 'paid' and (voucher_no = ${voucherNo} or voucher_no like ${`${voucherNo.replace(/[%_\\]/g, '\\$&')}/%`})
      and extract(year from paid_at) = extract(year from ${paidAt}::date) limit 1`.execute(base.db)
  return rows.length === 0
}

/** onHandle(cashierPay): paid with a voucher, or failed with a reason while the task stays open. FIN-91: not before the approval, one voucher number a year; the payments of one claim are its numbered parts. */
const pay: Effect = async (context) => {
  const { base, ticket, actorId } = context
  const form = ticket.formData
  const now = base.clock.now()
  const { rows } = await sql<{
    id: number
    approvedDay: string
  }>`select id, (approved_at at time zone 'Asia/Shanghai')::date as approved_day
    from payment where ticket_id = ${ticket.id} and pay_state in ('unpaid', 'failed') order by id for update`.execute(
    base.db,
  )
  const first = rows[0]
  if (!first) throw new RuleError('wf.stateChanged')
  const ids = rows.map((row) => row.id)
  if (form.payResult === 'failed') {
    await sql`update payment set pay_state = 'failed', fail_reason = ${String(form.failReason)}, updated_at = ${now}, version = version + 1 where id = any(${ids})`.execute(
      base.db,
    )
    await setClaim(context, 'failed')
  } else {
    const paidAt = String(form.paidAt)
    const voucherNo = String(form.voucherNo)
    if (paidAt < first.approvedDay) throw new RuleError('finance.paidBeforeApproval', first.approvedDay)
    if (!(await voucherIsFree(base, voucherNo, paidAt))) throw new RuleError('finance.voucherUsed', voucherNo)
    const parts = ids.map((id, index) => ({ id, voucher: ids.length === 1 ? voucherNo : `${voucherNo}/${index + 1}` }))
    await sql`update payment set pay_state = 'paid', voucher_no = part.voucher, account = ${String(form.account)}, paid_at = ${paidAt}, paid_by = ${actorId},
      fail_reason = null, updated_at = ${now}, version = version + 1
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part(id bigint, voucher text) where payment.id = part.id`.execute(
      base.db,
    )
    await setClaim(context, 'paid')
  }
  for (const id of ids.length === 1 ? ids : [null]) base.changed('payment', id)
}

/** onVoidApproved: what has not been paid will not be; paid money cannot be voided here (the recovery receipt belongs to the finance ledger). */
export async function voidPayments(context: EffectContext): Promise<void> {
  const { base, ticket } = context
  const { rows } = await sql<{ id: number; payState: string }>`
    select id, pay_state from payment where ticket_id = ${ticket.id} and pay_state <> 'voided' order by id for update`.execute(
    base.db,
  )
  if (rows.length === 0) throw new RuleError('wf.stateChanged')
  if (rows.some((row) => row.payState === 'paid')) throw new RuleError('finance.alreadyPaid')
  await sql`update payment set pay_state = 'voided', updated_at = ${base.clock.now()}, version = version + 1 where id = any(${rows.map((row) => row.id)})`.execute(
    base.db,
  )
  await setClaim(context, 'voided')
  base.changed('payment', null)
}

export const paymentEffects = { 'claim.pay': pay } as const
