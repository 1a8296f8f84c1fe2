import { sql } from 'kysely'
import { dayOf } from '#src/define/days.ts'
import { problemOf } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'

/** Workdays after which what nobody has handled is worth supervising (OTH-02). */
const ESCALATE_AFTER_WORKDAYS = 5

/** OTH-02: on the day on which five workdays have passed without a result, the office that assigned it and the supervision officers hear of it, once. */
export async function suggestSupervision(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  // The count does not grow on a day off, so that it would be told again.
  if (!unit.calendar.isWorkday(today)) return
  const { rows } = await sql<{ id: number; no: string; title: string; openedAt: Date }>`
    select t.id, t.no, t.title, min(k.opened_at) as opened_at from shared_ticket t join shared_ticket_task k on k.ticket_id = t.id
    where t.type = 'otherBusiness' and t.status = 'handling' and t.deleted_at is null and k.state = 'process' and k.status = 'open'
    group by t.id, t.no, t.title order by t.id`.execute(unit.db)
  const late = rows.filter(({ openedAt }) => {
    const openedOn = dayOf(openedAt)
    return (
      unit.calendar.workdays(openedOn, today) - (unit.calendar.isWorkday(openedOn) ? 1 : 0) === ESCALATE_AFTER_WORKDAYS
    )
  })
  if (late.length === 0) return
  const [office, supervisors] = [await unit.usersWithRole('logisticsOfficer'), await unit.usersWithRole('supervisor')]
  for (const { id, no, title } of late) {
    const message = {
      contentType: 'REMIND' as const,
      title: problemOf('affairs.supervise', no, title, ESCALATE_AFTER_WORKDAYS),
    }
    if (office.length > 0) unit.notify({ ...message, to: office, link: `/workflow/ticket/${id}` })
    // They may not open every ticket; what they take up is told to them by its number.
    if (supervisors.length > 0) unit.notify({ ...message, to: supervisors })
  }
}

export const affairsJobs: readonly JobDefinition[] = [
  { name: 'affairs.supervise', every: { at: '08:30', missed: 'skip' }, run: suggestSupervision },
]
