/** What of a place may be promised or issued (E2): usable - reserved. */
import { addQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import { type Batch, isExpired, isUsable } from './pick.ts'

/** Units of a place by why they may or may not be issued. */
export interface Stock {
  readonly onHand: number
  readonly usable: number
  readonly expired: number
  readonly held: number
}

export function stockOf(batches: readonly Batch[], today: string): Stock {
  const stock = { onHand: 0, usable: 0, expired: 0, held: 0 }
  for (const batch of batches) {
    stock.onHand = addQty(stock.onHand, batch.qty)
    if (isUsable(batch, today)) stock.usable = addQty(stock.usable, batch.qty)
    else if (isExpired(batch, today)) stock.expired = addQty(stock.expired, batch.qty)
    else stock.held = addQty(stock.held, batch.qty)
  }
  return stock
}

/** Never below zero: what expired after it was reserved leaves reservations uncovered instead. */
export const availableOf = (usable: number, reserved: number): number => Math.max(0, subtractQty(usable, reserved))

/** A place with what is free in it. */
export interface FreePlace {
  readonly id: number
  readonly free: number
}

/** Spreads a quantity over places: the one that suffices alone and has the least left over, else the fullest first. */
export function allocate(
  places: readonly FreePlace[],
  qty: number,
): { readonly parts: readonly { readonly id: number; readonly qty: number }[]; readonly short: number } {
  const enough = places.filter(({ free }) => free >= qty).sort((a, b) => a.free - b.free || a.id - b.id)[0]
  const order = enough ? [enough] : [...places].sort((a, b) => b.free - a.free || a.id - b.id)
  const parts: { id: number; qty: number }[] = []
  let short = qty
  for (const { id, free } of order) {
    const taken = Math.min(short, free)
    if (taken > 0) parts.push({ id, qty: taken })
    short = subtractQty(short, taken)
  }
  return { parts, short }
}
