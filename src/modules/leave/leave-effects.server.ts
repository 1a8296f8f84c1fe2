import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect } from '#src/define/server.ts'
import { substitutes } from '#src/define/services.ts'
import { returnCompensation, takeCompensation } from './compensation.server.ts'
import { daysIn, expectedBack, type Half, halfIndex, momentAt } from './leave-days.ts'
import { absenceRange, type LeaveForm, leaveDays, ownerOf, readLeaveForm } from './leave-form.server.ts'
import { charge, giveBack, type QuotaRequest, release, reserve, use } from './leave-quota.server.ts'
import { countsCalendarDays, isTracked } from './leave-types.ts'

function leaveOf(context: EffectContext): LeaveForm {
  const leave = readLeaveForm(context.ticket.formData)
  if (!leave) throw new RuleError('leave.endBeforeStart').at('endDate')
  return leave
}

const request = (context: EffectContext, leave: LeaveForm): QuotaRequest => ({
  userId: ownerOf(leave, context.ticket.applicantId),
  year: leave.year,
  leaveType: leave.leaveType,
  ticketId: context.ticket.id,
  by: context.actorId,
})

async function releaseAll(context: EffectContext): Promise<void> {
  const leave = leaveOf(context)
  const { unit, ticket } = context
  await sql`delete from absence where ticket_id = ${ticket.id}`.execute(unit.db)
  if (leave.leaveType === 'compensatory') await returnCompensation(unit, ticket.id, null)
  else if (isTracked(leave.leaveType)) await release(unit, request(context, leave))
}

/** The exclusion constraint is what keeps two leaves of one person apart; this turns it into the rule's words (LEV-02). */
async function blockCalendar(context: EffectContext, leave: LeaveForm): Promise<void> {
  const { unit, ticket } = context
  const inserted = await sql`insert into absence (user_id, period, kind, ticket_id)
    values (${ownerOf(leave, ticket.applicantId)}, ${absenceRange(leave.period)}::tsrange, 'leave', ${ticket.id})
    on conflict do nothing returning id`.execute(unit.db)
  if (inserted.rows.length === 0) throw new RuleError('leave.overlap').at('startDate')
}

const reserveQuota: EffectRun = async (context) => {
  const leave = leaveOf(context)
  const { unit, ticket } = context
  const days = leaveDays(leave, unit)
  await blockCalendar(context, leave)
  if (leave.leaveType === 'compensatory')
    await takeCompensation(unit, ownerOf(leave, ticket.applicantId), days, leave.period.from.day, ticket.id)
  else if (isTracked(leave.leaveType)) await reserve(unit, request(context, leave), days, leave.period.from.day)
}

const startOf = (leave: LeaveForm): Date =>
  new Date(`${leave.period.from.day}T${leave.period.from.half === 'am' ? '00:00' : '12:00'}:00+08:00`)
const endOf = (leave: LeaveForm): Date => {
  const next = momentAt(halfIndex(leave.period.to) + 1)
  return new Date(`${next.day}T${next.half === 'am' ? '00:00' : '12:00'}:00+08:00`)
}

const grant: EffectRun = async (context) => {
  const leave = leaveOf(context)
  const { unit, ticket } = context
  if (isTracked(leave.leaveType) && leave.leaveType !== 'compensatory') await use(unit, request(context, leave))
  const now = unit.clock.now()
  const owner = ownerOf(leave, ticket.applicantId)
  const { from, to } = leave.period
  const state = from.day <= unit.clock.today() ? 'onLeave' : 'planned'
  const { rows } = await sql<{ id: number }>`insert into leave_record
      (ticket_id, user_id, dept_id, leave_type, start_date, start_half, end_date, end_half, days, destination, proxy_user_id, state, created_at, created_by, updated_at)
    values (${ticket.id}, ${owner}, (select dept_id from shared_app_user where id = ${owner}), ${leave.leaveType}, ${from.day}, ${from.half}, ${to.day}, ${to.half},
      ${leaveDays(leave, unit)}, ${leave.destination}, ${leave.proxyUserId}, ${state}, ${now}, ${ticket.applicantId}, ${now}) returning id`.execute(
    unit.db,
  )
  if (leave.proxyUserId !== null) {
    await unit.service(substitutes).activate({
      userId: owner,
      substituteId: leave.proxyUserId,
      from: startOf(leave),
      until: endOf(leave),
      reason: ticket.no,
      ticketId: ticket.id,
    })
  }
  if (owner !== ticket.applicantId)
    unit.notify({
      to: [owner],
      contentType: 'REMIND',
      title: { key: 'leave.filedForYou', params: [from.day, to.day] },
      link: '/personal-center',
    })
  unit.changed('leaveRecord', rows[0]?.id ?? null)
}

