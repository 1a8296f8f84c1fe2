/** What people may still be issued: the entitlement of each cycle less what was issued in it and what open tickets ask for (STD-11, STD-12). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { type CycleEntitlement, entitlements } from '#src/modules/standard/contract.ts'

/** Days before its end on which a cycle is renewed (STD-12). */
export const RENEW_BEFORE_DAYS = 30

/** A person's standing with an item of the standards. */
export interface ClothingEntitlement extends CycleEntitlement {
  /** Issued in the cycle that runs, or held as cards. */
  readonly issued: number
  readonly pending: number
  readonly left: number
  /** Begin of the cycle that runs; null when none does. */
  readonly cycleStart: string | null
  /** When the next cycle begins; null when nothing was issued yet, or the item is issued once. */
  readonly nextDueAt: string | null
}

interface IssuedRow {
  readonly userId: number
  readonly standardItemId: number
  readonly issued: number
  readonly cycleStart: string | null
  readonly nextDueAt: string | null
}

async function issuedRows(unit: UnitOfWork, userIds: readonly number[]): Promise<readonly IssuedRow[]> {
  const running = sql`(next_due_at is null or next_due_at > ${addDays(unit.clock.today(), RENEW_BEFORE_DAYS)}::date)`
  const { rows } = await sql<IssuedRow>`
    select user_id, standard_item_id, coalesce(sum(qty - returned_qty) filter (where ${running}), 0)::int as issued,
      min(cycle_start) filter (where ${running}) as cycle_start, max(next_due_at) as next_due_at
    from clothing_issue where user_id = any(${[...userIds]}::bigint[]) and uses_entitlement and qty > returned_qty and standard_item_id is not null
    group by user_id, standard_item_id`.execute(unit.db)
  return rows
}

async function pendingRows(unit: UnitOfWork, userIds: readonly number[], exceptTicket: number | null) {
  const { rows } = await sql<{ userId: number; standardItemId: number; qty: number }>`
    select user_id, standard_item_id, sum(qty)::int as qty from clothing_pending
    where user_id = any(${[...userIds]}::bigint[]) and reason_type not in ('damaged', 'lost') and ticket_id is distinct from ${exceptTicket}::bigint
    group by user_id, standard_item_id`.execute(unit.db)
  return rows
}

/** Pieces of police gear that people hold as cards, by person and item. */
async function heldGear(unit: UnitOfWork, found: readonly CycleEntitlement[]): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>()
  const gear = found.filter(({ kind }) => kind === 'police')
  for (const userId of new Set(gear.map((one) => one.userId))) {
    const items = gear.filter((one) => one.userId === userId).map(({ itemId }) => itemId)
    for (const { itemId, count } of await unit.service(assetLedger).heldBy(userId, items, null))
      held.set(`${userId}/${itemId}`, (held.get(`${userId}/${itemId}`) ?? 0) + count)
  }
  return held
}

/** Standing of these people with everything the standards give them, by person and item; without police gear for lists of many. */
export async function entitledOf(
  unit: UnitOfWork,
  userIds: readonly number[],
  exceptTicket: number | null,
  { withGear = true }: { readonly withGear?: boolean } = {},
): Promise<readonly ClothingEntitlement[]> {
  const people = [...new Set(userIds)]
  if (people.length === 0) return []
  const all = await unit.service(entitlements).cycles(people)
  const found = withGear ? all : all.filter(({ kind }) => kind === 'clothing')
  const issued = await issuedRows(unit, people)
  const pending = await pendingRows(unit, people, exceptTicket)
  const held = await heldGear(unit, found)
  return found.map((one) => {
    const isOwn = (row: { userId: number; standardItemId: number }): boolean =>
      row.userId === one.userId && row.standardItemId === one.itemId
    const row = issued.find(isOwn)
    const count = Math.max(row?.issued ?? 0, held.get(`${one.userId}/${one.itemId}`) ?? 0)
    const waiting = pending.find(isOwn)?.qty ?? 0
    return {
      ...one,
      issued: count,
      pending: waiting,
      left: Math.max(0, one.qty - count - waiting),
      cycleStart: row?.cycleStart ?? null,
      nextDueAt: row?.nextDueAt ?? null,
    }
  })
}

/** The day so many years later; the last of February for a leap day. */
export function yearsLater(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return moved.endsWith('-02-29') && new Date(`${moved}T00:00:00Z`).getUTCDate() !== 29
    ? `${moved.slice(0, 5)}02-28`
    : moved
}

/** The cycle in which something issued now counts: the one that runs, else the next, which never begins earlier than the last one ends. */
export function cycleOf(
  entitled: ClothingEntitlement,
  today: string,
): { readonly start: string; readonly end: string | null } {
  const { issued, cycleStart, nextDueAt, years } = entitled
  if (issued > 0 && cycleStart !== null) return { start: cycleStart, end: nextDueAt }
  const start = nextDueAt !== null && nextDueAt > today ? nextDueAt : today
  return { start, end: years === null ? null : yearsLater(start, years) }
}
