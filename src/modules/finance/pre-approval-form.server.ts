import { sql } from 'kysely'
import { type Problem, type Problems, problemAt, problemOf } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, toCents } from '#src/fields/money/cents.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { type MethodLimits, methodFor } from '#src/modules/procurement/contract.ts'
import { checkLine, lineOf, linePanel, lineWarnings, shownOfLine } from './budget-check.server.ts'
import { priceRows } from './line-amount.ts'
import { perHeadOf } from './per-head.ts'

/** A supplement adds at most a fifth of what was approved, once (21.4). */
const SUPPLEMENT_SHARE = 5

const limitOf = (form: FormData, { unit }: FormContext): number =>
  unit.settings.number(form.category === 'training' ? 'training.perHead' : 'meeting.perHead')

async function checkSupplement(form: FormData, { unit, applicant, ticketId }: FormContext): Promise<Problems> {
  if (typeof form.parentId !== 'number') return {}
  const { rows } = await sql<{
    amount: string
    state: string | null
    deptId: number
    isTaken: boolean
    parentId: number | null
  }>`
    select p.amount, p.dept_id, p.parent_id, (select state from shared_commitment c where c.ticket_id = p.ticket_id) as state,
      exists (select from pre_approval s join shared_ticket t on t.id = s.ticket_id where s.parent_id = p.id and s.ticket_id is distinct from ${ticketId}::bigint
        and t.status not in ('rejected', 'withdrawn', 'voided', 'draft')) as is_taken
    from pre_approval p where p.id = ${form.parentId}`.execute(unit.db)
  const parent = rows[0]
  if (parent?.state !== 'effective' || parent.deptId !== applicant.deptId)
    return problemAt('parentId', 'preApproval.parentNotOpen')
  if (parent.isTaken || parent.parentId !== null) return problemAt('parentId', 'preApproval.supplementedOnce')
  const most = toCents(parent.amount) / BigInt(SUPPLEMENT_SHARE)
  return typeof form.amount === 'string' && toCents(form.amount) > most
    ? problemAt('amount', 'preApproval.supplementTooLarge', parent.amount)
    : {}
}

/** 21.4: what is planned ends after its start, and all of it is in the year of its budget line. */
export function planProblems(start: string, end: string, year: number | null): Problems {
  if (end < start) return problemAt('planEnd', 'preApproval.endBeforeStart')
  if (end.slice(0, 4) !== start.slice(0, 4)) return problemAt('planEnd', 'preApproval.otherYear')
  return year !== null && start.slice(0, 4) !== String(year) ? problemAt('planStart', 'preApproval.otherYear') : {}
}

async function check(form: FormData, context: FormContext): Promise<Problems> {
  const onLine = await checkLine(form, context)
  if (Object.keys(onLine).length > 0) return onLine
  const { planStart, planEnd } = form
  if (typeof planStart === 'string' && typeof planEnd === 'string') {
    const line = await lineOf(form, context.unit)
    const onPlan = planProblems(planStart, planEnd, line?.year ?? null)
    if (Object.keys(onPlan).length > 0) return onPlan
  }
  const amount = String(form.amount)
  if (compareMoney(amount, '0.00') <= 0) return problemAt('items', 'check.moreThan', 0)
  const minutes = Array.isArray(form.collectiveMinutes) ? form.collectiveMinutes.length : 0
  if (Number(amount) > context.unit.settings.number('wf.t3') && minutes === 0)
    return problemAt('collectiveMinutes', 'check.required')
  return checkSupplement(form, context)
}

function methodHint(form: FormData, amount: string, { unit }: FormContext): readonly Problem[] {
  if (form.category !== 'purchase' && form.category !== 'service') return []
  const required = methodFor(amount, unit.settings.json<MethodLimits>('procurement.method'))
  return form.purchaseMethod === required
    ? []
    : [problemOf('preApproval.methodAsked', amount, { dictionary: 'purchaseMethod', value: required })]
}

async function warnings(form: FormData, context: FormContext): Promise<readonly Problem[]> {
  const amount = typeof form.amount === 'string' ? form.amount : '0.00'
  return [
    ...(await lineWarnings(form, context, amount)),
    ...(form.isAboveLimit === true && typeof form.perHead === 'string'
      ? [problemOf('preApproval.perHeadAbove', form.perHead, limitOf(form, context))]
      : []),
    ...methodHint(form, amount, context),
  ]
}

/** 21.4: amounts from the items, the limit per head as a hint with a reason, the budget looked at but not held. */
export const preApprovalForm: ApplicationServer = {
  async compute(form, context) {
    const { rows, total } = priceRows(rowsOf(form.items))
    const perHead = perHeadOf(total, form.people, form.days)
    return {
      ...form,
      ...(Array.isArray(form.items) && { items: rows }),
      amount: total,
      ...(await shownOfLine(form, context, total)),
      perHead,
      isAboveLimit: perHead !== null && compareMoney(perHead, limitOf(form, context).toFixed(2)) > 0,
    }
  },
  check,
  warnings,
  panel: (form, context) => linePanel(form, context, typeof form.amount === 'string' ? form.amount : '0.00'),
  async reversal(_form, { unit, ticketId }) {
    if (ticketId === null) return []
    const held = (await unit.service(budgetLedger).frozenBy(ticketId)).map(({ amount }) => amount)
    return held.map((amount) => ({ key: 'finance.reversal.frozen', params: [amount] }))
  },
}
