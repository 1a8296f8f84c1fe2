/** Asset cards and their allocations (50.5): the one writer of an asset's state and holder. */
import type { ServiceToken } from '#src/define/services.ts'

/** How many pieces of an item somebody has. */
export interface ItemHolding {
  readonly itemId: number
  readonly deptId: number
  readonly inUse: number
  readonly repairing: number
  /** Asked for by other tickets that are under way. */
  readonly pending: number
  /** In the department without a holder, kept for nobody; not counted against a standard. */
  readonly idle: number
  /** In use, under repair and asked for: what counts against a standard. */
  readonly count: number
}

/** Who receives assets, for how long. */
export interface NewAllocation {
  readonly assetIds: readonly number[]
  readonly holderId: number
  readonly deptId: number
  readonly roomId: number | null
  readonly ticketId: number | null
  /** Last day of a loan; null for good. */
  readonly until: string | null
  /** Why, where no ticket says it. */
  readonly reason: string
}

/** A card as other modules look at it. */
export interface AssetCard {
  readonly id: number
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly itemId: number | null
  readonly state: string
  readonly deptId: number
  readonly holderId: number | null
  /** `none` or `internal`. */
  readonly secretLevel: string
}

/** An asset in somebody's hands, as their card lists it. */
export interface HeldCard {
  readonly id: number
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly sn: string
  readonly since: string
  /** Last day of a loan; null for good. */
  readonly until: string | null
}

/** For which work order an asset goes to repair or comes back, and what its log says. */
export interface RepairSource {
  readonly workOrderId: number
  readonly ticketId: number | null
  readonly note: string
}

/** What becomes of a returned asset. */
export type AfterReturn = 'idle' | 'repairing' | 'pendingScrap'

/** The choice of a form; idle without one. */
export const afterReturnOf = (value: unknown): AfterReturn =>
  value === 'repairing' || value === 'pendingScrap' ? value : 'idle'

/** A piece that was bought and is to have a card. */
export interface NewCard {
  readonly name: string
  /** Entry of dictionary assetCategory. */
  readonly category: string
  readonly model: string
  /** Needed where each piece of the category has a serial number. */
  readonly sn: string
  readonly itemId: number | null
  readonly vendorId: number | null
  readonly purchaseNo: string
  readonly buyDate: string
  readonly price: string
  readonly deptId: number
}

/**
 * Allocation of assets (INV-07, AST-11). All calls lock the assets in the order of their ids (E11) and log what they change.
 * An asset that cannot be had is `asset.notIdle` with its number.
 */
export interface AssetLedger {
  /** The cards of these assets, in the order of the ids; unknown ones are left out. */
  cards(assetIds: readonly number[]): Promise<readonly AssetCard[]>
  /** Takes bought pieces onto the books, idle in their department, one card for each; answers their ids. @throws RuleError `asset.serialNeeded`, ValidationError at `sn` for a serial number that another card has */
  register(cards: readonly NewCard[]): Promise<readonly number[]>
  /** What a person holds, by number. */
  heldCards(userId: number): Promise<readonly HeldCard[]>
  /** Writes into the log of an asset that parts of it were replaced. */
  maintained(assetId: number, ticketId: number, note: string): Promise<void>
  /** The asset is under repair from now on, by whom it is held unchanged; nothing happens when it is already, or is neither idle nor in use. Answers whether it was. */
  beginRepair(assetId: number, source: RepairSource): Promise<boolean>
  /** The repair is over: in use again with a holder, else idle. Does nothing when it is not under repair. */
  endRepair(assetId: number, source: RepairSource): Promise<void>
  /** The asset waits for its scrapping from now on, taken back from its holder. Does nothing when it waits already, or is neither idle, in use nor under repair. */
  retire(assetId: number, note: string): Promise<void>
  /** Keeps idle assets for a ticket, in place of those it kept before. */
  reserve(assetIds: readonly number[], ticketId: number): Promise<void>
  /** The ticket keeps none any more. */
  release(ticketId: number): Promise<void>
  /** Hands assets over: idle ones, or those kept for this ticket. */
  open(given: NewAllocation): Promise<void>
  /** The holder confirms what a ticket handed over. */
  confirm(ticketId: number, userId: number): Promise<void>
  /** Takes assets back; `asset.notHeld` for one that nobody holds. */
  close(assetIds: readonly number[], after: AfterReturn, ticketId: number | null, note: string): Promise<void>
  /** Ends what a ticket handed over, as if it had never been. */
  undo(ticketId: number): Promise<void>
  /** Pieces by department and item: in use, under repair or kept for a ticket. */
  holdings(exceptTicket: number | null): Promise<readonly ItemHolding[]>
  /** Pieces of these items that a person holds or that are kept for a ticket of theirs. */
  heldBy(userId: number, itemIds: readonly number[], exceptTicket: number | null): Promise<readonly ItemHolding[]>
  /** Pieces of these items in a room. */
  inRoom(roomId: number, itemIds: readonly number[]): Promise<readonly ItemHolding[]>
  /** Square metres of a room; null when unknown. */
  roomArea(roomId: number): Promise<string | null>
}
export const assetLedger: ServiceToken<AssetLedger> = { name: 'assetLedger' }

/** The application that hands out equipment of this entry of dictionary assetCategory (23.6, 23.7). */
export const equipmentTypeOf = (category: string): 'officeElectronicEquipment' | 'officeFurniture' =>
  category === 'furniture' ? 'officeFurniture' : 'officeElectronicEquipment'
