/** Which batches are issued: first expired, first out; then first in; then the oldest row. */
import { subtractQty } from '#src/fields/quantity/quantities.ts'

export interface Batch {
  readonly id: number
  readonly expireDate: string | null
  readonly receivedOn: string
  readonly isHeld: boolean
  readonly qty: number
}

export interface BatchPart {
  readonly batchId: number
  readonly qty: number
}

/** Usable through the end of the expiry day, and not while on hold. SQL says the same as `stock_usable`. */
export const isUsable = (batch: Batch, today: string): boolean => !batch.isHeld && !isExpired(batch, today)
export const isExpired = ({ expireDate }: { readonly expireDate: string | null }, today: string): boolean =>
  expireDate !== null && expireDate < today

const LAST = '9999-99-99'
/** Batches without a date come last. */
export function inIssueOrder(left: Batch, right: Batch): number {
  const dates = (left.expireDate ?? LAST).localeCompare(right.expireDate ?? LAST)
  return dates || left.receivedOn.localeCompare(right.receivedOn) || left.id - right.id
}

/** Splits a quantity over as many usable batches as it needs; `short` is what they do not cover. */
export function pickBatches(
  batches: readonly Batch[],
  qty: number,
  today: string,
): { readonly picks: readonly BatchPart[]; readonly short: number } {
  const picks: BatchPart[] = []
  let open = qty
  for (const batch of [...batches].filter((one) => isUsable(one, today)).sort(inIssueOrder)) {
    if (open === 0) break
    const taken = Math.min(open, batch.qty)
    if (taken > 0) picks.push({ batchId: batch.id, qty: taken })
    open = subtractQty(open, taken)
  }
  return { picks, short: open }
}

/** Whether the picks leave a batch behind that expires before one of them (STK-31). */
export function skipsEarlier(batches: readonly Batch[], picks: readonly BatchPart[], today: string): boolean {
  const taken = new Map(picks.map(({ batchId, qty }) => [batchId, qty]))
  const last = batches
    .filter(({ id }) => (taken.get(id) ?? 0) > 0)
    .map(({ expireDate }) => expireDate ?? LAST)
    .sort()
    .at(-1)
  return (
    last !== undefined &&
    batches.some(
      (batch) => isUsable(batch, today) && (batch.expireDate ?? LAST) < last && (taken.get(batch.id) ?? 0) < batch.qty,
    )
  )
}
