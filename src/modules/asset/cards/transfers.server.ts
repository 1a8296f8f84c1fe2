/** Transfers between departments and holders, confirmed by both leaders (50.5). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { permissionDenied, RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { changeAssets, lockAssets, type Mover, withParts } from './asset-moves.server.ts'

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

async function leadersOf(unit: UnitOfWork, deptId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ leaderId: number | null; deputyIds: readonly number[] }>`
    select leader_id, deputy_ids from shared_department where id = ${deptId}`.execute(unit.db)
  return [...(rows[0]?.leaderId == null ? [] : [rows[0].leaderId]), ...(rows[0]?.deputyIds ?? [])]
}

async function tellLeaders(
  unit: UnitOfWork,
  deptId: number,
  key: 'asset.transferToRelease' | 'asset.transferToReceive',
  assetNo: string,
): Promise<void> {
  unit.notify({
    to: await leadersOf(unit, deptId),
    contentType: 'REMIND',
    title: { key, params: [assetNo] },
    link: '/stockmanage/asset?tab=transfers',
  })
}

/** Opens a transfer; the leader of the department that gives the asset away confirms first. */
export async function requestTransfer(
  assetId: number,
  values: FormData,
  unit: UnitOfWork,
  access: Access,
): Promise<void> {
  const now = unit.clock.now()
  const [row] = await lockAssets(unit, [assetId])
  if (row === undefined) return
  if (row.reservedTicketId !== null) throw new RuleError('asset.notIdle', row.assetNo)
  const toDeptId = Number(values.toDeptId)
  const toHolderId = typeof values.toHolderId === 'number' ? values.toHolderId : null
  if (row.state === 'inUse' && toHolderId === null) throw new RuleError('asset.holderNeeded').at('toHolderId')
  if (toHolderId !== null) {
    const { rows } =
      await sql`select 1 from shared_app_user where id = ${toHolderId} and dept_id = ${toDeptId} and state and deleted_at is null`.execute(
        unit.db,
      )
    if (rows.length === 0) throw new RuleError('asset.holderOfOtherDept').at('toHolderId')
  }
  const { rows: open } =
    await sql`select 1 from asset_transfer where asset_id = ${assetId} and state in ('requested', 'released') and deleted_at is null`.execute(
      unit.db,
    )
  if (open.length > 0) throw new RuleError('asset.transferOpen', row.assetNo)
  await sql`
    insert into asset_transfer (asset_id, from_dept_id, from_holder_id, to_dept_id, to_holder_id, room_id, reason, waits_dept_id, created_at, created_by, updated_at)
    values (${assetId}, ${row.deptId}, ${row.holderId}, ${toDeptId}, ${toHolderId}, ${typeof values.roomId === 'number' ? values.roomId : null}::bigint, ${String(values.reason)},
      ${row.deptId}, ${now}::timestamptz, ${access.userId}, ${now}::timestamptz)`.execute(unit.db)
  unit.changed('assetTransfer', null)
  await tellLeaders(unit, row.deptId, 'asset.transferToRelease', row.assetNo)
}

/** Moves an asset with its parts to its new department, holder and room: the old allocation ends, the next one begins. */
export async function moveAsset(
  mover: Mover,
  assetId: number,
  to: { readonly deptId: number; readonly holderId: number | null; readonly roomId: number | null },
  reason: string,
): Promise<void> {
  for (const id of await withParts(mover.unit, [assetId])) await moveOne(mover, id, to, reason)
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
  // A ticket may have taken it since the transfer was asked for.
  if ((row.state !== 'idle' && row.state !== 'inUse') || row.reservedTicketId !== null)
    throw new RuleError('asset.notIdle', row.assetNo)
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

const transferOf = (row: { id: number } & Record<string, unknown>): TransferRow => row as unknown as TransferRow

export const transferServer: RecordServer = {
  actions: {
    async release(row, _values, unit, access) {
      const transfer = transferOf(row)
      await refuseOthers(unit, access, transfer.fromDeptId)
      await sql`
        update asset_transfer set state = 'released', waits_dept_id = to_dept_id, released_by = ${access.userId}, released_at = ${unit.clock.now()}, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
      const [asset] = await lockAssets(unit, [transfer.assetId])
      await tellLeaders(unit, transfer.toDeptId, 'asset.transferToReceive', asset?.assetNo ?? '')
    },
    async receive(row, _values, unit, access) {
      const transfer = transferOf(row)
      await refuseOthers(unit, access, transfer.toDeptId)
      const [asset] = await lockAssets(unit, [transfer.assetId])
      if (asset?.holderId !== transfer.fromHolderId || asset.deptId !== transfer.fromDeptId)
        throw new RuleError('asset.movedMeanwhile', asset?.assetNo ?? '')
      await moveAsset(
        { unit, userId: access.userId, ticketId: null },
        transfer.assetId,
        { deptId: transfer.toDeptId, holderId: transfer.toHolderId, roomId: transfer.roomId },
        transfer.reason,
      )
      await sql`
        update asset_transfer set state = 'done', received_by = ${access.userId}, received_at = ${unit.clock.now()}, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
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
