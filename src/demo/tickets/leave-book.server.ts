import { sql } from 'kysely'
import type { EffectContext, EffectRun, UnitOfWork } from '#src/define/server.ts'
import { substitutes } from '#src/define/services.ts'
import { daysIn, expectedBack, type Half, halfIndex, momentAt } from '#src/modules/leave/leave-days.ts'
import { absenceRange, type LeaveForm, leaveDays, readLeaveForm } from '#src/modules/leave/leave-form.server.ts'
import { countsCalendarDays, hasQuota, isTracked } from '#src/modules/leave/leave-types.ts'
import {
  type DemoAbsence,
  type DemoLeave,
  type DemoQuota,
  type DemoQuotaEntry,
  writeDemoLeave,
} from '#src/modules/leave/past-leave-seed.server.ts'
import type { Bureau } from './bureau.server.ts'
import type { Book } from './world.server.ts'

const formOf = ({ ticket }: EffectContext): LeaveForm => {
  const leave = readLeaveForm(ticket.formData)
  if (!leave) throw new Error(`ticket ${ticket.no} has no period`)
  return leave
}
const noonOr = (half: Half): string => (half === 'am' ? '00:00' : '12:00')

/** Quotas, calendar and register of leave while the stories run: what the effects of the module do, without the database. */
export async function openLeaveBook(unit: UnitOfWork, { year, person, people }: Bureau): Promise<Book> {
  const { rows } = await sql<{
    userId: number
    year: number
    leaveType: string
    total: string
  }>`select user_id, year, leave_type, total from shared_leave_quota`.execute(unit.db)
  const quotas = new Map<string, DemoQuota>(
    rows.map((row) => [
      `${row.userId} ${row.year} ${row.leaveType}`,
      { ...row, total: Number(row.total), pending: 0, used: 0 },
    ]),
  )
  const mobiles = new Map(people.map((colleague) => [colleague.id, colleague.mobile]))
  const entries: DemoQuotaEntry[] = []
  const absences = new Map<number, DemoAbsence>()
  const records = new Map<number, DemoLeave>()

  const totalOf = (leaveType: string): number =>
    unit.settings.number(leaveType === 'personal' ? 'leave.personal' : 'leave.homeVisit')
  const quotaOf = (userId: number, leave: LeaveForm, leaveType = leave.leaveType): DemoQuota => {
    const key = `${userId} ${leave.year} ${leaveType}`
    const found = quotas.get(key) ?? {
      userId,
      year: leave.year,
      leaveType,
      total: leaveType === 'annual' ? 0 : totalOf(leaveType),
      pending: 0,
      used: 0,
    }
    quotas.set(key, found)
    return found
  }
  const post = (context: EffectContext, quota: DemoQuota, kind: DemoQuotaEntry['kind'], days: number): void => {
    if (days <= 0) return
    if (kind !== 'giveBack') quota.pending += kind === 'reserve' ? days : -days
    if (kind === 'use') quota.used += days
    if (kind === 'giveBack') quota.used -= days
    const { userId, year: of, leaveType } = quota
    entries.push({
      userId,
      year: of,
      leaveType,
      ticket: context.ticket.id,
      kind,
      days,
      at: context.unit.clock.now(),
      by: context.actorId,
    })
  }
  const close = async (
    context: EffectContext,
    change: Pick<DemoLeave, 'state' | 'backDay' | 'backHalf' | 'lateDays'>,
  ): Promise<void> => {
    const { ticket, unit: now } = context
    const record = records.get(ticket.id)
    if (!record) throw new Error(`no leave of ticket ${ticket.no}`)
    Object.assign(record, change, { updatedAt: now.clock.now() })
    absences.delete(ticket.id)
    await now.service(substitutes).end(ticket.id, now.clock.now())
  }

  const reserve: EffectRun = async (context) => {
    const leave = formOf(context)
    const { ticket } = context
    absences.set(ticket.id, { user: ticket.applicantId, period: absenceRange(leave.period) })
    if (isTracked(leave.leaveType)) post(context, quotaOf(ticket.applicantId, leave), 'reserve', leaveDays(leave, unit))
  }
  const release: EffectRun = async (context) => {
    const leave = formOf(context)
    absences.delete(context.ticket.id)
    if (isTracked(leave.leaveType))
      post(context, quotaOf(context.ticket.applicantId, leave), 'release', leaveDays(leave, unit))
  }
  const grant: EffectRun = async (context) => {
    const leave = formOf(context)
    const { ticket } = context
    const now = context.unit.clock.now()
    const days = leaveDays(leave, unit)
    if (isTracked(leave.leaveType)) post(context, quotaOf(ticket.applicantId, leave), 'use', days)
    records.set(ticket.id, {
      ticket: ticket.id,
      user: ticket.applicantId,
      dept: ticket.deptId,
      leave,
      days,
      createdAt: now,
      updatedAt: now,
      state: 'granted',
      backDay: null,
      backHalf: null,
      lateDays: 0,
    })
    if (leave.proxyUserId === null) return
    const { from, to } = leave.period
    const next = momentAt(halfIndex(to) + 1)
    await context.unit.service(substitutes).activate({
      userId: ticket.applicantId,
      substituteId: leave.proxyUserId,
      reason: ticket.no,
      ticketId: ticket.id,
      from: new Date(`${from.day}T${noonOr(from.half)}:00+08:00`),
      until: new Date(`${next.day}T${noonOr(next.half)}:00+08:00`),
    })
  }
  const backToWork: EffectRun = async (context) => {
    const leave = formOf(context)
    const { isWorkday } = unit.calendar
    const back = {
      day: String(context.ticket.formData['actualBackAt']),
      half: context.ticket.formData['actualBackHalf'] === 'pm' ? ('pm' as const) : ('am' as const),
    }
    const unused = daysIn({ from: back, to: leave.period.to }, countsCalendarDays(leave.leaveType) ? null : isWorkday)
    if (isTracked(leave.leaveType)) post(context, quotaOf(context.ticket.applicantId, leave), 'giveBack', unused)
    const due = expectedBack(leave.period, isWorkday)
    const lateDays =
      halfIndex(back) > halfIndex(due) ? daysIn({ from: due, to: momentAt(halfIndex(back) - 1) }, isWorkday) : 0
    const personal = quotaOf(context.ticket.applicantId, leave, 'personal')
    post(context, personal, 'reserve', lateDays)
    post(context, personal, 'use', lateDays)
    await close(context, { state: 'closed', backDay: back.day, backHalf: back.half, lateDays })
  }
  const restore: EffectRun = async (context) => {
    const leave = formOf(context)
    if (isTracked(leave.leaveType))
      post(context, quotaOf(context.ticket.applicantId, leave), 'giveBack', leaveDays(leave, unit))
    await close(context, { state: 'cancelled', backDay: null, backHalf: null, lateDays: 0 })
  }

  /** LEAVE-PAN (70.4): what the tickets of a young year do not yet make of the seven days used. */
  const settlePan = (): void => {
    const pan = quotas.get(`${person('pan42').id} ${year} annual`)
    const missing = 7 - (pan?.used ?? 0)
    if (!pan || missing <= 0) return
    pan.used += missing
    entries.push({
      userId: pan.userId,
      year,
      leaveType: 'annual',
      ticket: null,
      kind: 'use',
      days: missing,
      at: unit.clock.now(),
      by: null,
    })
  }

  return {
    types: {
      leaveApproval: {
        defaults: async ({ applicant }) => ({ contactPhone: mobiles.get(applicant.id) ?? '' }),
        async compute(form, { applicant }) {
          const leave = readLeaveForm(form)
          if (!leave) return { ...form, days: null, quotaLeft: null }
          const quota = hasQuota(leave.leaveType) ? quotaOf(applicant.id, leave) : null
          return {
            ...form,
            days: leaveDays(leave, unit).toFixed(1),
            quotaLeft: quota ? (quota.total - quota.used - quota.pending).toFixed(1) : null,
          }
        },
      },
    },
    effects: {
      'leave.quota.reserve': reserve,
      'leave.quota.release': release,
      'leave.grant': grant,
      'leave.backToWork': backToWork,
      'leave.restore': restore,
    },
    async write(to) {
      settlePan()
      await writeDemoLeave(to, { quotas: [...quotas.values()], entries, absences, leaves: [...records.values()] })
    },
  }
}
