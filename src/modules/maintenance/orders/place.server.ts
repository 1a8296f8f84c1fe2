/** Calls of reporters: what is repaired at a place, and following an order that is open already (E9). */
import { sql } from 'kysely'
import { z } from 'zod'
import { isOver } from '#machines/workOrder/workOrder.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { OpenOrder, ReportPlace } from './order-wire.ts'
import { lockOrder } from './orders.server.ts'

const id = z.coerce.number().int().positive()
const params = z.object({ id })

interface PlaceQuery {
  readonly assetId?: number | undefined
  readonly assetNo?: string | undefined
  readonly roomId?: number | undefined
  readonly roomCode?: string | undefined
}

/** What a scanned code or the chosen place stands for, with what is repaired there. */
async function placeOf(unit: UnitOfWork, access: Access, query: PlaceQuery): Promise<ReportPlace> {
  const { rows: assets } = await sql<{ id: number; name: string; assetNo: string; roomId: number | null }>`
    select id, name, asset_no, room_id from shared_asset where deleted_at is null and (id = ${query.assetId ?? null}::bigint or asset_no = ${query.assetNo ?? null}::text) limit 1`.execute(
    unit.db,
  )
  const asset = assets[0] ?? null
  const { rows: rooms } = await sql<{ id: number; name: string; building: string | null }>`
    select id, name, building from shared_asset_room
    where deleted_at is null and (id = ${asset?.roomId ?? query.roomId ?? null}::bigint or code = ${query.roomCode ?? null}::text) limit 1`.execute(
    unit.db,
  )
  const room = rooms[0] ?? null
  const { rows } = await sql<Omit<OpenOrder, 'createdAt'> & { createdAt: Date; isOver: boolean }>`
    select o.id, o.no, o.category, o.state, o.location, o.description, o.created_at, o.state in ('verified', 'closed') as is_over,
      exists (select from work_order_follower f where f.order_id = o.id and f.user_id = ${access.userId}) or o.applicant_id = ${access.userId} as is_followed
    from work_order o
    where o.deleted_at is null and ((${asset?.id ?? null}::bigint is not null and o.asset_id = ${asset?.id ?? null}::bigint)
      or (${asset?.id ?? null}::bigint is null and o.room_id = ${room?.id ?? null}::bigint))
    order by o.created_at desc, o.id desc limit 20`.execute(unit.db)
  const shown = rows.map((row) => ({ ...row, createdAt: momentText(row.createdAt) }))
  return {
    assetId: asset?.id ?? null,
    asset: asset === null ? null : `${asset.name} ${asset.assetNo}`,
    roomId: room?.id ?? null,
    location: room === null ? null : [room.building, room.name].filter(Boolean).join(' '),
    open: shown.filter(({ isOver }) => !isOver).map(({ isOver: _, ...one }) => one),
    past: shown
      .filter(({ isOver }) => isOver)
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
