/** What other modules ask of repairs: work orders as the cards of assets link them (50.5), and what repairs use of the stores. */
import { type ServiceToken, token } from '#src/define/services.ts'

export interface RepairOrders {
  /**
   * An open order is about this asset from now on, and its end ends the repair.
   * @throws RuleError at `workOrderId`: `maintenance.notNow` for an order that is over, `maintenance.hasAsset` for one of another asset, `rule.MNT-01`
   */
  attach(orderId: number, assetId: number, byUser: number): Promise<void>
}
export const repairOrders = token<RepairOrders>('repairOrders')

/** What repairs use of the stores. Provided by the maintenance module. */
export interface RepairParts {
  /** Values the parts of the ticket's repair anew, at what it was issued less what came back; does nothing for a ticket without a repair. */
  revalue(ticketId: number, byUser: number): Promise<void>
}
export const repairParts: ServiceToken<RepairParts> = { name: 'repairParts' }
