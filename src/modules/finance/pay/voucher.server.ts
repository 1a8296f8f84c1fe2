import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** The entry each payment will make: what was spent against what it is paid from; its words are the ticket's title. */
export async function draftVouchers(unit: UnitOfWork, paymentIds: readonly number[]): Promise<void> {
  const now = unit.clock.now()
  await sql`insert into voucher (payment_id, ticket_id, dept_id, summary, debit_subject, amount, state, created_at, updated_at)
    select payment.id, payment.ticket_id, payment.dept_id, left(ticket.title, 100), claim.subject_code, payment.amount, 'draft', ${now}::timestamptz, ${now}::timestamptz
    from payment join expense_claim claim on claim.id = payment.claim_id join shared_ticket ticket on ticket.id = payment.ticket_id
    where payment.id = any(${paymentIds as number[]}::bigint[]) order by payment.id`.execute(unit.db)
  unit.changed('voucher', null)
}

/** The money went out: number, day and account are the payment's. */
export async function finishVouchers(unit: UnitOfWork, paymentIds: readonly number[]): Promise<void> {
  await sql`update voucher set state = 'final', credit_account = payment.account, voucher_no = payment.voucher_no, voucher_date = payment.paid_at,
    updated_at = ${unit.clock.now()}, version = voucher.version + 1
    from payment where payment.id = voucher.payment_id and payment.id = any(${paymentIds as number[]}::bigint[])`.execute(
    unit.db,
  )
  unit.changed('voucher', null)
}

/** The payment is void, and so is its entry. */
export async function voidVouchers(unit: UnitOfWork, paymentIds: readonly number[]): Promise<void> {
  await sql`update voucher set state = 'voided', updated_at = ${unit.clock.now()}, version = version + 1
    where payment_id = any(${paymentIds as number[]}::bigint[])`.execute(unit.db)
  unit.changed('voucher', null)
}
