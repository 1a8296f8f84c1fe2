/** What the stores cost and how fast they turn: closed months from their frozen reports, later ones from the sums kept with the ledger. */
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import type { DeadStock, PeriodLine, StockAnalysis, StockMonth, StockMover } from './analysis.types.ts'
import { stockToday } from './overview.server.ts'

const MONTHS = 12
/** Days without an issue after which stock is called dead (50.6). */
const DEAD_DAYS = 180
/** Days over which the pace of issues is taken. */
const PACE_DAYS = 90
const LISTED = 10

async function monthsOf(unit: UnitOfWork, today: string): Promise<readonly StockMonth[]> {
  const { rows } = await sql<StockMonth>`
    with months as (select to_char(date_trunc('month', ${today}::date) - make_interval(months => n), 'YYYY-MM') as month from generate_series(0, ${MONTHS - 1}) n),
      closed as (select p.month, sum(l.in_value) as in_value, sum(l.out_value) as out_value from stock_period p join stock_period_line l on l.period_id = p.id
        where p.closed_at is not null and p.deleted_at is null and p.month in (select month from months) group by p.month),
      open as (select month, sum(in_value) as in_value, sum(out_value) as out_value from stock_month
        where month >= (select min(month) from months) and month not in (select month from closed) group by month)
    select months.month, coalesce(closed.in_value, open.in_value, 0)::numeric(14,2) as in_value, coalesce(closed.out_value, open.out_value, 0)::numeric(14,2) as out_value,
      closed.month is not null as is_closed
    from months left join closed using (month) left join open using (month) order by months.month`.execute(unit.db)
  return rows
}

/** What was issued over the days of the pace: the items with the most value, and the value of all. */
async function issuedOf(unit: UnitOfWork, today: string): Promise<{ top: readonly StockMover[]; value: string }> {
  const { rows } = await sql<StockMover & { readonly total: string }>`
    select issued.*, i.name, i.spec, i.unit, i.qty_places::int as qty_places from (
      select item_id, -sum(qty)::float8 as qty, -sum(value)::numeric(14,2) as value, -sum(sum(value)) over ()::numeric(14,2) as total
      from stock_ledger where type in ('issueOut', 'otherOut') and at >= ${addDays(today, -PACE_DAYS)}::date group by item_id
      order by value desc, item_id limit ${LISTED}) issued
    join stock_item i on i.id = issued.item_id order by issued.value desc, issued.item_id`.execute(unit.db)
  return { top: rows.map(({ total: _total, ...row }) => row), value: rows[0]?.total ?? '0.00' }
}

async function deadStock(unit: UnitOfWork, today: string): Promise<{ rows: readonly DeadStock[]; value: string }> {
  const { rows } = await sql<DeadStock & { readonly total: string }>`
    select v.item_id, i.name, i.spec, i.unit, i.qty_places::int as qty_places, v.qty::float8 as qty, v.value::numeric(14,2) as value, v.last_out_on as last_out,
      sum(v.value) over ()::numeric(14,2) as total
    from stock_value v join stock_item i on i.id = v.item_id
    where v.qty > 0 and coalesce(v.last_out_on, (i.created_at at time zone 'Asia/Shanghai')::date) <= ${today}::date - ${DEAD_DAYS}::int
    order by v.value desc, v.item_id limit ${LISTED}`.execute(unit.db)
  return { rows: rows.map(({ total: _total, ...row }) => row), value: rows[0]?.total ?? '0.00' }
}

interface Sums {
  readonly value: string
  readonly inTransitValue: string
  readonly expiringValue: string
  readonly expiredValue: string
}

async function sumsOf(unit: UnitOfWork, today: string): Promise<Sums> {
  const until = addDays(today, unit.settings.number('stock.expireDays'))
  const { rows } = await sql<Sums>`
    select (select coalesce(sum(value), 0) from stock_value)::numeric(14,2) as value,
      (select coalesce(sum(round(v.value * b.on_hand / nullif(v.qty, 0), 2)), 0) from stock_balance b join warehouse w on w.id = b.warehouse_id and w.is_transit
        join stock_value v on v.item_id = b.item_id where b.on_hand > 0)::numeric(14,2) as in_transit_value,
      coalesce(sum(round(v.value * t.qty / nullif(v.qty, 0), 2)) filter (where t.expire_date >= ${today}::date), 0)::numeric(14,2) as expiring_value,
      coalesce(sum(round(v.value * t.qty / nullif(v.qty, 0), 2)) filter (where t.expire_date < ${today}::date), 0)::numeric(14,2) as expired_value
    from stock_batch t join stock_value v on v.item_id = t.item_id join warehouse w on w.id = t.warehouse_id and w.store is null where t.qty > 0 and t.expire_date <= ${until}::date`.execute(
    unit.db,
  )
  return rows[0] as Sums
}

async function analysis(unit: UnitOfWork): Promise<StockAnalysis> {
  const today = await stockToday(unit)
  const sums = await sumsOf(unit, today)
  const issued = await issuedOf(unit, today)
  const dead = await deadStock(unit, today)
  const pace = Number(issued.value) / PACE_DAYS
  return {
    ...sums,
    months: await monthsOf(unit, today),
    turnoverDays: pace === 0 ? null : Math.round(Number(sums.value) / pace),
    topIssued: issued.top,
    dead: dead.rows,
    deadValue: dead.value,
  }
}

async function report(unit: UnitOfWork, id: number): Promise<readonly PeriodLine[]> {
  const { rows: known } = await sql`select 1 from stock_period where id = ${id}`.execute(unit.db)
  if (known.length === 0) throw notFound()
  const { rows } = await sql<PeriodLine>`
    select l.item_id, i.code, i.name, i.spec, i.category, i.unit, i.qty_places::int as qty_places, l.opening_qty::float8 as opening_qty, l.opening_value::numeric(14,2) as opening_value,
      l.in_qty::float8 as in_qty, l.in_value::numeric(14,2) as in_value, l.out_qty::float8 as out_qty, l.out_value::numeric(14,2) as out_value,
      l.closing_qty::float8 as closing_qty, l.closing_value::numeric(14,2) as closing_value
    from stock_period_line l join stock_item i on i.id = l.item_id where l.period_id = ${id} order by i.category, i.code`.execute(
    unit.db,
  )
  return rows
}

export const analysisRoutes = [
  route({
    method: 'GET',
    url: '/api/stock/analysis/',
    permission: 'stock:Search',
    handle: ({ unit }) => analysis(unit),
  }),
  route({
    method: 'GET',
    url: '/api/stock/period/:id/report/',
    permission: 'stock:Retrieve',
    params: z.object({ id: z.coerce.number().int().positive() }),
    handle: ({ unit, params: { id } }) => report(unit, id),
  }),
]
