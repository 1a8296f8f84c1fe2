/** What other modules ask of stock (50.6, EFF-ISSUE). Quantities are in the unit of the item, exact decimals of at most its places: `quantities.ts` calculates with them; money is a decimal string in yuan. */
import { type Problem, RuleError } from '#src/define/problem.ts'
import { token } from '#src/define/services.ts'
import { fitsPlaces } from '#src/fields/quantity/quantities.ts'

/** What is wanted of an item. `key` names the line within its ticket, for example its place: `lines.0`. */
export interface StockLine {
  readonly key: string
  readonly itemId: number
  /** Code of the item's sizes; default none. */
  readonly size?: string
  readonly qty: number
  /** Default: the warehouses with what is available, the fullest first. */
  readonly warehouseId?: number
}

/** What is known of an item and one of its sizes over all warehouses. Available = usable (not expired, not on hold) - reserved. */
export interface StockFigures {
  readonly itemId: number
  readonly size: string
  readonly onHand: number
  readonly usable: number
  readonly reserved: number
  readonly available: number
  readonly expired: number
  readonly held: number
  /** First expiry day of what is usable. */
  readonly nearestExpiry: string | null
}

/** An item as forms and rules need it. */
export interface StockItemFigures {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities: 0, 1 or 3. */
  readonly qtyPlaces: number
  /** Entry of dictionary stockCategory. */
  readonly category: string
  readonly sizeList: readonly string[]
  /** Which measure of a person decides the size: height, hat, shirt, trousers or shoe. */
  readonly sizeKind: string | null
  readonly compatibleModels: readonly string[]
  /** What kind of part it is: toner, drum, disk, memory or other; null for what is no part. */
  readonly partKind: string | null
  /** Pages that a toner or drum is rated for. */
  readonly ratedYield: number | null
  /** The item of the allocation standards that says who may have it. */
  readonly standardItemId: number | null
  /** Each piece has an asset card of its own. */
  readonly serialManaged: boolean
  readonly maxPerRequest: number
  readonly oneHolder: boolean
  readonly controlled: boolean
  readonly auxiliary: boolean
  readonly isActive: boolean
  /** Moving average in yuan with six decimals; the reference price of an item that has none in stock. */
  readonly averagePrice: string
  /** Of all sizes together. */
  readonly available: number
  readonly sizes: readonly StockFigures[]
}

/** How a line of a reservation came out: `reserved` + `short` = what was asked for. */
export interface ReservedLine {
  readonly key: string
  readonly reserved: number
  readonly short: number
}

/** Why a line is short, answered as data of `stock.insufficient`. */
export interface StockShortage extends StockFigures {
  readonly key: string
  readonly name: string
  readonly wanted: number
  readonly short: number
  /** Numbers of the tickets that hold what is reserved, the first five. */
  readonly reservedBy: readonly string[]
  readonly substitutes: readonly { readonly itemId: number; readonly name: string; readonly available: number }[]
}

/** Some of a batch. */
export interface BatchPick {
  readonly batchId: number
  readonly qty: number
}

/** A batch as a keeper chooses it; the first is the one that expires first, then the oldest. */
export interface BatchChoice extends BatchPick {
  readonly warehouseId: number
  readonly warehouse: string
  readonly batchNo: string
  readonly expireDate: string | null
  readonly bin: string | null
  /** Usable units of the batch. */
  readonly usable: number
}

/** A line that is to be fetched from the shelves. */
export interface PickLine extends StockLine {
  readonly ticketId: number
}

/** Some of a batch for one line, with its place in the walk through the warehouse. */
export interface PlannedPick extends BatchPick {
  readonly ticketId: number
  readonly key: string
  readonly batchNo: string
  readonly expireDate: string | null
  readonly warehouseId: number
  readonly warehouse: string
  readonly bin: string | null
  /** Order of the bin in the walk; null without a bin, which comes last. */
  readonly walkOrder: number | null
}

/** A usable batch that may be issued instead. */
export interface UsableBatch extends Omit<PlannedPick, 'ticketId' | 'key'> {
  readonly itemId: number
  readonly size: string
}

/** What is fetched for many tickets in one round, and what could be fetched instead. */
export interface PickPlan {
  readonly picks: readonly PlannedPick[]
  readonly batches: readonly UsableBatch[]
}

