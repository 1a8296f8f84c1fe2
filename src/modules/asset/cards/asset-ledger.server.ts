import { sql } from 'kysely'
import type { AfterReturn, AssetLedger, ItemHolding, NewAllocation } from '#src/define/assets/ledger.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { changeAssets, lockAssets, type Mover, refuseUnusable } from './asset-moves.server.ts'

/** Ids of what a ticket keeps. */
async function reservedBy(base: Base, ticketId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from asset where reserved_ticket_id = ${ticketId} order by id`.execute(base.db)
  return rows.map(({ id }) => id)
}

/** Keeps these and no others for the ticket. */
export async function reserveAssets(mover: Mover, ids: readonly number[]): Promise<void> {
  const { base, ticketId } = mover
  if (ticketId === null) throw new Error('assets are kept for tickets only')
  const rows = await lockAssets(base, [...ids, ...(await reservedBy(base, ticketId))])
  const kept = rows.filter(({ id }) => ids.includes(id))
  refuseUnusable(base, kept, ticketId)
  const freed = rows.filter(({ id }) => !ids.includes(id))
  await changeAssets(mover, freed, 'release', sql`reserved_ticket_id = null`)
  const fresh = kept.filter(({ reservedTicketId }) => reservedTicketId === null)
  await changeAssets(mover, fresh, 'reserve', sql`reserved_ticket_id = ${ticketId}::bigint`)
}

export async function releaseAssets(mover: Mover): Promise<void> {
  if (mover.ticketId === null) return
  const rows = await lockAssets(mover.base, await reservedBy(mover.base, mover.ticketId))
  await changeAssets(mover, rows, 'release', sql`reserved_ticket_id = null`)
}

/** AST-11: one open allocation each; the second of two at once finds the asset in use. */
export async function openAllocations(mover: Mover, given: NewAllocation): Promise<void> {
  const { base, userId } = mover
  const rows = await lockAssets(base, given.assetIds)
  refuseUnusable(base, rows, given.ticketId)
  const now = base.clock.now()
  await changeAssets(
    { ...mover, ticketId: given.ticketId },
    rows,
    'allocate',
    sql`state = 'inUse', holder_id = ${given.holderId}::bigint, dept_id = ${given.deptId}::bigint, room_id = ${given.roomId}::bigint, reserved_ticket_id = null, is_unconfirmed = true`,
    given.reason,
  )
  await sql`
    insert into asset_allocation (asset_id, holder_id, dept_id, room_id, ticket_id, opened_at, opened_by, until, reason, updated_at)
    select id, ${given.holderId}::bigint, ${given.deptId}::bigint, ${given.roomId}::bigint, ${given.ticketId}::bigint, ${now}::timestamptz, ${userId}::bigint,
      ${given.until}::date, ${given.reason}::text, ${now}::timestamptz
    from unnest(${rows.map(({ id }) => id)}::bigint[]) as id`.execute(base.db)
  base.changed('assetAllocation', null)
}

/** Closes the open allocations of these assets and puts them into their next state. */
export async function closeAllocations(
  mover: Mover,
  ids: readonly number[],
  after: AfterReturn,
  note: string,
  action = 'return',
): Promise<void> {
  const { base, userId } = mover
  const rows = await lockAssets(base, ids)
  for (const { holderId, assetNo } of rows) if (holderId === null) throw new RuleError('asset.notHeld', assetNo)
  const now = base.clock.now()
  await sql`
    update asset_allocation set closed_at = ${now}::timestamptz, closed_by = ${userId}::bigint, close_note = ${note}::text, updated_at = ${now}::timestamptz, version = version + 1
    where asset_id = any(${rows.map(({ id }) => id)}::bigint[]) and closed_at is null`.execute(base.db)
  await changeAssets(
    mover,
    rows,
    action,
    sql`state = ${after}, holder_id = null, room_id = null, is_unconfirmed = false`,
    note,
  )
  base.changed('assetAllocation', null)
}

/** The holder has what was handed over, of a ticket or one allocation; with null whoever holds it. */
export async function confirmAllocations(
  mover: Mover,
  of: { readonly ticketId: number } | { readonly allocationId: number },
  holderId: number | null,
): Promise<number> {
  const { base } = mover
  const which = 'ticketId' in of ? sql`ticket_id = ${of.ticketId}` : sql`id = ${of.allocationId}`
  const { rows: open } = await sql<{ assetId: number }>`
    select asset_id from asset_allocation where ${which} and (${holderId}::bigint is null or holder_id = ${holderId}::bigint) and closed_at is null and confirmed_at is null order by asset_id`.execute(
    base.db,
  )
  const rows = await lockAssets(
    base,
    open.map(({ assetId }) => assetId),
  )
  await sql`
    update asset_allocation set confirmed_at = ${base.clock.now()}::timestamptz, version = version + 1
    where asset_id = any(${rows.map(({ id }) => id)}::bigint[]) and closed_at is null and confirmed_at is null`.execute(
    base.db,
  )
  await changeAssets(mover, rows, 'confirm', sql`is_unconfirmed = false`)
  base.changed('assetAllocation', null)
  return rows.length
}

/** E4: a ticket whose assets are still out cannot be undone; they come back first. */
async function undoTicket(mover: Mover, ticketId: number): Promise<void> {
  const { rows } = await sql<{ assetNo: string }>`
    select a.asset_no from asset_allocation l join asset a on a.id = l.asset_id where l.ticket_id = ${ticketId} and l.closed_at is null order by a.asset_no`.execute(
    mover.base.db,
  )
  if (rows.length > 0) throw new RuleError('asset.stillOut', rows.map(({ assetNo }) => assetNo).join(', '))
  await releaseAssets(mover)
}

async function count(base: Base, query: ReturnType<typeof sql<ItemHolding>>): Promise<readonly ItemHolding[]> {
  return (await query.execute(base.db)).rows
}

/** The asset ledger, bound to the caller's transaction; for a person where an action of theirs causes it. */
export function createAssetLedger(base: Base, userId: number | null = null): AssetLedger {
  const mover = (ticketId: number | null): Mover => ({ base, userId, ticketId })
  return {
    reserve: (assetIds, ticketId) => reserveAssets(mover(ticketId), assetIds),
    release: (ticketId) => releaseAssets(mover(ticketId)),
    open: (given) => openAllocations(mover(given.ticketId), given),
    async confirm(ticketId, holderId) {
      await confirmAllocations({ base, userId: holderId, ticketId }, { ticketId }, holderId)
    },
    close: (assetIds, after, ticketId, note) => closeAllocations(mover(ticketId), assetIds, after, note),
    undo: (ticketId) => undoTicket(mover(ticketId), ticketId),
    holdings: (exceptTicket) =>
      count(
        base,
        sql<ItemHolding>`
          select item_id, dept_id, sum(count)::int as count from (
            select item_id, dept_id, count(*) as count from asset
            where item_id is not null and holder_id is not null and state in ('inUse', 'repairing') and deleted_at is null group by 1, 2
            union all select item_id, dept_id, sum(qty) from asset_pending where ticket_id is distinct from ${exceptTicket}::bigint group by 1, 2) held
          group by 1, 2`,
      ),
    heldBy: (holderId, itemIds, exceptTicket) =>
      count(
        base,
        sql<ItemHolding>`
          select item_id, dept_id, sum(count)::int as count from (
            select item_id, dept_id, count(*) as count from asset
            where holder_id = ${holderId} and item_id = any(${[...itemIds]}::bigint[]) and state in ('inUse', 'repairing') and deleted_at is null group by 1, 2
            union all select item_id, dept_id, sum(qty) from asset_pending
            where user_id = ${holderId} and item_id = any(${[...itemIds]}::bigint[]) and ticket_id is distinct from ${exceptTicket}::bigint group by 1, 2) held
          group by 1, 2`,
      ),
    inRoom: (roomId, itemIds) =>
      count(
        base,
        sql<ItemHolding>`
          select item_id, dept_id, count(*)::int as count from asset
          where room_id = ${roomId} and item_id = any(${[...itemIds]}::bigint[]) and state in ('inUse', 'repairing') and deleted_at is null group by 1, 2`,
      ),
    async roomArea(roomId) {
      const { rows } = await sql<{
        areaM2: string | null
      }>`select area_m2 from asset_room where id = ${roomId}`.execute(base.db)
      return rows[0]?.areaM2 ?? null
    },
  }
}
