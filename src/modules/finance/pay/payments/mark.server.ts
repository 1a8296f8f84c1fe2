import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { paymentFields } from '#src/define/claims/claim.ts'
import { momentText } from '#src/define/days.ts'
import { notFound, type Problem, Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RouteRequest, UnitOfWork } from '#src/define/server.ts'
import { type TicketActor, ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { assertNotAuditor } from '#src/modules/finance/claim-form.server.ts'
import { setFailed, setPaid, settleClaim } from '#src/modules/finance/payments.server.ts'
import { finishBatch } from '../batches/batch.server.ts'
import { assertCashier, paymentsInReach } from '../reach.server.ts'
import type { Markable, MarkResult } from './markable.ts'

/** One line of the cashier's list: the payment, and what the handling of a claim asks for. */
export type Mark = { readonly id: number } & Readonly<Record<string, unknown>>

interface Waiting {
  readonly id: number
  readonly no: string
  readonly ticketId: number
  readonly payState: string
  readonly batchId: number | null
  readonly batchState: string | null
  readonly isHandling: boolean
  readonly others: number
}

async function lockPayment(unit: UnitOfWork, doer: TicketActor, id: number): Promise<Waiting> {
  // The ticket before its payments, as its own buttons lock them.
  const { rows: tickets } = await sql<{ ticketId: number }>`
    select ticket_id from payment where id = ${id} and deleted_at is null and ${paymentsInReach(doer.access, 'finance:Pay')}`.execute(
    unit.db,
  )
  const ticketId = tickets[0]?.ticketId
  if (ticketId === undefined) throw notFound()
  await unit.service(ticketActions).lock(ticketId)
  await sql`select id from payment where ticket_id = ${ticketId} order by id for update`.execute(unit.db)
  const { rows } = await sql<Waiting>`
    select payment.id, payment.no, payment.ticket_id, payment.pay_state, payment.batch_id, batch.state as batch_state, ticket.status = 'handling' as is_handling,
      (select count(*)::int from payment other where other.ticket_id = payment.ticket_id and other.id <> payment.id and other.pay_state in ('unpaid', 'paying', 'failed')) as others
    from payment join shared_ticket ticket on ticket.id = payment.ticket_id left join payment_batch batch on batch.id = payment.batch_id
    where payment.id = ${id}`.execute(unit.db)
  const found = rows[0]
  if (!found) throw notFound()
  return found
}

/** The values of the mark, checked as the ticket's own form checks them. */
function valuesOf(unit: UnitOfWork, { id: _id, ...mark }: Mark): FormData {
  const given = { today: unit.clock.today(), now: momentText(unit.clock.now()) }
  const { values, problems } = checkForm(paymentFields, mark, given)
  if (values.payResult === null || values.payResult === undefined)
    throw new ValidationError({ payResult: [{ key: 'check.required' }] })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return values
}

async function markOne(unit: UnitOfWork, doer: TicketActor, mark: Mark): Promise<void> {
  const values = valuesOf(unit, mark)
  const payment = await lockPayment(unit, doer, mark.id)
  if (!['unpaid', 'failed', 'paying'].includes(payment.payState)) throw new RuleError('finance.notWaiting', payment.no)
  if (payment.payState === 'paying' && payment.batchState !== 'submitted')
    throw new RuleError('finance.notAtBank', payment.no)
  await assertNotAuditor(unit, payment.ticketId, doer.access.userId)
  const isLast = payment.others === 0
  if (isLast && payment.isHandling) {
    // The ticket's own handling does it, so that its log and its state say so too.
    await sql`update payment set pay_state = 'unpaid' where id = ${payment.id} and pay_state = 'paying'`.execute(
      unit.db,
    )
    await unit.service(ticketActions).handle(payment.ticketId, doer, values)
  } else {
    if (values.payResult === 'paid')
      await setPaid(
        unit,
        [payment.id],
        { voucherNo: String(values.voucherNo), paidAt: String(values.paidAt), account: String(values.account) },
        doer.access.userId,
      )
    else await setFailed(unit, [payment.id], String(values.failReason))
    await settleClaim(unit, payment.ticketId)
  }
  if (payment.batchId !== null) await finishBatch(unit, payment.batchId)
}

const problemOf = (error: RuleError | Refusal | ValidationError): Problem =>
  error instanceof ValidationError
    ? (Object.values(error.problems)[0]?.[0] ?? { key: 'check.required' })
    : error.problem

/** FIN-92: each payment in a transaction of its own; one that is refused is reported and stops none of the others. */
export async function markPayments(
  {
    access,
    language,
    caller,
    writeApart,
  }: Pick<RouteRequest<unknown, unknown, unknown>, 'access' | 'language' | 'caller' | 'writeApart'>,
  marks: readonly Mark[],
): Promise<readonly MarkResult[]> {
  assertCashier(access)
  const doer = { access, language, caller }
  const results: MarkResult[] = []
  for (const mark of marks) {
    try {
      await writeApart((unit) => markOne(unit, doer, mark))
      results.push({ id: mark.id, ok: true, problem: null })
    } catch (error) {
      if (!(error instanceof RuleError || error instanceof Refusal || error instanceof ValidationError)) throw error
      results.push({ id: mark.id, ok: false, problem: problemOf(error) })
    }
  }
  return results
}

/** Payments that wait for their result: some of them, or those of a batch. */
export async function markable(
  unit: UnitOfWork,
  access: Access,
  { ids, batchId }: { readonly ids?: readonly number[] | undefined; readonly batchId?: number | undefined },
): Promise<readonly Markable[]> {
  const which =
    batchId === undefined
      ? sql<SqlBool>`payment.id = any(${[...(ids ?? [])]}::bigint[]) and payment.pay_state in ('unpaid', 'failed')`
      : sql<SqlBool>`payment.batch_id = ${batchId} and payment.pay_state = 'paying'`
  const { rows } = await sql<Markable>`
    select payment.id, payment.no, payment.payee_name, payment.amount from payment
    where ${which} and payment.deleted_at is null and ${paymentsInReach(access, 'finance:Pay')} order by payment.approved_at, payment.id`.execute(
    unit.db,
  )
  return rows
}
