/** What repairs do when they are decided: an order, its money, its end (22.4, 22.5). */

import { isOver, type WorkOrderState } from '#machines/workOrder/workOrder.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect } from '#src/define/server.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { goodsReturns } from '#src/modules/supplies/contract.ts'
import { cancelOrder, finishOrder, verifyOrder } from '../orders/finish.server.ts'
import { lockOrderOf, openOrder, orderLink } from '../orders/orders.server.ts'
import { ratingIn, writeRating } from '../orders/rating.server.ts'

/** onApprove: a work order, and the estimate of a public one is held (MNT-13 keeps what is paid within it). */
const open: EffectRun = async ({ unit, ticket, actorId }) => {
  const form = ticket.formData
  const isPublic = ticket.type === 'publicMaintenance'
  const estimate = isPublic ? textIn(form.estimate) || '0.00' : null
  const order = await openOrder(unit, {
    source: isPublic ? 'public' : 'internal',
    ticketId: ticket.id,
    category: textIn(form.category),
    roomId: idIn(form.roomId),
    location: textIn(form.location),
    assetId: idIn(form.assetId),
    description: textIn(form.description),
    urgency: textIn(form.urgency) || 'normal',
    photos: fileIdsIn(form.photos),
    applicantId: ticket.applicantId,
    deptId: ticket.deptId,
    contactName: textIn(form.contactName),
    mobile: textIn(form.mobile),
    workerId: idIn(form.workerId),
    vendorId: idIn(form.vendorId),
    planAt: textIn(form.planAt) || null,
    estimate,
    roundId: null,
    byUser: actorId,
  })
  if (order.workerId !== null)
    unit.notify({
      to: [order.workerId],
      contentType: 'REMIND',
      title: { key: 'maintenance.dispatched', params: [order.no, order.location] },
      link: orderLink(order.id),
    })
  if (estimate === null || compareMoney(estimate, '0.00') === 0) return
  const lineId = idIn(form.budgetLineId)
  if (lineId === null) throw new RuleError('maintenance.budgetNeeded').at('budgetLineId')
  await unit.service(commitments).open({
    kind: 'workOrder',
    ticketId: ticket.id,
    deptId: ticket.deptId,
    applicantId: ticket.applicantId,
    lineId,
    projectId: null,
    amount: estimate,
    title: ticket.title,
    validUntil: null,
  })
}

/** onHandle(repair): parts, hours and result; a second report after a refusal adds to the first (M3). */
const finish: EffectRun = async ({ unit, ticket, actorId }) => {
  const order = await lockOrderOf(unit, ticket.id)
  if (order === null || actorId === null) return
  await finishOrder(unit, order, ticket.formData, actorId)
}

/** onHandle(applicantVerify, acceptance): the rating is the applicant's, also when another person accepts. */
const rate: EffectRun = async ({ unit, ticket, actorId }) => {
  const order = await lockOrderOf(unit, ticket.id)
  if (order?.state !== 'finished' || actorId !== ticket.applicantId) return
  await writeRating(unit, order.id, ratingIn(ticket.formData), actorId)
}

/** onFinish: accepted, by silence with the best rating (MNT-05). What was reopened meanwhile goes on, and logistics accepts it. */
const verify: EffectRun = async ({ unit, ticket, actorId }) => {
  const order = await lockOrderOf(unit, ticket.id)
  if (order?.state !== 'finished') return
  await verifyOrder(unit, order, null, actorId)
}

/** Whether a worker has taken the order: as with a claimed task, its report is not withdrawn any more (WF-07). */
const isTaken = (state: WorkOrderState): boolean => state !== 'pending' && state !== 'assigned'

/** onVoidApproved: the order ends with its reason, and what is held for it goes back; how many of the used parts come back the keeper enters (E4). @throws RuleError `maintenance.withdrawTaken` */
const cancel: EffectRun = async ({ unit, ticket, actorId, comment }) => {
  const order = await lockOrderOf(unit, ticket.id)
  if (order !== null && !isOver(order.state)) {
    if (ticket.status === 'withdrawn' && isTaken(order.state))
      throw new RuleError('maintenance.withdrawTaken', order.no, { dictionary: 'workOrderState', value: order.state })
    await cancelOrder(unit, order, comment || ticket.no, actorId)
  }
  await unit.service(goodsReturns).expect(ticket, comment, actorId)
  const ledger = unit.service(commitments)
  for (const held of await ledger.heldBy(ticket.id))
    if (held.state === 'effective') await ledger.close(held.id, 'cancelled', 'workOrder.void')
}

export const repairEffects = {
  'maintenance.open': effect(['assetId', 'budgetLineId'], open),
  'maintenance.finish': effect(['parts'], finish),
  'maintenance.rate': effect(['rating'], rate),
  'maintenance.verify': effect(['rating'], verify),
  'maintenance.cancel': effect([], cancel),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    maintenance: keyof typeof repairEffects
  }
}
