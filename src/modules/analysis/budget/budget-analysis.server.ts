import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { daysBetween, momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { departmentChoices, projectChoices } from '../choices.server.ts'
import { type FrozenBand, forecastOf, frozenBands, percentOf, scoreOf, timePercent } from '../figures.ts'
import type {
  Amounts,
  BudgetAnalysis,
  EntryRow,
  FrozenRow,
  LargeClaim,
  PivotCell,
  ThreePublic,
} from './budget.types.ts'
import { type BehindQuery, type BudgetQuery, linesWhere } from './budget-filter.server.ts'

const MAX_CLAIMS = 10
type Where = RawBuilder<SqlBool>

/** A name of alias `department` in the reader's language. */
export const departmentName = (language: Language): RawBuilder<string> => namedIn(language, 'department')

const none: Amounts = { approved: '0.00', adjust: '0.00', frozen: '0.00', used: '0.00', available: '0.00' }
const add = (left: Amounts, right: Amounts): Amounts => ({
  approved: sumMoney([left.approved, right.approved]),
  adjust: sumMoney([left.adjust, right.adjust]),
  frozen: sumMoney([left.frozen, right.frozen]),
  used: sumMoney([left.used, right.used]),
  available: sumMoney([left.available, right.available]),
})
const rateOf = ({ approved, adjust, used }: Amounts): number => percentOf(used, sumMoney([approved, adjust]))
const point = (value: number): number => Math.round(value * 10) / 10

/** Rows added up by a key, in the order of their first. */
function addUp<K>(cells: readonly PivotCell[], keyOf: (cell: PivotCell) => K): readonly (readonly [K, Amounts])[] {
  const sums = new Map<K, Amounts>()
  for (const cell of cells) sums.set(keyOf(cell), add(sums.get(keyOf(cell)) ?? none, cell))
  return [...sums]
}

async function cellsOf(unit: UnitOfWork, where: Where, year: number, language: Language) {
  const { rows } = await sql<PivotCell & { name: string }>`
    select line.dept_id, ${departmentName(language)} as name, line.subject_code, sum(line.approved)::numeric(16,2) as approved, sum(line.adjust)::numeric(16,2) as adjust,
      sum(line.frozen)::numeric(16,2) as frozen, sum(line.used)::numeric(16,2) as used, sum(line.approved + line.adjust - line.frozen - line.used)::numeric(16,2) as available
    from shared_budget_line line join shared_department department on department.id = line.dept_id
    where line.year = ${year} and ${where} group by department.id, department.name, department.name_en, department.sort, line.dept_id, line.subject_code
    order by department.sort, department.id, line.subject_code`.execute(unit.db)
  return rows
}

/** What the lines of two years spent month by month, out of the sums by day (decision 0017). */
async function monthsOf(unit: UnitOfWork, where: Where, year: number): Promise<BudgetAnalysis['months']> {
  const { rows: used } = await sql<{ year: number; month: number; used: string }>`
    select line.year, extract(month from day)::int as month, sum(spent.used)::numeric(16,2) as used
    from shared_budget_line line join budget_day spent on spent.line_id = line.id
    where line.year in (${year}, ${year - 1}) and ${where} group by 1, 2`.execute(unit.db)
  const { rows: plan } = await sql<{ month: number; plan: string }>`
    select month::int as month, sum(amount)::numeric(16,2) as plan from shared_budget_line line, unnest(line.monthly) with ordinality as planned(amount, month)
    where line.year = ${year} and ${where} group by 1`.execute(unit.db)
  const spentIn = (of: number, month: number): string =>
    used.find((row) => row.year === of && row.month === month)?.used ?? '0.00'
  return Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    used: spentIn(year, index + 1),
    plan: plan.find((row) => row.month === index + 1)?.plan ?? '0.00',
    lastUsed: spentIn(year - 1, index + 1),
  }))
}

/** First day on which something can have been frozen to stand in a band, and the last. */
const band = sql<FrozenBand>`case when age <= 30 then '0-30' when age <= 60 then '31-60' when age <= 90 then '61-90' else '91-' end`
const heldRows = (unit: UnitOfWork, where: Where, year: number) => sql`
  select held.line_id, held.ticket_id, held.frozen, held.since, ${unit.clock.today()}::date - (held.since at time zone 'Asia/Shanghai')::date as age, line.dept_id, line.subject_code
  from shared_budget_line line join budget_held held on held.line_id = line.id where line.year = ${year} and ${where}`

