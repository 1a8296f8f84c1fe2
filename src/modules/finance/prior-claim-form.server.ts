import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type ApplicationServer, type FormContext, route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, subtractMoney, sumMoney, toCents } from '#src/fields/money/cents.ts'
import { type CommitmentFigures, commitments } from '#src/modules/budget/contract.ts'
import { type PaymentTerms, purchases } from '#src/modules/procurement/contract.ts'
import { lineOf } from './budget-check.server.ts'
import { choicesQuery } from './choices.server.ts'
import {
  applicantAsPayee,
  checkCash,
  checkDecision,
  checkInvoices,
  claimWarnings,
  paidReversal,
  sumOf,
} from './claim-form.server.ts'

/** Subjects whose claims show what was delivered (21.2). */
const acceptedSubjects: readonly string[] = ['31002', '31003', '30218', '30224']

/** A claim below this share of what is left says why when it is the last (21.2). */
const FULL_SHARE = 80n

interface Approval {
  readonly id: number
  readonly ticketId: number
  readonly deptId: number
  readonly category: string
  readonly purchaseMethod: string | null
}

async function approvalOf(unit: UnitOfWork, form: FormData): Promise<Approval | null> {
  if (typeof form.preApprovalId !== 'number') return null
  const { rows } =
    await sql<Approval>`select id, ticket_id, dept_id, category, purchase_method from pre_approval where id = ${form.preApprovalId}`.execute(
      unit.db,
    )
  return rows[0] ?? null
}

/** What the claim draws upon. */
export async function commitmentOf(unit: UnitOfWork, type: string, form: FormData): Promise<CommitmentFigures | null> {
  const ledger = unit.service(commitments)
  if (type === 'financialReimbursementThree') {
    return typeof form.sourceId === 'number' ? ledger.read(form.sourceId) : null
  }
  const approval = await approvalOf(unit, form)
  return approval ? ((await ledger.heldBy(approval.ticketId))[0] ?? null) : null
}

/** What this claim may still ask for, what it asked for already among it. */
async function freeFor({ unit, ticketId }: FormContext, held: CommitmentFigures): Promise<string> {
  const own = ticketId === null ? [] : await unit.service(commitments).usedBy(ticketId)
  return sumMoney([held.remaining, own.find((use) => use.id === held.id)?.pending ?? '0.00'])
}

const minutesMissing = (form: FormData, amount: string, unit: UnitOfWork): boolean =>
  Number(amount) > unit.settings.number('wf.t3') &&
  (Array.isArray(form.collectiveMinutes) ? form.collectiveMinutes.length : 0) === 0

async function checkTwo(form: FormData, context: FormContext): Promise<Problems> {
  const { unit, applicant } = context
  const approval = await approvalOf(unit, form)
  if (!approval) return {}
  if (approval.deptId !== applicant.deptId) return problemAt('preApprovalId', 'preApproval.otherDept')
  const isBought = approval.category === 'purchase' || approval.category === 'service'
  if (isBought && approval.purchaseMethod !== 'direct')
    return problemAt('preApprovalId', 'rule.FIN-23', {
      dictionary: 'purchaseMethod',
      value: approval.purchaseMethod ?? '',
    })
  const held = await commitmentOf(unit, 'financialReimbursementTwo', form)
  // S02: what is settled or called off is no approval any more.
  if (!held) return problemAt('preApprovalId', 'preApproval.required')
  if (held.state === 'expired' || (held.validUntil !== null && held.validUntil < unit.clock.today()))
    return problemAt('preApprovalId', 'preApproval.expired')
  if (held.state !== 'effective') return problemAt('preApprovalId', 'preApproval.required')
  const amount = sumOf(form.lines, 'amount')
  const free = await freeFor(context, held)
  if (compareMoney(amount, free) > 0) return problemAt('amount', 'preApproval.exceeded', free)
  if (minutesMissing(form, amount, unit)) return problemAt('collectiveMinutes', 'check.required')
  return { ...checkCash(form, context, amount), ...(await checkInvoices(form, context, amount)) }
}