/** An item as a catalogue shows it. */
export interface CatalogueEntry {
  readonly id: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities: 0, 1 or 3. */
  readonly qtyPlaces: number
  /** Entry of dictionary stockCategory. */
  readonly category: string
  /** What it is packed in, and how many of its units a pack has; null for both where it has none. */
  readonly packUnit: string | null
  readonly packQty: number | null
  /** File of its picture. */
  readonly picture: number | null
  readonly maxPerRequest: number
  readonly oneHolder: boolean
  readonly controlled: boolean
  readonly available: number
  /** Moving average in yuan with six decimals. */
  readonly averagePrice: string
}

export interface ReserveOrder {
  readonly ticketId: number
  readonly lines: readonly StockLine[]
  /** Reserves what there is instead of refusing (`acceptShortage`). */
  readonly acceptShortage: boolean
  /** What comes in later is reserved for urgent tickets first. */
  readonly isUrgent?: boolean
}

/** A line that is handed out. Without batches the first that expire are taken, over as many as it needs. */
export interface IssueLine extends StockLine {
  readonly batches?: readonly BatchPick[]
  /** Who receives the line; default the person of the order. */
  readonly personId?: number
  /** Day until which it is lent. */
  readonly returnDueAt?: string
  /** Needed where batches are chosen that do not expire first (STK-31), or less is issued than was asked for (STK-04). */
  readonly reason?: string
}

export interface IssueOrder {
  readonly ticketId: number
  /** `officeSupplies` ...: the register of which application shows it. */
  readonly ticketType: string
  readonly effectKey: string
  readonly lines: readonly IssueLine[]
  readonly personId: number
  readonly deptId: number
  /** Refused when it is the applicant (STK-05). */
  readonly keeperId: number
  readonly applicantId: number
}

/** What was taken of one batch. */
export interface IssuedPart {
  readonly issueId: number
  readonly key: string
  readonly itemId: number
  readonly size: string
  readonly batchId: number
  readonly batchNo: string
  readonly warehouseId: number
  readonly qty: number
  readonly value: string
  readonly returnedQty: number
  readonly returnDueAt: string | null
}

/** A document that was posted. */
export interface PostedDocument {
  readonly docId: number
  readonly no: string
  readonly value: string
}
export interface IssuedDocument extends PostedDocument {
  readonly parts: readonly IssuedPart[]
}

export interface ReturnOrder {
  readonly ticketId: number
  readonly effectKey: string
  readonly byUser: number | null
  readonly reason: string
  /** What of which issued part came back; the batch and the value are those of its issue. */
  readonly parts: readonly { readonly issueId: number; readonly qty: number }[]
}

/** Used pieces that come back into a warehouse. */
export interface UsedOrder {
  readonly ticketId: number
  readonly effectKey: string
  readonly warehouseId: number
  readonly byUser: number
  readonly reason: string
  readonly parts: readonly { readonly itemId: number; readonly size?: string; readonly qty: number }[]
}

