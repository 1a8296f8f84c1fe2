import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import { daysLeft, readQuota } from './leave-quota.server.ts'
import { leaveQuota } from './leave-quota.ts'
import type { TakenLeave } from './taken-leave.ts'

/** Leaves shown. */
const SHOWN = 50

async function takenBy(unit: UnitOfWork, userId: number): Promise<readonly TakenLeave[]> {
  const { rows } = await sql<TakenLeave>`
    select r.id, r.ticket_id, t.no as ticket_no, r.leave_type, r.start_date, r.end_date, r.days, r.state
    from leave_record r left join shared_ticket t on t.id = r.ticket_id
    where r.user_id = ${userId} and r.deleted_at is null order by r.start_date desc, r.id desc limit ${SHOWN}`.execute(
    unit.db,
  )
  return rows
}

/** Hours of overtime that can still be taken, and when the first of them lapse (LEV-07). */
async function hoursLeft(unit: UnitOfWork, userId: number): Promise<{ hours: number; expiresOn: string | null }> {
  const { rows } = await sql<{ hours: number; expiresOn: string | null }>`
    select coalesce(sum(hours - used_hours), 0)::float8 as hours, min(expires_on) as expires_on from compensation_earned
    where user_id = ${userId} and deleted_at is null and hours > used_hours and expires_on >= ${unit.clock.today()}::date`.execute(
    unit.db,
  )
  return rows[0] ?? { hours: 0, expiresOn: null }
}

const field = leaveQuota.fields.leaveType
const types = field.only ?? []

/** 10.3 我的假期: what is left of each kind this year, and what was taken. Everybody, about themselves. */
export const myLeave = route({
  method: 'GET',
  url: '/api/leave/quota/own/',
  permission: 'signedIn',
  async handle({ unit, access }) {
    const today = unit.clock.today()
    const year = Number(today.slice(0, 4))
    const quotas = []
    for (const leaveType of types) {
      const { total, carried, used, pending, ...quota } = await readQuota(unit, access.userId, year, leaveType)
      const remaining = daysLeft({ ...quota, total, carried, used, pending }, today)
      quotas.push({ leaveType, total, carried, used, pending, remaining })
    }
    return {
      year,
      quotas,
      compensation: await hoursLeft(unit, access.userId),
      taken: await takenBy(unit, access.userId),
    }
  },
})