/** 21.2: drawn upon a prior approval; its budget, its remainder, what happened before it. */
export const priorClaimForm: ApplicationServer = {
  defaults: applicantAsPayee,
  async follow(source, { unit }) {
    const { rows } = await sql<{ id: number }>`select id from pre_approval where ticket_id = ${source.id}`.execute(
      unit.db,
    )
    return rows[0] ? { preApprovalId: rows[0].id } : {}
  },
  async compute(form, context) {
    const held = await commitmentOf(context.unit, 'financialReimbursementTwo', form)
    const amount = sumOf(form.lines, 'amount')
    const free = held ? await freeFor(context, held) : null
    const line = await lineOf({ budgetLineId: held?.lineId ?? null }, context.unit)
    const approvedOn = held?.approvedOn ?? null
    return {
      ...form,
      amount,
      remaining: free,
      budgetLineId: held?.lineId ?? null,
      projectId: held?.projectId ?? null,
      subjectCode: line?.subjectCode ?? null,
      isBelow: form.finalSettlement === true && free !== null && toCents(amount) * 100n < toCents(free) * FULL_SHARE,
      isBackdated:
        approvedOn !== null &&
        rowsOf(form.lines).some(({ occurDate }) => typeof occurDate === 'string' && occurDate < approvedOn),
      needsAcceptance: line !== null && acceptedSubjects.includes(line.subjectCode),
    }
  },
  check: checkTwo,
  warnings: claimWarnings,
  panel: async (form, context) =>
    drawnPanel(await commitmentOf(context.unit, 'financialReimbursementTwo', form), form, context),
  reversal: paidReversal,
  checkDecision,
}

async function drawnPanel(held: CommitmentFigures | null, form: FormData, context: FormContext) {
  if (!held) return []
  const free = await freeFor(context, held)
  const amount = typeof form.amount === 'string' ? form.amount : '0.00'
  const tone: 'good' | 'bad' = compareMoney(amount, free) <= 0 ? 'good' : 'bad'
  return [
    { label: 'records.commitment.fields.remaining', value: free, tone },
    { label: 'records.commitment.fields.used', value: held.used },
    { label: 'records.commitment.fields.pending', value: held.pending },
  ]
}

/** FIN-31: an advance is at most three tenths of the contract. */
const ADVANCE_TENTHS = 3n

async function advancesOf(unit: UnitOfWork, held: CommitmentFigures, ticketId: number | null): Promise<string> {
  const { rows } = await sql<{
    total: string
  }>`select coalesce(sum(u.pending + u.used), 0)::numeric(14,2) as total from shared_commitment_use u
    join expense_claim claim on claim.ticket_id = u.ticket_id and claim.stage = 'advance'
    where u.commitment_id = ${held.id} and u.ticket_id is distinct from ${ticketId}::bigint`.execute(unit.db)
  return rows[0]?.total ?? '0.00'
}

