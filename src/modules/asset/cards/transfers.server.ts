/** Transfers between departments and holders, confirmed by both leaders (50.5). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { operation } from '#src/define/operations/operations.ts'
import { permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { type AssetRow, changeAssets, lockAssets, type Mover, reservedFor, withParts } from './asset-moves.server.ts'
import { cancelTransfers, leadersOf, refuseInProcedure } from './procedures.server.ts'

interface TransferRow {
  readonly id: number
  readonly assetId: number
  readonly fromDeptId: number
  readonly fromHolderId: number | null
  readonly toDeptId: number
  readonly toHolderId: number | null
  readonly roomId: number | null
  readonly reason: string
}

async function tellLeaders(
  unit: UnitOfWork,
  deptId: number,
  key: 'asset.transferToRelease' | 'asset.transferToReceive' | 'asset.transfersToRelease',
  what: string | number,
): Promise<void> {
  unit.notify({
    to: await leadersOf(unit, deptId),
    contentType: 'REMIND',
    title: { key, params: [what] },
    link: '/stockmanage/asset?tab=transfers',
  })
}

/** Where assets are to go: a holder works in the department, and what is in use has one. */
async function refuseReceiver(
  unit: UnitOfWork,
  rows: readonly AssetRow[],
  to: Omit<Destination, 'roomId'>,
): Promise<void> {
  if (to.holderId === null) {
    if (rows.some(({ state }) => state === 'inUse')) throw new RuleError('asset.holderNeeded').at('toHolderId')
    return
  }
  const { rows: found } =
    await sql`select 1 from shared_app_user where id = ${to.holderId} and dept_id = ${to.deptId} and state and deleted_at is null`.execute(
      unit.db,
    )
  if (found.length === 0) throw new RuleError('asset.holderOfOtherDept').at('toHolderId')
}

interface Destination {
  readonly deptId: number
  readonly holderId: number | null
  readonly roomId: number | null
}

/** Opens a transfer of each asset, all or none; the leaders of the departments that give them away confirm first. */
export async function requestTransfers(
  assetIds: readonly number[],
  values: FormData,
  unit: UnitOfWork,
  access: Access,
): Promise<readonly AssetRow[]> {
  const now = unit.clock.now()
  const rows = await lockAssets(unit, assetIds)
  const scope = access.scope('asset:Transfer')
  for (const row of rows) {
    // INV-11.
    const isReached =
      scope === 'all' || scope.departments.includes(row.deptId) || (scope.self && row.holderId === access.userId)
    if (!isReached) throw new RuleError('asset.unknown')
    refuseUnmovable(row)
  }
  const to: Destination = {
    deptId: Number(values.toDeptId),
    holderId: typeof values.toHolderId === 'number' ? values.toHolderId : null,
    roomId: typeof values.roomId === 'number' ? values.roomId : null,
  }
  await refuseReceiver(unit, rows, to)
  const ids = rows.map(({ id }) => id)
  await refuseInProcedure(unit, ids)
  await sql`
    insert into asset_transfer (asset_id, from_dept_id, from_holder_id, to_dept_id, to_holder_id, room_id, reason, waits_dept_id, created_at, created_by, updated_at)
    select id, dept_id, holder_id, ${to.deptId}::bigint, ${to.holderId}::bigint, ${to.roomId}::bigint, ${String(values.reason)}::text,
      dept_id, ${now}::timestamptz, ${access.userId}::bigint, ${now}::timestamptz from asset where id = any(${ids}::bigint[]) order by id`.execute(
    unit.db,
  )
  // The version of the card goes up, so that an action that was prepared before the request is refused.
  await changeAssets(
    { unit, userId: access.userId, ticketId: null },
    rows,
    'requestTransfer',
    sql`remark = remark`,
    String(values.reason),
  )
  unit.changed('assetTransfer', null)
  for (const deptId of new Set(rows.map((row) => row.deptId))) {
    const [first, ...others] = rows.filter((row) => row.deptId === deptId)
    if (others.length === 0) await tellLeaders(unit, deptId, 'asset.transferToRelease', first?.assetNo ?? '')
    else await tellLeaders(unit, deptId, 'asset.transfersToRelease', others.length + 1)
  }
  return rows
}

/** Most assets transferred by one form. */
const MAX_TRANSFERRED = 200

/** Chosen rows of the register, with the form of a single transfer. */
export const transferMany = route({
  method: 'POST',
  url: '/api/assets/transfers/',
  permission: 'asset:Transfer',
  operation: operation('asset.transferMany'),
  body: z.object({
    assetIds: z.array(z.number().int().positive()).min(1).max(MAX_TRANSFERRED),
    toDeptId: z.number().int().positive(),
    toHolderId: z.number().int().positive().nullish(),
    roomId: z.number().int().positive().nullish(),
    reason: z.string().overwrite(trimText).min(5).max(300),
  }),
  async handle({ unit, access, body: { assetIds, toHolderId, roomId, ...values } }) {
    const rows = await requestTransfers(
      assetIds,
      { ...values, toHolderId: toHolderId ?? null, roomId: roomId ?? null },
      unit,
      access,
    )
    return { requested: rows.length }
  },
})

