import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { CARRIED_UNTIL, moveCarry } from './leave-carry.server.ts'

/** A quota row in days. What is left counts pending (LEV-01) and what came from the year before until it lapses on March 31 (LEV-03). */
export interface Quota {
  readonly id: number
  readonly userId: number
  readonly year: number
  readonly leaveType: string
  readonly total: number
  readonly carried: number
  readonly carriedUsed: number
  readonly used: number
  readonly pending: number
  /** Days that left for the following year; null before that year began (LEV-03). */
  readonly carriedOver: number | null
  /** Of the days that left, those the following year has not spent: a late filing of this year takes them back. */
  readonly retrievable: number
}

type QuotaRow = { [K in keyof Quota]: K extends 'leaveType' ? string : number | string | null }
type EntryKind = 'reserve' | 'release' | 'use' | 'giveBack'

const quotaColumns = sql`q.id, q.user_id, q.year, q.leave_type, q.total, q.carried, q.carried_used, q.used, q.pending, q.carried_over,
  coalesce((select n.carried - n.carried_used from leave_quota n where n.user_id = q.user_id and n.year = q.year + 1
    and n.leave_type = q.leave_type and n.deleted_at is null and q.carried_over is not null), 0) as retrievable`
const fromRow = (row: QuotaRow): Quota => ({
  id: Number(row.id),
  userId: Number(row.userId),
  year: Number(row.year),
  leaveType: row.leaveType,
  total: Number(row.total),
  carried: Number(row.carried),
  carriedUsed: Number(row.carriedUsed),
  used: Number(row.used),
  pending: Number(row.pending),
  carriedOver: row.carriedOver === null ? null : Number(row.carriedOver),
  retrievable: Number(row.retrievable),
})

/** Carried days count only for leave that starts by March 31 (LEV-03). */
const carriedCounts = (startDay: string): boolean => startDay.slice(5) <= CARRIED_UNTIL

/** Days left for leave starting on this day. */
export function daysLeft(quota: Quota, startDay: string): number {
  const carried = carriedCounts(startDay) ? quota.carried : quota.carriedUsed
  return quota.total + carried - quota.used - quota.pending - (quota.carriedOver ?? 0) + quota.retrievable
}

/** Annual days by full years of service: `leave.annual` holds `[[years, days], ...]`. */
export function annualDays(
  bands: readonly (readonly [number, number])[],
  workStart: string | null,
  year: number,
): number {
  if (!workStart) return 0
  const served = year - Number(workStart.slice(0, 4))
  return bands.reduce((days, [years, granted]) => (served >= years ? granted : days), 0)
}

async function totalByRule(unit: UnitOfWork, userId: number, year: number, leaveType: string): Promise<number> {
  if (leaveType === 'personal') return unit.settings.number('leave.personal')
  if (leaveType === 'homeVisit') return unit.settings.number('leave.homeVisit')
  const { rows } = await sql<{
    workStart: string | null
  }>`select work_start from shared_app_user where id = ${userId}`.execute(unit.db)
  return annualDays(unit.settings.json('leave.annual'), rows[0]?.workStart ?? null, year)
}

/** The quota without creating it: what a form shows before anything was asked for. */
export async function readQuota(unit: UnitOfWork, userId: number, year: number, leaveType: string): Promise<Quota> {
  const { rows } = await sql<QuotaRow>`select ${quotaColumns} from leave_quota q
    where q.user_id = ${userId} and q.year = ${year} and q.leave_type = ${leaveType} and q.deleted_at is null`.execute(
    unit.db,
  )
  if (rows[0]) return fromRow(rows[0])
  const total = await totalByRule(unit, userId, year, leaveType)
  return {
    id: 0,
    userId,
    year,
    leaveType,
    total,
    carried: 0,
    carriedUsed: 0,
    used: 0,
    pending: 0,
    carriedOver: null,
    retrievable: 0,
  }
}

/** The row, locked with that of the following year, to which days move; created by rule when the person never asked before. */
async function lockQuota(unit: UnitOfWork, userId: number, year: number, leaveType: string): Promise<Quota> {
  const locked = async () => {
    // The locks first, in the order of the years as everywhere: figures read before a lock was granted may be old.
    await sql`select id from leave_quota where user_id = ${userId} and year in (${year}::int, ${year + 1}::int) and leave_type = ${leaveType}
      and deleted_at is null order by year for update`.execute(unit.db)
    return sql<QuotaRow>`select ${quotaColumns} from leave_quota q
      where q.user_id = ${userId} and q.year = ${year} and q.leave_type = ${leaveType} and q.deleted_at is null`.execute(
      unit.db,
    )
  }
  const found = await locked()
  if (found.rows[0]) return fromRow(found.rows[0])
  const total = await totalByRule(unit, userId, year, leaveType)
  const now = unit.clock.now()
  await sql`
    with opened as (
      insert into leave_quota (user_id, dept_id, year, leave_type, total, created_at, updated_at)
      select ${userId}::bigint, dept_id, ${year}::int, ${leaveType}::text, ${total}::numeric, ${now}::timestamptz, ${now}::timestamptz from shared_app_user where id = ${userId}
      on conflict (user_id, year, leave_type) where deleted_at is null do nothing returning id, total)
    insert into leave_quota_entry (quota_id, kind, days, at) select id, 'init', total, ${now}::timestamptz from opened`.execute(
    unit.db,
  )
  const row = (await locked()).rows[0]
  if (!row) throw new Error(`no quota for user ${userId}`)
  return fromRow(row)
}

