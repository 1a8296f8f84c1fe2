/** What comes in is reserved for the tickets that wait for it: urgent ones first, then the oldest. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { addQty, subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { availableOf, stockOf } from './availability.ts'
import { batchesOf, lockBalances, placeKey } from './locks.server.ts'
import { byPlace, writeReserved } from './reserve.server.ts'

interface Waiting {
  readonly id: number
  readonly ticketId: number
  readonly itemId: number
  readonly size: string
  readonly missing: number
}

/**
 * Covers open requests of these items out of what is available now. A request that its ticket changes at this moment is
 * left to that change or to the next run, so that nobody waits while holding balances.
 */
export async function coverRequests(unit: UnitOfWork, itemIds: readonly number[] | null): Promise<number> {
  const some = itemIds === null ? sql`` : sql`and q.item_id = any(${[...itemIds]}::bigint[])`
  const { rows: places } = await sql<{ itemId: number; size: string }>`
    select distinct q.item_id, q.size from stock_request q where q.state = 'open' ${some}
      and q.wanted > (select coalesce(sum(r.qty), 0) from stock_reservation r where r.request_id = q.id)`.execute(
    unit.db,
  )
  if (places.length === 0) return 0
  const balances = await lockBalances(unit, places)
  const { rows: locked } = await sql<{ id: number }>`
    select id from stock_request where state = 'open' and item_id = any(${places.map(({ itemId }) => itemId)}::bigint[]) and (item_id, size) in
      (select "itemId", "size" from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given("itemId" bigint, "size" text))
    order by id for update skip locked`.execute(unit.db)
  const { rows: waiting } = await sql<Waiting>`
    select q.id, q.ticket_id, q.item_id, q.size, (q.wanted - coalesce(sum(r.qty), 0))::float8 as missing
    from stock_request q left join stock_reservation r on r.request_id = q.id
    where q.id = any(${locked.map(({ id }) => id)}::bigint[]) and q.state = 'open'
    group by q.id having q.wanted > coalesce(sum(r.qty), 0) order by q.is_urgent desc, q.at, q.id`.execute(unit.db)
  const batches = byPlace(await batchesOf(unit, balances))
  const parts: { requestId: number; balanceId: number; qty: number }[] = []
  for (const request of waiting) {
    let { missing } = request
    for (const balance of balances.filter(({ itemId, size }) => itemId === request.itemId && size === request.size)) {
      const { usable } = stockOf(batches.get(placeKey(balance)) ?? [], unit.clock.today())
      const qty = Math.min(missing, availableOf(usable, balance.reserved))
      if (qty <= 0) continue
      balance.reserved = addQty(balance.reserved, qty)
      missing = subtractQty(missing, qty)
      parts.push({ requestId: request.id, balanceId: balance.id, qty })
    }
  }
  await writeReserved(unit, balances)
  await sql`insert into stock_reservation (request_id, balance_id, qty)
    select "requestId", "balanceId", "qty" from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as given("requestId" bigint, "balanceId" bigint, "qty" numeric)
    on conflict (request_id, balance_id) do update set qty = stock_reservation.qty + excluded.qty`.execute(unit.db)
  await tellApplicants(unit, new Set(parts.map(({ requestId }) => requestId)), waiting)
  return sumQty(parts.map(({ qty }) => qty))
}

async function tellApplicants(
  unit: UnitOfWork,
  covered: ReadonlySet<number>,
  waiting: readonly Waiting[],
): Promise<void> {
  const tickets = [...new Set(waiting.filter(({ id }) => covered.has(id)).map(({ ticketId }) => ticketId))]
  if (tickets.length === 0) return
  const { rows } = await sql<{ id: number; no: string; applicantId: number }>`
    select id, no, applicant_id from shared_ticket where id = any(${tickets}::bigint[]) order by id`.execute(unit.db)
  for (const { id, no, applicantId } of rows)
    unit.notify({
      to: [applicantId],
      contentType: 'REMIND',
      title: { key: 'stock.arrived', params: [no] },
      link: `/workflow/ticket/${id}`,
    })
}
