/** What other modules and the applications of procurement ask of purchases (50.9). */
import type { PurchaseState } from '#machines/purchase/purchase.ts'
import { type ServiceToken, token } from '#src/define/services.ts'
import { toCents } from '#src/fields/money/cents.ts'

/** `procurement.method`: the highest amount in yuan of each method; above the last it is a public tender. */
export interface MethodLimits {
  readonly direct: number
  readonly comparison: number
  readonly inquiry: number
}

/** PRC-01: the method that an amount needs. */
export function methodFor(amount: string, { direct, comparison, inquiry }: MethodLimits): string {
  const cents = toCents(amount)
  if (cents <= BigInt(Math.round(direct * 100))) return 'direct'
  if (cents <= BigInt(Math.round(comparison * 100))) return 'comparison'
  return cents <= BigInt(Math.round(inquiry * 100)) ? 'inquiry' : 'publicTender'
}

/** A line of what is bought. */
export interface NewPurchaseItem {
  /** The demand of the pool that it answers, linked once (PRC-36). */
  readonly demandId: number | null
  /** An item of the stores; null for what does not go to a warehouse. */
  readonly itemId: number | null
  /** Code of the item's sizes; none by default. */
  readonly size?: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly qty: number
  /** Highest price of one in yuan. */
  readonly price: string
  /** Each piece has an asset card of its own. */
  readonly assetLink: boolean
  /** Entry of dictionary assetCategory, for what has cards. */
  readonly assetCategory?: string
  /** The item of the allocation standards that the cards are of. */
  readonly standardItemId?: number | null
  /** Department that it is for; default that of the purchase. */
  readonly deptId?: number
}

/** A purchase that an approved ticket authorises. */
export interface NewPurchase {
  /** The authorisation: a `comparison`, `bulkProject` or `preApproval` ticket. */
  readonly ticketId: number
  readonly name: string
  /** Entry of dictionary purchaseCategory. */
  readonly category: string
  /** Entry of dictionary purchaseMethod. */
  readonly method: string
  readonly deptId: number
  readonly ownerId: number
  /** The vendor that won; null while none is selected. */
  readonly vendorId: number | null
  /** What it offered; null while none is selected. */
  readonly awardAmount: string | null
  /** What is frozen, by budget line: each is held for the ticket from now on, unless the ticket holds it already. */
  readonly budgetLines: readonly { readonly lineId: number; readonly amount: string }[]
  readonly items: readonly NewPurchaseItem[]
  readonly deliverBy: string | null
  /** Who selected the vendor: of an acceptance at least one person is none of them (PRC-34). */
  readonly panel: readonly number[]
  readonly intentionId?: number | null
  readonly selectionId?: number | null
  /** For what the lines are taken beside themselves. */
  readonly projectId?: number | null
}

export interface PurchaseFigures {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly state: PurchaseState
  readonly vendorId: number | null
  readonly budget: string
  readonly contractAmount: string | null
}

/** What a payment is checked against. */
export interface PaymentTerms {
  readonly purchaseNo: string
  readonly contractNo: string
  readonly contractAmount: string
  readonly vendorName: string
  /** Days after the acceptance from which the retention is due (FIN-33). */
  readonly retentionDays: number
  /** Day on which everything was accepted; null before. */
  readonly acceptedOn: string | null
}

/** Purchases, within the transaction of the decision that authorises or ends them. All calls lock the budget lines before the purchase (E11). */
export interface Purchases {
  /**
   * Creates the purchase of an authorisation and gives it the money: what the ticket holds already moves to the purchase,
   * and what it does not hold yet is frozen for the ticket, line by line (PRC-31). Demands of the items are ordered (PRC-36).
   * The purchase is `selecting` with a vendor, else `preparing`.
   * @throws RuleError `rule.PRC-37` for a second purchase of the ticket, `rule.PRC-36`, those of the budget
   */
  create(given: NewPurchase): Promise<number>
  /** The purchase of a ticket; null where it has none. */
  ofTicket(ticketId: number): Promise<PurchaseFigures | null>
  /**
   * A claim has asked for money that this ticket holds for its purchase: the three-way match, under the lock of the purchase.
   * With `hasConsent` a vendor that was blacklisted since is paid (PRC-44).
   * @throws RuleError `procurement.notSigned`, `procurement.unmatched`, `procurement.payeeBlacklisted`
   */
  matchPayment(ticketId: number, hasConsent: boolean): Promise<void>
  /** What a payment shows of the purchase of a ticket; null where it has none or is not signed. */
  paymentTerms(ticketId: number): Promise<PaymentTerms | null>
  /** The authorisation is voided: its purchase ends, its demands are open again and its money is free. Does nothing without a purchase. @throws RuleError `procurement.contractSigned` once a contract is signed */
  giveUp(ticketId: number, byUser: number | null): Promise<void>
}
export const purchases: ServiceToken<Purchases> = token<Purchases>('purchases')