/** Moves an asset with its parts to its new department, holder and room: the old allocation ends, the next one begins. */
export async function moveAsset(
  mover: Mover,
  assetId: number,
  to: { readonly deptId: number; readonly holderId: number | null; readonly roomId: number | null },
  reason: string,
): Promise<void> {
  for (const id of await withParts(mover.unit, [assetId])) await moveOne(mover, id, to, reason)
}

const notTransferable = ({ assetNo, state }: AssetRow): RuleError =>
  new RuleError('asset.notTransferable', assetNo, { dictionary: 'assetState', value: state })

/** A ticket or a repair may have taken it since the transfer was asked for. */
function refuseUnmovable(row: AssetRow): void {
  if (row.reservedTicketId !== null) throw reservedFor(row)
  if (row.state !== 'idle' && row.state !== 'inUse') throw notTransferable(row)
}

async function moveOne(
  mover: Mover,
  assetId: number,
  to: { readonly deptId: number; readonly holderId: number | null; readonly roomId: number | null },
  reason: string,
): Promise<void> {
  const { unit, userId } = mover
  const now = unit.clock.now()
  const [row] = await lockAssets(unit, [assetId])
  if (row === undefined) return
  refuseUnmovable(row)
  await refuseInProcedure(unit, [assetId], ['scrap'])
  await cancelTransfers(mover, [row], reason)
  await sql`
    update asset_allocation set closed_at = ${now}::timestamptz, closed_by = ${userId}::bigint, close_note = ${reason}::text, version = version + 1
    where asset_id = ${assetId} and closed_at is null`.execute(unit.db)
  const state = to.holderId === null ? 'idle' : 'inUse'
  await changeAssets(
    mover,
    [row],
    'transfer',
    sql`state = ${state}, dept_id = ${to.deptId}::bigint, holder_id = ${to.holderId}::bigint, room_id = ${to.roomId}::bigint, is_unconfirmed = ${to.holderId !== null}`,
    reason,
  )
  if (to.holderId !== null)
    await sql`
      insert into asset_allocation (asset_id, holder_id, dept_id, room_id, opened_at, opened_by, reason, updated_at)
      values (${assetId}, ${to.holderId}, ${to.deptId}, ${to.roomId}, ${now}::timestamptz, ${userId}, ${reason}, ${now}::timestamptz)`.execute(
      unit.db,
    )
  unit.changed('assetAllocation', null)
}

async function refuseOthers(unit: UnitOfWork, access: Access, deptId: number): Promise<void> {
  if (!(await leadersOf(unit, deptId)).includes(access.userId)) throw permissionDenied()
}

/** The asset of a transfer that can go on: where it was when asked for, free, and its receiver still there. */
async function movable(unit: UnitOfWork, transfer: TransferRow): Promise<AssetRow> {
  const [asset] = await lockAssets(unit, [transfer.assetId])
  if (asset?.holderId !== transfer.fromHolderId || asset.deptId !== transfer.fromDeptId)
    throw new RuleError('asset.movedMeanwhile', asset?.assetNo ?? '')
  refuseUnmovable(asset)
  await refuseReceiver(unit, [asset], { deptId: transfer.toDeptId, holderId: transfer.toHolderId })
  return asset
}

const transferOf = (row: { id: number } & Record<string, unknown>): TransferRow => row as unknown as TransferRow

export const transferServer: RecordServer = {
  actions: {
    async release(row, _values, unit, access) {
      const transfer = transferOf(row)
      await refuseOthers(unit, access, transfer.fromDeptId)
      const asset = await movable(unit, transfer)
      await sql`
        update asset_transfer set state = 'released', waits_dept_id = to_dept_id, released_by = ${access.userId}, released_at = ${unit.clock.now()}, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
      await tellLeaders(unit, transfer.toDeptId, 'asset.transferToReceive', asset.assetNo)
    },
    async receive(row, _values, unit, access) {
      const transfer = transferOf(row)
      await refuseOthers(unit, access, transfer.toDeptId)
      await movable(unit, transfer)
      // Before the move, which ends every transfer that is still open.
      await sql`
        update asset_transfer set state = 'done', received_by = ${access.userId}, received_at = ${unit.clock.now()}, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
      await moveAsset(
        { unit, userId: access.userId, ticketId: null },
        transfer.assetId,
        { deptId: transfer.toDeptId, holderId: transfer.toHolderId, roomId: transfer.roomId },
        transfer.reason,
      )
    },
    async refuse(row, values, unit, access) {
      const transfer = transferOf(row)
      await refuseOthers(unit, access, row.state === 'requested' ? transfer.fromDeptId : transfer.toDeptId)
      await sql`
        update asset_transfer set state = 'refused', reason = reason || ' / ' || ${String(values.reason)}::text, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
    },
  },
}
