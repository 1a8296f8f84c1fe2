import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { departmentName } from '../budget/budget-analysis.server.ts'
import { departmentsOf } from '../budget/budget-filter.server.ts'
import { periods } from '../periods.ts'
import type {
  CapitaRow,
  CityRow,
  SpendRow,
  StepRow,
  TravelFigures,
  VehicleFigures,
  VehicleRow,
  VendorRow,
} from './finance.types.ts'

const empty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Filters of 30.8. */
export const financeQuery = z.strictObject({
  year: empty(z.coerce.number().int().min(2000).max(2100)),
  period: empty(z.enum(periods)),
  deptId: empty(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)),
  subject: empty(z.string().regex(/^\d{1,5}$/)),
})
export type FinanceQuery = z.output<typeof financeQuery>

const TOP = 10

interface AnalysisFilter {
  readonly year: number
  /** First day of the period, and the first after it. */
  readonly from: string
  readonly until: string
  /** Rows of alias `r` whose dept_id is within reach and under the filter. */
  readonly dept: RawBuilder<SqlBool>
  readonly subject: RawBuilder<SqlBool>
}

async function askedBy(unit: UnitOfWork, access: Access, query: FinanceQuery): Promise<AnalysisFilter> {
  const year = query.year ?? Number(unit.clock.today().slice(0, 4))
  const quarter = query.period === undefined || query.period === 'year' ? null : Number(query.period.slice(1))
  const month = (at: number): string => (at > 12 ? `${year + 1}-01-01` : `${year}-${String(at).padStart(2, '0')}-01`)
  const reach = departmentsOf(access.scope('financeAnalysis:Search'))
  const below =
    query.deptId === undefined
      ? null
      : (
          await sql<{ id: number }>`
            with recursive below as (select id from shared_department department where id = ${query.deptId}
              union all select department.id from shared_department department join below on department.parent = below.id) select id from below`.execute(
            unit.db,
          )
        ).rows.map((row) => row.id)
  return {
    year,
    from: quarter === null ? month(1) : month(quarter * 3 - 2),
    until: quarter === null ? month(13) : month(quarter * 3 + 1),
    dept: sql<SqlBool>`(${reach}::bigint[] is null or r.dept_id = any(${reach}::bigint[])) and (${below}::bigint[] is null or r.dept_id = any(${below}::bigint[]))`,
    subject: sql<SqlBool>`(${query.subject ?? null}::text is null or r.subject_code like ${`${query.subject ?? ''}%`})`,
  }
}

/** Spending of two years by month and subject, out of the sums by day (decision 0017). */
export async function spendOf(unit: UnitOfWork, access: Access, query: FinanceQuery): Promise<readonly SpendRow[]> {
  const { year, dept, subject } = await askedBy(unit, access, query)
  const { rows } = await sql<SpendRow>`
    select r.year, extract(month from spent.day)::int as month, r.subject_code, sum(spent.used)::numeric(16,2) as amount
    from shared_budget_line r join budget_day spent on spent.line_id = r.id
    where r.year in (${year}, ${year - 1}) and r.deleted_at is null and ${dept} and ${subject} group by 1, 2, 3 order by 1, 2, 3`.execute(
    unit.db,
  )
  return rows
}

/** Claims of the period and how long each step took them. */
export async function stepsOf(
  unit: UnitOfWork,
  access: Access,
  query: FinanceQuery,
  language: Language,
): Promise<{ claims: number; steps: readonly StepRow[] }> {
  const { from, until, dept, subject } = await askedBy(unit, access, query)
  const claims = sql`from shared_expense_claim r where r.created_at >= ${`${from}T00:00:00+08:00`}::timestamptz and r.created_at < ${`${until}T00:00:00+08:00`}::timestamptz
    and r.pay_state is not null and r.pay_state <> 'voided' and ${dept} and ${subject}`
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${claims}`.execute(unit.db)
  const { rows } = await sql<Omit<StepRow, 'name'>>`
    select task.state, count(distinct task.ticket_id)::int as claims, round((avg(extract(epoch from task.decided_at - task.opened_at)) / 3600)::numeric, 1)::float8 as hours
    from shared_ticket_task task where task.status = 'done' and task.kind <> 'cc' and task.opened_at is not null and task.ticket_id in (select r.ticket_id ${claims})
    group by task.state order by 2 desc, 1`.execute(unit.db)
  const names = await stateNames(unit, language)
  return { claims: counted[0]?.n ?? 0, steps: rows.map((row) => ({ ...row, name: names.get(row.state) ?? row.state })) }
}

/** What the published workflows call their states; a key has one name in all that handle money. */
async function stateNames(unit: UnitOfWork, language: Language): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select distinct on (state.value->>'key') state.value->>'key' as key, state.value->'name'->>${language} as name
    from shared_workflow_version version, json_array_elements(version.definition->'states') state where version.status = 'published' order by 1, version.id`.execute(
    unit.db,
  )
  return new Map(rows.map((row) => [row.key, row.name]))
}

