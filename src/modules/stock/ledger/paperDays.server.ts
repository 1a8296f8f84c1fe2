/** Stock by the days on the papers: what the posting order allows must have been there on the day that the paper names as well. */
import { sql } from 'kysely'
import { listOf, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'

interface ShortDay {
  readonly name: string
  readonly warehouse: string
  readonly day: string
  readonly qty: number
}

interface UnsoundDay {
  readonly name: string
  readonly day: string
  readonly qty: number
  readonly value: string
}

/**
 * Refuses a dated paper that leaves an item short on a day from its own on, in a warehouse, or worth something without pieces.
 * Reads the ledger with the rows of the paper in it. A paper of today needs no check: today both axes say the same.
 * @throws RuleError `stock.shortOnDay`, `stock.unsoundOnDay`
 */
export async function refusePaperDay(unit: UnitOfWork, docDate: string, itemIds: readonly number[]): Promise<void> {
  if (docDate >= unit.clock.today() || itemIds.length === 0) return
  const { rows: short } = await sql<ShortDay>`
    select i.name, w.name as warehouse, run.day, run.qty::float8 as qty from (
      select item_id, warehouse_id, doc_date as day, sum(sum(qty)) over (partition by item_id, size, warehouse_id order by doc_date) as qty
      from stock_ledger where item_id = any(${[...itemIds]}::bigint[]) group by item_id, size, warehouse_id, doc_date) run
    join stock_item i on i.id = run.item_id join warehouse w on w.id = run.warehouse_id
    where run.day >= ${docDate}::date and run.qty < 0 order by run.day, i.code limit 1`.execute(unit.db)
  if (short[0]) {
    const { name, warehouse, day, qty } = short[0]
    throw new RuleError('stock.shortOnDay', name, warehouse, day, -qty).at('docDate')
  }
  const { rows: unsound } = await sql<UnsoundDay>`
    select i.name, run.day, run.qty::float8 as qty, run.value from (
      select item_id, doc_date as day, sum(sum(qty)) over days as qty, sum(sum(value)) over days as value
      from stock_ledger where item_id = any(${[...itemIds]}::bigint[]) group by item_id, doc_date
      window days as (partition by item_id order by doc_date)) run
    join stock_item i on i.id = run.item_id
    where run.day >= ${docDate}::date and (run.value < 0 or (run.qty = 0 and run.value <> 0)) order by run.day, i.code limit 1`.execute(
    unit.db,
  )
  if (unsound[0]) {
    const { name, day, qty, value } = unsound[0]
    throw new RuleError('stock.unsoundOnDay', name, day, qty, value).at('docDate')
  }
}

/** Most items that a refused month names. */
const NAMED_ITEMS = 5

/** Refuses to close a month whose report would say fewer than no pieces, or a value without pieces. @throws RuleError `stock.monthUnsound` */
export async function refuseUnsoundMonth(unit: UnitOfWork, month: string): Promise<void> {
  const { rows } = await sql<{ name: string; qtyPlaces: number; qty: string; value: string }>`
    select i.name, i.qty_places::int as qty_places, sum(m.in_qty - m.out_qty) as qty, sum(m.in_value - m.out_value) as value
    from stock_month m join stock_item i on i.id = m.item_id where m.month <= ${month} group by i.id
    having sum(m.in_qty - m.out_qty) < 0 or sum(m.in_value - m.out_value) < 0
      or (sum(m.in_qty - m.out_qty) = 0 and sum(m.in_value - m.out_value) <> 0) order by i.code`.execute(unit.db)
  if (rows.length === 0) return
  const named = rows
    .slice(0, NAMED_ITEMS)
    .map(({ name, qtyPlaces, qty, value }) => `${name} (${printQty(qty, qtyPlaces)}; ${value})`)
  throw new RuleError('stock.monthUnsound', listOf(named), rows.length).at('month')
}
