import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { voucherIsFree } from '#src/modules/finance/payments.server.ts'
import { assertCashier, paymentsInReach } from '../reach.server.ts'

interface Paid {
  readonly no: string
  readonly ticketId: number
  readonly deptId: number
  readonly amount: string
  readonly account: string | null
  readonly payState: string
  readonly paidAt: string | null
  readonly isRecovered: boolean
}

/** The cashier says that paid money is back: once for a payment, not before it was paid, under a voucher of its own (FIN-91). */
export const recoveryRecord: RecordServer = {
  async beforeCreate(values, unit, access) {
    assertCashier(access)
    const { rows } = await sql<Paid>`
      select no, ticket_id, dept_id, amount, account, pay_state, paid_at,
        exists (select from payment_recovery recovery where recovery.payment_id = payment.id) as is_recovered
      from payment where id = ${Number(values.paymentId)} and deleted_at is null and ${paymentsInReach(access, 'finance:VoidPayment')} for update`.execute(
      unit.db,
    )
    const payment = rows[0]
    if (!payment) throw notFound()
    if (payment.isRecovered) throw new RuleError('finance.recovered', payment.no)
    if (payment.payState !== 'paid' || payment.paidAt === null) throw new RuleError('finance.notPaid', payment.no)
    const recoveredAt = String(values.recoveredAt)
    if (recoveredAt < payment.paidAt) throw new RuleError('finance.recoveredEarly', payment.paidAt)
    if (!(await voucherIsFree(unit, String(values.voucherNo), recoveredAt)))
      throw new RuleError('finance.voucherUsed', String(values.voucherNo))
    unit.changed('payment', Number(values.paymentId))
    const { ticketId, deptId, amount, account } = payment
    return { ...values, ticketId, deptId, amount, account }
  },
}

/** Paid payments whose money has not come back. */
export async function recoverable(
  unit: UnitOfWork,
  access: Access,
  query: { search?: string | undefined; ids?: string | undefined },
): Promise<readonly { readonly id: number; readonly label: string }[]> {
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const ids = query.ids ? query.ids.split(',').map(Number) : null
  const { rows } = await sql<{ id: number; label: string }>`
    select payment.id, concat_ws(' · ', payment.no, payment.payee_name, to_char(payment.amount, 'FM999,999,990.00')) as label from payment
    where payment.deleted_at is null and ${paymentsInReach(access, 'finance:VoidPayment')}
      and case when ${ids}::bigint[] is null then payment.pay_state = 'paid' and not exists (select from payment_recovery recovery where recovery.payment_id = payment.id)
        else payment.id = any(${ids}::bigint[]) end
      and (${search}::text is null or payment.no ilike ${search}::text or payment.payee_name ilike ${search}::text or payment.voucher_no ilike ${search}::text)
    order by payment.paid_at desc, payment.id desc limit 50`.execute(unit.db)
  return rows
}
