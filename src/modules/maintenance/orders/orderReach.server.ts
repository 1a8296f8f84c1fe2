/** Whom a work order may be shown to beside its register: those whom it concerns (INV-11). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { recordReach } from '#src/define/records/reach.ts'
import type { UnitOfWork } from '#src/define/server.ts'

interface Row {
  readonly id: number
  readonly assetId: number | null
  readonly isConcerned: boolean
}

/** Those of the orders that the person may read: in reach of the register, reported or followed by them, of an asset they may name in a report, or at a room of their own department. */
export async function ordersInReach(
  unit: UnitOfWork,
  access: Access,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<Row>`
    select o.id, o.asset_id, o.applicant_id is not distinct from ${access.userId}::bigint
      or exists (select from work_order_follower f where f.order_id = o.id and f.user_id = ${access.userId})
      or (o.asset_id is null and exists (select from shared_asset_room room where room.id = o.room_id and room.dept_id = ${access.departmentId})) as is_concerned
    from work_order o where o.id = any(${[...ids]}::bigint[]) and o.deleted_at is null`.execute(unit.db)
  const assets = rows.flatMap(({ assetId }) => (assetId === null ? [] : [assetId]))
  const reach = unit.service(recordReach)
  const [inRegister, ownAssets] = [
    await reach.among('workOrder', access, ids),
    await reach.among('asset', access, assets),
  ]
  return new Set(
    rows
      .filter(
        ({ id, assetId, isConcerned }) =>
          isConcerned || inRegister.has(id) || (assetId !== null && ownAssets.has(assetId)),
      )
      .map(({ id }) => id),
  )
}
