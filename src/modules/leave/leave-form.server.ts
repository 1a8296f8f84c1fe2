import { sql } from 'kysely'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { separation } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { compensationLeft } from './compensation.server.ts'
import { daysIn, type Half, halfIndex, type Period } from './leave-days.ts'
import { daysLeft, readQuota } from './leave-quota.server.ts'
import { countsCalendarDays, hasQuota, isTracked } from './leave-types.ts'

/** What a leave form says, typed. */
export interface LeaveForm {
  readonly leaveType: string
  readonly period: Period
  readonly year: number
  readonly destination: string
  readonly proxyUserId: number | null
  /** Whose leave it is where HR files it late for somebody else; null for one's own. */
  readonly forUserId: number | null
}

/** Whose days, calendar and record a leave is. */
export const ownerOf = (leave: LeaveForm, applicantId: number): number => leave.forUserId ?? applicantId

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const halfOf = (value: unknown, otherwise: Half): Half => (value === 'am' || value === 'pm' ? value : otherwise)
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** null while the period is not filled in. */
export function readLeaveForm(form: FormData): LeaveForm | null {
  const startDate = textOf(form.startDate)
  const endDate = textOf(form.endDate)
  if (!dayPattern.test(startDate) || !dayPattern.test(endDate)) return null
  return {
    leaveType: textOf(form.leaveType),
    period: {
      from: { day: startDate, half: halfOf(form.startHalf, 'am') },
      to: { day: endDate, half: halfOf(form.endHalf, 'pm') },
    },
    year: Number(startDate.slice(0, 4)),
    destination: textOf(form.destination),
    proxyUserId: typeof form.proxyUserId === 'number' ? form.proxyUserId : null,
    forUserId: typeof form.forUserId === 'number' ? form.forUserId : null,
  }
}

/** Longest leave anybody may ask for at once; also bounds the day counting. */
const longestDays = 366

/** Days of a leave under the rule of its kind: workdays of the calendar, or calendar days. */
export function leaveDays(leave: LeaveForm, unit: UnitOfWork): number {
  if (halfIndex(leave.period.to) - halfIndex(leave.period.from) > longestDays * 2) return 0
  return daysIn(leave.period, countsCalendarDays(leave.leaveType) ? null : unit.calendar.isWorkday)
}

async function quotaLeft(leave: LeaveForm, unit: UnitOfWork, userId: number): Promise<number | null> {
  if (leave.leaveType === 'compensatory') return compensationLeft(unit, userId, leave.period.from.day)
  if (!hasQuota(leave.leaveType)) return null
  return daysLeft(await readQuota(unit, userId, leave.year, leave.leaveType), leave.period.from.day)
}

/** Days a ticket holds as pending. */
async function ownDays(unit: UnitOfWork, ticketId: number | null): Promise<number> {
  if (ticketId === null) return 0
  const { rows } = await sql<{
    days: string
  }>`select coalesce(sum(case kind when 'reserve' then days when 'release' then -days when 'use' then -days else 0 end), 0) as days
    from leave_quota_entry where ticket_id = ${ticketId}`.execute(unit.db)
  return Number(rows[0]?.days ?? 0)
}

/** Half a day as a timestamp range: mornings start at 00:00, afternoons at 12:00. */
export function absenceRange(period: Period): string {
  const start = `${period.from.day} ${period.from.half === 'am' ? '00:00' : '12:00'}`
  const end = `${period.to.day} ${period.to.half === 'am' ? '12:00' : '24:00'}`
  return `[${start},${end})`
}

/** LEV-09: the first day on which leave may start that anybody files. */
const earliestStart = (unit: UnitOfWork): string => {
  const today = Date.parse(`${unit.clock.today()}T00:00:00Z`)
  return new Date(today - unit.settings.number('leave.backdateDays') * 86_400_000).toISOString().slice(0, 10)
}

const isBackdated = (leave: LeaveForm, unit: UnitOfWork): boolean => leave.period.from.day < earliestStart(unit)

