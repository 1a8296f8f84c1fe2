/** The form of a bulk purchase: its month, its demands by the standards, and the line that pays for each (22.8). */
import { MIN_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { type Problems, problemAt, problemOf } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { claimForms } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { addMoney, compareMoney, sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { subtractQty } from '#src/fields/quantity/quantities.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { type DemandFigures, purchaseDemands } from '#src/modules/stock/contract.ts'
import { purchases } from '../contract.ts'
import { firstPeriod } from './period.ts'
import { type BulkLine, bulkLinesOf, ownPlan, periodOf, planHolder } from './rows.server.ts'
import { type StandingLine, standingOf } from './standing.server.ts'

const readDemands = (unit: UnitOfWork, lines: readonly BulkLine[]): Promise<readonly DemandFigures[]> =>
  unit.service(purchaseDemands).read([...new Set(lines.flatMap(({ demandId }) => demandId ?? []))])

/** What is still wanted of a demand. */
const openOf = ({ qty, receivedQty }: DemandFigures): number => subtractQty(qty, receivedQty)

/** A line that answers a demand takes over its department and quantity. */
function filled(line: BulkLine, demands: readonly DemandFigures[]): BulkLine {
  const demand = demands.find(({ id }) => id === line.demandId)
  return demand === undefined
    ? line
    : { ...line, deptId: line.deptId ?? demand.deptId, qty: line.qty ?? openOf(demand) }
}

const amountOf = ({ unitPrice, unitCap, qty }: Pick<StandingLine, 'unitPrice' | 'unitCap' | 'qty'>): string | null => {
  const price = unitPrice ?? unitCap
  return price === null || qty === null ? null : timesMoney(price, qty)
}

/** PRC-23, and one ticket of a category in a month. */
async function periodProblems(form: FormData, { unit, ticketId }: FormContext): Promise<Problems> {
  const period = periodOf(form)
  if (period.month === '') return {}
  const [deadline, plan] = [unit.settings.number('bulk.deadlineDay'), await ownPlan(unit, ticketId)]
  const first = firstPeriod(unit.clock.today(), deadline)
  // What was submitted in time stays in its month.
  if (plan?.month !== period.month && period.month < first)
    return problemAt('periodMonth', 'rule.PRC-23', deadline, first)
  const holder = await planHolder(unit, period, ticketId)
  return holder === null ? {} : problemAt('periodMonth', 'bulk.periodTaken', period.month, holder)
}

/** What a line answers is open, is answered once, and as a whole. */
function demandProblem(index: number, lines: readonly StandingLine[], demands: readonly DemandFigures[]): Problems {
  const line = lines[index]
  if (line === undefined || line.demandId === null) return {}
  const at = `demands.${index}`
  const demand = demands.find(({ id }) => id === line.demandId)
  if (demand === undefined || demand.state === 'cancelled' || demand.state === 'done')
    return problemAt(`${at}.demandId`, 'bulk.demandClosed', demand?.no ?? '')
  if (demand.purchaseId !== null || lines.findIndex(({ demandId }) => demandId === line.demandId) < index)
    return problemAt(`${at}.demandId`, 'rule.PRC-36', demand.no)
  if (demand.itemId !== null && demand.itemId !== line.config?.stockItemId)
    return problemAt(`${at}.configId`, 'bulk.otherItem', demand.no, demand.itemName)
  if (demand.deptId !== null && demand.deptId !== line.deptId)
    return problemAt(`${at}.deptId`, 'bulk.otherDepartment', demand.no)
  return line.qty === openOf(demand) ? {} : problemAt(`${at}.qty`, 'bulk.otherQuantity', demand.no, openOf(demand))
}

/** PRC-21: above the standard only with a reason. */
export function overProblem(line: StandingLine, index: number): Problems {
  if (!line.isOver || visibleLength(line.overReason) >= MIN_REASON_LENGTH) return {}
  return problemAt(
    `demands.${index}.overReason`,
    'rule.PRC-21',
    line.itemName,
    line.standardMax ?? 0,
    line.existing ?? 0,
    line.qty ?? 0,
  )
}

function lineProblems(form: FormData, lines: readonly StandingLine[], demands: readonly DemandFigures[]): Problems {
  const category = textIn(form.bulkCategory)
  const found = lines.map((line, index): Problems => {
    const { config, unitPrice, unitCap } = line
    if (config !== null && config.category !== category)
      return problemAt(`demands.${index}.configId`, 'bulk.otherCategory', config.name, {
        dictionary: 'bulkCategory',
        value: category,
      })
    return {
      ...demandProblem(index, lines, demands),
      ...overProblem(line, index),
      ...(unitPrice !== null && unitCap !== null && compareMoney(unitPrice, unitCap) > 0
        ? problemAt(`demands.${index}.unitPrice`, 'rule.PRC-22', unitPrice, unitCap)
        : {}),
    }
  })
  return Object.assign({}, ...found)
}

/** What the lines ask of each budget line, in the order in which these first stand there. */
export function wantedByLine(lines: readonly StandingLine[]): ReadonlyMap<number, string> {
  const wanted = new Map<number, string>()
  for (const line of lines)
    if (line.budgetLineId !== null)
      wanted.set(line.budgetLineId, addMoney(wanted.get(line.budgetLineId) ?? '0.00', amountOf(line) ?? '0.00'))
  return wanted
}

/** FS-BUDGET of each department: its own line or a shared one, with enough on it. */
async function moneyProblems(lines: readonly StandingLine[], context: FormContext): Promise<Problems> {
  const { unit, applicant } = context
  const wanted = wantedByLine(lines)
  const verdicts = new Map<string, Problems>()
  const problems: Problems[] = []
  for (const [index, { budgetLineId, deptId }] of lines.entries()) {
    if (budgetLineId === null || deptId === null) continue
    const key = `${budgetLineId} ${deptId}`
    const verdict = verdicts.get(key) ?? (await lineVerdict(budgetLineId, deptId))
    verdicts.set(key, verdict)
    const own = Object.values(verdict)[0]
    if (own !== undefined) problems.push({ [`demands.${index}.budgetLineId`]: own })
  }
  return Object.assign({}, ...problems)

  async function lineVerdict(budgetLineId: number, deptId: number): Promise<Problems> {
    const onLine = await unit
      .service(claimForms)
      .checkLine({ budgetLineId }, { ...context, applicant: { ...applicant, deptId } })
    if (Object.keys(onLine).length > 0) return onLine
    const line = await unit.service(budgetLedger).read(budgetLineId)
    const sum = wanted.get(budgetLineId) ?? '0.00'
    return line?.controlMode === 'hard' && compareMoney(sum, line.available) > 0
      ? problemAt('budgetLineId', 'budget.insufficient', line.available, sum)
      : {}
  }
}

/** The lines as they stand, with what was picked for them. */
export async function linesOfForm(form: FormData, unit: UnitOfWork, ticketId: number | null) {
  const given = bulkLinesOf(form)
  const demands = await readDemands(unit, given)
  const lines = await standingOf(
    unit,
    given.map((line) => filled(line, demands)),
    demands,
    ticketId,
  )
  return { lines, demands }
}

export const bulkForm: ApplicationServer = {
  defaults: async ({ unit }) => ({
    periodMonth: firstPeriod(unit.clock.today(), unit.settings.number('bulk.deadlineDay')),
  }),
  async compute(form, { unit, ticketId }) {
    const { lines } = await linesOfForm(form, unit, ticketId)
    const available = new Map<number, string | null>()
    for (const id of wantedByLine(lines).keys())
      available.set(id, (await unit.service(budgetLedger).read(id))?.available ?? null)
    const demands = rowsOf(form.demands).map((row, index) => {
      const line = lines[index]
      return line === undefined
        ? row
        : {
            ...row,
            deptId: line.deptId,
            qty: line.qty,
            headcount: line.headcount,
            existing: line.existing,
            standardMax: line.standardMax,
            unitCap: line.unitCap,
            unitPrice: line.unitPrice ?? line.unitCap,
            amount: amountOf(line),
            isOver: line.isOver,
            available: available.get(line.budgetLineId ?? 0) ?? null,
          }
    })
    return {
      ...form,
      ...(Array.isArray(form.demands) && { demands }),
      amount: sumMoney(lines.flatMap((line) => amountOf(line) ?? [])),
      overStandard: lines.some(({ isOver }) => isOver),
    }
  },
  async check(form, context) {
    const { lines, demands } = await linesOfForm(form, context.unit, context.ticketId)
    const amount = textIn(form.amount) || '0.00'
    return {
      ...(await periodProblems(form, context)),
      ...lineProblems(form, lines, demands),
      ...(await moneyProblems(lines, context)),
      ...(Number(amount) > context.unit.settings.number('wf.t3') && fileIdsIn(form.collectiveMinutes).length === 0
        ? problemAt('collectiveMinutes', 'check.required')
        : {}),
    }
  },
  // Every department's figure says why it is so ("entitled because ...").
  async reasons(form, { unit, ticketId }) {
    const { lines } = await linesOfForm(form, unit, ticketId)
    return lines.flatMap(({ itemName, standardMax, existing, because }) =>
      standardMax === null
        ? []
        : [{ title: problemOf('bulk.entitledBecause', itemName, standardMax, existing ?? 0), lines: because }],
    )
  },
  async reversal(_form, { unit, ticketId }) {
    const purchase = ticketId === null ? null : await unit.service(purchases).ofTicket(ticketId)
    return purchase === null ? [] : [problemOf('comparison.reversal', purchase.no, purchase.budget)]
  },
}
