/** Stock as of a day, and what keepers are warned of. */
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays } from '#src/define/days.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { stockToday } from './overview.server.ts'
import type { StockAlert, StockAsOf, StockAsOfRow } from './stock.types.ts'

const day = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)

/** The last row of every place up to the end of the day, in Shanghai; transit is a place like others and left out. */
async function asOf(unit: UnitOfWork, given: string, search: string): Promise<StockAsOf> {
  const until = `${addDays(given, 1)}T00:00:00+08:00`
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<StockAsOfRow>`
    with items as (select i.id, i.code, i.name, i.spec, i.unit, i.qty_places, last.item_qty_after as qty, last.item_value_after as value
      from stock_item i cross join lateral (select l.item_qty_after, l.item_value_after from stock_ledger l
        where l.item_id = i.id and l.at < ${until}::timestamptz order by l.at desc, l.seq desc limit 1) last
      where i.name like ${like} or i.code like ${like})
    select items.id as item_id, items.code, items.name, items.spec, items.unit, items.qty_places::int as qty_places, b.size, b.warehouse_id, w.name as warehouse, last.balance_after::float8 as qty,
      round(items.value * last.balance_after / nullif(items.qty, 0), 2)::numeric(14,2) as value
    from items join stock_balance b on b.item_id = items.id join warehouse w on w.id = b.warehouse_id and not w.is_transit and w.store is null
      cross join lateral (select l.balance_after from stock_ledger l where l.warehouse_id = b.warehouse_id and l.item_id = b.item_id and l.size = b.size
        and l.at < ${until}::timestamptz and l.batch_id is not null order by l.at desc, l.id desc limit 1) last
    where last.balance_after > 0 order by items.code, b.size, w.name`.execute(unit.db)
  return { day: given, rows, total: sumMoney(rows.map(({ value }) => value)) }
}

/** Items named in the widget. */
const NAMED_ITEMS = 5

async function alertOf(unit: UnitOfWork): Promise<StockAlert> {
  const [today, days] = [await stockToday(unit), unit.settings.number('stock.expireDays')]
  const { rows } = await sql<StockAlert['items'][number]>`
    select id, name, spec, unit, qty_places::int as qty_places, min_stock::float8 as min_stock, available::float8 as available from stock_below_min order by code`.execute(
    unit.db,
  )
  const { rows: dates } = await sql<{ expiring: number; expired: number }>`
    select count(*) filter (where expire_date >= ${today}::date)::int as expiring, count(*) filter (where expire_date < ${today}::date)::int as expired
    from stock_batch where qty > 0 and hold_reason is null and expire_date <= ${addDays(today, days)}::date
      and not exists (select from warehouse w where w.id = warehouse_id and w.store is not null)`.execute(unit.db)
  return {
    until: addDays(today, days),
    yesterday: addDays(today, -1),
    belowMin: rows.length,
    expiring: dates[0]?.expiring ?? 0,
    expired: dates[0]?.expired ?? 0,
    items: rows.slice(0, NAMED_ITEMS),
  }
}

export const stockRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/stock/as_of/',
    permission: 'stock:Search',
    query: z.object({ day: day.optional(), search: z.string().max(50).optional() }),
    handle: ({ unit, query }) => asOf(unit, query.day ?? unit.clock.today(), (query.search ?? '').trim()),
  }),
  route({
    method: 'GET',
    url: '/api/stock/alert/',
    permission: 'stock:Search',
    handle: ({ unit }) => alertOf(unit),
  }),
]
