import { sql } from 'kysely'
import { addMonths } from '#src/define/days.ts'
import { listOf, type Problem, type Problems, problemAt, RuleError } from '#src/define/problem.ts'
import { type ApplicationServer, type EffectRun, effect, type FormContext } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, timesMoney, toCents } from '#src/fields/money/cents.ts'
import { absences } from '#src/modules/leave/contract.ts'
import { checkLine, linePanel, shownOfLine } from '../budget-check.server.ts'
import { consumeClaim } from '../claim-effects.server.ts'
import { checkDecision, paidReversal, sumOf } from '../claim-form.server.ts'
import { ownAccounts } from '../payments.server.ts'
import { dailySubsidies, subsidySubjects } from './subsidy.ts'
import { daysOfMonth } from './subsidy-days.ts'

/** FIN-73: paid days of a person in a month at most. */
const MONTH_DAYS = 22
/** Months back that may still be asked for. */
const MONTHS_BACK = 2
/** People named in a hint at most. */
const NAMED = 10

interface Row {
  readonly userId: number
  readonly days: readonly string[] | null
}

const isDaily = (type: unknown): type is keyof typeof dailySubsidies =>
  typeof type === 'string' && Object.hasOwn(dailySubsidies, type)
const isFree = ({ subsidyType: type }: FormData): boolean => typeof type === 'string' && type !== '' && !isDaily(type)

const daysIn = (form: FormData, row: FormData): readonly string[] | null =>
  typeof row.dates === 'string' && typeof form.period === 'string' ? daysOfMonth(form.period, row.dates) : null

const peopleIn = (form: FormData): readonly Row[] =>
  rowsOf(form.lines).map((row) => ({ userId: Number(row.userId), days: isFree(form) ? [] : daysIn(form, row) }))

async function compute(form: FormData, context: FormContext): Promise<FormData> {
  const { unit } = context
  const { subsidyType: type } = form
  const standard = isDaily(type) ? unit.settings.number(dailySubsidies[type]).toFixed(2) : null
  const rows = rowsOf(form.lines).map((row) => {
    const days = isFree(form) ? null : (daysIn(form, row)?.length ?? null)
    const given = typeof row.given === 'string' ? row.given : null
    return {
      ...row,
      days,
      standard,
      amount: standard === null ? given : days === null ? null : timesMoney(standard, days),
    }
  })
  return {
    ...form,
    ...(Array.isArray(form.lines) && { lines: rows }),
    amount: sumOf(rows, 'amount'),
    ...(await shownOfLine(form, context, sumOf(rows, 'amount'))),
  }
}

/** FIN-71 and FIN-73 against what other tickets hold, FIN-72 against the calendar of absences. */
async function checkDays(form: FormData, rows: readonly Row[], { unit, ticketId }: FormContext): Promise<Problems> {
  const type = String(form.subsidyType)
  const month = String(form.period)
  const ids = rows.map((row) => row.userId)
  const names = await unit.namesOf(ids)
  const { rows: held } = await sql<{ userId: number; day: string; isSame: boolean }>`
    select user_id, day, subsidy_type = ${type} as is_same from subsidy_day where user_id = any(${ids}::bigint[])
      and day >= ${`${month}-01`}::date and day < ${`${month}-01`}::date + interval '1 month' and ticket_id is distinct from ${ticketId}::bigint`.execute(
    unit.db,
  )
  for (const [index, { userId, days }] of rows.entries()) {
    const others = held.filter((one) => one.userId === userId)
    const twice = days?.find((day) => others.some((one) => one.isSame && one.day === day))
    const name = names.get(userId) ?? ''
    if (twice !== undefined) return problemAt(`lines.${index}.dates`, 'rule.FIN-71', name, twice)
    const total = others.length + (days?.length ?? 0)
    if (total > MONTH_DAYS) return problemAt(`lines.${index}.dates`, 'rule.FIN-73', name, total, MONTH_DAYS)
  }
  if (type === 'field') return {}
  const calendar = unit.service(absences)
  for (const [index, { userId, days }] of rows.entries()) {
    for (const day of days ?? []) {
      if ((await calendar.awayOf([userId], day, day, null)).length > 0)
        return problemAt(`lines.${index}.dates`, 'rule.FIN-72', names.get(userId) ?? '', day)
    }
  }
  return {}
}

