/** Calls of reporters: what is repaired at a place, and following an order that is open already (E9). */
import { sql } from 'kysely'
import { z } from 'zod'
import { isOver } from '#machines/workOrder/workOrder.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { recordReach } from '#src/define/records/reach.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { PlaceOrder, ReportPlace } from './order.types.ts'
import { ordersInReach } from './orderReach.server.ts'
import { lockOrder } from './orders.server.ts'

const id = z.coerce.number().int().positive()
const params = z.object({ id })

interface PlaceQuery {
  readonly assetId?: number | undefined
  readonly assetNo?: string | undefined
  readonly roomId?: number | undefined
  readonly roomCode?: string | undefined
}

interface AssetRow {
  readonly id: number
  readonly name: string
  readonly assetNo: string
  readonly roomId: number | null
}

/** The asset of the query, as far as the person may name it in a report. */
async function assetOf(unit: UnitOfWork, access: Access, { assetId, assetNo }: PlaceQuery): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`
    select id, name, asset_no, room_id from shared_asset where deleted_at is null and (id = ${assetId ?? null}::bigint or asset_no = ${assetNo ?? null}::text) limit 1`.execute(
    unit.db,
  )
  const reach = await unit.service(recordReach).among(
    'asset',
    access,
    rows.map(({ id }) => id),
  )
  return rows.find(({ id }) => reach.has(id)) ?? null
}

interface RoomRow {
  readonly id: number
  readonly name: string
  readonly building: string | null
}

/** The room of the query or of the asset, likewise. */
async function roomOf(
  unit: UnitOfWork,
  access: Access,
  { roomId, roomCode }: PlaceQuery,
  asset: AssetRow | null,
): Promise<RoomRow | null> {
  const { rows } = await sql<RoomRow>`
    select id, name, building from shared_asset_room
    where deleted_at is null and (id = ${asset?.roomId ?? roomId ?? null}::bigint or code = ${roomCode ?? null}::text) limit 1`.execute(
    unit.db,
  )
  const reach = await unit.service(recordReach).among(
    'assetRoom',
    access,
    rows.map(({ id }) => id),
  )
  return rows.find(({ id }) => reach.has(id)) ?? null
}

type OrderRow = Omit<PlaceOrder, 'createdAt'> & {
  readonly createdAt: Date
  readonly isOver: boolean
}

/** What a scanned code or the chosen place stands for, with what is repaired there. */
async function placeOf(unit: UnitOfWork, access: Access, query: PlaceQuery): Promise<ReportPlace> {
  const asset = await assetOf(unit, access, query)
  const room = await roomOf(unit, access, query, asset)
  const { rows } = await sql<OrderRow>`
    select o.id, o.no, o.category, o.state, o.description, o.created_at, o.state in ('verified', 'closed') as is_over,
      exists (select from work_order_follower f where f.order_id = o.id and f.user_id = ${access.userId}) or o.applicant_id is not distinct from ${access.userId}::bigint as is_followed
    from work_order o
    where o.deleted_at is null and ((${asset?.id ?? null}::bigint is not null and o.asset_id = ${asset?.id ?? null}::bigint)
      or (${asset?.id ?? null}::bigint is null and o.room_id = ${room?.id ?? null}::bigint))
    order by o.created_at desc, o.id desc limit 20`.execute(unit.db)
  const reach = await ordersInReach(
    unit,
    access,
    rows.map(({ id }) => id),
  )
  const shown = rows.map((row) => ({
    ...row,
    ...(!reach.has(row.id) && { no: null, description: null }),
    createdAt: momentText(row.createdAt),
  }))
  return {
    assetId: asset?.id ?? null,
    asset: asset === null ? null : `${asset.name} ${asset.assetNo}`,
    roomId: room?.id ?? null,
    location: room === null ? null : [room.building, room.name].filter(Boolean).join(' '),
    open: shown.filter(({ isOver }) => !isOver).map(({ isOver: _, ...one }) => one),
    past: shown
      .filter(({ isOver, description }) => isOver && description !== null)
      .slice(0, 3)
      .map(({ isOver: _, isFollowed: __, ...one }) => one),
  }
}

export const placeRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/maintenance/place/',
    permission: 'signedIn',
    query: z.object({
      assetId: id.optional(),
      assetNo: z.string().max(20).optional(),
      roomId: id.optional(),
      roomCode: z.string().max(20).optional(),
    }),
    handle: ({ unit, access, query }) => placeOf(unit, access, query),
  }),
  route({
    method: 'POST',
    url: '/api/maintenance/order/:id/follow/',
    permission: 'signedIn',
    operation: { text: 'maintenance.follow' },
    params,
    body: z.strictObject({ isFollowed: z.boolean() }),
    async handle({ unit, access, params: given, body }) {
      if (!(await ordersInReach(unit, access, [given.id])).has(given.id)) throw notFound()
      const order = await lockOrder(unit, given.id)
      if (isOver(order.state)) throw new RuleError('maintenance.followOver', order.no)
      if (body.isFollowed)
        await sql`
          insert into work_order_follower (order_id, user_id, at) values (${order.id}, ${access.userId}, ${unit.clock.now()}::timestamptz) on conflict do nothing`.execute(
          unit.db,
        )
      else
        await sql`delete from work_order_follower where order_id = ${order.id} and user_id = ${access.userId}`.execute(
          unit.db,
        )
      return body
    },
  }),
]
