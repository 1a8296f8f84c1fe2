import { sql } from 'kysely'
import { dayOf } from '#src/define/days.ts'
import { problemOf } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { supervisionOffers } from '#src/modules/supervision/contract.ts'

/** Workdays after which what nobody has handled is worth supervising (OTH-02). */
const ESCALATE_AFTER_WORKDAYS = 5

interface Unhandled {
  readonly id: number
  readonly no: string
  readonly title: string
  readonly deptId: number
  readonly openedAt: Date
  readonly assigneeId: number | null
  readonly assigneeDeptId: number | null
}

/** OTH-02: once five workdays have passed without a result, also after a stop, the office that assigned it and the supervision officers hear of it, once; these make a supervision item of it by one action. */
export async function suggestSupervision(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<Unhandled>`
    select distinct on (t.id) t.id, t.no, t.title, t.dept_id, k.opened_at, k.assignee_id, u.dept_id as assignee_dept_id
    from shared_ticket t join shared_ticket_task k on k.ticket_id = t.id left join shared_app_user u on u.id = k.assignee_id
    where t.type = 'otherBusiness' and t.status = 'handling' and t.deleted_at is null and k.state = 'process' and k.status = 'open'
    order by t.id, k.opened_at`.execute(unit.db)
  const late = rows.filter(({ openedAt }) => {
    const openedOn = dayOf(openedAt)
    return (
      unit.calendar.workdays(openedOn, today) - (unit.calendar.isWorkday(openedOn) ? 1 : 0) >= ESCALATE_AFTER_WORKDAYS
    )
  })
  if (late.length === 0) return
  const [office, supervisors] = [await unit.usersWithRole('logisticsOfficer'), await unit.usersWithRole('supervisor')]
  for (const { id, no, title, deptId, assigneeId, assigneeDeptId } of late) {
    const message = {
      contentType: 'REMIND' as const,
      title: problemOf('affairs.supervise', no, title, ESCALATE_AFTER_WORKDAYS),
    }
    // They may not open every ticket; the offer names it.
    const link = await unit.service(supervisionOffers).offer({
      kind: 'affair',
      subject: `${no} ${title}`,
      deptId: assigneeDeptId ?? deptId,
      handlerId: assigneeId,
      ticketId: id,
      key: id,
    })
    if (link === null) continue
    if (office.length > 0) unit.notify({ ...message, to: office, link: `/workflow/ticket/${id}` })
    if (supervisors.length > 0) unit.notify({ ...message, to: supervisors, link })
  }
}

export const affairsJobs: readonly JobDefinition[] = [
  { name: 'affairs.supervise', every: { at: '08:30', missed: 'once' }, run: suggestSupervision },
]
