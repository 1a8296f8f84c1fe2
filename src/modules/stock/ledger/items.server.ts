/** What forms, rules and keepers read of stock, without locking. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { toCents } from '#src/fields/money/cents.ts'
import { subtractQty, sumQty, toThousandths } from '#src/fields/quantity/quantities.ts'
import type { BatchChoice, BatchPick, ReservedLine, StockItemFigures, StockLine } from '../contract.ts'
import { averagePrice } from './average.ts'
import { type Batch, pickBatches } from './pick.ts'
import { figuresOf } from './shortage.server.ts'

type ItemRow = Omit<StockItemFigures, 'averagePrice' | 'available' | 'sizes'> & {
  readonly price: string
  readonly qty: string | number
  readonly value: string
}

export async function itemsOf(unit: UnitOfWork, ids: readonly number[]): Promise<readonly StockItemFigures[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.code, i.name, i.spec, i.unit, i.category, string_to_array(i.size_list, ',') as size_list, string_to_array(i.compatible_models, ',') as compatible_models, i.size_kind, i.part_kind, i.rated_yield, i.standard_item_id, i.serial_managed, i.max_per_request::float8 as max_per_request, i.qty_places::int as qty_places, i.one_holder, i.controlled, i.auxiliary,
      i.state = 'active' as is_active, i.price, coalesce(v.qty, 0) as qty, coalesce(v.value, 0)::numeric(16,2) as value
    from stock_item i left join stock_value v on v.item_id = i.id
    where i.id = any(${[...ids]}::bigint[]) and i.deleted_at is null order by array_position(${[...ids]}::bigint[], i.id)`.execute(
    unit.db,
  )
  const figures = await figuresOf(unit, ids)
  return rows.map(({ price, qty, value, ...row }) => {
    const sizes = figures.filter(({ itemId }) => itemId === row.id)
    return {
      ...row,
      averagePrice: averagePrice({ qty: toThousandths(qty), cents: toCents(value) }) ?? `${price}0000`,
      available: sumQty(sizes.map(({ available }) => available)),
      sizes,
    }
  })
}

/** Usable batches of a line with what would be issued of each; what others have reserved is left alone. */
export async function choicesOf(
  unit: UnitOfWork,
  line: StockLine,
  ticketId: number | null,
): Promise<readonly BatchChoice[]> {
  const today = unit.clock.today()
  const { rows } = await sql<Batch & Omit<BatchChoice, 'qty' | 'usable'> & { own: number; free: number }>`
    select t.id, t.id as batch_id, t.warehouse_id, w.name as warehouse, t.batch_no, t.expire_date, t.received_on, false as is_held, t.qty::float8 as qty, bin.code as bin,
      coalesce(own.qty, 0)::float8 as own,
      (sum(t.qty) over (partition by b.id) - b.reserved + coalesce(own.qty, 0))::float8 as free
    from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit
    join stock_batch t on t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id
      and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, ${today}::date)
    left join stock_bin bin on bin.id = t.bin_id
    left join lateral (select sum(r.qty) as qty from stock_reservation r join stock_request q on q.id = r.request_id
      where r.balance_id = b.id and q.ticket_id = ${ticketId}::bigint and q.line_key = ${line.key} and q.state = 'open') own on true
    where b.item_id = ${line.itemId} and b.size = ${line.size ?? ''} and (${line.warehouseId ?? null}::bigint is null or b.warehouse_id = ${line.warehouseId ?? null}::bigint)
    order by t.expire_date nulls last, t.received_on, t.id`.execute(unit.db)
  const places = [...new Map(rows.map((row) => [row.warehouseId, row])).values()].sort(
    (a, b) => b.own - a.own || b.free - a.free || a.warehouseId - b.warehouseId,
  )
  const picked = new Map<number, number>()
  let open = line.qty
  for (const { warehouseId, free } of places) {
    const own = rows.filter((row) => row.warehouseId === warehouseId)
    for (const pick of pickBatches(own, Math.max(0, Math.min(open, free)), today).picks) {
      picked.set(pick.batchId, pick.qty)
      open = subtractQty(open, pick.qty)
    }
  }
  return rows.map(({ batchId, warehouseId, warehouse, batchNo, expireDate, bin, qty }) => ({
    batchId,
    warehouseId,
    warehouse,
    batchNo,
    expireDate,
    bin,
    qty: picked.get(batchId) ?? 0,
    usable: qty,
  }))
}

/** Batches of an item by their number; what may not be issued is among them, so that an issue says why. */
export async function batchesNamed(
  unit: UnitOfWork,
  { itemId, size, batchNo }: { readonly itemId: number; readonly size?: string; readonly batchNo: string },
): Promise<readonly BatchPick[]> {
  const { rows } = await sql<BatchPick>`
    select t.id as batch_id, t.qty::float8 as qty from stock_batch t join warehouse w on w.id = t.warehouse_id and w.state = 'active' and not w.is_transit
    where t.item_id = ${itemId} and t.size = ${size ?? ''} and t.batch_no = ${batchNo} and t.qty > 0
    order by t.expire_date nulls last, t.received_on, t.id`.execute(unit.db)
  return rows
}

/** What a ticket has reserved. What expired or was put on hold since then covers the reservations in the order of their requests no more. */
export async function reservedByTicket(
  unit: UnitOfWork,
  ticketId: number,
): Promise<readonly (ReservedLine & { readonly uncovered: number })[]> {
  const today = unit.clock.today()
  const { rows } = await sql<ReservedLine & { uncovered: number }>`
    select q.line_key as key, coalesce(sum(r.qty), 0)::float8 as reserved, (q.wanted - coalesce(sum(r.qty), 0))::float8 as short,
      coalesce(sum(least(r.qty, greatest(0, earlier.qty + r.qty - usable.qty))), 0)::float8 as uncovered
    from stock_request q left join stock_reservation r on r.request_id = q.id and r.qty > 0
    left join stock_balance b on b.id = r.balance_id
    left join lateral (select coalesce(sum(t.qty), 0) as qty from stock_batch t where t.item_id = b.item_id and t.size = b.size
      and t.warehouse_id = b.warehouse_id and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, ${today}::date)) usable on true
    left join lateral (select coalesce(sum(other.qty), 0) as qty from stock_reservation other
      where other.balance_id = r.balance_id and other.request_id < q.id) earlier on true
    where q.ticket_id = ${ticketId} and q.state = 'open' group by q.id order by q.id`.execute(unit.db)
  return rows
}
