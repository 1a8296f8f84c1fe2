/** The one place that changes the state, holder, room or price of assets: under lock, with the log. */
import { type RawBuilder, sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

export interface AssetRow {
  readonly id: number
  readonly assetNo: string
  readonly name: string
  readonly category: string
  readonly state: string
  readonly deptId: number
  readonly holderId: number | null
  readonly roomId: number | null
  readonly reservedTicketId: number | null
  /** Number of the ticket the asset is kept for. */
  readonly reservedTicketNo: string | null
  readonly price: string
  readonly netValue: string
  readonly isPool: boolean
  readonly inspectDue: string | null
  readonly serviceUntil: string | null
  readonly lifeEnd: string
  readonly itemId: number | null
}

/** Who changes assets, and for which ticket. */
export interface Mover {
  readonly unit: UnitOfWork
  readonly userId: number | null
  readonly ticketId: number | null
  /** The work order that a repair belongs to. */
  readonly workOrderId?: number | null
}

/** Columns of an asset that goes to repair. */
export const underRepair = (workOrderId: number | null): RawBuilder<unknown> =>
  sql`state = 'repairing', reserved_ticket_id = null, work_order_id = ${workOrderId}::bigint`

const columns = sql`id, asset_no, name, category, state, dept_id, holder_id, room_id, reserved_ticket_id,
  (select t.no from shared_ticket t where t.id = asset.reserved_ticket_id) as reserved_ticket_no, price, net_value, is_pool, inspect_due, service_until, life_end, item_id`

/** Locks assets in the order of their ids (E11). @throws RuleError asset.unknown when one is missing */
export async function lockAssets(unit: UnitOfWork, ids: readonly number[]): Promise<readonly AssetRow[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const { rows } = await sql<AssetRow>`
    select ${columns} from asset where id = any(${wanted}::bigint[]) and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  if (rows.length !== wanted.length) throw new RuleError('asset.unknown')
  return rows
}

/** These assets with what belongs to them and shares their state and holder: a main asset moves as a whole. */
export async function withParts(unit: UnitOfWork, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select part.id from asset part join asset main on main.id = part.parent_id
    where main.id = any(${[...ids]}::bigint[]) and part.deleted_at is null and part.state = main.state and part.holder_id is not distinct from main.holder_id
      and part.reserved_ticket_id is not distinct from main.reserved_ticket_id order by part.id`.execute(unit.db)
  return [...new Set([...ids, ...rows.map(({ id }) => id)])]
}

/** What the log keeps of an asset. */
const logged = (alias: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`jsonb_build_object('state', ${alias}.state, 'deptId', ${alias}.dept_id, 'holderId', ${alias}.holder_id, 'roomId', ${alias}.room_id, 'price', ${alias}.price)`

/** Changes locked assets and writes what they were and became. */
export async function changeAssets(
  { unit, userId, ticketId, workOrderId = null }: Mover,
  rows: readonly Pick<AssetRow, 'id' | 'state' | 'deptId' | 'holderId' | 'roomId' | 'price'>[],
  action: string,
  set: RawBuilder<unknown>,
  note = '',
): Promise<void> {
  if (rows.length === 0) return
  const now = unit.clock.now()
  const before = rows.map(({ id, state, deptId, holderId, roomId, price }) => ({
    id,
    before: { state, deptId, holderId, roomId, price: Number(price) },
  }))
  await sql`
    update asset set ${set}, updated_at = ${now}::timestamptz, updated_by = ${userId}::bigint, version = version + 1
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(unit.db)
  await sql`
    insert into asset_log (asset_id, action, before, after, note, ticket_id, work_order_id, by_user, at)
    select asset.id, ${action}::text, given.before, ${logged(sql`asset`)}, ${note}::text, ${ticketId}::bigint, ${workOrderId}::bigint, ${userId}::bigint, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as given(id bigint, before jsonb) join asset on asset.id = given.id order by asset.id`.execute(
    unit.db,
  )
  for (const { id } of rows) unit.changed('asset', id)
  unit.changed('assetLog', null)
}

/** The refusal of an asset that is kept for a ticket, which it names. */
export const reservedFor = (row: AssetRow): RuleError =>
  new RuleError('asset.reservedFor', row.assetNo, row.reservedTicketNo ?? '')

/** Refuses what cannot be handed out: not idle, kept for another, of the pool, or overdue for its inspection. */
export function refuseUnusable(
  unit: UnitOfWork,
  rows: readonly AssetRow[],
  ticketId: number | null,
  { isPoolLoan = false }: { readonly isPoolLoan?: boolean } = {},
): void {
  const today = unit.clock.today()
  for (const row of rows) {
    if (row.reservedTicketId !== null && row.reservedTicketId !== ticketId) throw reservedFor(row)
    if (row.state !== 'idle')
      throw new RuleError('asset.notIdle', row.assetNo, { dictionary: 'assetState', value: row.state })
    if (row.isPool && !isPoolLoan) throw new RuleError('asset.ofPool', row.assetNo)
    if (row.inspectDue !== null && row.inspectDue < today)
      throw new RuleError('asset.inspectionOverdue', row.assetNo, row.inspectDue)
    if (row.serviceUntil !== null && row.serviceUntil < today)
      throw new RuleError('asset.serviceEnded', row.assetNo, row.serviceUntil)
  }
}
