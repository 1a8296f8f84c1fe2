import { sql } from 'kysely'
import { MIN_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { claimServer } from '#src/define/claims/claim.server.ts'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { ClaimForms } from '#src/define/services.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, sumMoney } from '#src/fields/money/cents.ts'
import { checkLine, linePanel, lineWarnings, shownOfLine } from './budget-check.server.ts'
import { dailySubjects } from './daily-subjects.ts'
import { ownAccounts } from './payments.server.ts'

const isMoney = (value: unknown): value is string => typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value)

/** Sum of a money column over the rows that are filled in. */
export const sumOf = (rows: FieldValue | undefined, column: string): string =>
  sumMoney(
    rowsOf(rows)
      .map((row) => row[column])
      .filter(isMoney),
  )

export const invoicesOf = (form: FormData): readonly FormData[] => rowsOf(form.invoices)

/** FIN-03: dated within the budget year, or in December before it when submitted before January 31. */
export function isInvoiceDateAllowed(invoiceDate: string, today: string): boolean {
  const year = today.slice(0, 4)
  if (invoiceDate.slice(0, 4) === year) return true
  return invoiceDate.slice(0, 7) === `${Number(year) - 1}-12` && today.slice(5) < '01-31'
}

function invoiceProblems(form: FormData, today: string): Problems {
  const seen = new Set<string>()
  const problems: Record<string, Problem[]> = {}
  for (const [index, row] of invoicesOf(form).entries()) {
    const no = String(row.invoiceNo ?? '')
    const code = String(row.invoiceCode ?? '')
    if (no.length === 8 && code === '') problems[`invoices.${index}.invoiceCode`] = [{ key: 'check.required' }]
    if (seen.has(`${code} ${no}`)) problems[`invoices.${index}.invoiceNo`] = [problemOf('finance.invoiceTwice', no)]
    seen.add(`${code} ${no}`)
    if (typeof row.invoiceDate === 'string' && !isInvoiceDateAllowed(row.invoiceDate, today)) {
      problems[`invoices.${index}.invoiceDate`] = [{ key: 'rule.FIN-03', params: [row.invoiceDate, today.slice(0, 4)] }]
    }
    if (isMoney(row.taxAmount) && isMoney(row.amount) && compareMoney(row.taxAmount, row.amount) > 0) {
      problems[`invoices.${index}.taxAmount`] = [problemOf('finance.taxAboveAmount', row.amount)]
    }
  }
  return problems
}

async function duplicateInvoices(form: FormData, unit: UnitOfWork, ticketId: number | null): Promise<Problems> {
  const wanted = invoicesOf(form).map((row, index) => ({
    index,
    no: String(row.invoiceNo ?? ''),
    code: String(row.invoiceCode ?? ''),
  }))
  if (wanted.length === 0) return {}
  const { rows } = await sql<{ index: number; no: string; ticketNo: string }>`
    select wanted.index, wanted.no, ticket.no as ticket_no from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(index int, no text, code text)
    join invoice on invoice.invoice_code = wanted.code and invoice.invoice_no = wanted.no and invoice.state = 'used' and invoice.ticket_id is distinct from ${ticketId}::bigint
    join shared_ticket ticket on ticket.id = invoice.ticket_id`.execute(unit.db)
  return Object.fromEntries(
    rows.map((row) => [
      `invoices.${row.index}.invoiceNo`,
      [{ key: 'invoice.duplicate', params: [row.no, row.ticketNo] }],
    ]),
  )
}

/** What a company may not be paid in cash from (FIN-06), in yuan. */
const cashLimit = '1000.00'

/** FIN-06. */
export function checkCash(form: FormData, { applicant }: FormContext, amount: string): Problems {
  const isTooMuch =
    form.payeeType === 'cash' && form.payeeName !== applicant.name && compareMoney(amount, cashLimit) >= 0
  return isTooMuch ? problemAt('payeeType', 'rule.FIN-06', amount, cashLimit) : {}
}

/** FIN-02 (invoices cover `backed` of the amount), FIN-03 and INV-06. */
export async function checkInvoices(
  form: FormData,
  { unit, ticketId }: FormContext,
  backed: string,
): Promise<Problems> {
  const invoiced = sumOf(form.invoices, 'amount')
  if (compareMoney(invoiced, backed) < 0) return problemAt('invoices', 'invoice.sumMismatch', invoiced, backed)
  return { ...invoiceProblems(form, unit.clock.today()), ...(await duplicateInvoices(form, unit, ticketId)) }
}

/** FIN-12: days over which one seller and subject are added up. */
const splitDays = 30

