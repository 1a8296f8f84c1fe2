/** EFF-ISSUE (23): reserve at submit, issue at the keeper's step, take back what was voided or refused. */

import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { type IssuedPart, purchaseDemands, refuseFiner, stockLedger } from '#src/modules/stock/contract.ts'
import { announceEmergency, superviseLapse } from './emergency.server.ts'
import { type AfterIssue, demandMissing, issueWith } from './forms/issue.server.ts'
import { requestedLines } from './forms/lines.ts'
import { closePickup, openPickup } from './forms/pickup.server.ts'
import { expectBack } from './returns/returns.server.ts'

const reserveApproved = async ({ unit, ticket }: EffectContext, acceptShortage: boolean): Promise<void> => {
  await unit.service(stockLedger).reserve({
    ticketId: ticket.id,
    acceptShortage,
    isUrgent: ticket.formData.urgency !== 'normal',
    lines: await openLines(unit, ticket),
  })
}

/** What of a line is with the applicant. */
const handedOut = (issued: readonly IssuedPart[], key: string): number =>
  sumQty(issued.filter((part) => part.key === key).map(({ qty, returnedQty }) => subtractQty(qty, returnedQty)))

/** What is still to be handed out: an emergency that came back from its approver may have been issued already. */
async function openLines(unit: UnitOfWork, ticket: EffectContext['ticket']) {
  const issued = await unit.service(stockLedger).issuedBy(ticket.id)
  return requestedLines(ticket.formData).map(({ key, itemId, size, approved }) => ({
    key,
    itemId,
    size,
    qty: Math.max(0, subtractQty(approved, handedOut(issued, key))),
  }))
}

const reserve: EffectRun = async (context) => {
  await reserveApproved(context, context.ticket.formData.acceptShortage === true)
  await announceEmergency(context)
}

const release: EffectRun = async ({ unit, ticket }) => {
  await closePickup({ unit, ticket })
  await unit.service(stockLedger).release(ticket.id)
  await unit.service(purchaseDemands).cancel(ticket.id)
}

/** An approver cuts lines: what is not approved is free again. */
const cut: EffectRun = async (context) => {
  const { ticket, before } = context
  if (before === null || JSON.stringify(before.cuts ?? []) === JSON.stringify(ticket.formData.cuts ?? [])) return
  const requested = requestedLines(ticket.formData)
  const issued = await context.unit.service(stockLedger).issuedBy(ticket.id)
  const items = await context.unit.service(stockLedger).items(requested.map(({ itemId }) => itemId))
  const seen = new Set<unknown>()
  for (const [index, row] of rowsOf(ticket.formData.cuts).entries()) {
    const line = requested.find(({ lineNo }) => lineNo === row.lineNo)
    if (!line || seen.has(row.lineNo))
      throw new RuleError('supplies.noLine', Number(row.lineNo)).at(`cuts.${index}.lineNo`)
    if (Number(row.approvedQty) >= line.requested)
      throw new RuleError('supplies.noCut', line.requested).at(`cuts.${index}.approvedQty`)
    const item = items.find(({ id }) => id === line.itemId)
    if (item) refuseFiner(item, Number(row.approvedQty), `cuts.${index}.approvedQty`)
    const out = handedOut(issued, line.key)
    if (Number(row.approvedQty) < out)
      throw new RuleError('supplies.issuedBefore', line.lineNo, out).at(`cuts.${index}.approvedQty`)
    seen.add(row.lineNo)
  }
  await reserveApproved(context, true)
}

const demand: EffectRun = async (context) => {
  const { unit, ticket } = context
  const short = await unit.service(stockLedger).reservedBy(ticket.id)
  await demandMissing(
    unit,
    ticket,
    requestedLines(ticket.formData).map((line) => ({
      line,
      qty: short.find(({ key }) => key === line.key)?.short ?? 0,
    })),
  )
  await openPickup(context)
}

/** The applicant signs, or refuses and brings everything back; nobody's word within the time limit is a receipt. */
const receive: EffectRun = async ({ unit, ticket, actorId }) => {
  if (ticket.formData.receiptResult !== 'refused') return
  const parts = await unit.service(stockLedger).issuedBy(ticket.id)
  await expectBack(unit, ticket, 'refused', parts, String(ticket.formData.refuseReason ?? ''), actorId)
}

/** E4: goods that were handed out come back by the keeper's word. */
const takeBack: EffectRun = async (context) => {
  const { unit, ticket, actorId, comment } = context
  await release(context)
  const parts = await unit.service(stockLedger).issuedBy(ticket.id)
  await expectBack(unit, ticket, 'voided', parts, comment, actorId)
  await superviseLapse(context)
}

/** The effects, with what single types ask of an issue. */
export const suppliesEffectsOf = (afterIssue: Readonly<Record<string, AfterIssue>>) =>
  ({
    'supplies.reserve': effect(['lines'], reserve),
    'supplies.release': effect([], release),
    'supplies.cut': effect(['cuts'], cut),
    'supplies.demand': effect([], demand),
    'supplies.issue': effect(['issues'], issueWith(afterIssue)),
    'supplies.receive': effect(['receiptResult'], receive),
    'supplies.takeBack': effect([], takeBack),
  }) as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    supplies: keyof ReturnType<typeof suppliesEffectsOf>
  }
}