async function closeRecord(
  context: EffectContext,
  change: { state: string; backDay: string | null; backHalf: string | null; lateDays: number },
): Promise<void> {
  const { unit, ticket } = context
  const { rows } = await sql<{
    id: number
  }>`update leave_record set state = ${change.state}, actual_back_at = ${change.backDay},
      actual_back_half = ${change.backHalf}, late_days = ${change.lateDays}, updated_at = ${unit.clock.now()}, version = version + 1
    where ticket_id = ${ticket.id} and state <> 'cancelled' returning id`.execute(unit.db)
  await sql`delete from absence where ticket_id = ${ticket.id}`.execute(unit.db)
  await unit.service(substitutes).end(ticket.id, unit.clock.now())
  unit.changed('leaveRecord', rows[0]?.id ?? null)
}

async function tellLeader(context: EffectContext, lateDays: number): Promise<void> {
  const { unit, ticket } = context
  const { rows } = await sql<{
    leaderId: number | null
  }>`select leader_id from shared_department where id = ${ticket.deptId}`.execute(unit.db)
  const leader = rows[0]?.leaderId
  if (leader && leader !== ticket.applicantId) {
    unit.notify({
      to: [leader],
      contentType: 'REMIND',
      title: { key: 'leave.backLate', params: [ticket.title, lateDays] },
      link: `/workflow/ticket/${ticket.id}`,
    })
  }
}

/** 23.8 onHandle(backToWork): early gives unused days back, late counts as personal leave and tells the leader. */
const backToWork: EffectRun = async (context) => {
  const leave = leaveOf(context)
  const { unit, ticket } = context
  const day = String(ticket.formData.actualBackAt)
  const half: Half = ticket.formData.actualBackHalf === 'pm' ? 'pm' : 'am'
  const back = { day, half }
  if (halfIndex(back) < halfIndex(leave.period.from)) throw new RuleError('leave.backBeforeStart')
  const isWorkday = unit.calendar.isWorkday
  const unused = daysIn({ from: back, to: leave.period.to }, countsCalendarDays(leave.leaveType) ? null : isWorkday)
  if (unused > 0) {
    if (leave.leaveType === 'compensatory') await returnCompensation(unit, ticket.id, unused)
    else if (isTracked(leave.leaveType)) await giveBack(unit, request(context, leave), unused)
  }
  const due = expectedBack(leave.period, isWorkday)
  const lateDays =
    halfIndex(back) > halfIndex(due) ? daysIn({ from: due, to: momentAt(halfIndex(back) - 1) }, isWorkday) : 0
  if (lateDays > 0) {
    await charge(unit, { ...request(context, leave), leaveType: 'personal' }, lateDays)
    await tellLeader(context, lateDays)
  }
  await closeRecord(context, { state: 'closed', backDay: day, backHalf: half, lateDays })
}

/** Withdrawn or voided after approval: only before the leave starts, then everything is as before. */
const restore: EffectRun = async (context) => {
  const leave = leaveOf(context)
  const { unit, ticket } = context
  if (startOf(leave) <= unit.clock.now()) throw new RuleError('leave.alreadyStarted', leave.period.from.day)
  if (leave.leaveType === 'compensatory') await returnCompensation(unit, ticket.id, null)
  else if (isTracked(leave.leaveType)) await giveBack(unit, request(context, leave), leaveDays(leave, unit))
  await closeRecord(context, { state: 'cancelled', backDay: null, backHalf: null, lateDays: 0 })
}

export const leaveEffects = {
  'leave.quota.reserve': effect(['leaveType'], reserveQuota),
  'leave.quota.release': effect([], releaseAll),
  'leave.grant': effect([], grant),
  'leave.backToWork': effect(['actualBackAt'], backToWork),
  'leave.restore': effect([], restore),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    leave: keyof typeof leaveEffects
  }
}
