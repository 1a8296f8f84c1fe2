import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { withPlaces } from '#src/define/withPlaces.ts'
import type { Half } from './leave-days.ts'
import type { LeaveForm } from './leave-form.server.ts'

/** A quota of a person, in days. */
export interface DemoQuota {
  readonly userId: number
  readonly year: number
  readonly leaveType: string
  readonly total: number
  pending: number
  used: number
}

/** An entry of its ledger. */
export interface DemoQuotaEntry {
  readonly userId: number
  readonly year: number
  readonly leaveType: string
  readonly ticket: number | null
  readonly kind: 'reserve' | 'release' | 'use' | 'giveBack'
  readonly days: number
  readonly at: Date
  readonly by: number | null
}

/** A leave of a past ticket, as it ended. */
export interface DemoLeave {
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

/** When somebody is away, as a range of moments. */
export interface DemoAbsence {
  readonly user: number
  readonly period: string
}

/** Writes the leave of past tickets as it ended, past the rules that hold today; absences by ticket. */
export async function writeDemoLeave(
  unit: UnitOfWork,
  {
    quotas,
    entries,
    absences,
    leaves,
  }: {
    readonly quotas: readonly DemoQuota[]
    readonly entries: readonly DemoQuotaEntry[]
    readonly absences: ReadonlyMap<number, DemoAbsence>
    readonly leaves: readonly DemoLeave[]
  },
): Promise<void> {
  await writeQuotas(unit, quotas, entries)
  await writeAbsences(unit, absences)
  await writeRecords(unit, leaves)
}

async function writeQuotas(
  unit: UnitOfWork,
  quotas: readonly DemoQuota[],
  entries: readonly DemoQuotaEntry[],
): Promise<void> {
  const now = unit.clock.now()
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
      join shared_app_user u on u.id = r."user" order by r.year, r."user", r.type
    on conflict (user_id, year, leave_type) where deleted_at is null do update set pending = excluded.pending, used = excluded.used, updated_at = excluded.updated_at`.execute(
    unit.db,
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
    from jsonb_to_recordset(${JSON.stringify(withPlaces(posted))}::jsonb)
      as r ("user" bigint, year int, type text, ticket bigint, kind text, days numeric, at timestamptz, by bigint, place bigint)
      join shared_leave_quota q on q.user_id = r."user" and q.year = r.year and q.leave_type = r.type order by r.place`.execute(
    unit.db,
  )
}

async function writeAbsences(unit: UnitOfWork, absences: ReadonlyMap<number, DemoAbsence>): Promise<void> {
  const rows = [...absences].map(([ticket, absence]) => ({ ticket, ...absence }))
  await sql`insert into absence (user_id, period, kind, ticket_id)
    select r."user", r.period::tsrange, 'leave', r.ticket from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (ticket bigint, "user" bigint, period text)`.execute(
    unit.db,
  )
}

/** Granted leave is on the day of the seed what the jobs of the module would have made of it. */
function stateOf(unit: UnitOfWork, { state, leave }: DemoLeave): string {
  if (state !== 'granted') return state
  const today = unit.clock.today()
  const { from, to } = leave.period
  if (from.day > today) return 'planned'
  const missed = to.day < today ? unit.calendar.workdays(to.day, today) - (unit.calendar.isWorkday(to.day) ? 1 : 0) : 0
  return missed >= 1 ? 'overdue' : 'onLeave'
}

async function writeRecords(unit: UnitOfWork, records: readonly DemoLeave[]): Promise<void> {
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
    state: stateOf(unit, record),
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
      created timestamptz, updated timestamptz)`.execute(unit.db)
}
