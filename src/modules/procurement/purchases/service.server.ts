/** Purchases as other parts create and end them, within the decision that authorises them (PRC-31, PRC-36, PRC-37). */
import { RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { purchaseDemands } from '#src/modules/stock/contract.ts'
import type { NewPurchase, PurchaseFigures, Purchases } from '../contract.ts'
import { matchPayment, paymentTerms } from './payments.server.ts'
import { changePurchase, lockPurchase, nextPurchaseNo, stateAfter } from './rows.server.ts'

/** Commitments of purchases are of this kind. */
export const PURCHASE_KIND = 'purchase'

async function ofTicket(unit: UnitOfWork, ticketId: number): Promise<PurchaseFigures | null> {
  const row = await unit.db
    .selectFrom('purchase')
    .select(['id', 'no', 'name', 'state', 'vendorId', 'budget', 'contractAmount'])
    .where('ticketId', '=', ticketId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** What an authorisation is taken over with. */
export interface HeldMoney {
  readonly budget: string
  readonly lines: readonly { readonly lineId: number; readonly amount: string }[]
  readonly deptId: number
}

/** The money that an approved ticket holds moves to its purchase (PRC-31); null where the ticket holds none. @throws RuleError `rule.PRC-37` */
export async function takeOver(unit: UnitOfWork, ticketId: number): Promise<HeldMoney | null> {
  const ledger = unit.service(commitments)
  const before = await ofTicket(unit, ticketId)
  if (before !== null) throw new RuleError('rule.PRC-37', before.no).at('ticketId')
  const open = (await ledger.heldBy(ticketId)).filter(({ state }) => state === 'effective')
  if (open.length === 0) return null
  if (open.some(({ kind }) => kind === PURCHASE_KIND))
    throw new RuleError('rule.PRC-37', open[0]?.ticketNo ?? '').at('ticketId')
  const held = await ledger.handOver(ticketId, PURCHASE_KIND)
  const lines = held.map(({ lineId, amount }) => ({ lineId, amount }))
  return { budget: sumMoney(lines.map(({ amount }) => amount)), lines, deptId: held[0]?.deptId ?? 0 }
}

/** Freezes for the ticket what it does not hold yet, in the order of the budget lines. */
async function hold(unit: UnitOfWork, given: NewPurchase): Promise<HeldMoney> {
  const ledger = unit.service(commitments)
  const lines = given.budgetLines.toSorted((a, b) => a.lineId - b.lineId)
  for (const { lineId, amount } of lines)
    await ledger.open({
      kind: PURCHASE_KIND,
      ticketId: given.ticketId,
      deptId: given.deptId,
      applicantId: given.ownerId,
      lineId,
      projectId: given.projectId ?? null,
      amount,
      title: given.name,
      validUntil: null,
    })
  return { budget: sumMoney(lines.map(({ amount }) => amount)), lines, deptId: given.deptId }
}

async function create(unit: UnitOfWork, given: NewPurchase): Promise<number> {
  const { budget, lines } = (await takeOver(unit, given.ticketId)) ?? (await hold(unit, given))
  const row = await adding(
    unit,
    'purchase',
    {
      no: await nextPurchaseNo(unit, 'CG'),
      name: given.name,
      category: given.category as 'goods',
      method: given.method as 'bulk',
      ticketId: given.ticketId,
      intentionId: given.intentionId ?? null,
      selectionId: given.selectionId ?? null,
      deptId: given.deptId,
      ownerId: given.ownerId,
      vendorId: given.vendorId,
      awardAmount: given.awardAmount,
      budgetLines: JSON.stringify(lines),
      budget,
      items: JSON.stringify(given.items),
      panel: [...given.panel],
      state: given.vendorId === null ? 'preparing' : 'selecting',
      deliverBy: given.deliverBy,
    },
    given.ownerId,
  )
    .returning('id')
    .executeTakeFirstOrThrow()
  await orderDemands(
    unit,
    row.id,
    given.items.flatMap(({ demandId }) => demandId ?? []),
  )
  unit.changed('purchase', row.id)
  return row.id
}

/** PRC-36: each demand is linked to one purchase. */
export async function orderDemands(unit: UnitOfWork, id: number, demandIds: readonly number[]): Promise<void> {
  if (demandIds.length > 0) await unit.service(purchaseDemands).order([...new Set(demandIds)], id)
}

/** What the purchase holds and has not spent is free again, and its demands are open. The budget lines come before the purchase (E11): the caller locks it afterwards. */
export async function releaseMoney(unit: UnitOfWork, ticketId: number | null, effectKey: string): Promise<void> {
  if (ticketId === null) return
  const ledger = unit.service(commitments)
  for (const { id, state } of await ledger.heldBy(ticketId))
    if (state === 'effective') await ledger.close(id, 'cancelled', effectKey)
}

async function giveUp(unit: UnitOfWork, ticketId: number, byUser: number | null): Promise<void> {
  const found = await ofTicket(unit, ticketId)
  if (found === null || found.state === 'terminated') return
  await releaseMoney(unit, ticketId, 'purchase.giveUp')
  const row = await lockPurchase(unit, found.id)
  if (row.contractAmount !== null) throw new RuleError('procurement.contractSigned', row.no).at()
  await unit.service(purchaseDemands).free(row.id)
  const endReason = unit.textOf('zhHans', 'procurement.authorisationVoided') ?? ''
  await changePurchase(unit, row.id, { state: stateAfter(row, 'terminate'), endReason }, byUser)
}

export function createPurchases(unit: UnitOfWork): Purchases {
  return {
    create: (given) => create(unit, given),
    ofTicket: (ticketId) => ofTicket(unit, ticketId),
    matchPayment: (ticketId, hasConsent) => matchPayment(unit, ticketId, hasConsent),
    paymentTerms: (ticketId) => paymentTerms(unit, ticketId),
    giveUp: (ticketId, byUser) => giveUp(unit, ticketId, byUser),
  }
}
