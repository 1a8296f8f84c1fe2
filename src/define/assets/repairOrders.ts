/** Work orders as the cards of assets link them (50.5). */
import { token } from '../services.ts'

export interface RepairOrders {
  /**
   * An open order is about this asset from now on, and its end ends the repair.
   * @throws RuleError at `workOrderId`: `maintenance.notNow` for an order that is over, `maintenance.hasAsset` for one of another asset, `rule.MNT-01`
   */
  attach(orderId: number, assetId: number, byUser: number): Promise<void>
}
export const repairOrders = token<RepairOrders>('repairOrders')
