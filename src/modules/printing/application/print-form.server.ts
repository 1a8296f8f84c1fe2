/** The form of an application for printing: what may be printed, where, and who pays (23.11). */
import { sql } from 'kysely'
import { MIN_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { claimForms } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { PRINT_SUBJECT } from './printing-application.ts'

/** PRT-02: days within which the same content is a reprint. */
export const REPRINT_DAYS = 30
/** 23.11: workdays before a print is needed. */
export const NOTICE_WORKDAYS = 1
/** What cannot be printed in the house without paper. */
const ON_PAPER: readonly unknown[] = ['document', 'brochure']

export const isVendors = (form: FormData): boolean => form.channel === 'vendor'

const countIn = (row: FormData, name: string): number => (typeof row[name] === 'number' ? row[name] : 0)

/** Sheets of paper for all copies of a job. */
const sheetsOf = (row: FormData): number =>
  Math.ceil(countIn(row, 'pages') / (row.sides === 'double' ? 2 : 1)) * countIn(row, 'qty')

/** Pieces that are to be delivered. */
export const plannedQty = (form: FormData): number =>
  rowsOf(form.jobs).reduce((sum, row) => sum + countIn(row, 'qty'), 0)

/** PRT-01: pages that the house prints in colour. */
export const colourPagesOf = (form: FormData): number =>
  isVendors(form)
    ? 0
    : rowsOf(form.jobs)
        .filter(({ colour }) => colour === 'colour')
        .reduce((sum, row) => sum + countIn(row, 'pages') * countIn(row, 'qty'), 0)

/** The hash of the content, empty before there is one. */
export async function contentHashOf(unit: UnitOfWork, form: FormData): Promise<string> {
  const [id] = fileIdsIn(form.contentFile)
  if (id === undefined) return ''
  const { rows } = await sql<{ hash: string }>`select hash from shared_file where id = ${id}`.execute(unit.db)
  return rows[0]?.hash ?? ''
}

/** What speaks against a vendor; null for nothing. */
export async function vendorProblem(unit: UnitOfWork, vendorId: number | null): Promise<Problem | null> {
  const { rows } = await sql<{ name: string; isFit: boolean }>`
    select name, is_print and state = 'active' and deleted_at is null as is_fit from shared_vendor where id = ${vendorId}::bigint`.execute(
    unit.db,
  )
  const vendor = rows[0]
  return vendor && !vendor.isFit ? problemOf('printing.vendorUnfit', vendor.name) : null
}

function dayProblems(form: FormData, { clock, calendar }: UnitOfWork): Problems {
  const [needAt, removeAt] = [textIn(form.needAt), textIn(form.removeAt)]
  const first = addDays(clock.today(), 1)
  if (needAt !== '' && (needAt < first || calendar.workdays(first, needAt) < NOTICE_WORKDAYS))
    return problemAt('needAt', 'printing.tooSoon', NOTICE_WORKDAYS)
  return needAt !== '' && removeAt !== '' && removeAt < needAt
    ? problemAt('removeAt', 'printing.removedBefore', needAt)
    : {}
}

async function vendorProblems(form: FormData, context: FormContext): Promise<Problems> {
  const { unit } = context
  const unfit = await vendorProblem(unit, idIn(form.vendorId))
  const onLine = await unit
    .service(claimForms)
    .checkLine(form, context, { subjects: [PRINT_SUBJECT], otherwise: 'printing.wrongSubject' })
  const amount = textIn(form.amount) || '0.00'
  const lineId = idIn(form.budgetLineId)
  const line = lineId === null ? null : await unit.service(budgetLedger).read(lineId)
  const lacks = line?.controlMode === 'hard' && compareMoney(amount, line.available) > 0
  return {
    ...(unfit && { vendorId: [unfit] }),
    ...(compareMoney(amount, '0.00') === 0 ? problemAt('jobs', 'printing.priceMissing') : {}),
    ...(lacks && line ? problemAt('budgetLineId', 'budget.insufficient', line.available, amount) : {}),
    ...onLine,
  }
}

/** PRT-02: prints of the same content that were approved a short time ago. */
async function reprints(form: FormData, { unit, ticketId }: FormContext): Promise<readonly Problem[]> {
  const hash = await contentHashOf(unit, form)
  if (hash === '') return []
  const since = addDays(unit.clock.today(), -REPRINT_DAYS)
  const { rows } = await sql<{ no: string; approvedOn: string }>`
    select t.no, o.approved_on from print_order o join shared_ticket t on t.id = o.ticket_id
    where o.content_hash = ${hash} and o.state <> 'cancelled' and o.deleted_at is null and o.approved_on >= ${since}::date
      and o.ticket_id is distinct from ${ticketId}::bigint order by o.approved_on desc, o.id desc limit 3`.execute(
    unit.db,
  )
  return rows.map(({ no, approvedOn }) => problemOf('rule.PRT-02', no, approvedOn, REPRINT_DAYS))
}

const colourLimit = (unit: UnitOfWork): number => unit.settings.number('print.colourPages')

/** PRT-01: logistics says why so much is printed in colour. @throws RuleError */
function refuseSilent(form: FormData, comment: string, unit: UnitOfWork): void {
  const [pages, limit] = [colourPagesOf(form), colourLimit(unit)]
  if (pages > limit && visibleLength(comment) < MIN_REASON_LENGTH)
    throw new RuleError('rule.PRT-01', pages, limit, MIN_REASON_LENGTH).at('comment')
}

/** Whether the house prints it on paper of its own. */
export const takesPaper = (form: FormData): boolean => !isVendors(form) && ON_PAPER.includes(form.printType)

/** @throws RuleError where the house would print without paper */
function refusePaperless(form: FormData): void {
  if (takesPaper(form) && rowsOf(form.papers).length === 0) throw new RuleError('printing.paperMissing').at('papers')
}

/** No more is delivered and charged than was approved. @throws RuleError */
export function refuseDelivery(form: FormData): void {
  refusePaperless(form)
  const [planned, delivered] = [plannedQty(form), Number(form.deliveredQty ?? 0)]
  if (delivered > planned) throw new RuleError('printing.deliveredTooMuch', delivered, planned).at('deliveredQty')
  if (!isVendors(form)) return
  const [actual, amount] = [textIn(form.actualAmount), textIn(form.amount)]
  if (actual === '') throw new RuleError('check.required').at('actualAmount')
  if (compareMoney(actual, amount) > 0) throw new RuleError('printing.overAmount', actual, amount).at('actualAmount')
}

export const printForm: ApplicationServer = {
  async compute(form, context) {
    const jobs = rowsOf(form.jobs).map((row) => ({
      ...row,
      sheets: sheetsOf(row),
      amount: typeof row.unitPrice === 'string' ? timesMoney(row.unitPrice, countIn(row, 'qty')) : null,
    }))
    const amount = sumMoney(jobs.flatMap((row) => row.amount ?? []))
    const shown: FormData = isVendors(form) ? await context.unit.service(claimForms).shown(form, context, amount) : {}
    return {
      ...form,
      jobs,
      amount,
      colourPages: colourPagesOf(form),
      budgetAvailable: shown.budgetAvailable ?? null,
    }
  },
  async check(form, context) {
    return {
      ...(form.secretLevel === 'secret' ? problemAt('secretLevel', 'printing.secret') : {}),
      ...dayProblems(form, context.unit),
      ...(isVendors(form) ? await vendorProblems(form, context) : {}),
    }
  },
  async warnings(form, context) {
    const [pages, limit] = [colourPagesOf(form), colourLimit(context.unit)]
    return [
      ...(pages > limit ? [problemOf('printing.colourHint', pages, limit)] : []),
      ...(await reprints(form, context)),
    ]
  },
  panel: async (form, context) =>
    isVendors(form) ? context.unit.service(claimForms).panel(form, context, textIn(form.amount) || '0.00') : [],
  async reversal(_form, { unit, ticketId }) {
    if (ticketId === null) return []
    const { rows } = await sql<{ state: string; channel: string; actualAmount: string | null }>`
      select state, channel, actual_amount from print_order where ticket_id = ${ticketId} and state <> 'cancelled'`.execute(
      unit.db,
    )
    const order = rows[0]
    if (order === undefined) return []
    if (order.state !== 'delivered') return [problemOf('printing.reversal')]
    return order.channel === 'vendor'
      ? [problemOf('printing.reversalPaid', order.actualAmount ?? '0.00')]
      : [problemOf('printing.reversalPaper')]
  },
  async checkDecision({ type, state, form, comment }, { unit }) {
    if (type === 'approve' && state === 'logisticsReview') refuseSilent(form, comment, unit)
    if (type !== 'handle') return
    if (state === 'proof') refusePaperless(form)
    if (state === 'deliver') refuseDelivery(form)
  },
}
