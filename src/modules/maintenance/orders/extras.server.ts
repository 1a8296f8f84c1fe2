/** What is noted beside the repair itself: further costs, what has to be bought, and the asset it is about (40.3). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { purchaseDemands, refuseFiner, stockLedger } from '#src/modules/stock/contract.ts'
import type { RepairParts } from '../contract.ts'
import { attachAsset, lockOrder, lockOrderOf, logStep, type OrderRow, refuseSecond } from './orders.server.ts'

async function note(
  unit: UnitOfWork,
  { id, state }: OrderRow,
  event: string,
  byUser: number,
  text: string,
): Promise<void> {
  await logStep(unit, id, { event, from: state, to: state, byUser, note: text })
  unit.changed('workOrder', id)
}

export async function addCost(unit: UnitOfWork, id: number, values: FormData, byUser: number): Promise<void> {
  const order = await lockOrder(unit, id)
  const [name, amount] = [textIn(values.costName), textIn(values.costAmount)]
  const now = unit.clock.now()
  await sql`
    insert into work_order_cost (order_id, name, amount, at, by_user) values (${id}, ${name}, ${amount}::numeric, ${now}::timestamptz, ${byUser})`.execute(
    unit.db,
  )
  await sql`
    update work_order set extra_cost = extra_cost + ${amount}::numeric, updated_at = ${now}::timestamptz, updated_by = ${byUser}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  await note(unit, order, 'cost', byUser, `${name} ${amount}`)
}

/** What the repair waits for goes into the pool of what has to be bought. */
export async function demandPart(unit: UnitOfWork, id: number, values: FormData, byUser: number): Promise<void> {
  const order = await lockOrder(unit, id)
  const itemId = idIn(values.itemId)
  const [item] = itemId === null ? [] : await unit.service(stockLedger).items([itemId])
  const name = item?.name ?? textIn(values.itemName)
  const qty = Number(values.qty)
  // What is no item of the stock is counted in pieces.
  refuseFiner(item ?? { name, qtyPlaces: 0 }, qty, 'qty')
  await unit.service(purchaseDemands).open([
    {
      ticketId: null,
      lineKey: null,
      reason: `${order.no} ${order.location}`,
      itemId,
      itemName: name,
      ...(item && { spec: item.spec ?? '', unit: item.unit }),
      qty,
      needAt: textIn(values.needAt) || null,
      deptId: order.deptId,
    },
  ])
  await note(unit, order, 'demand', byUser, `${name} × ${qty}`)
}

/** Parts that came back no longer cost the repair anything, also once it is over (E4). */
export const createRepairParts = (unit: UnitOfWork): RepairParts => ({
  async revalue(ticketId, byUser) {
    const order = await lockOrderOf(unit, ticketId)
    if (order === null) return
    const [used] = await unit.service(stockLedger).valuesOf([ticketId])
    const value = used?.value ?? '0.00'
    if (compareMoney(value, order.partsValue) === 0) return
    await sql`
      update work_order set parts_value = ${value}::numeric, updated_at = ${unit.clock.now()}::timestamptz, updated_by = ${byUser}, version = version + 1 where id = ${order.id}`.execute(
      unit.db,
    )
    await note(unit, order, 'partsBack', byUser, `${order.partsValue} → ${value}`)
  },
})

/** The repair turns out to be that of an asset, which is under repair from now on (MNT-01). @throws RuleError `maintenance.hasAsset`, rule.MNT-01 */
export async function linkAsset(unit: UnitOfWork, id: number, values: FormData, byUser: number): Promise<void> {
  const order = await lockOrder(unit, id)
  const assetId = idIn(values.repairedAssetId)
  if (assetId === null) return
  if (order.assetId !== null) throw new RuleError('maintenance.hasAsset', order.no).at('repairedAssetId')
  await refuseSecond(unit, assetId, order.category, 'repairedAssetId')
  await attachAsset(unit, order, assetId)
  await note(unit, order, 'linkAsset', byUser, '')
}
