import { sql } from 'kysely'
import { substitutes } from '#src/define/ledgers.ts'
import type { Base, EffectContext, EffectRun } from '#src/define/server.ts'
import { daysIn, expectedBack, type Half, halfIndex, momentAt } from '#src/modules/leave/leave-days.ts'
import { absenceRange, type LeaveForm, leaveDays, readLeaveForm } from '#src/modules/leave/leave-form.server.ts'
import { countsCalendarDays, hasQuota, isTracked } from '#src/modules/leave/leave-types.ts'
import type { Bureau } from './bureau.server.ts'
import { placed } from './placed.ts'
import type { Book } from './world.server.ts'

interface Quota {
  readonly userId: number
  readonly year: number
  readonly leaveType: string
  readonly total: number
  pending: number
  used: number
}
interface Entry {
  readonly userId: number
  readonly year: number
  readonly leaveType: string
  readonly ticket: number | null
  readonly kind: 'reserve' | 'release' | 'use' | 'giveBack'
  readonly days: number
  readonly at: Date
  readonly by: number | null
}
interface LeaveRow {
  readonly ticket: number
  readonly user: number
  readonly dept: number
  readonly leave: LeaveForm
  readonly days: number
  readonly createdAt: Date
  updatedAt: Date
  state: 'granted' | 'closed' | 'cancelled'
  backDay: string | null
  backHalf: Half | null
  lateDays: number
}

const formOf = ({ ticket }: EffectContext): LeaveForm => {
  const leave = readLeaveForm(ticket.formData)
  if (!leave) throw new Error(`ticket ${ticket.no} has no period`)
  return leave
}
const noonOr = (half: Half): string => (half === 'am' ? '00:00' : '12:00')

/** Quotas, calendar and register of leave while the stories run: what the effects of the module do, without the database. */
export async function openLeaveBook({ base, year, person, people }: Bureau): Promise<Book> {
  const { rows } = await sql<{
    userId: number
    year: number
    leaveType: string
    total: string
  }>`select user_id, year, leave_type, total from shared_leave_quota`.execute(base.db)
  const quotas = new Map<string, Quota>(
    rows.map((row) => [
      `${row.userId} ${row.year} ${row.leaveType}`,
      { ...row, total: Number(row.total), pending: 0, used: 0 },
    ]),
  )
  const mobiles = new Map(people.map((colleague) => [colleague.id, colleague.mobile]))
  const entries: Entry[] = []
  const absences = new Map<number, { readonly user: number; readonly period: string }>()
  const records = new Map<number, LeaveRow>()

  const totalOf = (leaveType: string): number =>
    base.settings.number(leaveType === 'personal' ? 'leave.personal' : 'leave.homeVisit')
  const quotaOf = (userId: number, leave: LeaveForm, leaveType = leave.leaveType): Quota => {
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
  const post = (context: EffectContext, quota: Quota, kind: Entry['kind'], days: number): void => {
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
      at: context.base.clock.now(),
      by: context.actorId,
    })
  }
  const close = async (
    context: EffectContext,
    change: Pick<LeaveRow, 'state' | 'backDay' | 'backHalf' | 'lateDays'>,
  ): Promise<void> => {
    const { ticket, base: now } = context
    const record = records.get(ticket.id)
    if (!record) throw new Error(`no leave of ticket ${ticket.no}`)
    Object.assign(record, change, { updatedAt: now.clock.now() })
    absences.delete(ticket.id)
    await now.ledger(substitutes).end(ticket.id, now.clock.now())
  }

  const reserve: EffectRun = async (context) => {
    const leave = formOf(context)
    const { ticket } = context
    absences.set(ticket.id, { user: ticket.applicantId, period: absenceRange(leave.period) })
    if (isTracked(leave.leaveType)) post(context, quotaOf(ticket.applicantId, leave), 'reserve', leaveDays(leave, base))
  }
  const release: EffectRun = async (context) => {
    const leave = formOf(context)
    absences.delete(context.ticket.id)
    if (isTracked(leave.leaveType))
      post(context, quotaOf(context.ticket.applicantId, leave), 'release', leaveDays(leave, base))
  }
  const grant: EffectRun = async (context) => {
    const leave = formOf(context)
    const { ticket } = context
    const now = context.base.clock.now()
    const days = leaveDays(leave, base)
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
    await context.base.ledger(substitutes).activate({
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
    const { isWorkday } = base.calendar
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
      post(context, quotaOf(context.ticket.applicantId, leave), 'giveBack', leaveDays(leave, base))
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
      at: base.clock.now(),
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
            days: leaveDays(leave, base).toFixed(1),
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
      await writeQuotas(to, [...quotas.values()], entries)
      await writeAbsences(to, absences)
      await writeRecords(to, [...records.values()])
    },
  }
}

