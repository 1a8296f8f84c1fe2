/** What the cards of assets do with work orders: a repair that is entered on the card belongs to its order. */
import { sql } from 'kysely'
import { isOver } from '#machines/workOrder/workOrder.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RepairOrders } from '../contract.ts'
import { lockOrder, logStep, refuseSecond } from './orders.server.ts'

export const createRepairOrders = (unit: UnitOfWork): RepairOrders => ({
  async attach(orderId, assetId, byUser) {
    const order = await lockOrder(unit, orderId)
    if (isOver(order.state))
      throw new RuleError('maintenance.notNow', order.no, { dictionary: 'workOrderState', value: order.state }).at(
        'workOrderId',
      )
    if (order.assetId !== null && order.assetId !== assetId)
      throw new RuleError('maintenance.hasAsset', order.no).at('workOrderId')
    if (order.assetId === null) await refuseSecond(unit, assetId, order.category, 'workOrderId')
    await sql`
      update work_order set asset_id = ${assetId}, set_repairing = true, updated_at = ${unit.clock.now()}::timestamptz, updated_by = ${byUser}, version = version + 1
      where id = ${orderId}`.execute(unit.db)
    await logStep(unit, orderId, { event: 'linkAsset', from: order.state, to: order.state, byUser })
    unit.changed('workOrder', orderId)
  },
})
