/** Goods that were handed out and have to come back by the keeper's word (E4). Provided by the supplies. */

import type { TicketView } from '../server.ts'
import type { ServiceToken } from '../services.ts'

export interface GoodsReturns {
  /** Expects what the ticket was issued and has not given back: the keepers hear of it, enter how much came back, and the rest is to be recovered. Does nothing where nothing was issued. */
  expect(ticket: TicketView, reason: string, byUser: number | null): Promise<void>
}
export const goodsReturns: ServiceToken<GoodsReturns> = { name: 'goodsReturns' }

/** What repairs use of the stores. Provided by the maintenance module. */
export interface RepairParts {
  /** Values the parts of the ticket's repair anew, at what it was issued less what came back; does nothing for a ticket without a repair. */
  revalue(ticketId: number, byUser: number): Promise<void>
}
export const repairParts: ServiceToken<RepairParts> = { name: 'repairParts' }
