import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import { draftVouchers, finishVouchers, voidVouchers } from './pay/voucher.server.ts'

/** Who gets how much. */
export interface Payee {
  readonly type: string
  readonly name: string
  readonly bank: string | null
  /** Sealed. */
  readonly account: string | null
  readonly amount: string
}

/** The accounts people named to be paid on (10.3), sealed, by person; who named none is not in it. */
export async function ownAccounts(
  unit: UnitOfWork,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<Payee, 'bank' | 'account'>>> {
  const { rows } = await sql<{ id: number; bank: string; account: string }>`
    select id, bank_name as bank, bank_account as account from shared_app_user_personal where id = any(${[...userIds]}::bigint[]) and bank_account <> ''`.execute(
    unit.db,
  )
  return new Map(rows.map(({ id, bank, account }) => [id, { bank, account }]))
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
export async function nextPaymentNos(unit: UnitOfWork, count: number): Promise<readonly string[]> {
  const day = unit.clock.today()
  const { rows } = await sql<{ last: number }>`insert into payment_number (day, last) values (${day}, ${count})
    on conflict (day) do update set last = payment_number.last + ${count} returning last`.execute(unit.db)
  const last = rows[0]?.last ?? count
  return Array.from(
    { length: count },
    (_, index) => `FK${day.replaceAll('-', '')}${String(last - count + 1 + index).padStart(4, '0')}`,
  )
}

/** The claim says what its payments are: what came back first, then what is on its way, then what waits. */
export async function settleClaim(unit: UnitOfWork, ticketId: number): Promise<void> {
  const now = unit.clock.now()
  await sql`
    with state as (select case when bool_or(pay_state = 'failed') then 'failed' when bool_or(pay_state = 'paying') then 'paying'
        when bool_or(pay_state = 'unpaid') then 'unpaid' when bool_or(pay_state = 'paid') then 'paid' else 'voided' end as pay_state
      from payment where ticket_id = ${ticketId})
    update expense_claim set pay_state = state.pay_state, paid_at = case when state.pay_state = 'paid' then ${now}::timestamptz end, updated_at = ${now},
      version = version + 1 from state where ticket_id = ${ticketId}`.execute(unit.db)
  unit.changed('expenseClaim', null)
}

/** Unpaid payments wait for the cashier, each with the draft of its voucher. */
export async function createPayments(context: EffectContext, payees: readonly Payee[]): Promise<void> {
  const { unit, ticket } = context
  const now = unit.clock.now()
  const nos = await nextPaymentNos(unit, payees.length)
  const rows = payees.map((payee, index) => ({ ...payee, no: nos[index], place: index }))
  const created = await sql<{ id: number }>`
    insert into payment (no, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, pay_state, approved_at, created_at, updated_at)
    select p.no, claim.id, claim.ticket_id, claim.dept_id, p.type, p.name, p.bank, p.account, p.amount, 'unpaid', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(no text, type text, name text, bank text, account text, amount numeric, place int)
    join expense_claim claim on claim.ticket_id = ${ticket.id} order by p.place returning id`.execute(unit.db)
  await draftVouchers(
    unit,
    created.rows.map((row) => row.id),
  )
  await settleClaim(unit, ticket.id)
  unit.changed('payment', null)
}

/** FIN-91: nothing of the year carries this number, neither a payment nor money that came back. */
export async function voucherIsFree(unit: UnitOfWork, voucherNo: string, day: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from payment where (pay_state = 'paid' or exists (select from payment_recovery back where back.payment_id = payment.id))
        and (voucher_no = ${voucherNo} or voucher_no like ${`${voucherNo.replace(/[%_\\]/g, '\\$&')}/%`}) and extract(year from paid_at) = extract(year from ${day}::date)
      union all select 1 from payment_recovery where voucher_no = ${voucherNo} and extract(year from recovered_at) = extract(year from ${day}::date) limit 1`.execute(
      unit.db,
    )
  return rows.length === 0
}

/** What the cashier says of money that went out. */
export interface PayoutEntry {
  readonly voucherNo: string
  /** `yyyy-MM-dd` in Asia/Shanghai. */
  readonly paidAt: string
  readonly account: string
}

/** FIN-91: not before the approval and not after today, one voucher number a year; several payments of one claim are its numbered parts. The payments are locked by the caller. */
export async function setPaid(
  unit: UnitOfWork,
  ids: readonly number[],
  paid: PayoutEntry,
  by: number | null,
): Promise<void> {
  const { voucherNo, paidAt, account } = paid
  const now = unit.clock.now()
  const { rows } = await sql<{ day: string | null }>`
    select max((approved_at at time zone 'Asia/Shanghai')::date) as day from payment where id = any(${ids as number[]}::bigint[])`.execute(
    unit.db,
  )
  const approved = rows[0]?.day ?? ''
  if (paidAt < approved) throw new RuleError('finance.paidBeforeApproval', approved).at('paidAt')
  if (paidAt > unit.clock.today()) throw new RuleError('finance.paidLater').at('paidAt')
  if (!(await voucherIsFree(unit, voucherNo, paidAt)))
    throw new RuleError('finance.voucherUsed', voucherNo).at('voucherNo')
  const parts = ids.map((id, index) => ({ id, voucher: ids.length === 1 ? voucherNo : `${voucherNo}/${index + 1}` }))
  await sql`update payment set pay_state = 'paid', voucher_no = part.voucher, account = ${account}, paid_at = ${paidAt}, paid_by = ${by},
    fail_reason = null, marked_at = ${now}, updated_at = ${now}, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part(id bigint, voucher text) where payment.id = part.id`.execute(
    unit.db,
  )
  await finishVouchers(unit, ids)
  for (const id of ids) unit.changed('payment', id)
}

/** Money that came back; the applicant is told and may correct the payee (FIN-93). */
export async function setFailed(unit: UnitOfWork, ids: readonly number[], reason: string): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ no: string; applicantId: number }>`
    update payment set pay_state = 'failed', fail_reason = ${reason}, marked_at = ${now}, updated_at = ${now}, version = payment.version + 1
    from expense_claim claim where claim.id = payment.claim_id and payment.id = any(${ids as number[]}::bigint[])
    returning payment.no, claim.applicant_id`.execute(unit.db)
  for (const { no, applicantId } of rows)
    unit.notify({
      to: [applicantId],
      contentType: 'REMIND',
      title: { key: 'finance.notice.failed', params: [no] },
      link: '/personal-center?tab=payments',
    })
  for (const id of ids) unit.changed('payment', id)
}

/** onHandle(cashierPay): paid with a voucher, or failed with a reason while the task stays open. What was marked payment by payment is paid already. */
const pay: EffectRun = async ({ unit, ticket, actorId }) => {
  const form = ticket.formData
  const { rows } = await sql<{ id: number; no: string; payState: string }>`
    select id, no, pay_state from payment where ticket_id = ${ticket.id} and pay_state <> 'voided' order by id for update`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new RuleError('wf.stateChanged')
  const paying = rows.find((row) => row.payState === 'paying')
  if (paying) throw new RuleError('finance.inBatch', paying.no)
  const ids = rows.filter((row) => row.payState !== 'paid').map((row) => row.id)
  if (form.payResult === 'failed') await setFailed(unit, ids, String(form.failReason))
  else if (ids.length > 0)
    await setPaid(
      unit,
      ids,
      { voucherNo: String(form.voucherNo), paidAt: String(form.paidAt), account: String(form.account) },
      actorId,
    )
  await settleClaim(unit, ticket.id)
}

/** onVoidApproved: what has not been paid will not be; paid money must have come back with its receipt and voucher. Answers what the refund's entry says: the ticket, and the vouchers of the money that came back. */
export async function voidPayments(context: EffectContext): Promise<{ readonly note: string }> {
  const { unit, ticket } = context
  const { rows } = await sql<{ id: number; no: string; payState: string; recoveredBy: string | null }>`
    select id, no, pay_state, (select voucher_no from payment_recovery back where back.payment_id = payment.id) as recovered_by
    from payment where ticket_id = ${ticket.id} and pay_state <> 'voided' order by id for update`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('wf.stateChanged')
  const paid = rows.find((row) => row.payState === 'paid' && row.recoveredBy === null)
  if (paid) throw new RuleError('finance.alreadyPaid', paid.no)
  const paying = rows.find((row) => row.payState === 'paying')
  if (paying) throw new RuleError('finance.inBatch', paying.no)
  const ids = rows.map((row) => row.id)
  await sql`update payment set pay_state = 'voided', updated_at = ${unit.clock.now()}, version = version + 1 where id = any(${ids}::bigint[])`.execute(
    unit.db,
  )
  // What went out and came back stays in the books.
  await voidVouchers(
    unit,
    rows.filter((row) => row.recoveredBy === null).map((row) => row.id),
  )
  await settleClaim(unit, ticket.id)
  unit.changed('payment', null)
  return { note: [ticket.no, ...rows.flatMap(({ recoveredBy }) => recoveredBy ?? [])].join(' ').slice(0, 500) }
}

export const paymentEffects = { 'claim.pay': effect([], pay) } as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    payments: keyof typeof paymentEffects
  }
}
