/** What other modules ask of the supplies: goods that were handed out and have to come back by the keeper's word (E4), and issues of clothing (23.3), what people were given and when the next is due (STD-05). */
import type { TicketView } from '#src/define/server.ts'
import type { ServiceToken } from '#src/define/services.ts'

export interface GoodsReturns {
  /** Expects what the ticket was issued and has not given back: the keepers hear of it, enter how much came back, and the rest is to be recovered. Does nothing where nothing was issued. */
  expect(ticket: TicketView, reason: string, byUser: number | null): Promise<void>
}
export const goodsReturns: ServiceToken<GoodsReturns> = { name: 'goodsReturns' }

/** The newest issue of an item to a person. */
export interface ClothingIssue {
  readonly id: number
  readonly userId: number
  /** The item as the standards name it. */
  readonly itemId: number
  readonly cycleStart: string
  /** null for what is issued once. */
  readonly nextDueAt: string | null
}

/** Pieces of an item that people of a department have. */
export interface ClothingHolding {
  readonly itemId: number
  readonly deptId: number
  readonly count: number
}

export interface ClothingIssues {
  /** The newest issue of every person and item that counts against an entitlement, in the order of their ids: at most `limit` of those after `afterId`. */
  newest(afterId: number, limit: number): Promise<readonly ClothingIssue[]>
  /** Sets when the next issue is due. */
  setDue(changes: readonly { readonly id: number; readonly nextDueAt: string | null }[]): Promise<void>
  /** What people in service have and have not given back, by their department. */
  holdings(): Promise<readonly ClothingHolding[]>
}
export const clothingIssues: ServiceToken<ClothingIssues> = { name: 'clothingIssues' }

export interface SupplyTypes {
  /** What each application for items hands out, by type: entries of dictionary stockCategory. */
  readonly categories: Readonly<Record<string, readonly string[]>>
}
export const supplyTypes: ServiceToken<SupplyTypes> = { name: 'supplyTypes' }