/** Locks a row and that of the following year for a change of the total by hand; the days that the total must keep covering. */
export async function lockForAdjusting(unit: UnitOfWork, id: number): Promise<{ ownDays: number; total: number }> {
  const { rows } = await sql<{
    userId: number
    year: number
    leaveType: string
  }>`select user_id, year, leave_type from leave_quota where id = ${id}`.execute(unit.db)
  const row = rows[0]
  if (!row) throw new Error(`no quota ${id}`)
  const quota = await lockQuota(unit, row.userId, row.year, row.leaveType)
  const spentNext = (quota.carriedOver ?? 0) - quota.retrievable
  return { ownDays: quota.used + quota.pending - quota.carriedUsed + spentNext, total: quota.total }
}

async function write(
  unit: UnitOfWork,
  quota: Quota,
  ticketId: number | null,
  kind: EntryKind,
  days: number,
  carriedDays: number,
  by: number | null,
): Promise<void> {
  const now = unit.clock.now()
  const pending = kind === 'reserve' ? days : kind === 'release' || kind === 'use' ? -days : 0
  const used = kind === 'use' ? days : kind === 'giveBack' ? -days : 0
  // Days come back from the following year before they are taken, so that no row ever promises more than it has.
  if (quota.carriedOver !== null && pending > 0) await moveCarry(unit, [quota.id], pending - carriedDays)
  await sql`update leave_quota set pending = pending + ${pending}, used = used + ${used},
    carried_used = carried_used + ${carriedDays}, updated_at = ${now}, version = version + 1 where id = ${quota.id}`.execute(
    unit.db,
  )
  await sql`insert into leave_quota_entry (quota_id, ticket_id, kind, days, carried_days, at, by_user)
    values (${quota.id}, ${ticketId}, ${kind}, ${days}, ${carriedDays}, ${now}, ${by})`.execute(unit.db)
  if (quota.carriedOver !== null) await moveCarry(unit, [quota.id])
  unit.changed('leaveQuota', quota.id)
}

/** What a ticket took from a quota, added up. */
async function heldBy(
  unit: UnitOfWork,
  quotaId: number,
  ticketId: number,
): Promise<{ pending: number; used: number; carried: number }> {
  const { rows } = await sql<{ pending: string; used: string; carried: string }>`select
      coalesce(sum(case kind when 'reserve' then days when 'release' then -days when 'use' then -days else 0 end), 0) as pending,
      coalesce(sum(case kind when 'use' then days when 'giveBack' then -days else 0 end), 0) as used,
      coalesce(sum(carried_days), 0) as carried
    from leave_quota_entry where quota_id = ${quotaId} and ticket_id = ${ticketId}`.execute(unit.db)
  const row = rows[0]
  return { pending: Number(row?.pending ?? 0), used: Number(row?.used ?? 0), carried: Number(row?.carried ?? 0) }
}

export interface QuotaRequest {
  readonly userId: number
  readonly year: number
  readonly leaveType: string
  readonly ticketId: number
  readonly by: number | null
}

/** pending += days; refuses with leave.quotaInsufficient, or LEV-04 for personal leave. */
export async function reserve(unit: UnitOfWork, request: QuotaRequest, days: number, startDay: string): Promise<void> {
  const quota = await lockQuota(unit, request.userId, request.year, request.leaveType)
  const left = daysLeft(quota, startDay)
  if (days > left) {
    if (request.leaveType === 'personal') throw new RuleError('rule.LEV-04', quota.total, left, days)
    throw new RuleError('leave.quotaInsufficient', { dictionary: 'leaveType', value: request.leaveType }, left, days)
  }
  const fromCarried = carriedCounts(startDay) ? Math.min(days, quota.carried - quota.carriedUsed) : 0
  await write(unit, quota, request.ticketId, 'reserve', days, fromCarried, request.by)
}

/** Gives back everything this ticket holds as pending. */
export async function release(unit: UnitOfWork, request: QuotaRequest): Promise<void> {
  const quota = await lockQuota(unit, request.userId, request.year, request.leaveType)
  const held = await heldBy(unit, quota.id, request.ticketId)
  if (held.pending > 0) await write(unit, quota, request.ticketId, 'release', held.pending, -held.carried, request.by)
}

/** pending becomes used at the final approval. */
export async function use(unit: UnitOfWork, request: QuotaRequest): Promise<void> {
  const quota = await lockQuota(unit, request.userId, request.year, request.leaveType)
  const held = await heldBy(unit, quota.id, request.ticketId)
  if (held.pending > 0) await write(unit, quota, request.ticketId, 'use', held.pending, 0, request.by)
}

/** Returns unused days, at most what the ticket used. Carried days were taken first, so the year's own come back first. */
export async function giveBack(unit: UnitOfWork, request: QuotaRequest, days: number): Promise<void> {
  const quota = await lockQuota(unit, request.userId, request.year, request.leaveType)
  const held = await heldBy(unit, quota.id, request.ticketId)
  const returned = Math.min(days, held.used)
  const carried = Math.max(0, returned - (held.used - held.carried))
  if (returned > 0) await write(unit, quota, request.ticketId, 'giveBack', returned, -carried, request.by)
}

/** Days beyond the leave, counted as personal leave without asking (23.8 late back); capped by what the quota still covers. */
export async function charge(unit: UnitOfWork, request: QuotaRequest, days: number): Promise<void> {
  const quota = await lockQuota(unit, request.userId, request.year, request.leaveType)
  const covered = Math.min(days, daysLeft(quota, `${request.year}-12-31`))
  if (covered <= 0) return
  await write(unit, quota, request.ticketId, 'reserve', covered, 0, request.by)
  await write(unit, quota, request.ticketId, 'use', covered, 0, request.by)
}
