import { type RawBuilder, sql } from 'kysely'
import { listOf, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { endLoans } from '../bookings/loan-ends.server.ts'
import type { AfterReturn, AssetCard, AssetLedger, HeldCard, ItemHolding, NewAllocation } from '../contract.ts'
import {
  type AssetRow,
  changeAssets,
  lockAssets,
  type Mover,
  refuseUnusable,
  underRepair,
  withParts,
} from './asset-moves.server.ts'
import { cancelTransfers, refuseInProcedure } from './procedures.server.ts'
import { registerCards } from './register.server.ts'

/** Ids of what a ticket keeps. */
async function reservedBy(unit: UnitOfWork, ticketId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from asset where reserved_ticket_id = ${ticketId} order by id`.execute(unit.db)
  return rows.map(({ id }) => id)
}

/** Keeps these and no others for the ticket. */
export async function reserveAssets(mover: Mover, ids: readonly number[]): Promise<void> {
  const { unit, ticketId } = mover
  if (ticketId === null) throw new Error('assets are kept for tickets only')
  const rows = await lockAssets(unit, [...ids, ...(await reservedBy(unit, ticketId))])
  const kept = rows.filter(({ id }) => ids.includes(id))
  refuseUnusable(unit, kept, ticketId)
  const freed = rows.filter(({ id }) => !ids.includes(id))
  await changeAssets(mover, freed, 'release', sql`reserved_ticket_id = null`)
  const fresh = kept.filter(({ reservedTicketId }) => reservedTicketId === null)
  await free(mover, fresh)
  await changeAssets(mover, fresh, 'reserve', sql`reserved_ticket_id = ${ticketId}::bigint`)
}

/** What is handed out or kept for a ticket is not scrapped, and goes nowhere else. */
async function free(mover: Mover, rows: readonly AssetRow[]): Promise<void> {
  await refuseInProcedure(
    mover.unit,
    rows.map(({ id }) => id),
    ['scrap'],
  )
  await cancelTransfers(mover, rows)
}

export async function releaseAssets(mover: Mover): Promise<void> {
  if (mover.ticketId === null) return
  const rows = await lockAssets(mover.unit, await reservedBy(mover.unit, mover.ticketId))
  await changeAssets(mover, rows, 'release', sql`reserved_ticket_id = null`)
}

/** AST-11: one open allocation each; the second of two at once finds the asset in use. */
export async function openAllocations(
  mover: Mover,
  given: NewAllocation,
  options: { readonly isPoolLoan?: boolean } = {},
): Promise<void> {
  const { unit, userId } = mover
  const rows = await lockAssets(unit, await withParts(unit, given.assetIds))
  refuseUnusable(unit, rows, given.ticketId, options)
  await free(mover, rows)
  const now = unit.clock.now()
  await changeAssets(
    { ...mover, ticketId: given.ticketId },
    rows,
    'allocate',
    sql`state = 'inUse', holder_id = ${given.holderId}::bigint, dept_id = ${given.deptId}::bigint, room_id = ${given.roomId}::bigint, reserved_ticket_id = null, is_unconfirmed = true`,
    given.reason,
  )
  await sql`
    insert into asset_allocation (asset_id, holder_id, dept_id, room_id, ticket_id, ticket_type, opened_at, opened_by, until, reason, updated_at)
    select id, ${given.holderId}::bigint, ${given.deptId}::bigint, ${given.roomId}::bigint, ${given.ticketId}::bigint,
      (select type from shared_ticket where id = ${given.ticketId}::bigint), ${now}::timestamptz, ${userId}::bigint,
      ${given.until}::date, ${given.reason}::text, ${now}::timestamptz
    from unnest(${rows.map(({ id }) => id)}::bigint[]) as id`.execute(unit.db)
  unit.changed('assetAllocation', null)
}

/** Closes the open allocations of these assets and puts them into their next state. */
export async function closeAllocations(
  mover: Mover,
  ids: readonly number[],
  after: AfterReturn,
  note: string,
  action = 'return',
): Promise<void> {
  const { unit, userId } = mover
  const rows = await lockAssets(unit, await withParts(unit, ids))
  for (const { holderId, assetNo } of rows) if (holderId === null) throw new RuleError('asset.notHeld', assetNo)
  const now = unit.clock.now()
  await sql`
    update asset_allocation set closed_at = ${now}::timestamptz, closed_by = ${userId}::bigint, close_note = ${note}::text, updated_at = ${now}::timestamptz, version = version + 1
    where asset_id = any(${rows.map(({ id }) => id)}::bigint[]) and closed_at is null`.execute(unit.db)
  await changeAssets(
    mover,
    rows,
    action,
    sql`state = ${after}, holder_id = null, room_id = null, is_unconfirmed = false`,
    note,
  )
  await cancelTransfers(mover, rows, note)
  await endLoans(
    unit,
    rows.map(({ id }) => id),
    userId,
  )
  unit.changed('assetAllocation', null)
}

/** The holder has what was handed over, of a ticket or one allocation; with null whoever holds it. */
export async function confirmAllocations(
  mover: Mover,
  of: { readonly ticketId: number } | { readonly allocationId: number },
  holderId: number | null,
): Promise<number> {
  const { unit } = mover
  const which = 'ticketId' in of ? sql`ticket_id = ${of.ticketId}` : sql`id = ${of.allocationId}`
  const { rows: open } = await sql<{ assetId: number }>`
    select asset_id from asset_allocation where ${which} and (${holderId}::bigint is null or holder_id = ${holderId}::bigint) and closed_at is null and confirmed_at is null order by asset_id`.execute(
    unit.db,
  )
  const rows = await lockAssets(
    unit,
    open.map(({ assetId }) => assetId),
  )
  await sql`
    update asset_allocation set confirmed_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where asset_id = any(${rows.map(({ id }) => id)}::bigint[]) and closed_at is null and confirmed_at is null`.execute(
    unit.db,
  )
  await changeAssets(mover, rows, 'confirm', sql`is_unconfirmed = false`)
  unit.changed('assetAllocation', null)
  return rows.length
}

/** E4: a ticket whose assets are still out cannot be undone; they come back first. */
async function undoTicket(mover: Mover, ticketId: number): Promise<void> {
  const { rows } = await sql<{ assetNo: string }>`
    select a.asset_no from asset_allocation l join asset a on a.id = l.asset_id where l.ticket_id = ${ticketId} and l.closed_at is null order by a.asset_no`.execute(
    mover.unit.db,
  )
  if (rows.length > 0) throw new RuleError('asset.stillOut', listOf(rows.map(({ assetNo }) => assetNo)))
  await releaseAssets(mover)
}

/** Pieces by item and department, of these assets and of these requests that are under way. */
async function heldWhere(
  unit: UnitOfWork,
  assets: RawBuilder<unknown>,
  requests: RawBuilder<unknown>,
): Promise<readonly ItemHolding[]> {
  const { rows } = await sql<ItemHolding>`
    select item_id, dept_id, sum(in_use)::int as in_use, sum(repairing)::int as repairing, sum(pending)::int as pending, sum(idle)::int as idle,
      sum(in_use + repairing + pending)::int as count
    from (
      select item_id, dept_id, count(*) filter (where state = 'inUse') as in_use, count(*) filter (where state = 'repairing') as repairing, 0 as pending,
        count(*) filter (where state = 'idle' and reserved_ticket_id is null) as idle
      from asset where item_id is not null and state in ('inUse', 'repairing', 'idle') and deleted_at is null and ${assets} group by 1, 2
      union all select item_id, dept_id, 0, 0, sum(qty), 0 from asset_pending where ${requests} group by 1, 2) held
    group by 1, 2`.execute(unit.db)
  return rows
}

/** The asset ledger, bound to the caller's transaction; for a person where an action of theirs causes it. */
export function createAssetLedger(unit: UnitOfWork, userId: number | null = null): AssetLedger {
  const mover = (ticketId: number | null): Mover => ({ unit, userId, ticketId })
  return {
    async cards(assetIds) {
      const { rows } = await sql<AssetCard>`
        select id, asset_no, name, model, item_id, state, dept_id, holder_id, secret_level from asset
        where id = any(${[...assetIds]}::bigint[]) and deleted_at is null order by array_position(${[...assetIds]}::bigint[], id)`.execute(
        unit.db,
      )
      return rows
    },
    register: (cards) => registerCards(mover(null), cards),
    async heldCards(holderId) {
      const { rows } = await sql<HeldCard>`
        select a.id, a.asset_no, a.name, a.model, a.sn, (l.opened_at at time zone 'Asia/Shanghai')::date as since, l.until
        from asset_allocation l join asset a on a.id = l.asset_id where l.holder_id = ${holderId} and l.closed_at is null order by a.asset_no`.execute(
        unit.db,
      )
      return rows
    },
    async maintained(assetId, ticketId, note) {
      const rows = await lockAssets(unit, [assetId])
      await changeAssets(mover(ticketId), rows, 'maintain', sql`remark = remark`, note)
    },
    async beginRepair(assetId, { workOrderId, ticketId, note }) {
      const [row] = await lockAssets(unit, [assetId])
      if (row === undefined || !['idle', 'inUse'].includes(row.state)) return false
      await changeAssets({ ...mover(ticketId), workOrderId }, [row], 'repair', underRepair(workOrderId), note)
      return true
    },
    async endRepair(assetId, { workOrderId, ticketId, note }) {
      const [row] = await lockAssets(unit, [assetId])
      if (row?.state !== 'repairing') return
      const after = row.holderId === null ? 'idle' : 'inUse'
      await changeAssets({ ...mover(ticketId), workOrderId }, [row], 'repaired', sql`state = ${after}`, note)
    },
    async retire(assetId, note) {
      const [row] = await lockAssets(unit, [assetId])
      if (row === undefined || !['idle', 'inUse', 'repairing'].includes(row.state)) return
      if (row.holderId !== null) await closeAllocations(mover(null), [assetId], 'pendingScrap', note)
      else {
        await changeAssets(mover(null), [row], 'return', sql`state = 'pendingScrap', reserved_ticket_id = null`, note)
        await cancelTransfers(mover(null), [row], note)
      }
    },
    reserve: (assetIds, ticketId) => reserveAssets(mover(ticketId), assetIds),
    release: (ticketId) => releaseAssets(mover(ticketId)),
    open: (given) => openAllocations(mover(given.ticketId), given),
    async confirm(ticketId, holderId) {
      await confirmAllocations({ unit, userId: holderId, ticketId }, { ticketId }, holderId)
    },
    close: (assetIds, after, ticketId, note) => closeAllocations(mover(ticketId), assetIds, after, note),
    undo: (ticketId) => undoTicket(mover(ticketId), ticketId),
    holdings: (exceptTicket) =>
      heldWhere(
        unit,
        sql`(holder_id is not null or state = 'idle')`,
        sql`ticket_id is distinct from ${exceptTicket}::bigint`,
      ),
    heldBy: (holderId, itemIds, exceptTicket) =>
      heldWhere(
        unit,
        sql`holder_id = ${holderId} and item_id = any(${[...itemIds]}::bigint[])`,
        sql`user_id = ${holderId} and item_id = any(${[...itemIds]}::bigint[]) and ticket_id is distinct from ${exceptTicket}::bigint`,
      ),
    inRoom: (roomId, itemIds) =>
      heldWhere(unit, sql`room_id = ${roomId} and item_id = any(${[...itemIds]}::bigint[])`, sql`false`),
    async roomArea(roomId) {
      const { rows } = await sql<{
        areaM2: string | null
      }>`select area_m2 from asset_room where id = ${roomId}`.execute(unit.db)
      return rows[0]?.areaM2 ?? null
    },
  }
}
