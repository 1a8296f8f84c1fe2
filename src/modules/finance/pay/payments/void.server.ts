import { sql } from 'kysely'
import { dayOf } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { nextPaymentNos, settleClaim } from '#src/modules/finance/payments.server.ts'
import { shrinkBatch } from '../batches/batch.server.ts'
import { assertCashier } from '../reach.server.ts'
import { draftVouchers, voidVouchers } from '../voucher.server.ts'

interface Voidable {
  readonly ticketId: number
  readonly no: string
  readonly payState: string
  readonly batchId: number | null
  readonly batchState: string | null
  readonly since: Date | null
  readonly isRecovered: boolean
}

/** FIN-95: a payment made out wrongly is voided on the day it was made out and before the bank has it. The claim still has to be paid: a new payment takes its place. */
async function voidPayment(unit: UnitOfWork, id: number, reason: string): Promise<void> {
  const { rows } = await sql<Voidable>`
    select payment.ticket_id, payment.no, payment.pay_state, payment.batch_id, batch.state as batch_state, coalesce(payment.marked_at, payment.batched_at) as since,
      exists (select from payment_recovery back where back.payment_id = payment.id) as is_recovered
    from payment left join payment_batch batch on batch.id = payment.batch_id where payment.id = ${id} for update of payment`.execute(
    unit.db,
  )
  const payment = rows[0]
  if (!payment || (payment.payState !== 'paying' && payment.payState !== 'paid'))
    throw new RuleError('record.stateInvalid')
  if (payment.isRecovered) throw new RuleError('finance.recovered', payment.no)
  if (payment.batchState === 'submitted' || payment.batchState === 'done')
    throw new RuleError('finance.atBank', payment.no)
  if (payment.since === null || dayOf(payment.since) !== unit.clock.today())
    throw new RuleError('finance.voidedLate', payment.no)
  const now = unit.clock.now()
  await sql`update payment set pay_state = 'voided', void_reason = ${reason}, updated_at = ${now}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  const [no] = await nextPaymentNos(unit, 1)
  const created = await sql<{ id: number }>`
    insert into payment (no, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, pay_state, approved_at, replaces_id, created_at, updated_at)
    select ${no ?? ''}::text, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, 'unpaid', approved_at, id, ${now}::timestamptz, ${now}::timestamptz
    from payment where id = ${id} returning id`.execute(unit.db)
  await voidVouchers(unit, [id])
  await draftVouchers(
    unit,
    created.rows.map((row) => row.id),
  )
  if (payment.batchId !== null) await shrinkBatch(unit, payment.batchId)
  await settleClaim(unit, payment.ticketId)
  unit.changed('payment', null)
}

/** What the cashier does with one payment. */
export const paymentRecord: RecordServer = {
  computed: {
    kind: '(select claim.kind from expense_claim claim where claim.id = r.claim_id)',
    applicantId: '(select claim.applicant_id from expense_claim claim where claim.id = r.claim_id)',
    recoveredAt: '(select back.recovered_at from payment_recovery back where back.payment_id = r.id)',
  },
  actions: {
    /** FIN-94: answered to the cashier alone; the call stands in the operation log and in the row's history. */
    async reveal(row, _values, _base, access) {
      assertCashier(access)
      return { bankAccount: row.bankAccount }
    },
    async void(row, values, unit, access) {
      assertCashier(access)
      await voidPayment(unit, row.id, String(values.voidReason))
    },
  },
}
