/** What happens to stock by the day. Each job looks at what is true now, so one run after a stop catches up with all that were missed. */

import { sql } from 'kysely'
import { listOf } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { coverRequests } from './ledger/cover.server.ts'
import { nextNumbers } from './ledger/documents.server.ts'
import { release } from './ledger/reserve.server.ts'

/** Days after which the reservation of a ticket that came to its end is released (STK-57). */
const STALE_DAYS = 7
const place = '/stockmanage/inAndOutManage'

/** STK-56: the keepers are told of batches that expired, once each; the date alone keeps them from being issued. */
export async function reportExpired(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ keepers: readonly number[]; name: string; count: number }>`
    with found as (update stock_batch set expiry_told = true where qty > 0 and expire_date < ${unit.clock.today()}::date and not expiry_told
      and not exists (select from warehouse w where w.id = warehouse_id and w.store is not null)
      returning id, warehouse_id)
    select w.keeper_ids as keepers, w.name, count(*)::int as count from found join warehouse w on w.id = found.warehouse_id group by w.id order by w.id`.execute(
    unit.db,
  )
  for (const { keepers, name, count } of rows)
    unit.notify({
      to: keepers,
      contentType: 'REMIND',
      title: { key: 'stock.expired', params: [name, count] },
      link: `${place}?tab=batches`,
    })
  if (rows.length > 0) unit.changed('stockBatch', null)
}

/** STK-55: one suggestion for each item below its minimum: maximum - available - on order - in transit. */
export async function suggestOrders(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<{ id: number; name: string; spec: string; unit: string; qty: number }>`
    select i.id, i.name, i.spec, i.unit, (i.max_stock - stock.available - stock.on_order - stock.in_transit)::float8 as qty
    from stock_item i cross join lateral (select
      (select coalesce(sum(greatest(0, usable.qty - b.reserved)), 0) from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit
        cross join lateral (select coalesce(sum(t.qty), 0) as qty from stock_batch t where t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id
          and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, ${today}::date)) usable where b.item_id = i.id) as available,
      (select coalesce(sum(d.qty - d.received_qty), 0) from purchase_demand d where d.item_id = i.id and d.state in ('open', 'ordered') and d.deleted_at is null) as on_order,
      (select coalesce(sum(b.on_hand), 0) from stock_balance b join warehouse w on w.id = b.warehouse_id and w.is_transit where b.item_id = i.id) as in_transit) stock
    where i.min_stock > 0 and i.state = 'active' and i.deleted_at is null and stock.available + stock.in_transit < i.min_stock
      and i.max_stock - stock.available - stock.on_order - stock.in_transit > 0
      and not exists (select from purchase_demand d where d.item_id = i.id and d.source = 'reorder' and d.state in ('open', 'ordered') and d.deleted_at is null)
    order by i.id`.execute(unit.db)
  if (rows.length === 0) return
  const nos = await nextNumbers(unit, 'XQ', rows.length)
  const now = unit.clock.now()
  await sql`insert into purchase_demand (no, source, item_id, item_name, spec, unit, qty, created_at, updated_at)
    select "no", 'reorder', "id", "name", "spec", "unit", "qty", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, index) => ({ ...row, no: nos[index] })))}::jsonb) as given("no" text, "id" bigint, "name" text, "spec" text, "unit" text, "qty" numeric)
    on conflict (item_id, size) where source = 'reorder' and state in ('open', 'ordered') and deleted_at is null do nothing`.execute(
    unit.db,
  )
  unit.changed('purchaseDemand', null)
  unit.notify({
    to: await unit.usersWithRole('warehouseKeeper'),
    contentType: 'REMIND',
    title: { key: 'stock.reordered', params: [rows.length] },
    link: `${place}?tab=demands`,
  })
}

/** STK-57: reservations of tickets that came to their end a week ago, released and reported. */
export async function releaseStale(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: number; no: string }>`
    select distinct t.id, t.no from stock_request q join shared_ticket t on t.id = q.ticket_id
    where q.state = 'open' and t.status in ('completed', 'rejected', 'voided')
      and t.updated_at < ${unit.clock.now()}::timestamptz - make_interval(days => ${STALE_DAYS}) order by t.id`.execute(
    unit.db,
  )
  for (const { id } of rows) await release(unit, id)
  if (rows.length === 0) return
  unit.notify({
    to: await unit.usersWithRole('warehouseKeeper'),
    contentType: 'REMIND',
    title: { key: 'stock.staleReleased', params: [listOf(rows.map(({ no }) => no))] },
    link: place,
  })
}

/** Trap 6: what is reserved equals the open lines of tickets. A difference is told and not mended, since it is a fault of the program. */
export async function checkReserved(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ name: string; total: number }>`
    with held as (select r.balance_id, sum(r.qty) as qty from stock_reservation r join stock_request q on q.id = r.request_id and q.state = 'open' group by r.balance_id),
      wrong as (select coalesce(b.item_id, 0) as item_id from stock_balance b full join held on held.balance_id = b.id where coalesce(b.reserved, 0) <> coalesce(held.qty, 0))
    select i.name, count(*) over ()::int as total from wrong join stock_item i on i.id = wrong.item_id order by i.code limit 5`.execute(
    unit.db,
  )
  const [first] = rows
  if (first === undefined) return
  const people = [...(await unit.usersWithRole('warehouseKeeper')), ...(await unit.usersWithRole('sysAdmin'))]
  unit.notify({
    to: [...new Set(people)],
    contentType: 'REMIND',
    title: { key: 'stock.misfit', params: [first.total, listOf(rows.map(({ name }) => name))] },
    link: place,
  })
}

export const stockJobs: readonly JobDefinition[] = [
  { name: 'stock.expired', every: { at: '00:05', missed: 'once' }, run: reportExpired },
  { name: 'stock.reorder', every: { at: '06:30', missed: 'once' }, run: suggestOrders },
  { name: 'stock.staleReservations', every: { at: '02:40', missed: 'once' }, run: releaseStale },
  { name: 'stock.checkReserved', every: { at: '03:10', missed: 'once' }, run: checkReserved },
  // A receipt leaves out the requests that their tickets were changing at that moment.
  { name: 'stock.coverRequests', every: { minutes: 10 }, run: async (unit) => void (await coverRequests(unit, null)) },
]
