/** Which batches a round of tickets takes from the shelves. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { addQty, subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import type { PickLine, PickPlan, PlannedPick, UsableBatch } from '../contract.ts'

interface BatchRow extends UsableBatch {
  readonly balanceId: number
  /** What all tickets have reserved of the balance. */
  readonly reserved: number
}
interface OwnRow {
  readonly ticketId: number
  readonly key: string
  readonly balanceId: number
  readonly qty: number
}

async function usableBatches(unit: UnitOfWork, lines: readonly PickLine[]): Promise<readonly BatchRow[]> {
  const wanted = lines.map(({ itemId, size }) => ({ itemId, size: size ?? '' }))
  const { rows } = await sql<BatchRow>`
    select b.id as balance_id, b.reserved::float8 as reserved, t.id as batch_id, t.item_id, t.size, t.batch_no, t.expire_date, t.qty::float8 as qty,
      w.id as warehouse_id, w.name as warehouse, bin.code as bin, bin.walk_order
    from stock_batch t join stock_balance b on b.item_id = t.item_id and b.size = t.size and b.warehouse_id = t.warehouse_id
    join warehouse w on w.id = t.warehouse_id and w.state = 'active' and not w.is_transit
    left join stock_bin bin on bin.id = t.bin_id
    where t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, ${unit.clock.today()}::date)
      and t.item_id = any(${wanted.map(({ itemId }) => itemId)}::bigint[]) and (t.item_id, t.size) in
      (select "itemId", "size" from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given("itemId" bigint, "size" text))
    order by t.expire_date nulls last, t.received_on, t.id`.execute(unit.db)
  return rows
}

async function ownReservations(unit: UnitOfWork, lines: readonly PickLine[]): Promise<readonly OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select q.ticket_id, q.line_key as key, r.balance_id, r.qty::float8 as qty from stock_request q join stock_reservation r on r.request_id = q.id and r.qty > 0
    where q.state = 'open' and q.ticket_id = any(${[...new Set(lines.map(({ ticketId }) => ticketId))]}::bigint[])`.execute(
    unit.db,
  )
  return rows
}

/** Takes what expires first of a balance, as much as is left of each batch. */
function takeFrom(batches: readonly BatchRow[], left: Map<number, number>, qty: number) {
  const taken: { readonly batch: BatchRow; readonly qty: number }[] = []
  let open = qty
  for (const batch of batches) {
    const part = Math.min(open, left.get(batch.batchId) ?? 0)
    if (part <= 0) continue
    left.set(batch.batchId, subtractQty(left.get(batch.batchId) ?? 0, part))
    taken.push({ batch, qty: part })
    open = subtractQty(open, part)
  }
  return taken
}

/** Reserved places first, then what nobody has reserved; no unit is promised to two lines of the round. */
export async function planPicks(unit: UnitOfWork, lines: readonly PickLine[]): Promise<PickPlan> {
  if (lines.length === 0) return { picks: [], batches: [] }
  const [batches, own] = [await usableBatches(unit, lines), await ownReservations(unit, lines)]
  const left = new Map(batches.map(({ batchId, qty }) => [batchId, qty]))
  const places = new Map<number, BatchRow[]>()
  for (const batch of batches) places.set(batch.balanceId, [...(places.get(batch.balanceId) ?? []), batch])
  const free = new Map(
    [...places].map(([id, rows]) => [
      id,
      Math.max(0, subtractQty(sumQty(rows.map(({ qty }) => qty)), rows[0]?.reserved ?? 0)),
    ]),
  )
  const picks: PlannedPick[] = []
  for (const line of lines) {
    const ownOf = (balanceId: number): number =>
      own.find((row) => row.ticketId === line.ticketId && row.key === line.key && row.balanceId === balanceId)?.qty ?? 0
    const fitting = [...places]
      .filter(([, [first]]) => first?.itemId === line.itemId && first.size === (line.size ?? ''))
      .sort(([a], [b]) => ownOf(b) - ownOf(a) || (free.get(b) ?? 0) - (free.get(a) ?? 0) || a - b)
    let open = line.qty
    for (const [balanceId, rows] of fitting) {
      const reserved = ownOf(balanceId)
      const taken = takeFrom(rows, left, Math.min(open, addQty(reserved, free.get(balanceId) ?? 0)))
      const sum = sumQty(taken.map(({ qty }) => qty))
      free.set(balanceId, subtractQty(free.get(balanceId) ?? 0, Math.max(0, subtractQty(sum, reserved))))
      open = subtractQty(open, sum)
      for (const { batch, qty } of taken) picks.push({ ...placeOf(batch), ticketId: line.ticketId, key: line.key, qty })
    }
  }
  return {
    picks,
    batches: batches.map((row) => ({ ...placeOf(row), itemId: row.itemId, size: row.size, qty: row.qty })),
  }
}

const placeOf = ({ batchId, batchNo, expireDate, warehouseId, warehouse, bin, walkOrder }: BatchRow) => ({
  batchId,
  batchNo,
  expireDate,
  warehouseId,
  warehouse,
  bin,
  walkOrder,
})
