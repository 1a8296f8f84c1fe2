import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { addMonths } from '#src/define/days.ts'
import type { ProblemKey } from '#src/define/names.ts'
import {
  listOf,
  type Problem,
  type Problems,
  problemAt,
  problemOf,
  RuleError,
  type TextParam,
} from '#src/define/problem.ts'
import {
  type ApplicationServer,
  type EffectRun,
  effect,
  type FormContext,
  type UnitOfWork,
} from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { checkLine, linePanel, shownOfLine } from '../budget-check.server.ts'
import { consumeClaim } from '../claim-effects.server.ts'
import { checkDecision, paidReversal } from '../claim-form.server.ts'
import type { Payee } from '../payments.server.ts'
import { salarySubjects } from './person-salary.ts'
import { changePct, deductions, earnings, isNotable, NOTABLE_PCT, payOf, totalOfColumns } from './salary-rows.ts'

/** Months back that may still be paid. */
const MONTHS_BACK = 2
/** People named in a hint at most. */
const NAMED = 10

const idsOf = (form: FormData): readonly number[] => rowsOf(form.sheet).map((row) => Number(row.userId))

/** What these people were granted last, by person: of the sheet of an earlier month. */
async function lastPay(unit: UnitOfWork, period: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ userId: number; gross: string }>`
    select distinct on (user_id) user_id, gross from salary_row
    where user_id = any(${[...ids]}::bigint[]) and period < ${period} order by user_id, period desc`.execute(unit.db)
  return new Map(rows.map(({ userId, gross }) => [userId, gross]))
}

async function compute(form: FormData, context: FormContext): Promise<FormData> {
  const { unit } = context
  const given = rowsOf(form.sheet)
  const last = await lastPay(unit, String(form.period), idsOf(form).filter(Number.isInteger))
  const rows = given.map((row) => {
    const { gross, net } = payOf(row)
    return { ...row, gross, net, comparePct: changePct(gross, last.get(Number(row.userId))) }
  })
  return {
    ...form,
    ...(Array.isArray(form.sheet) && { sheet: rows }),
    headcount: rows.length,
    amount: totalOfColumns(rows, ['gross']),
    netTotal: totalOfColumns(rows, ['net']),
    ...(await shownOfLine(form, context, totalOfColumns(rows, ['gross']))),
  }
}

interface Colleague {
  readonly id: number
  readonly name: string
  readonly isOfGroup: boolean
}

/** Everybody on the sheet, and everybody in use of its group. */
async function peopleOf(unit: UnitOfWork, form: FormData): Promise<readonly Colleague[]> {
  const { rows } = await sql<Colleague>`
    select id, name, state and deleted_at is null and person_type = ${String(form.payGroup)} as is_of_group from shared_app_user
    where id = any(${[...idsOf(form)]}::bigint[]) or (state and deleted_at is null and person_type = ${String(form.payGroup)})
    order by emp_no`.execute(unit.db)
  return rows
}

/** FIN-81, FIN-82 and what wants a word, row by row. */
function checkRows(form: FormData, people: readonly Colleague[]): Problems {
  const byId = new Map(people.map((one) => [one.id, one]))
  const problems: Record<string, readonly Problem[]> = {}
  const seen = new Set<number>()
  for (const [index, row] of rowsOf(form.sheet).entries()) {
    const one = byId.get(Number(row.userId))
    const at = (column: string, key: ProblemKey, ...params: NonNullable<Problem['params']>): void => {
      problems[`sheet.${index}.${column}`] = [{ key, params }]
    }
    if (seen.has(Number(row.userId))) at('userId', 'salary.personTwice')
    else if (one?.isOfGroup !== true)
      at('userId', 'rule.FIN-82', one?.name ?? '', { dictionary: 'personType', value: String(form.payGroup) })
    seen.add(Number(row.userId))
    const { gross, net } = payOf(row)
    if (compareMoney(net, '0.00') < 0) at('net', 'rule.FIN-81', net)
    else if (compareMoney(gross, '0.00') === 0) at('gross', 'check.moreThan', 0)
    if (isNotable(row.comparePct) && isBlank(String(row.note ?? '')))
      at('note', 'salary.noteRequired', String(row.comparePct), NOTABLE_PCT)
  }
  return problems
}

/** FIN-84: another ticket of this month and group. */
async function otherSheet(form: FormData, { unit, ticketId }: FormContext): Promise<string | null> {
  const { rows } = await sql<{ no: string }>`
    select ticket.no from salary_sheet sheet join shared_ticket ticket on ticket.id = sheet.ticket_id
    where sheet.period = ${String(form.period)} and sheet.pay_group = ${String(form.payGroup)} and sheet.ticket_id is distinct from ${ticketId}::bigint`.execute(
    unit.db,
  )
  return rows[0]?.no ?? null
}

async function check(form: FormData, context: FormContext): Promise<Problems> {
  const onLine = await checkLine(form, context, { subjects: salarySubjects, otherwise: 'salary.wrongSubject' })
  if (Object.keys(onLine).length > 0) return onLine
  const today = context.unit.clock.today()
  const period = String(form.period)
  if (period > today.slice(0, 7) || period < addMonths(today.slice(0, 7), -MONTHS_BACK))
    return problemAt('period', 'salary.wrongMonth', MONTHS_BACK)
  const other = await otherSheet(form, context)
  if (other !== null) return problemAt('period', 'rule.FIN-84', period, other)
  return checkRows(form, await peopleOf(context.unit, form))
}

