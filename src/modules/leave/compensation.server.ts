import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Earned hours that make one day (LEV-07). */
const hoursPerDay = 8

/** Days of compensatory leave a person can still take on this day. */
export async function compensationLeft(unit: UnitOfWork, userId: number, onDay: string): Promise<number> {
  const { rows } = await sql<{
    hours: string
  }>`select coalesce(sum(hours - used_hours), 0) as hours from compensation_earned
    where user_id = ${userId} and deleted_at is null and expires_on >= ${onDay}`.execute(unit.db)
  // Leave is taken in half days, so an odd hour stays unused.
  return Math.floor((Number(rows[0]?.hours ?? 0) / hoursPerDay) * 2) / 2
}

/** Takes the days from the oldest unexpired hours first (LEV-07). */
export async function takeCompensation(
  unit: UnitOfWork,
  userId: number,
  days: number,
  startDay: string,
  ticketId: number,
): Promise<void> {
  const { rows } = await sql<{
    id: number
    free: string
  }>`select id, hours - used_hours as free from compensation_earned
    where user_id = ${userId} and deleted_at is null and expires_on >= ${startDay} and hours > used_hours
    order by work_date, id for update`.execute(unit.db)
  let needed = days * hoursPerDay
  const left = rows.reduce((sum, row) => sum + Number(row.free), 0)
  if (needed > left) {
    throw new RuleError(
      'leave.quotaInsufficient',
      { dictionary: 'leaveType', value: 'compensatory' },
      Math.floor((left / hoursPerDay) * 2) / 2,
      days,
    )
  }
  const taken: { id: number; hours: number }[] = []
  for (const row of rows) {
    if (needed <= 0) break
    const hours = Math.min(needed, Number(row.free))
    needed -= hours
    taken.push({ id: row.id, hours })
  }
  const list = JSON.stringify(taken)
  await sql`update compensation_earned set used_hours = used_hours + taken.hours
    from jsonb_to_recordset(${list}::jsonb) as taken(id bigint, hours numeric) where compensation_earned.id = taken.id`.execute(
    unit.db,
  )
  await sql`insert into compensation_use (earned_id, ticket_id, hours)
    select id, ${ticketId}::bigint, hours from jsonb_to_recordset(${list}::jsonb) as taken(id bigint, hours numeric)`.execute(
    unit.db,
  )
}

/** Gives a ticket's hours back to the days they were earned on, the latest first; all of them without `days`. */
export async function returnCompensation(unit: UnitOfWork, ticketId: number, days: number | null): Promise<void> {
  const { rows } = await sql<{
    earnedId: number
    hours: string
  }>`select earned_id, used.hours from compensation_use used
    join compensation_earned earned on earned.id = used.earned_id
    where used.ticket_id = ${ticketId} order by earned.work_date desc for update of earned`.execute(unit.db)
  let rest = days === null ? Number.POSITIVE_INFINITY : days * hoursPerDay
  for (const row of rows) {
    const hours = Math.min(rest, Number(row.hours))
    rest -= hours
    if (hours <= 0) break
    await sql`update compensation_earned set used_hours = used_hours - ${hours} where id = ${row.earnedId}`.execute(
      unit.db,
    )
    if (hours === Number(row.hours)) {
      await sql`delete from compensation_use where earned_id = ${row.earnedId} and ticket_id = ${ticketId}`.execute(
        unit.db,
      )
    } else {
      await sql`update compensation_use set hours = hours - ${hours} where earned_id = ${row.earnedId} and ticket_id = ${ticketId}`.execute(
        unit.db,
      )
    }
  }
}
