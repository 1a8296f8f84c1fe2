import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** A quota row in days. `left` counts pending (LEV-01) and what was carried over until it lapses on March 31 (LEV-03). */
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
}

type QuotaRow = { [K in keyof Quota]: K extends 'leaveType' ? string : number | string }
type EntryKind = 'init' | 'adjust' | 'carry' | 'reserve' | 'release' | 'use' | 'giveBack'

const quotaColumns = sql`id, user_id, year, leave_type, total, carried, carried_used, used, pending`
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
})

/** Carried days count only for leave that starts by March 31 (LEV-03). */
const carriedCounts = (startDay: string): boolean => startDay.slice(5) <= '03-31'

/** Days left for leave starting on this day. */
export function daysLeft(quota: Quota, startDay: string): number {
  const carried = carriedCounts(startDay) ? quota.carried : quota.carriedUsed
  return quota.total + carried - quota.used - quota.pending
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
  const { rows } = await sql<QuotaRow>`select ${quotaColumns} from leave_quota
    where user_id = ${userId} and year = ${year} and leave_type = ${leaveType} and deleted_at is null`.execute(unit.db)
  if (rows[0]) return fromRow(rows[0])
  const total = await totalByRule(unit, userId, year, leaveType)
  return { id: 0, userId, year, leaveType, total, carried: 0, carriedUsed: 0, used: 0, pending: 0 }
}

/** The row, locked; created by rule when the person never asked before. */
async function lockQuota(unit: UnitOfWork, userId: number, year: number, leaveType: string): Promise<Quota> {
  const locked = () =>
    sql<QuotaRow>`select ${quotaColumns} from leave_quota
    where user_id = ${userId} and year = ${year} and leave_type = ${leaveType} and deleted_at is null for update`.execute(
      unit.db,
    )
  const found = await locked()
  if (found.rows[0]) return fromRow(found.rows[0])
  const total = await totalByRule(unit, userId, year, leaveType)
  const now = unit.clock.now()
  await sql`insert into leave_quota (user_id, dept_id, year, leave_type, total, created_at, updated_at)
    select ${userId}::bigint, dept_id, ${year}::int, ${leaveType}::text, ${total}::numeric, ${now}::timestamptz, ${now}::timestamptz from shared_app_user where id = ${userId}
    on conflict (user_id, year, leave_type) where deleted_at is null do nothing`.execute(unit.db)
  const row = (await locked()).rows[0]
  if (!row) throw new Error(`no quota for user ${userId}`)
  return fromRow(row)
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
  await sql`update leave_quota set pending = pending + ${pending}, used = used + ${used},
    carried_used = carried_used + ${carriedDays}, updated_at = ${now}, version = version + 1 where id = ${quota.id}`.execute(
    unit.db,
  )
  await sql`insert into leave_quota_entry (quota_id, ticket_id, kind, days, carried_days, at, by_user)
    values (${quota.id}, ${ticketId}, ${kind}, ${days}, ${carriedDays}, ${now}, ${by})`.execute(unit.db)
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

/** Returns unused days, at most what the ticket used; carried days come back first into the year's own total. */
export async function giveBack(unit: UnitOfWork, request: QuotaRequest, days: number): Promise<void> {
  const quota = await lockQuota(unit, request.userId, request.year, request.leaveType)
  const held = await heldBy(unit, quota.id, request.ticketId)
  const returned = Math.min(days, held.used)
  const carried = Math.min(held.carried, returned)
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
