/** What accepted goods are worth: their share of the contract by the prices of the list. */
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import type { PurchaseItem } from '../purchases/items.ts'

type Priced = Pick<PurchaseItem, 'qty' | 'price' | 'acceptedQty'>

/** Quantities have at most three decimals. */
const QTY_SCALE = 1000
const scaled = (qty: number): bigint => BigInt(Math.round(qty * QTY_SCALE))

/** The contract amount for everything, nothing for nothing, rounded down in between: never more than the contract. */
export function acceptedValue(items: readonly Priced[], contractAmount: string): string {
  let [whole, taken] = [0n, 0n]
  for (const { qty, price, acceptedQty } of items) {
    whole += scaled(qty) * toCents(price)
    taken += scaled(acceptedQty) * toCents(price)
  }
  if (whole === 0n || taken >= whole) return taken === 0n ? '0.00' : contractAmount
  return fromCents((toCents(contractAmount) * taken) / whole)
}

/** What one piece costs by the contract; the list's price where the list has none. */
export function unitPrice(item: Priced, items: readonly Priced[], contractAmount: string): string {
  let whole = 0n
  for (const { qty, price } of items) whole += scaled(qty) * toCents(price)
  if (whole === 0n) return item.price
  const cents = (toCents(contractAmount) * toCents(item.price) * BigInt(QTY_SCALE)) / whole
  return fromCents(cents > 0n ? cents : 1n)
}
