import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { moveProject, type ProjectRow, tellOwner } from './project-moves.server.ts'
import { refreshLights } from './standing.server.ts'

/** BUD-42: what nobody included in three years leaves the library, with a message to who answers for it. */
export async function removeOld(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<ProjectRow>`
    select id, no, owner_id from project where state = 'inLibrary' and deleted_at is null
      and library_at < ${unit.clock.now()}::timestamptz - interval '3 years' order by id for update`.execute(unit.db)
  for (const project of rows) {
    await moveProject(unit, project.id, 'removed')
    tellOwner(unit, project, 'project.expired')
  }
}

/** The day of a month after which a missing report of the month before is asked for. */
const DUE_DAY = 5

/** BUD-51: the report of a month is due on the fifth of the next; who has sent none is reminded once. */
export async function remindReports(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  if (Number(today.slice(8, 10)) <= DUE_DAY) return
  const [year = 0, month = 0] = today.split('-').map(Number)
  const former = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
  const { rows } = await sql<ProjectRow>`
    update project set reminded_month = ${former} where state = 'executing' and deleted_at is null
      and reminded_month is distinct from ${former} and to_char(started_at at time zone 'Asia/Shanghai', 'YYYY-MM') <= ${former}
      and not exists (select 1 from project_report where project_id = project.id and month = ${former} and deleted_at is null)
    returning id, no, owner_id`.execute(unit.db)
  for (const project of rows) tellOwner(unit, project, 'project.reportDue')
}

/** Minutes after which a light follows what was paid, or taken back, meanwhile; it follows the day as well. */
const LIGHTS_EVERY = 10

export const projectJobs: readonly JobDefinition[] = [
  { name: 'projects.removeOld', every: { at: '00:40', missed: 'once' }, run: removeOld },
  { name: 'projects.remindReports', every: { at: '08:30', missed: 'once' }, run: remindReports },
  { name: 'projects.lights', every: { minutes: LIGHTS_EVERY }, run: (unit) => refreshLights(unit, null) },
]
