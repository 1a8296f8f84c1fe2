import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { settleClaim } from '#src/modules/finance/payments.server.ts'
import type { OwnPayment } from '../payments/own-payment.ts'
import { correctionFields } from './correction-fields.ts'

const MAX_CORRECTIONS = 50
const SHOWN_DIGITS = 4

/** Own payments, the latest first. */
export async function ownPayments(unit: UnitOfWork, access: Access): Promise<readonly OwnPayment[]> {
  const { rows } = await sql<Omit<OwnPayment, 'isCorrectable' | 'account'> & { bankAccount: string | null }>`
    select payment.id, payment.no, payment.ticket_id, ticket.no as ticket_no, payment.amount, payment.pay_state, payment.payee_name, payment.bank_account,
      payment.fail_reason, payment.paid_at, coalesce(last.state = 'proposed', false) as is_proposed, case when last.state = 'refused' then last.refusal end as refusal
    from expense_claim claim join payment on payment.claim_id = claim.id join shared_ticket ticket on ticket.id = payment.ticket_id
    left join lateral (select state, refusal from payee_correction where payment_id = payment.id order by id desc limit 1) last on true
    where claim.applicant_id = ${access.userId} and payment.pay_state <> 'voided' order by payment.approved_at desc, payment.id desc limit ${MAX_CORRECTIONS}`.execute(
    unit.db,
  )
  const vault = unit.service(secrets)
  return rows.map(({ bankAccount, ...row }) => ({
    ...row,
    account: bankAccount === null ? null : vault.open(bankAccount).slice(-SHOWN_DIGITS),
    isCorrectable: !row.isProposed && isCorrectable(row.payState, bankAccount),
  }))
}

/** What came back, and what nobody can transfer because it names no account. */
const isCorrectable = (payState: string, account: string | null): boolean =>
  payState === 'failed' || (payState === 'unpaid' && (account ?? '') === '')

/** FIN-93: the applicant says where the money should go. @throws 4004 for a payment of somebody else, RuleError finance.notFailed, finance.proposed. */
export async function proposePayee(
  unit: UnitOfWork,
  access: Access,
  id: number,
  body: unknown,
): Promise<{ id: number }> {
  const { rows } = await sql<{ no: string; payState: string; bankAccount: string | null; isProposed: boolean }>`
    select payment.no, payment.pay_state, payment.bank_account,
      exists (select 1 from payee_correction where payment_id = payment.id and state = 'proposed') as is_proposed
    from payment join expense_claim claim on claim.id = payment.claim_id
    where payment.id = ${id} and claim.applicant_id = ${access.userId} for update of payment`.execute(unit.db)
  const payment = rows[0]
  if (!payment) throw notFound()
  const { values, problems } = checkForm(correctionFields, body, { today: unit.clock.today(), now: '' })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  if (!isCorrectable(payment.payState, payment.bankAccount)) throw new RuleError('finance.notFailed', payment.no)
  if (payment.isProposed) throw new RuleError('finance.proposed', payment.no)
  const now = unit.clock.now()
  const saved = await sql<{ id: number }>`
    insert into payee_correction (payment_id, ticket_id, dept_id, applicant_id, payee_name, bank_name, bank_account, reason, created_at, created_by, updated_at)
    select id, ticket_id, dept_id, ${access.userId}::bigint, ${String(values.payeeName)}::text, ${String(values.bankName)}::text,
      ${unit.service(secrets).seal(String(values.bankAccount))}::text, ${String(values.reason)}::text, ${now}::timestamptz, ${access.userId}::bigint, ${now}::timestamptz
    from payment where id = ${id} returning id`.execute(unit.db)
  const { rows: auditors } = await sql<{ id: number }>`
    select distinct user_id as id from shared_role_holder where role = 'financeOfficer'`.execute(unit.db)
  unit.notify({
    to: auditors.map((person) => person.id),
    contentType: 'REMIND',
    title: { key: 'finance.notice.corrected', params: [payment.no] },
    link: '/financial?tab=corrections&state=proposed',
  })
  unit.changed('payeeCorrection', saved.rows[0]?.id ?? null)
  unit.changed('payment', id)
  return { id: saved.rows[0]?.id ?? 0 }
}

interface Proposal {
  readonly paymentId: number
  readonly ticketId: number
  readonly applicantId: number
  readonly state: string
  readonly paymentNo: string
  readonly payState: string
}

async function lockProposal(unit: UnitOfWork, access: Access, id: number): Promise<Proposal> {
  const { rows } = await sql<Proposal>`
    select correction.payment_id, correction.ticket_id, correction.applicant_id, correction.state, payment.no as payment_no, payment.pay_state
    from payee_correction correction join payment on payment.id = correction.payment_id where correction.id = ${id} for update`.execute(
    unit.db,
  )
  const proposal = rows[0]
  if (proposal?.state !== 'proposed') throw new RuleError('record.stateInvalid')
  if (proposal.applicantId === access.userId) throw new RuleError('finance.ownCorrection')
  return proposal
}

async function decide(
  unit: UnitOfWork,
  access: Access,
  id: number,
  state: string,
  refusal: FormData[string],
): Promise<void> {
  const now = unit.clock.now()
  await sql`update payee_correction set state = ${state}, refusal = ${refusal === null ? null : String(refusal)}, decided_by = ${access.userId}, decided_at = ${now},
    updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${id}`.execute(unit.db)
}

const tell = (unit: UnitOfWork, { applicantId, paymentNo }: Proposal, key: ProblemKey): void =>
  unit.notify({
    to: [applicantId],
    contentType: 'SYSTEM',
    title: { key, params: [paymentNo] },
    link: '/personal-center?tab=payments',
  })

/** FIN-93: the finance audit confirms the new payee, and the payment waits for the cashier again; nobody confirms their own. */
export const correctionRecord: RecordServer = {
  actions: {
    async confirm(row, _values, unit, access) {
      const proposal = await lockProposal(unit, access, row.id)
      if (proposal.payState !== 'failed' && proposal.payState !== 'unpaid')
        throw new RuleError('finance.notFailed', proposal.paymentNo)
      await decide(unit, access, row.id, 'confirmed', null)
      await sql`update payment set pay_state = 'unpaid', payee_name = correction.payee_name, bank_name = correction.bank_name, bank_account = correction.bank_account,
        batch_id = null, batched_at = null, marked_at = null, fail_reason = null, updated_at = ${unit.clock.now()}, version = payment.version + 1
        from payee_correction correction where correction.id = ${row.id} and payment.id = correction.payment_id`.execute(
        unit.db,
      )
      await settleClaim(unit, proposal.ticketId)
      tell(unit, proposal, 'finance.notice.confirmed')
      unit.changed('payment', proposal.paymentId)
    },
    async refuse(row, values, unit, access) {
      const proposal = await lockProposal(unit, access, row.id)
      await decide(unit, access, row.id, 'refused', values.refusal ?? null)
      tell(unit, proposal, 'finance.notice.refused')
      unit.changed('payment', proposal.paymentId)
    },
  },
}
