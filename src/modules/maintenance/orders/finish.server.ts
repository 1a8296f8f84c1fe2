/** The end of a repair: parts, hours, acceptance, and what follows when it is refused (22.4, MNT-03, MNT-12 to MNT-16). */
import { sql } from 'kysely'
import { isOver } from '#machines/workOrder/workOrder.ts'
import { LOGISTICS_DEPARTMENT } from '#src/define/departments.ts'
import { Refusal, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { lockOrder, logStep, type OrderRow, openOrderFor, orderLink, sharePhotos, takeStep } from './orders.server.ts'
import { askForAcceptance, askForRating, BEST_RATING, type Rating, writeRating } from './rating.server.ts'

/** MNT-03: what parts of one internal order may be worth without a word of the head of logistics, in yuan. */
export const PARTS_LIMIT = '1000.00'
/** MNT-14. */
export const ESCALATE_AFTER_REOPENS = 2
/** Where the head of logistics, who does not dispatch, finds what the notices are about. */
export const HEAD_LINK = '/personal-center?tab=repairs'
/** MNT-16. */
const REOPEN_DAYS = 30
const DAY_MS = 86_400_000

/** The leader of the logistics department; none while it has no leader. */
export async function logisticsHeads(unit: UnitOfWork): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select leader_id as id from shared_department where key = ${LOGISTICS_DEPARTMENT} and leader_id is not null and deleted_at is null`.execute(
    unit.db,
  )
  return rows.map(({ id }) => id)
}

/** MNT-12: parts leave the store in the transaction that reports the work done; a later report adds to them and repeats none (M3). Answers what they are worth. */
async function issueParts(unit: UnitOfWork, order: OrderRow, values: FormData, actorId: number): Promise<string> {
  const parts = rowsOf(values.parts)
  if (parts.length === 0) return '0.00'
  if (order.ticketId === null) throw new RuleError('maintenance.partsByTicket').at('parts')
  const issued = await unit.service(stockLedger).issue({
    ticketId: order.ticketId,
    ticketType: order.source === 'public' ? 'publicMaintenance' : 'internalMaintenance',
    effectKey: `repair.${order.reopenCount}`,
    lines: parts.map(({ itemId, qty }, index) => ({ key: `parts.${index}`, itemId: Number(itemId), qty: Number(qty) })),
    personId: actorId,
    deptId: order.deptId,
    keeperId: actorId,
    applicantId: order.applicantId ?? 0,
  })
  return issued.value
}

/** Hours that work may have taken before it was entered here: a working day. */
const HOURS_BEFORE_ENTRY = 8
const HOUR_MS = 3_600_000

/** One person works on an order no longer than it exists, and a working day before it was entered. @throws RuleError maintenance.hoursTooMany */
async function refuseHours(
  unit: UnitOfWork,
  orderId: number,
  lines: readonly { readonly user: number; readonly hours: string }[],
): Promise<void> {
  const { rows } = await sql<{ createdAt: Date }>`select created_at from work_order where id = ${orderId}`.execute(
    unit.db,
  )
  const { rows: known } = await sql<{ user: number; hours: string }>`
    select user_id as user, sum(hours)::numeric(7,1) as hours from work_order_labour where order_id = ${orderId} group by user_id`.execute(
    unit.db,
  )
  const since = (unit.clock.now().getTime() - (rows[0]?.createdAt ?? unit.clock.now()).getTime()) / HOUR_MS
  const most = Math.ceil(since) + HOURS_BEFORE_ENTRY
  const sums = new Map<number, number>(known.map(({ user, hours }) => [user, Number(hours)]))
  for (const { user, hours } of lines) {
    const sum = (sums.get(user) ?? 0) + Number(hours)
    sums.set(user, sum)
    if (sum > most)
      throw new RuleError('maintenance.hoursTooMany', String(sum), String(most)).at('ownHours', 'workHours')
  }
}

async function addLabour(unit: UnitOfWork, orderId: number, values: FormData, actorId: number): Promise<string> {
  const lines = [
    ...(values.workHours === null || values.workHours === undefined
      ? []
      : [{ user: actorId, hours: String(values.workHours) }]),
    ...rowsOf(values.labour).map(({ userId, hours }) => ({ user: Number(userId), hours: String(hours) })),
  ]
  await refuseHours(unit, orderId, lines)
  await sql`
    insert into work_order_labour (order_id, user_id, hours, at)
    select ${orderId}::bigint, g."user", g.hours, ${unit.clock.now()}::timestamptz from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g("user" bigint, hours numeric)`.execute(
    unit.db,
  )
  const { rows } = await sql<{ hours: string }>`
    select coalesce(sum(hours), 0)::numeric(6,1) as hours from work_order_labour where order_id = ${orderId}`.execute(
    unit.db,
  )
  return rows[0]?.hours ?? '0.0'
}

/** A worker may report the work done at once: what lies before it is taken as done at the same moment. */
async function untilWorking(unit: UnitOfWork, order: OrderRow, actorId: number): Promise<OrderRow> {
  let now = order
  if (now.state === 'pending') now = await takeStep(unit, now, 'dispatch', { byUser: actorId, workerId: actorId })
  if (now.state === 'assigned') now = await takeStep(unit, now, 'accept', { byUser: actorId, workerId: actorId })
  if (now.state === 'accepted') now = await takeStep(unit, now, 'start', { byUser: actorId })
  return now.state === 'suspended' ? takeStep(unit, now, 'resume', { byUser: actorId }) : now
}

/** What a public repair may cost: its estimate, or what is still held of it once an acceptance gave back the rest. */
async function costLimit(unit: UnitOfWork, { estimate, ticketId }: OrderRow): Promise<string | null> {
  if (estimate === null || ticketId === null) return estimate
  const held = (await unit.service(commitments).heldBy(ticketId)).at(-1)
  return held === undefined ? estimate : subtractMoney(held.amount, held.released)
}

/** Reports a locked order finished. @throws RuleError rule.MNT-13, `stock.insufficient` and whatever the stores refuse */
export async function finishOrder(unit: UnitOfWork, given: OrderRow, values: FormData, actorId: number): Promise<void> {
  const amount = textIn(values.actualAmount) || null
  const limit = amount === null ? null : await costLimit(unit, given)
  if (amount !== null && limit !== null && compareMoney(amount, limit) > 0)
    throw new RuleError('rule.MNT-13', limit, amount).at('actualAmount')
  const photos = fileIdsIn(values.resultPhotos)
  if (given.needsPhoto && photos.length === 0)
    throw new RuleError('maintenance.resultPhotoNeeded', given.no).at('resultPhotos')
  const order = await untilWorking(unit, given, actorId)
  const value = sumMoney([order.partsValue, await issueParts(unit, order, values, actorId)])
  const hours = await addLabour(unit, order.id, values, actorId)
  await sharePhotos(unit, order, photos)
  const overLimit = order.source !== 'public' && compareMoney(value, PARTS_LIMIT) > 0 && order.headComment === null
  const done = await takeStep(unit, order, 'finish', {
    byUser: actorId,
    note: textIn(values.result) || null,
    set: sql`finished_at = ${unit.clock.now()}::timestamptz, result = coalesce(${textIn(values.result) || null}::text, result), result_photos = coalesce(${photos.length === 0 ? null : [...photos]}::bigint[], result_photos),
      work_hours = ${hours}::numeric, parts_value = ${value}::numeric, actual_amount = coalesce(${amount}::numeric, actual_amount), needs_comment = ${overLimit}`,
  })
  if (overLimit)
    unit.notify({
      to: await logisticsHeads(unit),
      contentType: 'REMIND',
      title: { key: 'maintenance.partsOverLimit', params: [done.no, value] },
      link: HEAD_LINK,
    })
  await notifyFollowers(unit, done, 'maintenance.followedFinished')
  await askForAcceptance(unit, done)
}

/** E9: followers of an order are notified of its end. */
async function notifyFollowers(
  unit: UnitOfWork,
  order: OrderRow,
  key: 'maintenance.followedFinished' | 'maintenance.followedClosed' | 'maintenance.followedCancelled',
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from work_order_follower where order_id = ${order.id} order by user_id`.execute(unit.db)
  if (rows.length > 0)
    unit.notify({
      to: rows.map(({ id }) => id),
      contentType: 'SYSTEM',
      title: { key, params: [order.no, order.location] },
    })
}