/** LEV-09: leave that started earlier is filed by HR only; the reason is required by the form. */
function checkBackdating(leave: LeaveForm, { unit, applicant }: FormContext): Problems {
  if (!isBackdated(leave, unit) || applicant.roles.includes('hrOfficer')) return {}
  return problemAt('startDate', 'rule.LEV-09', earliestStart(unit), unit.settings.number('leave.backdateDays'))
}

/** LEV-09: only late leave is filed for somebody else, and only by HR. */
function checkOwner({ forUserId, ...leave }: LeaveForm, { unit, applicant }: FormContext): Problems {
  if (forUserId === null || forUserId === applicant.id) return {}
  const isLate = isBackdated({ ...leave, forUserId }, unit)
  return isLate && applicant.roles.includes('hrOfficer') ? {} : problemAt('forUserId', 'leave.forOthers')
}

/** LEV-09: marks for the approver what was filed late, and for whom; what held on the day of filing counts. */
async function backdatedWarnings(form: FormData, unit: UnitOfWork): Promise<readonly Problem[]> {
  const leave = readLeaveForm(form)
  if (!leave || form.isBackdated !== true) return []
  const late = problemOf('leave.backdated', leave.period.from.day, textOf(form.backdateReason))
  if (leave.forUserId === null) return [late]
  const { rows } = await sql<{ name: string }>`select name from shared_app_user where id = ${leave.forUserId}`.execute(
    unit.db,
  )
  return [late, problemOf('leave.filedFor', rows[0]?.name ?? '')]
}

async function isAway(unit: UnitOfWork, userId: number, period: Period, exceptTicket: number | null): Promise<boolean> {
  const { rows } =
    await sql`select 1 from absence where user_id = ${userId} and period && ${absenceRange(period)}::tsrange
    and ticket_id is distinct from ${exceptTicket}::bigint limit 1`.execute(unit.db)
  return rows.length > 0
}

async function checkLeave(form: FormData, context: FormContext): Promise<Problems> {
  const { unit, applicant, ticketId } = context
  const leave = readLeaveForm(form)
  if (!leave) return {}
  const owner = ownerOf(leave, applicant.id)
  const abroad = form.abroad === true ? problemAt('abroad', 'leave.abroad') : {}
  const { from, to } = leave.period
  // Without a sound period nothing can be said of days, quota and absences.
  if (halfIndex(to) < halfIndex(from)) return { ...abroad, ...problemAt('endDate', 'leave.endBeforeStart') }
  if (from.day.slice(0, 4) !== to.day.slice(0, 4))
    return { ...abroad, ...problemAt('endDate', 'rule.LEV-08', from.day.slice(0, 4)) }
  const days = leaveDays(leave, unit)
  if (days <= 0) return { ...abroad, ...problemAt('endDate', 'leave.noWorkday') }
  return {
    ...abroad,
    ...checkBackdating(leave, context),
    ...checkOwner(leave, context),
    ...((await isAway(unit, owner, leave.period, ticketId)) && problemAt('startDate', 'leave.overlap')),
    ...(await checkQuota(leave, days, unit, owner)),
    ...(await checkProxy(leave, unit, owner)),
  }
}

/** LEV-01 and LEV-04. Days this ticket already holds (a return that is submitted again) were released by the return. */
async function checkQuota(leave: LeaveForm, days: number, unit: UnitOfWork, userId: number): Promise<Problems> {
  if (leave.leaveType === 'personal') {
    const quota = await readQuota(unit, userId, leave.year, 'personal')
    const left = daysLeft(quota, leave.period.from.day)
    return days > left ? problemAt('leaveType', 'rule.LEV-04', quota.total, left, days) : {}
  }
  const left = await quotaLeft(leave, unit, userId)
  if (left === null || days <= left) return {}
  return problemAt(
    'leaveType',
    'leave.quotaInsufficient',
    { dictionary: 'leaveType', value: leave.leaveType },
    left,
    days,
  )
}

async function checkProxy({ proxyUserId, period }: LeaveForm, unit: UnitOfWork, userId: number): Promise<Problems> {
  if (proxyUserId === null) return {}
  if (proxyUserId === userId) return problemAt('proxyUserId', 'leave.proxySelf')
  const barred = await unit.service(separation).problemWith([proxyUserId], 'substitute')
  if (barred !== null) return { proxyUserId: [barred] }
  return (await isAway(unit, proxyUserId, period, null)) ? problemAt('proxyUserId', 'leave.proxyAway') : {}
}