/** What each department spent of the year's budget for each of the people in service who live on it: its own, and those of departments below it without a budget of their own (70.1). */
export async function capitaOf(
  unit: UnitOfWork,
  access: Access,
  query: FinanceQuery,
  language: Language,
): Promise<readonly CapitaRow[]> {
  const { year, from, until, dept, subject } = await askedBy(unit, access, query)
  const { rows } = await sql<CapitaRow>`
    with recursive unit as (
      select id, id as budget from shared_department department where parent is null
      union all select below.id, case when below.is_budget_unit then below.id else unit.budget end from shared_department below join unit on below.parent = unit.id),
    spent as (select r.dept_id, sum(day.used) as used from shared_budget_line r join budget_day day on day.line_id = r.id
      where r.year = ${year} and r.deleted_at is null and day.day >= ${from}::date and day.day < ${until}::date and ${dept} and ${subject} group by r.dept_id)
    select department.id as dept_id, ${departmentName(language)} as name, spent.used::numeric(16,2) as used, staff.people, round(spent.used / staff.people, 2)::numeric(16,2) as per_head
    from spent join shared_department department on department.id = spent.dept_id
    join (select unit.budget, count(*)::int as people from unit join shared_app_user app_user on app_user.dept_id = unit.id and app_user.state group by 1) staff on staff.budget = department.id
    order by spent.used / staff.people desc`.execute(unit.db)
  return rows
}

/** Trips that began in the period: by city, for a person and day, and how often a night was above the standard. */
export async function travelOf(unit: UnitOfWork, access: Access, query: FinanceQuery): Promise<TravelFigures> {
  const { from, until, dept } = await askedBy(unit, access, query)
  const trips = sql`from shared_travel_trip r where r.start_date >= ${from}::date and r.start_date < ${until}::date and r.state not in ('cancelled', 'expired') and r.deleted_at is null and ${dept}`
  const { rows: cities } = await sql<CityRow>`
    select r.destinations as city, count(*)::int as trips, sum(r.days)::int as days, coalesce(sum(r.actual), 0)::numeric(16,2) as amount ${trips}
    group by r.destinations order by 4 desc, 2 desc, 1 limit ${TOP}`.execute(unit.db)
  const { rows } = await sql<{ trips: number; days: number; amount: string; perDay: string | null }>`
    select count(*)::int as trips, coalesce(sum(r.days), 0)::int as days, coalesce(sum(r.actual), 0)::numeric(16,2) as amount,
      round(sum(r.actual) / nullif(sum(r.days) filter (where r.actual is not null), 0), 2)::numeric(16,2) as per_day ${trips}`.execute(
    unit.db,
  )
  const { rows: over } = await sql<{ n: number }>`
    select count(*)::int as n from (select distinct r.claim_ticket_id as id ${trips} and r.claim_ticket_id is not null) claimed join shared_ticket ticket on ticket.id = claimed.id,
      jsonb_array_elements(case jsonb_typeof(ticket.form_data->'lodging') when 'array' then ticket.form_data->'lodging' else '[]' end) night
    where (night.value->>'selfPaid')::numeric > 0`.execute(unit.db)
  const [all] = rows
  return {
    trips: all?.trips ?? 0,
    days: all?.days ?? 0,
    amount: all?.amount ?? '0.00',
    perDay: all?.perDay ?? null,
    over: over[0]?.n ?? 0,
    cities,
  }
}

/** Fuel, repair, insurance and tolls of cars in the quarters of the period, for each kilometre they went. */
export async function vehiclesOf(unit: UnitOfWork, access: Access, query: FinanceQuery): Promise<VehicleFigures> {
  const { from, until, dept } = await askedBy(unit, access, query)
  const figures = sql`sum(r.km)::int as km, sum(r.litres)::numeric(12,2) as litres, sum(r.cost)::numeric(16,2) as amount,
    round(sum(r.cost) / nullif(sum(r.km), 0), 2)::numeric(12,2) as per_km, round(sum(r.litres) * 100 / nullif(sum(r.fuel_km), 0), 1)::numeric(9,1) as per100
    from shared_car_use r where r.starts_on >= ${from}::date and r.starts_on < ${until}::date and ${dept}`
  const { rows: cars } = await sql<VehicleRow>`
    select r.plate_no, ${figures} group by r.plate_no having sum(r.km) > 0 or sum(r.cost) > 0 order by per_km desc nulls last, amount desc, r.plate_no limit ${TOP}`.execute(
    unit.db,
  )
  const { rows } = await sql<{ km: number | null; amount: string | null; perKm: string | null; per100: string | null }>`
    select ${figures}`.execute(unit.db)
  const [all] = rows
  return {
    km: all?.km ?? 0,
    amount: all?.amount ?? '0.00',
    perKm: all?.perKm ?? null,
    per100: all?.per100 ?? null,
    cars,
  }
}

/** Who sold most, by the invoices in use dated in the period. */
export async function vendorsOf(unit: UnitOfWork, access: Access, query: FinanceQuery): Promise<readonly VendorRow[]> {
  const { from, until, dept } = await askedBy(unit, access, query)
  const { rows } = await sql<VendorRow>`
    select r.seller_name as seller, count(*)::int as invoices, sum(r.amount)::numeric(16,2) as amount
    from shared_invoice r where r.state = 'used' and r.invoice_date >= ${from}::date and r.invoice_date < ${until}::date and ${dept}
    group by r.seller_name order by 3 desc, 1 limit ${TOP}`.execute(unit.db)
  return rows
}
