import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { carryOver } from './leave-carry.server.ts'

/** Starts planned leaves on their first day. */
async function startLeaves(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`update leave_record set state = 'onLeave', updated_at = ${unit.clock.now()}, version = version + 1
    where state = 'planned' and start_date <= ${unit.clock.today()} returning id`.execute(unit.db)
  if (rows.length > 0) unit.changed('leaveRecord', null)
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
    // The count does not grow on a day off, so that it would be told again.
    if (missed === 3 && unit.calendar.isWorkday(today)) {
      unit.notify({
        to: await unit.usersWithRole('supervisor'),
        contentType: 'REMIND',
        title: { key: 'leave.overdueLong', params: [leave.endDate] },
        link,
      })
    }
  }
}

export const leaveJobs: readonly JobDefinition[] = [
  { name: 'leave.start', every: { at: '00:05', missed: 'once' }, run: startLeaves },
  { name: 'leave.overdue', every: { at: '08:30', missed: 'once' }, run: markOverdue },
  { name: 'leave.carryOver', every: { at: '00:10', missed: 'once' }, run: carryOver },
]
