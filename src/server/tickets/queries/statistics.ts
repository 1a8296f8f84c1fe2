import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { parseMoment } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ApprovalStatistics } from '#src/define/tickets/lists.ts'
import { only } from '#src/server/database/only.ts'

/** What I decided since the first of this month (20.8). */
export async function statisticsOf(unit: UnitOfWork, access: Access): Promise<ApprovalStatistics> {
  const since = parseMoment(`${unit.clock.today().slice(0, 7)}-01`)
  const { rows } = await sql<{ handled: number; hours: number | null; returned: number }>`
    select count(*)::int as handled, (avg(extract(epoch from decided_at - opened_at)) / 3600)::float8 as hours,
      count(*) filter (where outcome = 'return')::int as returned
    from ticket_task where decided_by = ${access.userId} and decided_at >= ${since} and kind = 'approve'
      and outcome in ('approve', 'reject', 'return')`.execute(unit.db)
  const { handled, hours, returned } = only(rows)
  return {
    handled,
    averageHours: hours === null ? null : Math.round(hours * 10) / 10,
    returnRate: handled === 0 ? null : returned / handled,
  }
}
