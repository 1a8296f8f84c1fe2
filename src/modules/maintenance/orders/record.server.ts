/** What is done with work orders on their page: each action is an event of the statechart (40.3). */
import { sql } from 'kysely'
import { isOver } from '#machines/workOrder/workOrder.ts'
import { momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn, idIn } from '#src/fields/values.ts'
import { announceOutage, areaDepartments } from '../outage/outage.server.ts'
import { addCost, demandPart, linkAsset } from './extras.server.ts'
import { closeOrder, finishOrder, reopenOrder, verifyOrder } from './finish.server.ts'
import {
  lightAt,
  lockOrder,
  logStep,
  nextNo,
  type OrderRow,
  orderLink,
  refuseSecond,
  startOrder,
  takeStep,
} from './orders.server.ts'
import { ratingIn } from './rating.server.ts'

/** Whether the ticket waits for the repair. */
async function waitsForRepair(unit: UnitOfWork, ticketId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from shared_ticket_task where ticket_id = ${ticketId} and state = 'repair' and status = 'open' limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

export async function dispatch(id: number, values: FormData, unit: UnitOfWork, byUser: number): Promise<void> {
  const workerId = Number(values.workerId)
  const order = await lockOrder(unit, id)
  const planAt = parseMoment(String(values.planAt ?? ''))
  if (planAt !== null && planAt < unit.clock.now())
    throw new RuleError('maintenance.planPast', momentText(unit.clock.now())).at('planAt')
  await takeStep(unit, order, 'dispatch', {
    byUser,
    workerId,
    note: typeof values.note === 'string' ? values.note : null,
    set: sql`plan_at = coalesce(${planAt}::timestamptz, plan_at)`,
  })
  // The work of the ticket goes with the order.
  if (order.ticketId !== null) await unit.service(ticketActions).staff(order.ticketId, 'repair', workerId)
  const people = [workerId, ...(order.workerId !== null && order.workerId !== workerId ? [order.workerId] : [])]
  unit.notify({
    to: people,
    contentType: 'REMIND',
    title: { key: 'maintenance.dispatched', params: [order.no, order.location] },
    link: orderLink(id),
  })
}

/** Work that several reports ask for goes on in one order; who reported the other follows it. */
async function merge(id: number, values: FormData, unit: UnitOfWork, byUser: number): Promise<void> {
  const intoId = Number(values.intoId)
  if (intoId === id) throw new RuleError('maintenance.mergeSelf').at('intoId')
  const order = await lockOrder(unit, id)
  if (order.ticketId !== null) throw new RuleError('maintenance.mergeTicket', order.no)
  const into = await lockOrder(unit, intoId)
  if (isOver(into.state)) throw new RuleError('maintenance.mergeOver', into.no).at('intoId')
  await takeStep(unit, order, 'cancel', {
    byUser,
    note: `${into.no} ${String(values.reason)}`,
    set: sql`merged_into_id = ${intoId}::bigint`,
  })
  await sql`
    insert into work_order_follower (order_id, user_id, at)
    select ${intoId}::bigint, user_id, at from work_order_follower where order_id = ${id}
    union select ${intoId}::bigint, ${order.applicantId}::bigint, ${unit.clock.now()}::timestamptz where ${order.applicantId}::bigint is not null
    on conflict do nothing`.execute(unit.db)
}

/** An order without a worker goes to the person who accepts it. */
const acceptedBy = ({ workerId }: OrderRow, userId: number): { readonly workerId?: number } =>
  workerId === null ? { workerId: userId } : {}

/** Hours a report keeps its asset or place out of use. */
const downtime = `round((extract(epoch from coalesce(r.finished_at, r.closed_at, r.updated_at) - r.created_at) / 3600)::numeric, 1)`

/** The building of the room; null where only a text says the place. */
const building = `(select room.building from shared_asset_room room where room.id = r.room_id)`

/** Hours from the report until then, pauses included. */
const hoursUntil = (moment: 'accepted_at' | 'finished_at'): string =>
  `round((extract(epoch from r.${moment} - r.created_at) / 3600)::numeric, 1)`

/** Whether the acceptance is a task of the ticket; a ticket that ended while its order was reopened waits for nothing any more. */
const acceptedByTicket = `exists (select from shared_ticket_task k where k.ticket_id = r.ticket_id and k.state in ('applicantVerify', 'acceptance') and k.status = 'open')`

export const workOrderServer: RecordServer = {
  computed: {
    reportedAt: 'r.created_at',
    downtimeHours: downtime,
    slaLight: `'done'`,
    isAcceptedByTicket: acceptedByTicket,
    building,
    month: `to_char(r.created_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
    responseHours: hoursUntil('accepted_at'),
    repairHours: hoursUntil('finished_at'),
    cost: `r.parts_value + coalesce(r.actual_amount, 0) + r.extra_cost`,
    outageDeptIds: areaDepartments,
  },
  async complete(rows, unit) {
    const ids = rows.map(({ id }) => id).filter((id): id is number => typeof id === 'number')
    const { rows: clocks } = await sql<{ id: number; state: string; urgency: string; dueAt: Date | null }>`
      select id, state, urgency, due_at from work_order where id = any(${ids}::bigint[])`.execute(unit.db)
    const lights = new Map(clocks.map(({ id, ...clock }) => [id, lightAt(unit, clock)]))
    return rows.map((row) => ({ ...row, slaLight: lights.get(Number(row.id)) ?? 'done' }))
  },
  // Who enters the repair of an asset on its card chooses among all orders.
  pickable: (access) =>
    access.may('asset:Repair')
      ? sql`r.deleted_at is null`
      : sql`r.deleted_at is null and (r.worker_id = ${access.userId} or r.dept_id = ${access.departmentId})`,
  /** A finding of a round: an order without a ticket. */
  async beforeCreate(values, unit, access) {
    await refuseSecond(unit, idIn(values.assetId), String(values.category))
    return {
      ...values,
      no: await nextNo(unit),
      source: 'inspection',
      state: 'pending',
      applicantId: access.userId,
    }
  },
  async afterWrite(row, unit, access, before) {
    if (before === null) await startOrder(unit, row.id, access.userId)
  },
  actions: {
    dispatch: ({ id }, values, unit, { userId }) => dispatch(id, values, unit, userId),
    async accept({ id }, _values, unit, { userId }) {
      const order = await lockOrder(unit, id)
      await takeStep(unit, order, 'accept', { byUser: userId, ...acceptedBy(order, userId) })
    },
    async start({ id }, _values, unit, { userId }) {
      await takeStep(unit, await lockOrder(unit, id), 'start', { byUser: userId })
    },
    async suspend({ id }, values, unit, { userId }) {
      await takeStep(unit, await lockOrder(unit, id), 'suspend', {
        byUser: userId,
        note: String(values.suspendNote),
        set: sql`suspend_reason = ${String(values.suspendReason)}, suspend_note = ${String(values.suspendNote)}`,
      })
    },
    async resume({ id }, _values, unit, { userId }) {
      await takeStep(unit, await lockOrder(unit, id), 'resume', {
        byUser: userId,
        set: sql`suspend_reason = null, suspend_note = null`,
      })
    },
    /** What it looked like before the repair; a later call replaces the pictures. */
    async photograph({ id }, values, unit, { userId }) {
      const order = await lockOrder(unit, id)
      await sql`
        update work_order set before_photos = ${[...fileIdsIn(values.beforePhotos)]}::bigint[], updated_at = ${unit.clock.now()}::timestamptz, updated_by = ${userId}, version = version + 1
        where id = ${id}`.execute(unit.db)
      await logStep(unit, id, { event: 'photograph', from: order.state, to: order.state, byUser: userId })
    },
    async finish({ id }, values, unit, { userId }, doer) {
      const order = await lockOrder(unit, id)
      const { actualAmount, ownHours = null, ...written } = values
      const done = { ...written, workHours: ownHours }
      if (order.source === 'public' && typeof actualAmount !== 'string')
        throw new RuleError('check.required').at('actualAmount')
      const form = order.source === 'public' ? { ...done, actualAmount } : done
      // The report is a decision of the ticket as long as it waits for one, so that both say the same.
      if (order.ticketId !== null && (await waitsForRepair(unit, order.ticketId)))
        await unit.service(ticketActions).handle(order.ticketId, doer, form)
      else await finishOrder(unit, order, form, userId)
    },
    verify: async ({ id }, values, unit, { userId }) =>
      verifyOrder(unit, await lockOrder(unit, id), ratingIn(values), userId),
    reopen: async ({ id }, values, unit, { userId }) =>
      reopenOrder(unit, await lockOrder(unit, id), String(values.reason), userId),
    close: async ({ id }, _values, unit, { userId }) => closeOrder(unit, await lockOrder(unit, id), userId),
    addCost: ({ id }, values, unit, { userId }) => addCost(unit, id, values, userId),
    demand: ({ id }, values, unit, { userId }) => demandPart(unit, id, values, userId),
    linkAsset: ({ id }, values, unit, { userId }) => linkAsset(unit, id, values, userId),
    announce: ({ id }, values, unit, { userId }) => announceOutage(unit, id, values, userId),
    merge: ({ id }, values, unit, { userId }) => merge(id, values, unit, userId),
  },
}