async function check(form: FormData, context: FormContext): Promise<Problems> {
  const onLine = await checkLine(form, context, { subjects: subsidySubjects, otherwise: 'subsidy.wrongSubject' })
  if (Object.keys(onLine).length > 0) return onLine
  const today = context.unit.clock.today()
  const period = String(form.period)
  if (period > today.slice(0, 7) || period < addMonths(today.slice(0, 7), -MONTHS_BACK))
    return problemAt('period', 'subsidy.wrongMonth', MONTHS_BACK)
  const rows = peopleIn(form)
  const seen = new Set<number>()
  for (const [index, { userId, days }] of rows.entries()) {
    if (seen.has(userId)) return problemAt(`lines.${index}.userId`, 'subsidy.personTwice')
    seen.add(userId)
    const given = rowsOf(form.lines)[index]?.given
    if (isFree(form) && (typeof given !== 'string' || toCents(given) <= 0n))
      return problemAt(`lines.${index}.given`, 'check.required')
    if (days === null) return problemAt(`lines.${index}.dates`, 'subsidy.noDays')
    if (days.some((day) => day > today)) return problemAt(`lines.${index}.dates`, 'subsidy.future')
  }
  if (compareMoney(String(form.amount), '0.00') <= 0) return problemAt('lines', 'check.moreThan', 0)
  return isFree(form) ? {} : checkDays(form, rows, context)
}

/** Who named no account cannot be paid through the bank. */
async function warnings(form: FormData, { unit }: FormContext): Promise<readonly Problem[]> {
  const ids = [...new Set(peopleIn(form).map(({ userId }) => userId))].filter(Number.isInteger)
  const accounts = await ownAccounts(unit, ids)
  const bare = ids.filter((id) => !accounts.has(id))
  if (bare.length === 0) return []
  const names = await unit.namesOf(bare)
  const named = bare.slice(0, NAMED).map((id) => names.get(id) ?? '')
  return [{ key: 'subsidy.noAccount', params: [bare.length, listOf(named, bare.length > NAMED ? '…' : '')] }]
}

/** 21.7: amounts from days and standards, the rules of days before the submit and again under the key of the table. */
export const subsidyForm: ApplicationServer = {
  defaults: async ({ unit }) => ({ period: addMonths(unit.clock.today().slice(0, 7), -1) }),
  compute,
  check,
  warnings,
  panel: (form, context) => linePanel(form, context, typeof form.amount === 'string' ? form.amount : '0.00'),
  reversal: paidReversal,
  checkDecision,
}

/** FIN-71 under the table's key: the days of this ticket as they are now. */
const takeDays: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  await sql`delete from subsidy_day where ticket_id = ${ticket.id}`.execute(unit.db)
  if (isFree(form)) return
  const wanted = peopleIn(form).flatMap(({ userId, days }) => (days ?? []).map((day) => ({ user: userId, day })))
  const { rows } = await sql<{ userId: number; day: string; isTaken: boolean }>`
    with asked as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w("user" bigint, day date)),
    taken as (insert into subsidy_day (user_id, subsidy_type, day, ticket_id)
      select "user", ${String(form.subsidyType)}::text, day, ${ticket.id}::bigint from asked order by 1, 3 on conflict do nothing returning user_id, day)
    select asked."user" as user_id, asked.day, taken.day is null as is_taken from asked left join taken on taken.user_id = asked."user" and taken.day = asked.day`.execute(
    unit.db,
  )
  const twice = rows.find((row) => row.isTaken)
  if (twice) throw new RuleError('rule.FIN-71', (await unit.namesOf([twice.userId])).get(twice.userId) ?? '', twice.day)
}

const leaveDays: EffectRun = async ({ unit, ticket }) => {
  await sql`delete from subsidy_day where ticket_id = ${ticket.id}`.execute(unit.db)
}

/** onApprove: consumed at once, and a payment for each person on the account they named. */
const consume: EffectRun = async (context) => {
  const rows = rowsOf(context.ticket.formData.lines)
  const ids = rows.map(({ userId }) => Number(userId))
  const names = await context.unit.namesOf(ids)
  const accounts = await ownAccounts(context.unit, ids)
  await consumeClaim(
    context,
    rows.map(({ userId, amount }) => ({
      type: 'personalCard',
      name: names.get(Number(userId)) ?? '',
      bank: accounts.get(Number(userId))?.bank ?? null,
      account: accounts.get(Number(userId))?.account ?? null,
      amount: String(amount),
    })),
  )
}

export const subsidyEffects = {
  'subsidy.takeDays': effect(['lines'], takeDays),
  'subsidy.leaveDays': effect([], leaveDays),
  'subsidy.consume': effect(['budgetLineId'], consume),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    subsidy: keyof typeof subsidyEffects
  }
}