/** Stock. Everything locks in the order of E11: values of items, balances, each by item; postings are in the order in which they happen. */
export interface StockLedger {
  /** Items with their figures, in the order of the ids; unknown ones are left out. */
  items(ids: readonly number[]): Promise<readonly StockItemFigures[]>
  /** Items in use that stand for these items of the allocation standards, by code. */
  forStandards(standardItemIds: readonly number[]): Promise<readonly StockItemFigures[]>
  /**
   * Reserves for the lines of a ticket, in place of what they had reserved before; a line that is not given any more is
   * released. @throws RuleError `stock.insufficient` with every short line as data, at `<key>.qty`.
   */
  reserve(order: ReserveOrder): Promise<readonly ReservedLine[]>
  /** What the ticket has reserved, and what of it is no longer covered because a batch expired or was put on hold. */
  reservedBy(ticketId: number): Promise<readonly (ReservedLine & { readonly uncovered: number })[]>
  /** Gives back what the ticket has reserved; with keys only of these lines. Does nothing when there is none. */
  release(ticketId: number, keys?: readonly string[]): Promise<void>
  /** Which batches would be issued, and all others that may be chosen, without locking. */
  choices(line: StockLine, ticketId: number | null): Promise<readonly BatchChoice[]>
  /** Which batches the lines of many tickets take, each unit once: what expires first, from where it is reserved. Nothing is locked. */
  plan(lines: readonly PickLine[]): Promise<PickPlan>
  /** Those of the lines for which there is not enough now; what the ticket has reserved counts as available to it. */
  shortages(lines: readonly StockLine[], ticketId: number | null): Promise<readonly StockShortage[]>
  /** Items in use of these categories, by category and code. */
  catalogue(categories: readonly string[]): Promise<readonly CatalogueEntry[]>
  /**
   * Issues, posts and ends the reservations of these lines; lines of quantity 0 only end theirs. Repeated with the same
   * effect key it answers what was issued. @throws RuleError `stock.insufficient`, `stock.batchExpired`, `stock.batchHeld`,
   * `rule.STK-04`, `rule.STK-05`, `rule.STK-31`
   */
  issue(order: IssueOrder): Promise<IssuedDocument>
  /** What was issued by the ticket, with what came back. */
  issuedBy(ticketId: number): Promise<readonly IssuedPart[]>
  /** The same for many tickets at once. */
  issuedByAll(ticketIds: readonly number[]): Promise<readonly (IssuedPart & { readonly ticketId: number })[]>
  /** Batches of an item under this number, expired and held ones too, in the order in which they are issued; `qty` is what is on hand. */
  batchesNamed(given: {
    readonly itemId: number
    readonly size?: string
    readonly batchNo: string
  }): Promise<readonly BatchPick[]>
  /** Those of the batches that expire, with their day. */
  expiriesOf(batchIds: readonly number[]): Promise<readonly { readonly batchNo: string; readonly expireDate: string }[]>
  /** What was issued by tickets less what came back, in yuan; tickets without any issue are left out. */
  valuesOf(ticketIds: readonly number[]): Promise<readonly { readonly ticketId: number; readonly value: string }[]>
  /** Which of these items the person was issued since that day and has not given back. */
  heldSince(personId: number, itemIds: readonly number[], day: string): Promise<readonly number[]>
  /** Takes back what was issued, into the same batches at the value of its issue. @throws RuleError `stock.returnTooMuch` */
  returnIn(order: ReturnOrder): Promise<PostedDocument>
  /** Takes back used pieces that can be issued again, as a batch of their own at no value. Repeated with the same effect key it does nothing. */
  takeUsed(order: UsedOrder): Promise<void>
}

/** What has to be bought. */
export interface NewDemand {
  /** Null for what no ticket asks for; such a demand gives its reason. */
  readonly ticketId: number | null
  readonly lineKey: string | null
  readonly reason?: string
  /** Null for what is no item of the stock, for example an asset. */
  readonly itemId: number | null
  readonly size?: string
  readonly itemName: string
  readonly spec?: string
  readonly unit?: string
  readonly qty: number
  /** Day on which it is needed. */
  readonly needAt: string | null
  readonly deptId: number
}
export interface DemandFigures {
  readonly id: number
  readonly no: string
  readonly itemId: number | null
  readonly itemName: string
  readonly qty: number
  readonly receivedQty: number
  readonly needAt: string | null
  readonly deptId: number | null
  readonly ticketId: number | null
  readonly purchaseId: number | null
  readonly state: 'open' | 'ordered' | 'done' | 'cancelled'
}

/** The pool of what has to be bought (50.6, STK-42). */
export interface PurchaseDemands {
  /** Opens the demands of a ticket; one that is open for the same line keeps its number and takes the new quantity. */
  open(demands: readonly NewDemand[]): Promise<readonly number[]>
  /** Cancels what of the ticket is not ordered yet, but for the lines that still lack something. */
  cancel(ticketId: number, exceptLines?: readonly string[]): Promise<void>
  /** Links open demands to a purchase, each once (PRC-36). @throws RuleError `rule.PRC-36` */
  order(ids: readonly number[], purchaseId: number): Promise<void>
  /** Frees the demands of a purchase that was given up. */
  free(purchaseId: number): Promise<void>
  /** Counts what arrived outside of the stores; the whole closes a demand. @throws RuleError `stock.demandExceeded` */
  receive(lines: readonly { readonly demandId: number; readonly qty: number }[]): Promise<void>
  /** All that the ticket waited for has arrived. */
  fulfil(ticketId: number): Promise<void>
  read(ids: readonly number[]): Promise<readonly DemandFigures[]>
  /** Open demands that a word is in the number or name of, those that are needed first at the head, at most 50; with ids these, whatever their state. */
  choices(given: { readonly search: string; readonly ids: readonly number[] | null }): Promise<readonly DemandFigures[]>
  ofTicket(ticketId: number): Promise<readonly DemandFigures[]>
}

