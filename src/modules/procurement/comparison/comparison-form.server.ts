/** The form of a comparison: its ceiling, its quotes, its panel (22.7). */
import { sql } from 'kysely'
import { MIN_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { claimForms } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { methodFor, purchases } from '../contract.ts'
import { independentAmong, unfitAmong } from '../vendors/related.server.ts'
import { bulkGoodsOf } from './bulk-goods.ts'
import { awardedSelection, offersIn, winnerOf } from './quotes.server.ts'
import { boughtBeside, boughtWith, methodLimits, type Split, splitLimits } from './split.server.ts'

/** PRC-15: people of a panel at least. */
export const PANEL = 3

const minQuotes = (unit: UnitOfWork): number => unit.settings.number('procurement.minQuotes')
const amountOf = (form: FormData): string => textIn(form.amount) || '0.00'

export const splitOf = (form: FormData, deptId: number, ticketId: number | null): Split => ({
  deptId,
  category: textIn(form.category),
  ticketId,
  amount: amountOf(form),
})

/** The bounds of the method, and what belongs to the bulk list (PRC-24). */
function methodProblems(form: FormData, unit: UnitOfWork): Problems {
  if (form.category === 'goods') {
    const rows = rowsOf(form.items)
    const index = rows.findIndex(({ name }) => bulkGoodsOf(textIn(name)) !== null)
    if (index >= 0)
      return problemAt(`items.${index}.name`, 'rule.PRC-24', textIn(rows[index]?.name), {
        dictionary: 'purchaseMethod',
        value: 'bulk',
      })
  }
  const needed = methodFor(amountOf(form), methodLimits(unit))
  return needed === 'comparison'
    ? {}
    : problemAt('items', 'comparison.otherMethod', amountOf(form), { dictionary: 'purchaseMethod', value: needed })
}

/** PRC-11, PRC-12, PRC-14: enough independent quotes, and a winner among them within the ceiling. */
async function quoteProblems(form: FormData, { unit, ticketId }: FormContext): Promise<Problems> {
  const selectionId = idIn(form.selectionId)
  if (selectionId !== null) {
    const awarded = await awardedSelection(unit, selectionId, ticketId)
    if (awarded === null || awarded.isUsed) return problemAt('selectionId', 'comparison.selectionUnfit')
    return compareMoney(awarded.amount, amountOf(form)) > 0
      ? problemAt('selectionId', 'rule.PRC-12', awarded.amount, amountOf(form))
      : {}
  }
  const all = rowsOf(form.quotes).flatMap(({ vendorId }) => idIn(vendorId) ?? [])
  const twice = all.findIndex((id, index) => all.indexOf(id) !== index)
  if (twice >= 0) return problemAt(`quotes.${twice}.vendorId`, 'comparison.vendorTwice')
  const offers = offersIn(form)
  const vendors = offers.map(({ vendorId }) => vendorId)
  const unfit = await unfitAmong(unit, vendors)
  if (unfit.length > 0) return problemAt('quotes', 'vendor.unfit', unfit[0] ?? '')
  const independent = await independentAmong(unit, vendors)
  if (independent < minQuotes(unit))
    return independent < vendors.length
      ? problemAt('quotes', 'rule.PRC-14', independent, vendors.length, minQuotes(unit))
      : problemAt('quotes', 'procurement.quotesTooFew', independent, minQuotes(unit))
  const winner = offers.find(({ vendorId }) => vendorId === idIn(form.winnerVendorId))
  if (winner === undefined) return problemAt('winnerVendorId', 'comparison.winnerUnknown')
  return compareMoney(winner.amount, amountOf(form)) > 0
    ? problemAt('winnerVendorId', 'rule.PRC-12', winner.amount, amountOf(form))
    : {}
}

/** PRC-15, 22.7: three different people, one of them of procurement, not all of one department, each without an interest. */
export async function panelProblem(unit: UnitOfWork, ids: readonly number[]): Promise<Problem | null> {
  if (new Set(ids).size < PANEL || new Set(ids).size < ids.length) return problemOf('procurement.panelTooSmall', PANEL)
  const officers = await unit.usersWithRole('procurementOfficer')
  if (!ids.some((id) => officers.includes(id))) return problemOf('procurement.panelWithoutOfficer')
  const { rows } = await sql<{ depts: number }>`
    select count(distinct dept_id)::int as depts from shared_app_user where id = any(${[...ids]}::bigint[]) and state and deleted_at is null`.execute(
    unit.db,
  )
  return (rows[0]?.depts ?? 0) < 2 ? problemOf('procurement.panelOneDepartment') : null
}

async function panelProblems(form: FormData, unit: UnitOfWork): Promise<Problems> {
  const rows = rowsOf(form.members)
  const undeclared = rows.findIndex(({ noInterest }) => noInterest !== true)
  if (undeclared >= 0) return problemAt(`members.${undeclared}.noInterest`, 'rule.PRC-15')
  const problem = await panelProblem(
    unit,
    rows.flatMap(({ memberId }) => idIn(memberId) ?? []),
  )
  return problem === null ? {} : { members: [problem] }
}

async function moneyProblems(form: FormData, context: FormContext): Promise<Problems> {
  const { unit, applicant, ticketId } = context
  const onLine = await unit.service(claimForms).checkLine(form, context)
  if (Object.keys(onLine).length > 0) return onLine
  const lineId = idIn(form.budgetLineId)
  const line = lineId === null ? null : await unit.service(budgetLedger).read(lineId)
  const wanted = textIn(form.winnerAmount) || '0.00'
  if (line?.controlMode === 'hard' && compareMoney(wanted, line.available) > 0)
    return problemAt('budgetLineId', 'budget.insufficient', line.available, wanted)
  if (Number(amountOf(form)) > unit.settings.number('wf.t3') && fileIdsIn(form.collectiveMinutes).length === 0)
    return problemAt('collectiveMinutes', 'check.required')
  const total = await boughtWith(unit, splitOf(form, applicant.deptId, ticketId))
  return compareMoney(total, splitLimits(unit).stop) > 0
    ? problemAt('category', 'procurement.splitSuspected', unit.settings.number('procurement.splitDays'), total)
    : {}
}

export const comparisonForm: ApplicationServer = {
  async compute(form, context) {
    const { unit, applicant, ticketId } = context
    const items = rowsOf(form.items).map((row) => ({
      ...row,
      amount:
        typeof row.budgetPrice === 'string' && typeof row.qty === 'number'
          ? timesMoney(row.budgetPrice, row.qty)
          : null,
    }))
    const amount = sumMoney(items.flatMap((row) => row.amount ?? []))
    const winner = await winnerOf(unit, form, ticketId)
    return {
      ...form,
      ...(Array.isArray(form.items) && { items }),
      amount,
      ...(await unit.service(claimForms).shown(form, context, winner.winnerAmount ?? amount)),
      ...winner,
      alreadyBought: await boughtBeside(unit, splitOf(form, applicant.deptId, ticketId)),
    }
  },
  async check(form, context) {
    return {
      ...methodProblems(form, context.unit),
      ...(await quoteProblems(form, context)),
      ...(await panelProblems(form, context.unit)),
      ...(await moneyProblems(form, context)),
    }
  },
  async warnings(form, { unit, applicant, ticketId }) {
    const total = await boughtWith(unit, splitOf(form, applicant.deptId, ticketId))
    return compareMoney(total, splitLimits(unit).suspect) > 0
      ? [problemOf('procurement.splitSuspected', unit.settings.number('procurement.splitDays'), total)]
      : []
  },
  panel: (form, context) => context.unit.service(claimForms).panel(form, context, textIn(form.winnerAmount) || '0.00'),
  async reversal(_form, { unit, ticketId }) {
    const purchase = ticketId === null ? null : await unit.service(purchases).ofTicket(ticketId)
    return purchase === null ? [] : [problemOf('comparison.reversal', purchase.no, purchase.budget)]
  },
  async checkDecision({ type, state, form, comment, ticketId }, { unit, applicant }) {
    if (type !== 'approve' || state !== 'divisionLeader') return
    const total = await boughtWith(unit, splitOf(form, applicant.deptId, ticketId))
    if (compareMoney(total, splitLimits(unit).suspect) > 0 && visibleLength(comment) < MIN_REASON_LENGTH)
      throw new RuleError('rule.PRC-13', unit.settings.number('procurement.splitDays'), total, MIN_REASON_LENGTH).at(
        'comment',
      )
  },
}
