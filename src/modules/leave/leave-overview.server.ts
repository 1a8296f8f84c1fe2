/** What leaders see of the leave of their people: who is away when, and how much of the annual leave was taken. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { AnnualLeaveUse, LeaveAway } from './leave.types.ts'

/** Absences of a month at most; a bureau of some hundred people has fewer. */
const MAX_ABSENCES = 2000

/** People (alias `u`) whose leave the reader may see (INV-11). */
const reached = (access: Access) => reachedBy(access, 'leaveApproval:Away', { department: 'u.dept_id', owner: 'u.id' })

/** Who is, was or will be away on some day of the month, on leave or on a trip; kinds of leave are left out. */
export async function awayIn(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  month: string,
): Promise<readonly LeaveAway[]> {
  const first = `${month}-01`
  const { rows } = await sql<LeaveAway>`
    select a.id, ${namedIn(language, 'u')} as name, u.dept_id, ${namedIn(language, 'd')} as dept,
      case when a.kind <> 'leave' then 'trip' when exists (select 1 from leave_record r where r.ticket_id = a.ticket_id) then 'leave' else 'requested' end as reason,
      lower(a.period)::date as start_date, (upper(a.period) - interval '1 second')::date as end_date
    from absence a join shared_app_user u on u.id = a.user_id join shared_department d on d.id = u.dept_id
    where a.period && tsrange(${first}::date, ${first}::date + interval '1 month') and ${reached(access)}
    order by d.sort, lower(a.period), a.id limit ${MAX_ABSENCES}`.execute(unit.db)
  return rows
}

/** Annual leave of a year by department: days there are, taken and asked for, and people who have taken none. */
export async function annualUse(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  year: number,
): Promise<readonly AnnualLeaveUse[]> {
  const { rows } = await sql<AnnualLeaveUse>`
    select d.id as dept_id, ${namedIn(language, 'd')} as dept, own.people, own.untouched, own.days, own.used, own.pending
    from (select u.dept_id, count(*)::int as people, count(*) filter (where q.used = 0)::int as untouched,
        sum(q.total + q.carried - coalesce(q.carried_over, 0))::float8 as days, sum(q.used)::float8 as used, sum(q.pending)::float8 as pending
      from leave_quota q join shared_app_user u on u.id = q.user_id
      where q.year = ${year} and q.leave_type = 'annual' and q.deleted_at is null and u.state and q.total + q.carried > 0 and ${reached(access)}
      group by u.dept_id) own
    join shared_department d on d.id = own.dept_id order by d.sort, d.id`.execute(unit.db)
  return rows
}

export const leaveOverview: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/leave/away/',
    permission: 'leaveApproval:Away',
    query: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
    handle: ({ unit, access, language, query }) => awayIn(unit, access, language, query.month),
  }),
  route({
    method: 'GET',
    url: '/api/leave/annual_use/',
    permission: 'leaveApproval:Away',
    query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2100) }),
    handle: ({ unit, access, language, query }) => annualUse(unit, access, language, query.year),
  }),
]
