/** Limits of office supplies (STK-11, STK-12). */
import { sql } from 'kysely'
import { type Problem, RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect, type FormContext } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney, subtractMoney, sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { type Items, type OwnRules, suppliesServer } from './forms/form.server.ts'
import { requestedLines } from './forms/lines.ts'
import { officeCategories } from './office-supplies.ts'

/** Years for which a durable item is issued once (STK-12). */
const DURABLE_YEARS = 2

/** First day of the quarter of a day. */
export function quarterStart(day: string): string {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

/** Whose quota it is. */
interface Claim extends Pick<FormContext, 'unit' | 'ticketId'> {
  readonly applicant: Pick<FormContext['applicant'], 'id' | 'deptId'>
}

/** The day whose quarter counts: that of the submit while the ticket is under way, else today. */
async function quotaDay({ unit, ticketId }: Claim): Promise<string> {
  if (ticketId === null) return unit.clock.today()
  const { rows } = await sql<{ day: string }>`
    select (submitted_at at time zone 'Asia/Shanghai')::date as day from shared_ticket
    where id = ${ticketId} and submitted_at is not null and status in ('running', 'handling', 'completed')`.execute(
    unit.db,
  )
  return rows[0]?.day ?? unit.clock.today()
}

/** What was asked for in the quarter by other tickets, in yuan: what was issued of it, before that what it is worth. */
async function usedBefore(claim: Claim, useFor: string): Promise<string> {
  const { unit, applicant, ticketId } = claim
  const from = quarterStart(await quotaDay(claim))
  const own = useFor === 'dept' ? sql`dept_id = ${applicant.deptId}` : sql`applicant_id = ${applicant.id}`
  const { rows } = await sql<{ id: number; value: string }>`
    select id, coalesce(form_data ->> 'totalValue', '0.00') as value from shared_ticket
    where type = 'officeSupplies' and status in ('running', 'handling', 'completed') and ${own} and deleted_at is null
      and form_data ->> 'useFor' = ${useFor} and id is distinct from ${ticketId}::bigint
      and submitted_at >= (${from}::date::timestamp at time zone 'Asia/Shanghai')
      and submitted_at < ((${from}::date + interval '3 months') at time zone 'Asia/Shanghai')`.execute(unit.db)
  if (rows.length === 0) return '0.00'
  const issued = new Map(
    (await unit.service(stockLedger).valuesOf(rows.map(({ id }) => id))).map(({ ticketId: id, value }) => [id, value]),
  )
  return sumMoney(rows.map(({ id, value }) => issued.get(id) ?? value))
}

async function headcount({ unit, applicant }: Claim): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from shared_app_user where dept_id = ${applicant.deptId} and state and deleted_at is null`.execute(
    unit.db,
  )
  return Math.max(1, rows[0]?.n ?? 1)
}

/** STK-11: what may still be asked for this quarter, in yuan; of a department, for all its people. */
async function quotaLeft(form: FormData, context: Claim): Promise<string> {
  const useFor = form.useFor === 'dept' ? 'dept' : 'personal'
  const perPerson = context.unit.settings.number('stock.quarterQuota').toFixed(2)
  const quota = useFor === 'dept' ? timesMoney(perPerson, await headcount(context)) : perPerson
  return subtractMoney(quota, await usedBefore(context, useFor))
}

/** STK-12. */
async function checkDurable(form: FormData, { unit, applicant }: Claim, items: Items) {
  const durable = requestedLines(form).filter(({ itemId }) => items.get(itemId)?.oneHolder === true)
  if (durable.length === 0) return {}
  const today = unit.clock.today()
  const since = `${Number(today.slice(0, 4)) - DURABLE_YEARS}${today.slice(4)}`
  const held = await unit.service(stockLedger).heldSince(
    applicant.id,
    durable.map(({ itemId }) => itemId),
    since.endsWith('-02-29') ? `${since.slice(0, 5)}03-01` : since,
  )
  return Object.fromEntries(
    durable
      .filter(({ itemId, requested }) => held.includes(itemId) || requested > 1)
      .map(({ key, itemId }): [string, readonly Problem[]] => [
        `${key}.itemId`,
        [{ key: 'rule.STK-12', params: [items.get(itemId)?.name ?? '', DURABLE_YEARS] }],
      ]),
  )
}

const rules: OwnRules = {
  categories: officeCategories,
  async compute(form, context) {
    const left = await quotaLeft(form, context)
    const isOver = compareMoney(String(form.totalValue ?? '0.00'), left) > 0
    // What is left is never less than nothing to read.
    return { quotaLeft: compareMoney(left, '0.00') < 0 ? '0.00' : left, overQuota: isOver }
  },
  check: checkDurable,
  async panel(form) {
    if (typeof form.quotaLeft !== 'string') return []
    return [
      { label: 'applications.officeSupplies.fields.quotaLeft', value: form.quotaLeft },
      { label: 'applications.officeSupplies.fields.totalValue', value: String(form.totalValue ?? '0.00') },
    ]
  },
}

export const officeServer = suppliesServer(rules)

/** onSubmit: quota and durable items once more under lock, so that of two requests at once the second sees the first. */
const claimQuota: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const owner = form.useFor === 'dept' ? ticket.deptId : ticket.applicantId
  await sql`select pg_advisory_xact_lock(hashtext(${`supply_quota ${form.useFor === 'dept' ? 'dept' : 'person'}`}), ${owner}::int)`.execute(
    unit.db,
  )
  const claim: Claim = { unit, ticketId: ticket.id, applicant: { id: ticket.applicantId, deptId: ticket.deptId } }
  const total = String(form.totalValue ?? '0.00')
  const left = await quotaLeft(form, claim)
  if (form.overQuota !== true && compareMoney(total, left) > 0)
    throw new RuleError('supplies.quotaTaken', compareMoney(left, '0.00') < 0 ? '0.00' : left, total).at('lines')
  const ids = [...new Set(requestedLines(form).map(({ itemId }) => itemId))]
  const items = new Map((await unit.service(stockLedger).items(ids)).map((item) => [item.id, item]))
  const problems = await checkDurable(form, claim, items)
  const [first] = Object.values(problems).flat()
  if (first) throw new RuleError(first.key, ...(first.params ?? [])).among(problems)
}

export const officeEffects = { 'supplies.claimQuota': effect(['lines'], claimQuota) } as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    office: keyof typeof officeEffects
  }
}