/** MNT-03. */
function refuseUncommented({ needsComment, no }: OrderRow): void {
  if (needsComment) throw new RuleError('rule.MNT-03', no, PARTS_LIMIT)
}

/** The result is accepted; without a person it is by the end of the time limit. Without a rating, given now or before, it has the best one, marked as such (MNT-05). What was not needed of the estimate goes back. */
export async function verifyOrder(
  unit: UnitOfWork,
  order: OrderRow,
  rating: Rating | null,
  byUser: number | null,
): Promise<void> {
  refuseUncommented(order)
  if (rating !== null && byUser !== null) await writeRating(unit, order.id, rating, byUser)
  const after = await takeStep(unit, order, 'verify', {
    byUser,
    set: sql`verified_at = ${unit.clock.now()}::timestamptz, rating = coalesce(rating, ${BEST_RATING}), is_default_rating = rated_by is null`,
  })
  await askForRating(unit, after)
  if (order.source === 'public' && order.ticketId !== null) await giveBack(unit, order)
  await notifyFollowers(unit, after, 'maintenance.followedClosed')
}

async function giveBack(unit: UnitOfWork, { id, ticketId }: OrderRow): Promise<void> {
  const { rows } = await sql<{
    amount: string | null
  }>`select actual_amount as amount from work_order where id = ${id}`.execute(unit.db)
  const ledger = unit.service(commitments)
  for (const held of await ledger.heldBy(Number(ticketId)))
    if (held.state === 'effective') await ledger.reduce(held.id, rows[0]?.amount ?? held.amount, 'workOrder.verify')
}