/** LEV-06: share of the department away on one of the days, from which approvers are warned. */
const crowdedShare = 0.3

async function crowdedWarnings(form: FormData, { unit, applicant }: FormContext): Promise<readonly Problem[]> {
  const leave = readLeaveForm(form)
  if (!leave || leaveDays(leave, unit) <= 0) return []
  const owner = ownerOf(leave, applicant.id)
  const { rows } = await sql<{ day: string; away: number; people: number }>`
    with colleagues as (select id from shared_app_user where dept_id = (select dept_id from shared_app_user where id = ${owner}) and state),
    days as (select generate_series(${leave.period.from.day}::date, ${leave.period.to.day}::date, interval '1 day')::date as day)
    select days.day, count(distinct absence.user_id) + 1 as away, (select count(*) from colleagues) as people
    from days left join absence on absence.user_id in (select id from colleagues) and absence.user_id <> ${owner}
      and absence.period && tsrange(days.day::timestamp, (days.day + 1)::timestamp)
    group by days.day order by away desc, days.day limit 1`.execute(unit.db)
  const worst = rows[0]
  if (!worst || worst.away < 2 || worst.away / worst.people < crowdedShare) return []
  return [{ key: 'rule.LEV-06', params: [worst.day, worst.away, worst.people] }]
}

/** 23.8: days and quota are computed by the server; the rules that refuse a submit; the hints for approvers. */
export const leaveApplication: ApplicationServer = {
  async defaults({ unit, applicant }) {
    const { rows } = await sql<{
      mobile: string
    }>`select mobile from shared_app_user_personal where id = ${applicant.id}`.execute(unit.db)
    return { contactPhone: rows[0]?.mobile ?? '' }
  },
  async compute(form, { unit, applicant }) {
    const leave = readLeaveForm(form)
    if (!leave) return { ...form, days: null, quotaLeft: null, isBackdated: null }
    const left = await quotaLeft(leave, unit, ownerOf(leave, applicant.id))
    return {
      ...form,
      days: leaveDays(leave, unit).toFixed(1),
      quotaLeft: left === null ? null : left.toFixed(1),
      isBackdated: isBackdated(leave, unit),
    }
  },
  check: checkLeave,
  concerned: (form) => readLeaveForm(form)?.forUserId ?? null,
  /** Nobody decides on their own leave, whoever filed it. */
  async checkDecision({ type, form, actorId }) {
    if (type === 'approve' && form.forUserId === actorId) throw new RuleError('leave.ownLeave').at('')
  },
  async reversal(form, { unit }) {
    const leave = readLeaveForm(form)
    if (!leave) return []
    const kind = { dictionary: 'leaveType', value: leave.leaveType }
    return [
      ...(isTracked(leave.leaveType) ? [problemOf('leave.reversal.quota', kind, leaveDays(leave, unit))] : []),
      problemOf('leave.reversal.record', leave.period.from.day, leave.period.to.day),
      ...(leave.proxyUserId === null ? [] : [problemOf('leave.reversal.proxy')]),
    ]
  },
  async warnings(form, context) {
    return [...(await backdatedWarnings(form, context.unit)), ...(await crowdedWarnings(form, context))]
  },
  async panel(form, { unit, applicant, ticketId }) {
    const leave = readLeaveForm(form)
    if (!leave) return []
    const free = await quotaLeft(leave, unit, ownerOf(leave, applicant.id))
    if (free === null) return []
    // What this ticket holds already is its own to take.
    const left = free + (await ownDays(unit, ticketId))
    const days = leaveDays(leave, unit)
    return [
      {
        label: 'applications.leaveApproval.fields.quotaLeft',
        value: left.toFixed(1),
        tone: days > left ? 'bad' : 'good',
      },
      { label: 'applications.leaveApproval.fields.days', value: days.toFixed(1) },
    ]
  },
}
