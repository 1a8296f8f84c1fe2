/** Calls of applicants: their order, refusing its result, and following an order that is open already. */
import { sql } from 'kysely'
import { z } from 'zod'
import { isOver } from '#machines/workOrder/workOrder.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { stockLedger, ticketActions } from '#src/define/ledgers.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { reopenOrder } from './finish.server.ts'
import type { OpenOrder, OrderStep, ReportPlace, TicketOrder } from './order-wire.ts'
import { lightAt, lockOrder, lockOrderOf } from './orders.server.ts'

const id = z.coerce.number().int().positive()
const params = z.object({ id })

const time = (moment: Date | null): string | null => (moment === null ? null : momentText(moment))

interface FullRow {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly urgency: string
  readonly workerId: number | null
  readonly vendor: string | null
  readonly planAt: Date | null
  readonly dueAt: Date | null
  readonly suspendReason: string | null
  readonly suspendNote: string | null
  readonly reopenCount: number
  readonly ticketId: number
}

/** Whether the acceptance of the ticket waits for this person. */
async function accepts(unit: UnitOfWork, ticketId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from shared_ticket_task
    where ticket_id = ${ticketId} and state in ('applicantVerify', 'acceptance') and assignee_id = ${userId} and status = 'open' limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

async function partsOf(unit: UnitOfWork, ticketId: number): Promise<TicketOrder['parts']> {
  const ledger = unit.ledger(stockLedger)
  const issued = await ledger.issuedBy(ticketId)
  const items = await ledger.items([...new Set(issued.map(({ itemId }) => itemId))])
  return issued.map(({ itemId, qty }) => {
    const item = items.find((one) => one.id === itemId)
    return { name: [item?.name, item?.spec].filter(Boolean).join(' '), unit: item?.unit ?? '', qty }
  })
}

async function orderOfTicket(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  ticketId: number,
): Promise<TicketOrder | null> {
  if (!(await unit.ledger(ticketActions).sees(ticketId, access))) throw notFound()
  const { rows } = await sql<FullRow>`
    select o.id, o.no, o.state, o.urgency, o.worker_id, v.name as vendor, o.plan_at, o.due_at, o.suspend_reason, o.suspend_note, o.reopen_count, o.ticket_id
    from work_order o left join shared_vendor v on v.id = o.vendor_id where o.ticket_id = ${ticketId} and o.deleted_at is null order by o.id desc limit 1`.execute(
    unit.db,
  )
  const order = rows[0]
  if (!order) return null
  const { rows: steps } = await sql<{
    at: Date
    event: string
    toState: string
    byUser: number | null
    workerId: number | null
    note: string | null
  }>`select at, event, to_state, by_user, worker_id, note from work_order_log where order_id = ${order.id} order by id`.execute(
    unit.db,
  )
  const { rows: labour } = await sql<{ userId: number; hours: string }>`
    select user_id, sum(hours)::numeric(6,1) as hours from work_order_labour where order_id = ${order.id} group by user_id order by user_id`.execute(
    unit.db,
  )
  const names = await unit.namesOf(
    [
      order.workerId,
      ...steps.flatMap(({ byUser, workerId }) => [byUser, workerId]),
      ...labour.map(({ userId }) => userId),
    ],
    language,
  )
  const nameOf = (person: number | null): string | null => names.get(person) ?? null
  const { state, dueAt } = order
  return {
    id: order.id,
    no: order.no,
    state,
    worker: nameOf(order.workerId),
    vendor: order.vendor,
    planAt: time(order.planAt),
    dueAt: time(dueAt),
    light: lightAt(unit, order),
    suspendReason: order.suspendReason,
    suspendNote: order.suspendNote,
    reopenCount: order.reopenCount,
    mayReopen: state === 'finished' && (await accepts(unit, ticketId, access.userId)),
    parts: await partsOf(unit, ticketId),
    labour: labour.map(({ userId, hours }) => ({ name: nameOf(userId) ?? '', hours })),
    steps: steps.map(
      (step): OrderStep => ({
        at: momentText(step.at),
        event: step.event,
        to: step.toState,
        by: nameOf(step.byUser),
        worker: nameOf(step.workerId),
        note: step.note,
      }),
    ),
  }
}

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

export const orderRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/maintenance/ticket/:id/',
    permission: 'signedIn',
    params,
    handle: ({ unit, access, language, params: given }) => orderOfTicket(unit, access, language, given.id),
  }),
  route({
    method: 'POST',
    url: '/api/maintenance/ticket/:id/reopen/',
    permission: 'signedIn',
    operation: { text: 'maintenance.reopen' },
    params,
    body: z.strictObject({ reason: z.string().trim().min(5).max(200) }),
    async handle({ unit, access, params: given, body }) {
      await unit.ledger(ticketActions).lock(given.id)
      if (!(await accepts(unit, given.id, access.userId))) throw permissionDenied()
      const order = await lockOrderOf(unit, given.id)
      if (order === null) throw notFound()
      await reopenOrder(unit, order, body.reason, access.userId)
      unit.changed('ticket', given.id)
      return { state: 'working' }
    },
  }),
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