async function frozenOf(unit: UnitOfWork, where: Where, year: number): Promise<BudgetAnalysis['frozen']> {
  const { rows } = await sql<{ band: FrozenBand; amount: string; tickets: number }>`
    select ${band} as band, sum(frozen)::numeric(16,2) as amount, count(*)::int as tickets from (${heldRows(unit, where, year)}) held group by 1`.execute(
    unit.db,
  )
  return frozenBands.map((key) => rows.find((row) => row.band === key) ?? { band: key, amount: '0.00', tickets: 0 })
}

/** 三公 of a year and of the one before, by what the money is for: cars (30231, 31013), reception (30217), abroad (30212). */
export async function threePublicOf(unit: UnitOfWork, where: Where, year: number): Promise<readonly ThreePublic[]> {
  const { rows } = await sql<ThreePublic>`
    select public.kind, coalesce(sum(line.approved + line.adjust) filter (where line.year = ${year}), 0)::numeric(16,2) as budget,
      coalesce(sum(line.used) filter (where line.year = ${year}), 0)::numeric(16,2) as used, coalesce(sum(line.used) filter (where line.year = ${year - 1}), 0)::numeric(16,2) as last_used
    from (values (1, 'car', '30231'), (1, 'car', '31013'), (2, 'reception', '30217'), (3, 'abroad', '30212')) as public(place, kind, code)
    left join shared_budget_line line on line.subject_code = public.code and line.year in (${year}, ${year - 1}) and ${where}
    group by public.place, public.kind order by public.place`.execute(unit.db)
  return rows
}

/** The largest claims of the lines; each line offers its own from an index. */
async function largestOf(unit: UnitOfWork, where: Where, year: number): Promise<readonly LargeClaim[]> {
  const { rows } = await sql<LargeClaim>`
    select claim.ticket_id, ticket.no, ticket.title, claim.amount, claim.pay_state
    from (select claim.id, claim.ticket_id, claim.amount, claim.pay_state from shared_budget_line line, lateral (
        select id, ticket_id, amount, pay_state from shared_expense_claim where budget_line_id = line.id and pay_state is not null and pay_state <> 'voided'
        order by amount desc, id desc limit ${MAX_CLAIMS}) claim
      where line.year = ${year} and ${where} order by claim.amount desc, claim.id desc limit ${MAX_CLAIMS}) claim
    join shared_ticket ticket on ticket.id = claim.ticket_id order by claim.amount desc, claim.id desc`.execute(unit.db)
  return rows
}

/** BUD-34: of what each department spent in the periods of its fund plans, the share in percent that stands on their lists of unplanned claims; out of the sums by day (decision 0017). */
async function besideOf(unit: UnitOfWork, where: Where, year: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ deptId: number; used: string; beside: string }>`
    with plan as (select id, dept_id, starts, ends, items from shared_fund_plan where year = ${year} and deleted_at is null and state in ('executing', 'closed')),
    approved as (
      select plan.id, (item ->> 'budgetLineId')::bigint as line_id, sum(coalesce((item ->> 'approvedAmount')::numeric, (item ->> 'planAmount')::numeric)) as amount
      from plan, jsonb_array_elements(plan.items) item group by 1, 2),
    spent as (
      select plan.dept_id, approved.amount as approved, sum(day.used) as used from plan
      join shared_budget_line line on line.year = ${year} and (line.dept_id = plan.dept_id or exists (select from approved a where a.id = plan.id and a.line_id = line.id)) and ${where}
      join budget_day day on day.line_id = line.id and day.day between plan.starts and plan.ends
      left join approved on approved.id = plan.id and approved.line_id = line.id
      group by plan.id, plan.dept_id, line.id, approved.amount)
    select dept_id, sum(used)::numeric(16,2) as used, sum(greatest(used - coalesce(approved, 0), 0))::numeric(16,2) as beside from spent group by 1`.execute(
    unit.db,
  )
  return new Map(rows.map(({ deptId, used, beside }) => [deptId, percentOf(beside, used)]))
}

