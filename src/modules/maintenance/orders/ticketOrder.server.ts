/** The order of a ticket for those who may see it, and what its applicant says of the result. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { isOver, type WorkOrderState } from '#machines/workOrder/workOrder.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { LOW_SCORE, NOTE_LENGTH } from '#src/define/forms/rating.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { reopenOrder, verifyOrder } from './finish.server.ts'
import type { OrderStep, TicketOrder } from './order.types.ts'
import { lightAt, lockOrderOf } from './orders.server.ts'
import { mayAcceptLate, mayRate, type Rating, rateOrder } from './rating.server.ts'

const params = z.object({ id: z.coerce.number().int().positive() })

const time = (moment: Date | null): string | null => (moment === null ? null : momentText(moment))

interface FullRow {
  readonly id: number
  readonly no: string
  readonly state: WorkOrderState
  readonly urgency: string
  readonly workerId: number | null
  readonly vendor: string | null
  readonly planAt: Date | null
  readonly dueAt: Date | null
  readonly suspendReason: string | null
  readonly suspendNote: string | null
  readonly reopenCount: number
  readonly ticketId: number
  readonly applicantId: number | null
  readonly rating: number | null
  readonly ratingNote: string | null
  readonly isDefaultRating: boolean
  readonly ratedBy: number | null
  readonly isCancelled: boolean
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
  const ledger = unit.service(stockLedger)
  const issued = await ledger.issuedBy(ticketId)
  const items = await ledger.items([...new Set(issued.map(({ itemId }) => itemId))])
  return issued.map(({ itemId, qty }) => {
    const item = items.find((one) => one.id === itemId)
    return {
      name: [item?.name, item?.spec].filter(Boolean).join(' '),
      unit: item?.unit ?? '',
      qty,
      qtyPlaces: item?.qtyPlaces ?? 0,
    }
  })
}

async function orderOfTicket(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  ticketId: number,
): Promise<TicketOrder | null> {
  if (!(await unit.service(ticketActions).sees(ticketId, access))) throw notFound()
  const { rows } = await sql<FullRow>`
    select o.id, o.no, o.state, o.urgency, o.worker_id, v.name as vendor, o.plan_at, o.due_at, o.suspend_reason, o.suspend_note, o.reopen_count, o.ticket_id, o.applicant_id, o.rating, o.rating_note, o.is_default_rating, o.rated_by, o.is_cancelled
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
  const mayAccept = await mayAcceptLate(unit, order, access.userId)
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
    mayReopen: mayAccept || (state === 'finished' && (await accepts(unit, ticketId, access.userId))),
    mayAccept,
    mayRate: mayRate(order, access.userId),
    rating: isOver(state) ? order.rating : null,
    ratingNote: isOver(state) ? order.ratingNote : null,
    isDefaultRating: order.isDefaultRating,
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

/** A rating of the applicant; a bad one says why (22.4). */
const ratingBody = z.strictObject({
  rating: z.number().int().min(1).max(5),
  ratingNote: z.string().overwrite(trimText).min(NOTE_LENGTH.min).max(NOTE_LENGTH.max).nullish(),
})

/** @throws RuleError `check.required` at the note of a bad rating */
function ratingOf({ rating, ratingNote }: z.infer<typeof ratingBody>): Rating {
  if (rating <= LOW_SCORE && !ratingNote) throw new RuleError('check.required').at('ratingNote')
  return { rating, note: ratingNote ?? null }
}

export const ticketOrderRoutes: readonly RouteDefinition[] = [
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
    body: z.strictObject({ reason: z.string().overwrite(trimText).min(5).max(200) }),
    async handle({ unit, access, params: given, body }) {
      await unit.service(ticketActions).lock(given.id)
      const order = await lockOrderOf(unit, given.id)
      if (order === null) throw notFound()
      if (!(await accepts(unit, given.id, access.userId)) && !(await mayAcceptLate(unit, order, access.userId)))
        throw permissionDenied()
      await reopenOrder(unit, order, body.reason, access.userId)
      unit.changed('ticket', given.id)
      return { state: 'working' }
    },
  }),
  route({
    method: 'POST',
    url: '/api/maintenance/ticket/:id/accept/',
    permission: 'signedIn',
    operation: { text: 'maintenance.accept' },
    params,
    body: ratingBody,
    async handle({ unit, access, params: given, body }) {
      await unit.service(ticketActions).lock(given.id)
      const order = await lockOrderOf(unit, given.id)
      if (order === null) throw notFound()
      if (!(await mayAcceptLate(unit, order, access.userId))) throw permissionDenied()
      await verifyOrder(unit, order, ratingOf(body), access.userId)
      unit.changed('ticket', given.id)
      return { state: 'verified' }
    },
  }),
  route({
    method: 'POST',
    url: '/api/maintenance/ticket/:id/rate/',
    permission: 'signedIn',
    operation: { text: 'maintenance.rate' },
    params,
    body: ratingBody,
    async handle({ unit, access, params: given, body }) {
      await unit.service(ticketActions).lock(given.id)
      await rateOrder(unit, given.id, ratingOf(body), access.userId)
      unit.changed('ticket', given.id)
      return { rating: body.rating }
    },
  }),
]
