/** What waits in the stores: figures that each lead to the list they count. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { countDueOf } from '../counts/due.ts'
import type { BelowMin, ExpiringBatch, StockOverview, StockWaiting } from './overview.types.ts'

/** Rows named under a figure; the list has the rest. */
const NAMED = 8

/** The day by which the lists say what is usable: that of the database. */
export async function stockToday(unit: UnitOfWork): Promise<string> {
  const { rows } = await sql<{ today: string }>`select stock_today() as today`.execute(unit.db)
  return rows[0]?.today ?? unit.clock.today()
}

async function waitingOf(unit: UnitOfWork, today: string, until: string): Promise<Omit<StockWaiting, 'belowMin'>> {
  const { rows } = await sql<Omit<StockWaiting, 'belowMin'>>`
    select documents.*, counts.*, batches.*,
      (select count(*)::int from purchase_demand where state = 'open' and deleted_at is null) as demands,
      (select count(*)::int from stock_issue where return_due_at < ${today}::date and returned_qty < qty) as overdue_returns,
      (select count(*)::int from stock_item i where i.state = 'active' and i.store is null and i.deleted_at is null and ${sql.raw(countDueOf('i'))} <= ${today}::date) as to_count
    from (select count(*) filter (where state = 'submitted' and type like '%In')::int as approve_in,
        count(*) filter (where state = 'submitted' and type like '%Out')::int as approve_out,
        count(*) filter (where state = 'submitted' and type = 'transfer')::int as approve_transfer,
        count(*) filter (where state = 'submitted' and type = 'valueAdjust')::int as approve_adjust,
        count(*) filter (where state = 'approved' and type like '%In')::int as post_in,
        count(*) filter (where state = 'approved' and type like '%Out')::int as post_out,
        count(*) filter (where state = 'inTransit')::int as in_transit
      from stock_doc where state not in ('posted', 'voided') and deleted_at is null) documents,
      (select count(*) filter (where state = 'counting')::int as counting, count(*) filter (where state = 'review')::int as review
      from stock_count where state in ('counting', 'review') and deleted_at is null) counts,
      (select count(*) filter (where expire_date between ${today}::date and ${until}::date and hold_reason is null)::int as expiring,
        count(*) filter (where expire_date < ${today}::date and hold_reason is null)::int as expired,
        count(*) filter (where hold_reason is not null)::int as held
      from stock_batch where qty > 0 and (expire_date <= ${until}::date or hold_reason is not null)
        and not exists (select from warehouse w where w.id = warehouse_id and w.store is not null)) batches`.execute(
    unit.db,
  )
  return rows[0] as Omit<StockWaiting, 'belowMin'>
}

async function belowMin(unit: UnitOfWork): Promise<{ readonly rows: readonly BelowMin[]; readonly count: number }> {
  const { rows } = await sql<BelowMin & { readonly count: number }>`
    select count(*) over ()::int as count, id, code, name, spec, unit, qty_places::int as qty_places, min_stock::float8 as min_stock, available::float8 as available,
      (select coalesce(sum(d.qty - d.received_qty), 0)::float8 from purchase_demand d where d.item_id = i.id and d.state in ('open', 'ordered') and d.deleted_at is null) as on_order
    from stock_below_min i order by i.available / i.min_stock, code limit ${NAMED}`.execute(unit.db)
  return { rows: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 }
}

/** Batches by their expiry, with the value that is lost when nobody uses them. */
async function expiring(unit: UnitOfWork, today: string, until: string): Promise<readonly ExpiringBatch[]> {
  const { rows } = await sql<ExpiringBatch>`
    select t.id, i.name, i.spec, i.unit, i.qty_places::int as qty_places, t.size, t.batch_no, t.expire_date, t.qty::float8 as qty, w.name as warehouse,
      coalesce(round(v.value * t.qty / nullif(v.qty, 0), 2), 0)::numeric(14,2) as value, t.expire_date < ${today}::date as is_expired
    from stock_batch t join stock_item i on i.id = t.item_id join warehouse w on w.id = t.warehouse_id left join stock_value v on v.item_id = t.item_id
    where t.qty > 0 and w.store is null and t.expire_date <= ${until}::date order by t.expire_date, t.id limit ${NAMED}`.execute(
    unit.db,
  )
  return rows
}

async function overview(unit: UnitOfWork): Promise<StockOverview> {
  const today = await stockToday(unit)
  const until = addDays(today, unit.settings.number('stock.expireDays'))
  const low = await belowMin(unit)
  return {
    today,
    yesterday: addDays(today, -1),
    until,
    waiting: { ...(await waitingOf(unit, today, until)), belowMin: low.count },
    belowMin: low.rows,
    expiring: await expiring(unit, today, until),
  }
}

export const overviewRoutes = [
  route({
    method: 'GET',
    url: '/api/stock/overview/',
    permission: 'stock:Search',
    handle: ({ unit }) => overview(unit),
  }),
]
