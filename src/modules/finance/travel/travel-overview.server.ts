import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { daysBetween } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { AwayRow, TravelMonth, TravelStatistics, TravelUnit } from './travel.types.ts'

/** Trips (alias `r`) that a permission reaches (INV-11). */
const reached = (access: Access, permission: Permission) =>
  sql<SqlBool>`r.deleted_at is null and ${reachedBy(access, permission, { department: 'r.dept_id', owner: 'r.user_id' })}`

/** Trips of a month at most; a bureau of some hundred people has fewer. */
const MAX_TRIPS = 2000

/** Who is or was away on some day of the month. */
export async function awayIn(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  month: string,
): Promise<readonly AwayRow[]> {
  const first = `${month}-01`
  const { rows } = await sql<AwayRow>`
    select r.id, ${namedIn(language, 'app_user')} as name, r.dept_id, ${namedIn(language, 'department')} as dept, r.destinations, r.start_date, r.end_date
    from travel_trip r join shared_app_user app_user on app_user.id = r.user_id join shared_department department on department.id = r.dept_id
    where r.start_date < ${first}::date + interval '1 month' and r.end_date >= ${first}::date and r.state <> 'cancelled' and ${reached(access, 'travel:Search')}
    order by department.sort, r.start_date, r.id limit ${MAX_TRIPS}`.execute(unit.db)
  return rows
}

/** 30.9 统计. */
export async function statisticsOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  year: number,
): Promise<TravelStatistics> {
  const trips = sql`from travel_trip r where r.start_date >= ${`${year}-01-01`}::date and r.start_date < ${`${year + 1}-01-01`}::date
    and r.state not in ('cancelled', 'expired') and ${reached(access, 'travel:Search')}`
  const figures = sql`count(*)::int as trips, sum(r.days)::int as days, coalesce(sum(r.actual), 0)::numeric(16,2) as amount`
  const { rows: months } = await sql<TravelMonth>`
    select extract(month from r.start_date)::int as month, ${figures} ${trips} group by 1 order by 1`.execute(unit.db)
  const { rows: departments } = await sql<TravelUnit>`
    select department.id as dept_id, ${namedIn(language, 'department')} as name, own.trips, own.days, own.amount, own.per_day
    from (select r.dept_id, ${figures}, round(sum(r.actual) / nullif(sum(r.days) filter (where r.actual is not null), 0), 2)::numeric(16,2) as per_day ${trips} group by r.dept_id) own
    join shared_department department on department.id = own.dept_id order by own.trips desc, department.sort`.execute(
    unit.db,
  )
  const { rows: claims } = await sql<{ onTime: number; late: number; open: number }>`
    select count(*) filter (where claim.day <= r.end_date + ${unit.settings.number('travel.claimDays')}::int)::int as on_time,
      count(*) filter (where claim.day > r.end_date + ${unit.settings.number('travel.claimDays')}::int)::int as late, count(*) filter (where claim.day is null)::int as open
    from travel_trip r left join lateral (select (created_at at time zone 'Asia/Shanghai')::date as day from expense_claim where ticket_id = r.claim_ticket_id) claim on true
    where r.start_date >= ${`${year}-01-01`}::date and r.start_date < ${`${year + 1}-01-01`}::date and r.end_date < ${unit.clock.today()}::date
      and r.state <> 'cancelled' and ${reached(access, 'travel:Search')}`.execute(unit.db)
  return { year, months, departments, claims: claims[0] ?? { onTime: 0, late: 0, open: 0 } }
}

/** Tells those who have not claimed their trips; what is no unclaimed trip within reach is passed over. */
export async function remindUnclaimed(
  unit: UnitOfWork,
  access: Access,
  ids: readonly number[],
): Promise<{ readonly reminded: number }> {
  const { rows } = await sql<{ userId: number; no: string; ticketId: number; endDate: string }>`
    select r.user_id, r.no, r.ticket_id, r.end_date from travel_trip r where r.id = any(${[...ids]}::bigint[]) and r.state = 'ended' and ${reached(access, 'travel:Remind')}
    order by r.id`.execute(unit.db)
  for (const { userId, no, ticketId, endDate } of rows)
    unit.notify({
      to: [userId],
      contentType: 'REMIND',
      title: { key: 'travel.unclaimed', params: [no, daysBetween(endDate, unit.clock.today())] },
      link: `/workflow/ticket/${ticketId}`,
    })
  return { reminded: rows.length }
}

export const overviewRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/travel/away/',
    permission: 'travel:Search',
    query: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
    handle: ({ unit, access, language, query }) => awayIn(unit, access, language, query.month),
  }),
  route({
    method: 'GET',
    url: '/api/travel/statistics/',
    permission: 'travel:Search',
    query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2100) }),
    handle: ({ unit, access, language, query }) => statisticsOf(unit, access, language, query.year),
  }),
  route({
    method: 'POST',
    url: '/api/travel/remind/',
    operation: operation('travel.remind', rowOf('travelTrip', 'ids')),
    permission: 'travel:Remind',
    body: z.strictObject({
      ids: z.array(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(200),
    }),
    handle: ({ unit, access, body }) => remindUnclaimed(unit, access, body.ids),
  }),
]
