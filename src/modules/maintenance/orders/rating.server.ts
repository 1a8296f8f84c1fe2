/** What applicants say of a repair: its rating, once, and the acceptance of what was finished after their ticket had ended (22.4, 40.3). */
import { sql } from 'kysely'
import { isOver } from '#machines/workOrder/workOrder.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import { lockOrderOf, logStep, type OrderRow } from './orders.server.ts'

/** MNT-05: what silence stands for. */
export const BEST_RATING = 5

export interface Rating {
  /** 1 to 5. */
  readonly rating: number
  readonly note: string | null
}

/** The rating of a form; null while there is none. */
export const ratingIn = ({ rating, ratingNote }: FormData): Rating | null =>
  typeof rating === 'number' ? { rating, note: textIn(ratingNote) || null } : null

export async function writeRating(unit: UnitOfWork, id: number, given: Rating | null, byUser: number): Promise<void> {
  if (given === null) return
  await sql`
    update work_order set rating = ${given.rating}, rating_note = ${given.note}::text, rated_by = ${byUser}, is_default_rating = false, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
}

const ticketLink = (id: number): string => `/workflow/ticket/${id}`

/** An order that was accepted by silence still lets its applicant rate it. */
export async function askForRating(unit: UnitOfWork, order: OrderRow): Promise<void> {
  const { rows } = await sql`select 1 from work_order where id = ${order.id} and is_default_rating`.execute(unit.db)
  if (rows.length === 0 || order.ticketId === null || order.applicantId === null) return
  unit.notify({
    to: [order.applicantId],
    contentType: 'REMIND',
    title: { key: 'maintenance.rateNow', params: [order.no, order.location] },
    link: ticketLink(order.ticketId),
  })
}

/** Whether the ticket has ended, so that nothing of it waits for the acceptance. */
async function hasEnded(unit: UnitOfWork, ticketId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from shared_ticket where id = ${ticketId} and status = 'completed'`.execute(unit.db)
  return rows.length > 0
}

/** A result that comes after the end of its ticket is accepted on the ticket's page. */
export async function askForAcceptance(
  unit: UnitOfWork,
  { no, location, ticketId, applicantId }: OrderRow,
): Promise<void> {
  if (ticketId === null || applicantId === null || !(await hasEnded(unit, ticketId))) return
  unit.notify({
    to: [applicantId],
    contentType: 'REMIND',
    title: { key: 'maintenance.acceptNow', params: [no, location] },
    link: ticketLink(ticketId),
  })
}

/** Whether this person reported the order and may say now what became of it. */
export async function mayAcceptLate(unit: UnitOfWork, order: OrderStanding, userId: number): Promise<boolean> {
  return (
    order.applicantId === userId &&
    order.state === 'finished' &&
    order.ticketId !== null &&
    (await hasEnded(unit, order.ticketId))
  )
}

/** What decides on the applicant's word. */
export type OrderStanding = Pick<OrderRow, 'applicantId' | 'state' | 'ticketId'>

/** Whether this person reported the order and has not rated it yet, though it is over. */
export const mayRate = (
  {
    applicantId,
    state,
    ratedBy,
    isCancelled,
  }: OrderStanding & { readonly ratedBy: number | null; readonly isCancelled: boolean },
  userId: number,
): boolean => applicantId === userId && isOver(state) && !isCancelled && ratedBy !== userId

/** The applicant rates an order that is over. @throws RuleError `maintenance.ratedBefore` for a second time */
export async function rateOrder(unit: UnitOfWork, ticketId: number, given: Rating, userId: number): Promise<void> {
  const order = await lockOrderOf(unit, ticketId)
  if (order === null) throw notFound()
  if (order.applicantId !== userId) throw permissionDenied()
  const { rows } = await sql<{ ratedBy: number | null; isCancelled: boolean }>`
    select rated_by, is_cancelled from work_order where id = ${order.id}`.execute(unit.db)
  const { ratedBy = null, isCancelled = true } = rows[0] ?? {}
  if (!isOver(order.state) || isCancelled)
    throw new RuleError('maintenance.notNow', order.no, { dictionary: 'workOrderState', value: order.state })
  if (ratedBy === userId) throw new RuleError('maintenance.ratedBefore', order.no).at('rating')
  await writeRating(unit, order.id, given, userId)
  await logStep(unit, order.id, { event: 'rate', from: order.state, to: order.state, byUser: userId, note: given.note })
  unit.changed('workOrder', order.id)
}