/** The result is refused: the worker goes on (MNT-14, MNT-16). */
export async function reopenOrder(unit: UnitOfWork, order: OrderRow, reason: string, byUser: number): Promise<void> {
  const now = unit.clock.now()
  if (order.closedAt !== null && now.getTime() - order.closedAt.getTime() > REOPEN_DAYS * DAY_MS)
    throw new RuleError('rule.MNT-16', order.no, REOPEN_DAYS)
  // A closed order that is taken up beside an open one of the same asset and category names it, as a second report does (E9).
  const other = isOver(order.state) ? await openOrderFor(unit, order.assetId, order.category) : null
  const after = await takeStep(unit, order, 'reopen', {
    byUser,
    note: reason,
    set: sql`repeats_id = coalesce(repeats_id, ${other?.id ?? null}::bigint), reopen_count = reopen_count + 1, finished_at = null, verified_at = null, resolve_notified = false,
      rating = null, rating_note = null, rated_by = null, is_default_rating = false`,
  })
  const link = orderLink(order.id)
  if (after.workerId !== null)
    unit.notify({
      to: [after.workerId],
      contentType: 'REMIND',
      title: { key: 'maintenance.reopened', params: [order.no, reason] },
      link,
    })
  if (after.reopenCount >= ESCALATE_AFTER_REOPENS)
    unit.notify({
      to: await logisticsHeads(unit),
      contentType: 'REMIND',
      title: { key: 'maintenance.reopenedOften', params: [order.no, after.reopenCount] },
      link: HEAD_LINK,
    })
}

/** The order ends without a result: its worker learns why, and so do those who follow it. */
export async function cancelOrder(
  unit: UnitOfWork,
  order: OrderRow,
  reason: string,
  byUser: number | null,
): Promise<void> {
  await takeStep(unit, order, 'cancel', { byUser, note: reason })
  if (order.workerId !== null && order.workerId !== byUser)
    unit.notify({
      to: [order.workerId],
      contentType: 'REMIND',
      title: { key: 'maintenance.cancelled', params: [order.no, order.location, reason] },
      link: orderLink(order.id),
    })
  await notifyFollowers(unit, order, 'maintenance.followedCancelled')
}

export async function closeOrder(unit: UnitOfWork, order: OrderRow, byUser: number): Promise<void> {
  refuseUncommented(order)
  await takeStep(unit, order, 'close', { byUser })
}

/** The head of logistics has seen what the parts are worth. */
export async function commentOnParts(unit: UnitOfWork, id: number, comment: string, byUser: number): Promise<void> {
  if (!(await logisticsHeads(unit)).includes(byUser)) throw new Refusal(4003, { key: 'maintenance.headOnly' })
  const order = await lockOrder(unit, id)
  await sql`
    update work_order set needs_comment = false, head_comment = ${comment}, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  await logStep(unit, id, { event: 'comment', from: order.state, to: order.state, byUser, note: comment })
  unit.changed('workOrder', id)
}