async function claimsOf(unit: UnitOfWork, where: Where, year: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from shared_budget_line line join shared_expense_claim claim on claim.budget_line_id = line.id
    where line.year = ${year} and ${where} and claim.pay_state is not null and claim.pay_state <> 'voided'`.execute(
    unit.db,
  )
  return rows[0]?.n ?? 0
}

/** Everything the page shows under its filters; all sums are those of the lines in reach (BUD-61). */
export async function analyseBudget(
  unit: UnitOfWork,
  access: Access,
  query: BudgetQuery,
  language: Language,
): Promise<BudgetAnalysis> {
  const today = unit.clock.today()
  const year = query.year ?? Number(today.slice(0, 4))
  const where = await linesWhere(unit, access, query)
  const { rows: years } = await sql<{
    year: number
  }>`select year from shared_budget_year where state in ('executing', 'closed') order by year desc`.execute(unit.db)
  const cells = await cellsOf(unit, where, year, language)
  const totals = cells.reduce<Amounts>(add, none)
  const time = timePercent(year, today)
  const names = new Map(cells.map((cell) => [cell.deptId, cell.name]))
  const rate = rateOf(totals)
  const beside = await besideOf(unit, where, year)
  return {
    choices: await departmentChoices(unit, access.scope('budgetAnalysis:Search'), language),
    projects: await projectChoices(unit, access.scope('budgetAnalysis:Search'), year),
    year,
    years: years.map((row) => row.year),
    totals,
    rate,
    timePercent: time,
    lag: point(time - rate),
    lagLimit: unit.settings.number('budget.lagPct'),
    forecast: forecastOf(totals.used, year, today),
    claims: await claimsOf(unit, where, year),
    departments: addUp(cells, (cell) => cell.deptId)
      .map(([deptId, sums]) => {
        const lag = point(time - rateOf(sums))
        const unplanned = beside.get(deptId) ?? null
        return {
          deptId,
          name: names.get(deptId) ?? '',
          ...sums,
          rate: rateOf(sums),
          lag,
          unplanned,
          score: scoreOf(lag, unplanned),
        }
      })
      .sort((a, b) => b.rate - a.rate),
    subjects: addUp(cells, (cell) => cell.subjectCode)
      .map(([subjectCode, sums]) => ({ subjectCode, ...sums, rate: rateOf(sums) }))
      .sort((a, b) => Number(subtractMoney(sumMoney([b.approved, b.adjust]), sumMoney([a.approved, a.adjust])))),
    months: await monthsOf(unit, where, year),
    frozen: await frozenOf(unit, where, year),
    threePublic: await threePublicOf(unit, where, year),
    largest: await largestOf(unit, where, year),
    pivot: cells.map(({ name: _name, ...cell }) => cell),
  }
}

/** What holds the money of a band, the oldest first. */
export async function frozenTickets(
  unit: UnitOfWork,
  access: Access,
  { band: key, page, limit, ...query }: BehindQuery & { readonly band: FrozenBand },
  language: Language,
): Promise<ListAnswer<FrozenRow>> {
  const today = unit.clock.today()
  const where = await linesWhere(unit, access, query)
  const of = sql`(${heldRows(unit, where, query.year ?? Number(today.slice(0, 4)))}) held`
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*)::int as n from ${of} where ${band} = ${key}`.execute(unit.db)
  const { rows } = await sql<Omit<FrozenRow, 'days' | 'since'> & { since: Date }>`
    select ticket.id as ticket_id, ticket.no, ticket.title, ${departmentName(language)} as dept, held.subject_code, held.frozen as amount, held.since
    from ${of} join shared_department department on department.id = held.dept_id left join shared_ticket ticket on ticket.id = held.ticket_id
    where ${band} = ${key} order by held.since, held.ticket_id, held.line_id limit ${limit} offset ${(page - 1) * limit}`.execute(
    unit.db,
  )
  const list = rows.map(({ since, ...row }) => {
    const at = momentText(since)
    return { ...row, since: at, days: daysBetween(at.slice(0, 10), today) }
  })
  return new ListAnswer(list, { page, limit, total: counted[0]?.n ?? 0 })
}

/** The entries behind a figure, the latest first: of one department and subject, or of whatever the filters leave. */
export async function ledgerBehind(
  unit: UnitOfWork,
  access: Access,
  { page, limit, ...query }: BehindQuery,
): Promise<ListAnswer<EntryRow>> {
  const where = await linesWhere(unit, access, query)
  const year = query.year ?? Number(unit.clock.today().slice(0, 4))
  const of = sql`shared_budget_ledger entry where entry.line_id in (select line.id from shared_budget_line line where line.year = ${year} and ${where})`
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${of}`.execute(unit.db)
  const { rows } = await sql<Omit<EntryRow, 'at'> & { at: Date }>`
    select entry.id, entry.at, entry.type, entry.amount, entry.balance_after, entry.ticket_id, ticket.no, entry.note
    from (select entry.* from ${of} order by entry.at desc, entry.id desc limit ${limit} offset ${(page - 1) * limit}) entry
    left join shared_ticket ticket on ticket.id = entry.ticket_id order by entry.at desc, entry.id desc`.execute(
    unit.db,
  )
  return new ListAnswer(
    rows.map((row) => ({ ...row, at: momentText(row.at) })),
    { page, limit, total: counted[0]?.n ?? 0 },
  )
}
