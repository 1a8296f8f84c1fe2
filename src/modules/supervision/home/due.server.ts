/** What is late or due soon, for the home page (10.2). */
import { sql } from 'kysely'
import { daysBetween } from '#src/define/days.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { route } from '#src/define/server.ts'
import type { DueItem, SupervisionDue } from './due.types.ts'

const SHOWN = 6

export const dueRoute = route({
  method: 'GET',
  url: '/api/supervision/due/',
  permission: 'supervision:Search',
  async handle({ unit, access, language }): Promise<SupervisionDue> {
    const reached = reachedBy(access, 'supervision:Search', {
      department: 'r.lead_dept_id',
      sharedWith: 'r.co_dept_ids',
      owner: 'r.handler_id',
    })
    const counts = await sql<{ light: string; count: number }>`
      select r.light, count(*)::int as count from supervision_item r
      where r.deleted_at is null and r.light in ('red', 'yellow', 'green') and ${reached} group by r.light`.execute(
      unit.db,
    )
    const { rows } = await sql<Omit<DueItem, 'daysLeft'>>`
      select r.id, r.no, r.title, r.light, r.due_date, ${namedIn(language, 'd')} as dept, ${namedIn(language, 'u')} as handler
      from supervision_item r join shared_department d on d.id = r.lead_dept_id join shared_app_user u on u.id = r.handler_id
      where r.deleted_at is null and r.light in ('red', 'yellow') and ${reached} order by r.due_date, r.id limit ${SHOWN}`.execute(
      unit.db,
    )
    const today = unit.clock.today()
    const of = (light: string): number => counts.rows.find((row) => row.light === light)?.count ?? 0
    return {
      red: of('red'),
      yellow: of('yellow'),
      green: of('green'),
      first: rows.map((row) => ({ ...row, daysLeft: daysBetween(today, row.dueDate) })),
    }
  },
})
