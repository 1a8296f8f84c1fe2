import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { supervisionOffers } from '#src/modules/supervision/contract.ts'
import { carryOver } from './leave-carry.server.ts'

/** Starts planned leaves on their first day. */
async function startLeaves(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`update leave_record set state = 'onLeave', updated_at = ${unit.clock.now()}, version = version + 1
    where state = 'planned' and start_date <= ${unit.clock.today()} returning id`.execute(unit.db)
  if (rows.length > 0) unit.changed('leaveRecord', null)
}

/** Workdays without coming back after which it is a matter of supervision (LEV-05). */
const ESCALATE_AFTER_WORKDAYS = 3

/** A leave that is long over is offered to supervision once, also after a stop: its officers may not open every ticket. */
async function offerLong(
  unit: UnitOfWork,
  { ticketId, userId, endDate }: { readonly ticketId: number; readonly userId: number; readonly endDate: string },
): Promise<void> {
  const { rows } = await sql<{ no: string; title: string; deptId: number }>`
    select t.no, t.title, u.dept_id from shared_ticket t join shared_app_user u on u.id = ${userId} where t.id = ${ticketId}`.execute(
    unit.db,
  )
  const [ticket] = rows
  if (ticket === undefined) return
  const subject = `${ticket.no} ${ticket.title}`
  const link = await unit
    .service(supervisionOffers)
    .offer({ kind: 'leave', subject, deptId: ticket.deptId, handlerId: null, ticketId, key: ticketId })
  const to = await unit.usersWithRole('supervisor')
  if (link !== null && to.length > 0)
    unit.notify({ to, contentType: 'REMIND', title: { key: 'leave.overdueLong', params: [endDate] }, link })
}

/** LEV-05: one workday after the end without coming back is overdue and reminded; three put it before the supervision officers. */
export async function markOverdue(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<{ id: number; userId: number; ticketId: number; endDate: string; state: string }>`
    select id, user_id, ticket_id, end_date, state from leave_record
    where state in ('onLeave', 'overdue') and end_date < ${today}`.execute(unit.db)
  for (const leave of rows) {
    const missed = unit.calendar.workdays(leave.endDate, today) - (unit.calendar.isWorkday(leave.endDate) ? 1 : 0)
    const link = `/workflow/ticket/${leave.ticketId}`
    if (missed >= 1 && leave.state === 'onLeave') {
      await sql`update leave_record set state = 'overdue', updated_at = ${unit.clock.now()}, version = version + 1 where id = ${leave.id}`.execute(
        unit.db,
      )
      unit.notify({
        to: [leave.userId],
        contentType: 'REMIND',
        title: { key: 'leave.overdue', params: [leave.endDate] },
        link,
      })
      unit.changed('leaveRecord', leave.id)
    }
    if (missed >= ESCALATE_AFTER_WORKDAYS) await offerLong(unit, leave)
  }
}

export const leaveJobs: readonly JobDefinition[] = [
  { name: 'leave.start', every: { at: '00:05', missed: 'once' }, run: startLeaves },
  { name: 'leave.overdue', every: { at: '08:30', missed: 'once' }, run: markOverdue },
  { name: 'leave.carryOver', every: { at: '00:10', missed: 'once' }, run: carryOver },
]
