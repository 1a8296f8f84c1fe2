import { sql } from 'kysely'
import type { Base, JobDefinition } from '#src/define/server.ts'

/** Starts planned leaves on their first day. */
async function startLeaves(base: Base): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`update leave_record set state = 'onLeave', updated_at = ${base.clock.now()}, version = version + 1
    where state = 'planned' and start_date <= ${base.clock.today()} returning id`.execute(base.db)
  if (rows.length > 0) base.changed('leaveRecord', null)
}

/** LEV-05: one workday after the end without coming back is overdue and reminded; three put it before the supervision officers. */
export async function markOverdue(base: Base): Promise<void> {
  const today = base.clock.today()
  const { rows } = await sql<{ id: number; userId: number; ticketId: number; endDate: string; state: string }>`
    select id, user_id, ticket_id, end_date, state from leave_record
    where state in ('onLeave', 'overdue') and end_date < ${today}`.execute(base.db)
  for (const leave of rows) {
    const missed = base.calendar.workdays(leave.endDate, today) - (base.calendar.isWorkday(leave.endDate) ? 1 : 0)
    const link = `/workflow/ticket/${leave.ticketId}`
    if (missed >= 1 && leave.state === 'onLeave') {
      await sql`update leave_record set state = 'overdue', updated_at = ${base.clock.now()}, version = version + 1 where id = ${leave.id}`.execute(
        base.db,
      )
      base.notify({
        to: [leave.userId],
        contentType: 'REMIND',
        title: { key: 'leave.overdue', params: [leave.endDate] },
        link,
      })
      base.changed('leaveRecord', leave.id)
    }
    // The count does not grow on a day off, so that it would be told again.
    if (missed === 3 && base.calendar.isWorkday(today)) {
      base.notify({
        to: await base.holding('supervisor'),
        contentType: 'REMIND',
        title: { key: 'leave.overdueLong', params: [leave.endDate] },
        link,
      })
    }
  }
}

/** LEV-03: on January 1 at most five unused annual days are carried over. */
const carriedAtMost = 5

async function carryOver(base: Base): Promise<void> {
  const today = base.clock.today()
  if (!today.endsWith('-01-01')) return
  const year = Number(today.slice(0, 4))
  const now = base.clock.now()
  await sql`insert into leave_quota (user_id, dept_id, year, leave_type, total, carried, created_at, updated_at)
    select last.user_id, last.dept_id, ${year}::int, 'annual', last.total, least(${carriedAtMost}::numeric, last.total + last.carried_used - last.used - last.pending), ${now}::timestamptz, ${now}::timestamptz
    from leave_quota last where last.year = ${year - 1} and last.leave_type = 'annual' and last.deleted_at is null
    on conflict (user_id, year, leave_type) where deleted_at is null do nothing`.execute(base.db)
  base.changed('leaveQuota', null)
}

export const leaveJobs: readonly JobDefinition[] = [
  { name: 'leave.start', every: { at: '00:05' }, run: startLeaves },
  { name: 'leave.overdue', every: { at: '08:30' }, run: markOverdue },
  { name: 'leave.carryOver', every: { at: '00:10' }, run: carryOver },
]
