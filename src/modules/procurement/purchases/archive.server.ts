/** The end of a purchase: what is still to be paid, and the papers of its file (50.9). */

import type { Access } from '#src/define/access.ts'
import { listOf, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { ticketDrafts } from '#src/define/services.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { contractOf } from '../contracts/sign.server.ts'
import { changePurchase, lockPurchase, stateAfter } from './rows.server.ts'
import { PURCHASE_KIND } from './service.server.ts'

/** Methods that neither publish an intention nor collect quotes. */
const simple: readonly string[] = ['direct', 'bulk', 'framework']

/** Begins the payment of the purchase (21.3): a draft in the name of who asked, on the first budget line that has money left. */
export async function beginPayment(unit: UnitOfWork, id: number, { userId }: Access): Promise<{ ticketId: number }> {
  const purchase = await lockPurchase(unit, id)
  const contract = await contractOf(unit, id)
  if (contract === null || purchase.ticketId === null) throw new RuleError('procurement.notSigned', purchase.no)
  const held = await unit.service(commitments).heldBy(purchase.ticketId)
  const open = held.find(
    ({ kind, state, remaining }) =>
      kind === PURCHASE_KIND && state === 'effective' && compareMoney(remaining, '0.00') > 0,
  )
  if (open === undefined) throw new RuleError('procurement.allPaid', purchase.no)
  const stage = compareMoney(purchase.acceptedAmount, '0.00') === 0 ? 'advance' : 'acceptance'
  const draft = await unit.service(ticketDrafts).create(userId, 'financialReimbursementThree', {
    sourceId: open.id,
    contractNo: contract.contractNo,
    stage,
    reason: `${purchase.no} ${purchase.name}`.slice(0, 100),
  })
  return { ticketId: draft.id }
}

/** The file is complete: contract, seal, papers of the selection, acceptance, and everything paid. What was not needed of the budget is free again. */
export async function archive(unit: UnitOfWork, id: number, byUser: number): Promise<void> {
  const before = await unit.db.selectFrom('purchase').select('ticketId').where('id', '=', id).executeTakeFirstOrThrow()
  const ledger = unit.service(commitments)
  const held = before.ticketId === null ? [] : await ledger.heldBy(before.ticketId)
  const own = held.filter(({ kind }) => kind === PURCHASE_KIND)
  const isPending = own.some(({ pending }) => compareMoney(pending, '0.00') > 0)
  // E11: the budget lines come before the purchase.
  if (!isPending)
    for (const one of own) if (one.state === 'effective') await ledger.close(one.id, 'settled', 'purchase.archive')
  const purchase = await lockPurchase(unit, id)
  const state = stateAfter(purchase, 'archive')
  const contract = await contractOf(unit, id)
  const paid = (await paidOf(unit, before.ticketId)) ?? purchase.contractAmount
  const word = (key: string) => unit.textOf('zhHans', `procurement.papers.${key}`) ?? key
  const hasDocs = purchase.selectionId !== null || (purchase.docs?.length ?? 0) > 0
  const missing = [
    ...(contract?.file?.length ? [] : ['contract']),
    ...(contract?.sealTicketId ? [] : ['seal']),
    ...(hasDocs || simple.includes(purchase.method) ? [] : ['quotes']),
    ...(!isPending && paid !== null && compareMoney(paid, purchase.contractAmount ?? '0.00') >= 0 ? [] : ['invoice']),
  ]
  if (missing.length > 0)
    throw new RuleError('procurement.archiveIncomplete', purchase.no, {
      zhHans: listOf(missing.map(word)).zhHans,
      en: listOf(missing.map((key) => unit.textOf('en', `procurement.papers.${key}`) ?? key)).en,
    })
  await changePurchase(unit, id, { state, closedAt: unit.clock.now() }, byUser)
}

/** What was paid of the purchase's money; null for a direct purchase, which claims pay. */
async function paidOf(unit: UnitOfWork, ticketId: number | null): Promise<string | null> {
  if (ticketId === null) return null
  const row = await unit.db
    .selectFrom('shared_commitment')
    .select(({ fn }) => fn.sum<string>('used').as('used'))
    .where('ticketId', '=', ticketId)
    .where('kind', '=', PURCHASE_KIND)
    .executeTakeFirst()
  return row?.used ?? '0.00'
}