async function writeQuotas(base: Base, quotas: readonly Quota[], entries: readonly Entry[]): Promise<void> {
  const now = base.clock.now()
  const rows = quotas.map(({ userId, year, leaveType, total, pending, used }) => ({
    user: userId,
    year,
    type: leaveType,
    total,
    pending,
    used,
  }))
  await sql`
    insert into leave_quota (user_id, dept_id, year, leave_type, total, pending, used, created_at, updated_at)
    select r."user", u.dept_id, r.year, r.type, r.total, r.pending, r.used, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("user" bigint, year int, type text, total numeric, pending numeric, used numeric)
      join app_user u on u.id = r."user" order by r.year, r."user", r.type
    on conflict (user_id, year, leave_type) where deleted_at is null do update set pending = excluded.pending, used = excluded.used, updated_at = excluded.updated_at`.execute(
    base.db,
  )
  const posted = entries.map(({ userId, year, leaveType, ticket, kind, days, at, by }) => ({
    user: userId,
    year,
    type: leaveType,
    ticket,
    kind,
    days,
    at,
    by,
  }))
  await sql`
    insert into leave_quota_entry (quota_id, ticket_id, kind, days, at, by_user)
    select q.id, r.ticket, r.kind, r.days, r.at, r.by
    from jsonb_to_recordset(${JSON.stringify(placed(posted))}::jsonb)
      as r ("user" bigint, year int, type text, ticket bigint, kind text, days numeric, at timestamptz, by bigint, place bigint)
      join shared_leave_quota q on q.user_id = r."user" and q.year = r.year and q.leave_type = r.type order by r.place`.execute(
    base.db,
  )
}

async function writeAbsences(
  base: Base,
  absences: ReadonlyMap<number, { readonly user: number; readonly period: string }>,
): Promise<void> {
  const rows = [...absences].map(([ticket, absence]) => ({ ticket, ...absence }))
  await sql`insert into absence (user_id, period, kind, ticket_id)
    select r."user", r.period::tsrange, 'leave', r.ticket from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (ticket bigint, "user" bigint, period text)`.execute(
    base.db,
  )
}

/** Granted leave is on the day of the seed what the jobs of the module would have made of it. */
function stateOf(base: Base, { state, leave }: LeaveRow): string {
  if (state !== 'granted') return state
  const today = base.clock.today()
  const { from, to } = leave.period
  if (from.day > today) return 'planned'
  const missed = to.day < today ? base.calendar.workdays(to.day, today) - (base.calendar.isWorkday(to.day) ? 1 : 0) : 0
  return missed >= 1 ? 'overdue' : 'onLeave'
}

async function writeRecords(base: Base, records: readonly LeaveRow[]): Promise<void> {
  const rows = records.map((record) => ({
    ticket: record.ticket,
    user: record.user,
    dept: record.dept,
    type: record.leave.leaveType,
    start_date: record.leave.period.from.day,
    start_half: record.leave.period.from.half,
    end_date: record.leave.period.to.day,
    end_half: record.leave.period.to.half,
    days: record.days,
    destination: record.leave.destination,
    proxy: record.leave.proxyUserId,
    state: stateOf(base, record),
    back: record.backDay,
    back_half: record.backHalf,
    late: record.lateDays,
    created: record.createdAt,
    updated: record.updatedAt,
  }))
  await sql`
    insert into leave_record (ticket_id, user_id, dept_id, leave_type, start_date, start_half, end_date, end_half, days, destination, proxy_user_id,
      actual_back_at, actual_back_half, late_days, state, created_at, created_by, updated_at)
    select r.ticket, r."user", r.dept, r.type, r.start_date, r.start_half, r.end_date, r.end_half, r.days, r.destination, r.proxy,
      r.back, r.back_half, r.late, r.state, r.created, r."user", r.updated
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (ticket bigint, "user" bigint, dept bigint, type text, start_date date, start_half text,
      end_date date, end_half text, days numeric, destination text, proxy bigint, state text, back date, back_half text, late numeric,
      created timestamptz, updated timestamptz)`.execute(base.db)
}