/** FIN-33: whether the first payment on acceptance was approved long enough ago. */
async function isRetentionDue(unit: UnitOfWork, held: CommitmentFigures): Promise<boolean> {
  const last = addDays(unit.clock.today(), -unit.settings.number('payment.retentionDays'))
  const { rows } = await sql`
    select 1 from shared_commitment_use u join expense_claim claim on claim.ticket_id = u.ticket_id and claim.stage = 'acceptance'
    join payment on payment.ticket_id = u.ticket_id and payment.pay_state <> 'voided'
    where u.commitment_id = ${held.id} and u.used > 0 and (payment.approved_at at time zone 'Asia/Shanghai')::date <= ${last} limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** What the purchase says that the money is held for; null for other commitments. */
const termsOf = async (unit: UnitOfWork, held: CommitmentFigures | null): Promise<PaymentTerms | null> =>
  held?.kind === 'purchase' ? unit.service(purchases).paymentTerms(held.ticketId) : null

/** A purchase is paid to its vendor, once its contract is signed; the retention once its days are over (FIN-33). */
function purchaseProblems(terms: PaymentTerms | null, form: FormData, unit: UnitOfWork): Problems {
  if (terms === null) return problemAt('sourceId', 'procurement.notSigned', '')
  if (form.payeeName !== terms.vendorName) return problemAt('payeeName', 'procurement.otherPayee', terms.vendorName)
  if (form.stage !== 'retention') return {}
  const isDue = terms.acceptedOn !== null && addDays(terms.acceptedOn, terms.retentionDays) <= unit.clock.today()
  return isDue ? {} : problemAt('stage', 'rule.FIN-33', terms.purchaseNo, terms.retentionDays)
}

async function checkThree(form: FormData, context: FormContext): Promise<Problems> {
  const { unit, ticketId } = context
  const held = await commitmentOf(unit, 'financialReimbursementThree', form)
  if (!held) return {}
  if (held.state === 'cancelled') return problemAt('sourceId', 'rule.FIN-34', held.ticketNo)
  if (held.state !== 'effective') return problemAt('sourceId', 'commitment.notOpen', held.ticketNo)
  if (held.validUntil !== null && held.validUntil < unit.clock.today())
    return problemAt('sourceId', 'preApproval.expired')
  const amount = typeof form.amount === 'string' ? form.amount : '0.00'
  const free = await freeFor(context, held)
  if (compareMoney(amount, free) > 0) return problemAt('amount', 'rule.FIN-32', amount, free)
  if (form.stage === 'advance') {
    const advances = sumMoney([await advancesOf(unit, held, ticketId), amount])
    if (toCents(advances) * 10n > toCents(held.amount) * ADVANCE_TENTHS)
      return problemAt('amount', 'rule.FIN-31', advances, held.amount)
  }
  if (held.kind === 'purchase') {
    const problems = purchaseProblems(await termsOf(unit, held), form, unit)
    if (Object.keys(problems).length > 0) return problems
  } else if (form.stage === 'retention' && !(await isRetentionDue(unit, held)))
    return problemAt('stage', 'rule.FIN-33', held.ticketNo, unit.settings.number('payment.retentionDays'))
  if (minutesMissing(form, amount, unit)) return problemAt('collectiveMinutes', 'check.required')
  return form.stage === 'advance' ? {} : checkInvoices(form, context, amount)
}

/** 21.3: drawn upon whatever was approved and is paid to a company. */
export const vendorPaymentForm: ApplicationServer = {
  async follow(source, { unit }) {
    const [held] = await unit.service(commitments).heldBy(source.id)
    return held ? { sourceId: held.id } : {}
  },
  async compute(form, context) {
    const held = await commitmentOf(context.unit, 'financialReimbursementThree', form)
    const terms = await termsOf(context.unit, held)
    return {
      ...form,
      sourceType: held?.kind ?? null,
      budgetLineId: held?.lineId ?? null,
      purchaseNo: terms?.purchaseNo ?? null,
      ...(terms !== null && { contractNo: terms.contractNo }),
      contractAmount: terms?.contractAmount ?? held?.amount ?? null,
      paidAmount: held?.used ?? null,
      remaining: held ? await freeFor(context, held) : null,
    }
  },
  check: checkThree,
  warnings: async (form, context): Promise<readonly Problem[]> => {
    const held = await commitmentOf(context.unit, 'financialReimbursementThree', form)
    return held && typeof form.amount === 'string' && compareMoney(form.amount, held.amount) < 0
      ? [
          {
            key: 'finance.partOf',
            params: [form.amount, held.amount, subtractMoney(held.amount, sumMoney([held.used, held.pending]))],
          },
        ]
      : []
  },
  panel: async (form, context) =>
    drawnPanel(await commitmentOf(context.unit, 'financialReimbursementThree', form), form, context),
  reversal: paidReversal,
  checkDecision,
}

/** Commitments that may be paid from, within the reach of the right to file such payments. */
async function sources(
  unit: UnitOfWork,
  access: Access,
  query: { search?: string | undefined; ids?: string | undefined },
): Promise<readonly PickerChoice[]> {
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const ids = query.ids ? query.ids.split(',').map(Number) : null
  const { rows } = await sql<PickerChoice>`
    select r.id, concat_ws(' · ', ticket.no, r.title, to_char(r.amount - r.used - r.released - r.pending, 'FM999,999,990.00')) as label
    from shared_commitment r join shared_ticket ticket on ticket.id = r.ticket_id
    where ${payable(access)} and r.deleted_at is null
      and case when ${ids}::bigint[] is null then r.state = 'effective' and r.kind <> 'travel' and r.amount > r.used + r.released + r.pending else r.id = any(${ids}::bigint[]) end
      and (${search}::text is null or ticket.no ilike ${search}::text or r.title ilike ${search}::text)
    order by r.created_at desc, r.id desc limit 50`.execute(unit.db)
  return rows
}

/** Rows of alias `r` that a person may pay from. */
const payable = (access: Access) => reachedBy(access, 'financialReimbursementThree:Create', { department: 'r.dept_id' })

export const vendorPaymentRoutes = [
  route({
    method: 'GET',
    url: '/api/finance/payment_source/choices/',
    permission: 'financialReimbursementThree:Create',
    query: choicesQuery,
    handle: ({ unit, access, query }) => sources(unit, access, query),
  }),
]
