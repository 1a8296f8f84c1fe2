/** Locks what a posting or a reservation changes, in the order of E11: requests, values of items, balances, each by item. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { toCents } from '#src/fields/money/cents.ts'
import { toThousandths } from '#src/fields/quantity/quantities.ts'
import type { Batch } from './pick.ts'

export interface Place {
  readonly itemId: number
  readonly size: string
  readonly warehouseId: number
}
export interface Balance extends Place {
  readonly id: number
  onHand: number
  reserved: number
}
/** Value of an item, as the rows of a posting change it. */
export interface ItemValue {
  readonly itemId: number
  readonly name: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  /** In thousandths. */
  qty: bigint
  cents: bigint
  seq: number
}
export interface BatchRow extends Batch, Place {
  qty: number
  readonly batchNo: string
  readonly holdReason: string | null
}

export const placeKey = ({ itemId, size, warehouseId }: Place): string => `${itemId}/${size}/${warehouseId}`

/** Values of items, locked; what was never in stock begins with nothing. */
export async function lockValues(unit: UnitOfWork, ids: Iterable<number>): Promise<ReadonlyMap<number, ItemValue>> {
  const items = [...new Set(ids)].sort((a, b) => a - b)
  await sql`insert into stock_value (item_id) select id from unnest(${items}::bigint[]) id order by id
    on conflict (item_id) do nothing`.execute(unit.db)
  const { rows } = await sql<{
    itemId: number
    name: string
    qtyPlaces: number
    qty: string
    value: string
    lastSeq: number
  }>`
    select v.item_id, i.name, i.qty_places::int as qty_places, v.qty, v.value, v.last_seq from stock_value v join stock_item i on i.id = v.item_id
    where v.item_id = any(${items}::bigint[]) order by v.item_id for update of v`.execute(unit.db)
  return new Map(
    rows.map(({ qty, value, lastSeq, ...item }) => [
      item.itemId,
      { ...item, qty: toThousandths(qty), cents: toCents(value), seq: Number(lastSeq) },
    ]),
  )
}

/** Adds the balances that are missing, before they are locked. */
export async function addBalances(unit: UnitOfWork, places: readonly Place[]): Promise<void> {
  await sql`insert into stock_balance (item_id, size, warehouse_id)
    select distinct "itemId", "size", "warehouseId"
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given("itemId" bigint, "size" text, "warehouseId" bigint)
    order by 1, 2, 3 on conflict (item_id, size, warehouse_id) do nothing`.execute(unit.db)
}

/** Balances of these items and sizes, of all warehouses in use or of those named, and of these ids; locked. */
export async function lockBalances(
  unit: UnitOfWork,
  wanted: readonly { readonly itemId: number; readonly size: string; readonly warehouseId?: number | undefined }[],
  ids: readonly number[] = [],
): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    select b.id, b.item_id, b.size, b.warehouse_id, b.on_hand, b.reserved from stock_balance b
    where b.id = any(array(select unnest(${[...ids]}::bigint[]) union
      select found.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given("itemId" bigint, "size" text, "warehouseId" bigint)
      join stock_balance found on found.item_id = given."itemId" and found.size = given."size"
        and (given."warehouseId" is null or found.warehouse_id = given."warehouseId")
      join warehouse w on w.id = found.warehouse_id
      where found.item_id = any(${wanted.map(({ itemId }) => itemId)}::bigint[])
        and (given."warehouseId" is not null or (w.state = 'active' and not w.is_transit))))
    order by b.item_id, b.size, b.warehouse_id for update of b`.execute(unit.db)
  return rows.map((row) => ({ ...row, onHand: Number(row.onHand), reserved: Number(row.reserved) }))
}

/** Batches behind these balances that are not empty, and those named; their balances are locked. */
export async function batchesOf(
  unit: UnitOfWork,
  balances: readonly Balance[],
  ids: readonly number[] = [],
): Promise<readonly BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select t.id, t.item_id, t.size, t.warehouse_id, t.batch_no, least(t.expire_date, t.use_by) as expire_date, t.received_on, t.hold_reason is not null as is_held, t.hold_reason, t.qty
    from stock_balance b join stock_batch t on t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id
    where b.id = any(${balances.map(({ id }) => id)}::bigint[]) and (t.qty > 0 or t.id = any(${[...ids]}::bigint[])) order by t.id`.execute(
    unit.db,
  )
  return rows.map((row) => ({ ...row, qty: Number(row.qty) }))
}
