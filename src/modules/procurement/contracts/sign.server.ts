/** Contracts: signed within the budget, changed by supplements of a tenth at most (PRC-31, PRC-32). */
import { problemAt, ValidationError } from '#src/define/problem.ts'
import { adding, changing } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, fromCents, sumMoney, toCents } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { acceptedValue } from '../acceptances/value.ts'
import { itemsOf } from '../purchases/items.ts'
import { drawnOf } from '../purchases/payments.server.ts'
import { changePurchase, lockPurchase, stateAfter } from '../purchases/rows.server.ts'

export type ContractRow = RowOf<'purchase_contract'>

/** PRC-32: what all supplements of a contract may change together. */
const MAX_CHANGE_PERCENT = 10n

/** The contract of a locked purchase; null before it is signed. */
export async function contractOf(unit: UnitOfWork, purchaseId: number): Promise<ContractRow | null> {
  const row = await unit.db
    .selectFrom('purchase_contract')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

async function refuseVendor(unit: UnitOfWork, vendorId: number): Promise<void> {
  const vendor = await unit.db
    .selectFrom('vendor')
    .select(['name', 'state'])
    .where('id', '=', vendorId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (vendor?.state !== 'active')
    throw new ValidationError(problemAt('vendorId', 'procurement.vendorNotActive', vendor?.name ?? ''))
}

async function refuseUsedNo(unit: UnitOfWork, contractNo: string): Promise<void> {
  const row = await unit.db
    .selectFrom('purchase_contract')
    .select('id')
    .where('contractNo', '=', contractNo)
    .executeTakeFirst()
  if (row !== undefined) throw new ValidationError(problemAt('contractNo', 'procurement.contractNoUsed', contractNo))
}

/** The contract is signed: with the vendor that won, for no more than it offered and no more than the budget. */
export async function sign(unit: UnitOfWork, id: number, form: FormData, byUser: number): Promise<void> {
  const purchase = await lockPurchase(unit, id)
  const state = stateAfter(purchase, 'sign')
  const [vendorId, amount, contractNo] = [Number(form.vendorId), textIn(form.amount), textIn(form.contractNo).trim()]
  if (purchase.vendorId !== null && purchase.vendorId !== vendorId)
    throw new ValidationError(problemAt('vendorId', 'procurement.otherVendor'))
  await refuseVendor(unit, vendorId)
  await refuseUsedNo(unit, contractNo)
  if (compareMoney(amount, purchase.budget) > 0)
    throw new ValidationError(problemAt('amount', 'rule.PRC-31', amount, purchase.budget))
  if (purchase.awardAmount !== null && compareMoney(amount, purchase.awardAmount) > 0)
    throw new ValidationError(problemAt('amount', 'procurement.aboveAward', amount, purchase.awardAmount))
  if (textIn(form.endsOn) < textIn(form.startsOn))
    throw new ValidationError(problemAt('endsOn', 'procurement.endsBeforeStart', textIn(form.startsOn)))
  const plan = rowsOf(form.plan)
  const planned = sumMoney(plan.map((row) => textIn(row.amount)))
  if (plan.length > 0 && compareMoney(planned, amount) !== 0)
    throw new ValidationError(problemAt('plan', 'procurement.planDiffers', planned, amount))
  await adding(
    unit,
    'purchase_contract',
    {
      purchaseId: id,
      contractNo,
      deptId: purchase.deptId,
      ownerId: purchase.ownerId,
      vendorId,
      amount,
      signedOn: textIn(form.signedOn),
      startsOn: textIn(form.startsOn),
      endsOn: textIn(form.endsOn),
      advanceRate: textIn(form.advanceRate) || '0.00',
      retentionRate: textIn(form.retentionRate) || '0.00',
      retentionDays: Number(form.retentionDays ?? 0),
      plan: JSON.stringify(plan),
      sealTicketId: idIn(form.sealTicketId),
      file: [...fileIdsIn(form.contractFile)],
    },
    byUser,
  ).execute()
  unit.changed('purchaseContract', null)
  await changePurchase(
    unit,
    id,
    {
      state,
      vendorId,
      contractAmount: amount,
      signedOn: textIn(form.signedOn),
      deliverBy: textIn(form.deliverBy),
      isOverdue: textIn(form.deliverBy) < unit.clock.today(),
    },
    byUser,
  )
}

/** PRC-32: a tenth of what was signed, whichever way each supplement goes; the total stays within the budget and above what is paid. */
export async function supplement(unit: UnitOfWork, id: number, form: FormData, byUser: number): Promise<void> {
  const purchase = await lockPurchase(unit, id)
  const contract = await contractOf(unit, id)
  if (contract === null || (purchase.state !== 'contracted' && purchase.state !== 'performing')) {
    stateAfter(purchase, 'deliver')
    return
  }
  const change = toCents(textIn(form.change))
  const changed = toCents(contract.changed) + (change < 0n ? -change : change)
  if (changed * 100n > toCents(contract.amount) * MAX_CHANGE_PERCENT)
    throw new ValidationError(
      problemAt('change', 'rule.PRC-32', fromCents(changed), contract.amount, Number(MAX_CHANGE_PERCENT)),
    )
  const total = fromCents(toCents(contract.total ?? contract.amount) + change)
  if (compareMoney(total, purchase.budget) > 0)
    throw new ValidationError(problemAt('change', 'rule.PRC-31', total, purchase.budget))
  const drawn = await drawnOf(unit, purchase.ticketId)
  if (compareMoney(total, drawn) < 0)
    throw new ValidationError(problemAt('change', 'procurement.belowPaid', total, drawn))
  const entry = {
    signedOn: textIn(form.supplementedOn),
    change: textIn(form.change),
    reason: textIn(form.reason),
    file: [...fileIdsIn(form.supplementFile)],
  }
  await changing(
    unit,
    'purchase_contract',
    {
      changed: fromCents(changed),
      supplemented: fromCents(toCents(contract.supplemented) + change),
      supplements: JSON.stringify([...rowsOf(contract.supplements as never), entry]),
    },
    byUser,
  )
    .where('id', '=', contract.id)
    .execute()
  unit.changed('purchaseContract', contract.id)
  await changePurchase(
    unit,
    id,
    { contractAmount: total, acceptedAmount: acceptedValue(itemsOf(purchase.items), total) },
    byUser,
  )
}