/** Some of an item that a purchase brought; with the demand that it answers. */
export interface GoodsLine {
  readonly itemId: number
  readonly size: string
  readonly qty: number
  /** Of one, in yuan. */
  readonly price: string
  readonly demandId: number | null
}

/** Goods that were accepted and go to a warehouse. */
export interface NewGoods {
  readonly purchaseId: number
  readonly warehouseId: number
  readonly vendorId: number | null
  readonly reason: string
  readonly byUser: number
  readonly lines: readonly GoodsLine[]
}

/** Receipts of what was bought (50.6, S03). */
export interface GoodsReceipts {
  /** Writes the draft of a receipt, which a keeper completes, submits and posts. */
  draft(goods: NewGoods): Promise<number>
}

export const goodsReceipts = token<GoodsReceipts>('goodsReceipts')

/** What a module keeps in a store of its own, counted to three places. */
export interface StoreGood {
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Its batches have dates, and none comes in without one. */
  readonly expires: boolean
}

/** What comes into a store; the amount is what was paid. */
export interface StoreArrival {
  readonly itemId: number
  readonly qty: number
  readonly amount: string
  /** Default: the day and the line. */
  readonly batchNo?: string | null
  readonly produceDate?: string | null
  readonly expireDate?: string | null
}

/** What leaves a store: of that batch, or of those whose dates come first. */
export interface StoreDeparture {
  readonly itemId: number
  readonly qty: number
  readonly batchId?: number | null
}

export interface StoreDocument extends PostedDocument {
  /** What moved of which batch, in the order of the lines. */
  readonly parts: readonly {
    readonly line: number
    readonly batchId: number
    readonly qty: number
    readonly value: string
  }[]
  /** Places of the lines that left a batch behind whose date comes earlier. */
  readonly passedOver: readonly number[]
}

/** Stores that modules keep on the ledger of stock: the pages of stock leave them out, its rules hold. Its views are `shared_store_item`, `shared_store_batch` and `shared_store_entry`. */
export interface StoreLedger {
  /** The item behind the good, added or renamed. */
  keep(store: string, itemId: number | null, good: StoreGood): Promise<number>
  /** `purchaseIn`, `returnIn` for what was used and comes back, or `surplusIn` and `openingIn` for what was found. @throws RuleError `stock.expiryNeeded`, `stock.periodClosed` */
  receive(
    store: string,
    type: 'purchaseIn' | 'returnIn' | 'surplusIn' | 'openingIn',
    lines: readonly StoreArrival[],
    given: { readonly reason: string; readonly byUser: number },
  ): Promise<StoreDocument>
  /** `otherOut` is used and takes usable batches alone; `scrapOut` is thrown away and `lossOut` was missing. @throws RuleError `stock.insufficient`, `stock.batchExpired`, `stock.batchHeld` */
  take(
    store: string,
    type: 'otherOut' | 'scrapOut' | 'lossOut',
    lines: readonly StoreDeparture[],
    given: { readonly reason: string; readonly byUser: number },
  ): Promise<StoreDocument>
  /** Puts batches on hold, or lifts it with null. */
  hold(store: string, batchIds: readonly number[], reason: string | null, byUser: number): Promise<void>
  /** The packs of a batch were opened: they are used by that day. */
  open(store: string, batchId: number, useBy: string): Promise<void>
}

export const storeLedger = token<StoreLedger>('stores')
export const stockLedger = token<StockLedger>('stock')
export const purchaseDemands = token<PurchaseDemands>('purchaseDemands')

/** An item as far as its quantities are checked. */
export interface CountedItem {
  readonly name: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
}

/** Why the item does not take the quantity; null when it does. */
export function placesProblem({ name, qtyPlaces }: CountedItem, qty: number): Problem | null {
  if (fitsPlaces(qty, qtyPlaces)) return null
  return qtyPlaces === 0
    ? { key: 'stock.qtyWhole', params: [name] }
    : { key: 'stock.qtyPlaces', params: [name, qtyPlaces] }
}

/** @throws RuleError `stock.qtyWhole`, `stock.qtyPlaces` */
export function refuseFiner(item: CountedItem, qty: number, at?: string): void {
  const problem = placesProblem(item, qty)
  if (problem === null) return
  const error = new RuleError(problem.key, ...(problem.params ?? []))
  throw at === undefined ? error : error.at(at)
}