/** FIN-82: who of the group is missing. */
async function warnings(form: FormData, { unit }: FormContext): Promise<readonly Problem[]> {
  const rows = rowsOf(form.sheet)
  if (rows.length === 0) return []
  const listed = new Set(idsOf(form))
  const people = await peopleOf(unit, form)
  const named = (list: readonly Colleague[]): TextParam =>
    listOf(
      list.slice(0, NAMED).map(({ name }) => name),
      list.length > NAMED ? '…' : '',
    )
  const missing = people.filter(({ id, isOfGroup }) => isOfGroup && !listed.has(id))
  const notable = new Set(rows.filter((row) => isNotable(row.comparePct)).map((row) => Number(row.userId)))
  const changed = people.filter(({ id }) => notable.has(id))
  return [
    ...(missing.length > 0 ? [problemOf('salary.missing', missing.length, named(missing))] : []),
    ...(changed.length > 0 ? [problemOf('salary.changed', changed.length, NOTABLE_PCT, named(changed))] : []),
  ]
}

/** 21.8: sums of the sheet, the comparison with the month before, and the rules of its rows. */
export const salaryForm: ApplicationServer = {
  defaults: async ({ unit }) => ({ period: addMonths(unit.clock.today().slice(0, 7), -1) }),
  compute,
  check,
  warnings,
  panel: (form, context) => linePanel(form, context, typeof form.amount === 'string' ? form.amount : '0.00'),
  reversal: paidReversal,
  checkDecision,
}

/** FIN-84 under the table's key. */
const take: EffectRun = async ({ unit, ticket }) => {
  const { period, payGroup } = ticket.formData
  const { rows } = await sql`
    insert into salary_sheet (ticket_id, period, pay_group) values (${ticket.id}, ${String(period)}, ${String(payGroup)})
    on conflict do nothing returning ticket_id`.execute(unit.db)
  if (rows.length > 0) return
  const other = await sql<{ no: string }>`
    select ticket.no from salary_sheet sheet join shared_ticket ticket on ticket.id = sheet.ticket_id
    where sheet.period = ${String(period)} and sheet.pay_group = ${String(payGroup)}`.execute(unit.db)
  throw new RuleError('rule.FIN-84', String(period), other.rows[0]?.no ?? '')
}

/** The month of the group is free again, and nobody was granted anything. */
const leave: EffectRun = async ({ unit, ticket }) => {
  await sql`delete from salary_sheet where ticket_id = ${ticket.id}`.execute(unit.db)
}

/** Who receives what of a payroll: what people are paid in one sum, and each deduction; together the gross pay. */
function payeesOf(form: FormData, unit: UnitOfWork): readonly Payee[] {
  const names = unit.settings.json<Readonly<Record<string, string>>>('payroll.payees')
  return ['net', ...deductions].flatMap((column) => {
    const amount = totalOfColumns(rowsOf(form.sheet), [column])
    if (compareMoney(amount, '0.00') <= 0) return []
    return [{ type: 'corporate', name: names[column] ?? column, bank: null, account: null, amount }]
  })
}

/** onApprove: the rows stand, and the money is used. One payment of all net pay, so that no list of payments tells what a person earns (FIN-83). */
const consume: EffectRun = async (context) => {
  const { unit, ticket } = context
  const form = ticket.formData
  const columns = [...earnings, 'gross', ...deductions, 'net']
  const granted = rowsOf(form.sheet).map((row) => ({
    user: row.userId,
    ...Object.fromEntries(columns.map((column) => [column, row[column]])),
  }))
  await sql`
    insert into salary_row (ticket_id, user_id, period, pay_group, base, post, performance, overtime, other_add, gross, social_insurance, housing_fund, tax, other_deduct, net)
    select ${ticket.id}::bigint, r."user", ${String(form.period)}::text, ${String(form.payGroup)}::text, r.base, r.post, r.performance, r.overtime, r."otherAdd", r.gross,
      r."socialInsurance", r."housingFund", r.tax, r."otherDeduct", r.net
    from jsonb_to_recordset(${JSON.stringify(granted)}::jsonb) as r("user" bigint, base numeric, post numeric, performance numeric, overtime numeric, "otherAdd" numeric,
      gross numeric, "socialInsurance" numeric, "housingFund" numeric, tax numeric, "otherDeduct" numeric, net numeric)`.execute(
    unit.db,
  )
  await consumeClaim(context, payeesOf(form, unit))
}

/** onFinish: everybody hears what they were paid, and only that (FIN-83). */
const tell: EffectRun = async ({ unit, ticket }) => {
  const period = String(ticket.formData.period)
  for (const row of rowsOf(ticket.formData.sheet))
    unit.notify({
      to: [Number(row.userId)],
      contentType: 'SYSTEM',
      title: { key: 'salary.paid', params: [period, String(row.net)] },
      link: '/personal-center?tab=salary',
    })
}

export const salaryEffects = {
  'salary.take': effect(['period'], take),
  'salary.leave': effect([], leave),
  'salary.consume': effect(['budgetLineId'], consume),
  'salary.tell': effect([], tell),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    salary: keyof typeof salaryEffects
  }
}