async function splitWarnings(form: FormData, { unit, applicant, ticketId }: FormContext): Promise<readonly Problem[]> {
  if (typeof form.budgetLineId !== 'number') return []
  const sellers = [...new Set(invoicesOf(form).map((row) => String(row.sellerName ?? '')))]
  const since = new Date(unit.clock.now().getTime() - splitDays * 86_400_000)
  const { rows } = await sql<{ sellerName: string; total: string }>`
    select invoice.seller_name, sum(invoice.amount)::numeric(14,2) as total from invoice
    join expense_claim claim on claim.ticket_id = invoice.ticket_id
    where invoice.applicant_id = ${applicant.id} and invoice.seller_name = any(${sellers}::text[]) and invoice.created_at >= ${since}
      and invoice.state = 'used' and invoice.ticket_id is distinct from ${ticketId}::bigint
      and claim.subject_code = (select subject_code from shared_budget_line where id = ${form.budgetLineId})
    group by invoice.seller_name`.execute(unit.db)
  const limit = unit.settings.number('wf.t1')
  return sellers.flatMap((seller) => {
    const here = sumMoney(
      invoicesOf(form)
        .filter((row) => row.sellerName === seller)
        .map((row) => row.amount)
        .filter(isMoney),
    )
    const total = sumMoney([here, rows.find((row) => row.sellerName === seller)?.total ?? '0.00'])
    return Number(total) > limit ? [{ key: 'rule.FIN-12', params: [seller, total, splitDays] }] : []
  })
}

/** FS-PAYEE of a new claim: the applicant, on the account named in the personal centre (10.3), if there is one. */
export async function applicantAsPayee({ unit, applicant }: FormContext): Promise<FormData> {
  const own = (await ownAccounts(unit, [applicant.id])).get(applicant.id)
  return { payeeName: applicant.name, ...(own && { bankName: own.bank, bankAccount: own.account }) }
}

/** Payee other than the applicant on a personal account (FIN-04). */
const isForeignPayee = (form: FormData, name: string): boolean =>
  (form.payeeType === 'personalCard' || form.payeeType === 'officialCard' || form.payeeType === 'cash') &&
  form.payeeName !== name

/** FIN-05: who audited a claim does not pay it. */
export async function assertNotAuditor(unit: UnitOfWork, ticketId: number, userId: number): Promise<void> {
  const { rows } =
    await sql`select 1 from shared_ticket_task where ticket_id = ${ticketId} and state = 'financeAudit' and outcome = 'approve'
    and (assignee_id = ${userId} or on_behalf_of = ${userId}) limit 1`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('rule.FIN-05').at()
}

/** Rules of a decision: FIN-04 wants the auditor's word, FIN-05 keeps auditor and cashier apart. */
export const checkDecision: NonNullable<ApplicationServer['checkDecision']> = async (event, { unit, applicant }) => {
  if (
    event.state === 'financeAudit' &&
    event.type === 'approve' &&
    isForeignPayee(event.form, applicant.name) &&
    visibleLength(event.comment) < MIN_REASON_LENGTH
  ) {
    throw new RuleError('rule.FIN-04', String(event.form.payeeName), MIN_REASON_LENGTH).at('comment')
  }
  if (event.state === 'cashierPay' && event.type === 'handle')
    await assertNotAuditor(unit, event.ticketId, event.actorId)
}

/** FIN-04 and FIN-12 as hints. */
export const claimWarnings = async (form: FormData, context: FormContext): Promise<readonly Problem[]> => [
  ...(isForeignPayee(form, context.applicant.name)
    ? [problemOf('finance.foreignPayee', String(form.payeeName ?? ''))]
    : []),
  ...(await splitWarnings(form, context)),
]

/** What voiding a claim undoes: its payments, and the use of its invoices. */
export const paidReversal: NonNullable<ApplicationServer['reversal']> = async (form, { unit, ticketId }) => {
  const { rows } = await sql<{ no: string; amount: string; payState: string; recoveredBy: string | null }>`
    select no, amount, pay_state, (select voucher_no from payment_recovery back where back.payment_id = payment.id) as recovered_by from payment where ticket_id = ${ticketId} and pay_state <> 'voided' order by id`.execute(
    unit.db,
  )
  return [
    ...rows.flatMap(({ no, amount, payState, recoveredBy }) =>
      payState === 'paid' && recoveredBy === null
        ? [problemOf('finance.reversal.paid', no, amount)]
        : [
            problemOf('finance.reversal.budget', amount),
            recoveredBy === null
              ? problemOf('finance.reversal.payment', no)
              : problemOf('finance.reversal.recovered', no, recoveredBy),
          ],
    ),
    problemOf('finance.reversal.invoices', invoicesOf(form).length),
  ]
}

/** What all claims on a budget line share, for the modules that have one. */
export const sharedClaimForms: ClaimForms = {
  defaults: applicantAsPayee,
  shown: shownOfLine,
  checkLine,
  checkProof: async (form, context, amount) => ({
    ...checkCash(form, context, amount),
    ...(await checkInvoices(form, context, amount)),
  }),
  warnings: async (form, context, amount) => [
    ...(await lineWarnings(form, context, amount)),
    ...(await claimWarnings(form, context)),
  ],
  panel: linePanel,
  reversal: paidReversal,
  checkDecision,
}

/** 21.1: FIN-01 amount from the lines, FIN-11 before the rules of every claim. */
export const claimApplication = claimServer({
  amount: (form) => sumOf(form.lines, 'amount'),
  allowed: { subjects: dailySubjects, otherwise: 'finance.subjectNotDaily' },
  check: async (_form, { unit }, amount) =>
    unit.settings.number('wf.t1') < Number(amount) ? problemAt('amount', 'preApproval.required') : {},
})
