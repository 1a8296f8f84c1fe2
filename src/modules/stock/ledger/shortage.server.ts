/** Why there is not enough, in numbers a person can act on: who holds what, what expired, and what would do instead. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { addQty, subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import type { StockFigures, StockLine, StockShortage } from '../contract.ts'

/** Figures of items by size over all warehouses in use, without locking. */
export async function figuresOf(unit: UnitOfWork, itemIds: readonly number[]): Promise<readonly StockFigures[]> {
  const today = unit.clock.today()
  const { rows } = await sql<StockFigures>`
    select s.item_id, s.size, s.reserved::float8 as reserved, s.on_hand::float8 as on_hand, s.usable::float8 as usable, s.expired::float8 as expired,
      s.held::float8 as held, s.nearest_expiry, greatest(0, s.usable - s.reserved)::float8 as available from (
      select place.item_id, place.size, sum(place.reserved) as reserved, sum(on_hand) as on_hand, sum(usable) as usable,
        sum(expired) as expired, sum(held) as held, min(nearest_expiry) as nearest_expiry
      from (
        select b.id, b.item_id, b.size, b.reserved, coalesce(sum(t.qty), 0) as on_hand,
          coalesce(sum(t.qty) filter (where stock_usable(t.expire_date, t.hold_reason, ${today}::date)), 0) as usable,
          coalesce(sum(t.qty) filter (where t.expire_date < ${today}::date), 0) as expired,
          coalesce(sum(t.qty) filter (where t.hold_reason is not null and coalesce(t.expire_date >= ${today}::date, true)), 0) as held,
          min(t.expire_date) filter (where t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, ${today}::date)) as nearest_expiry
        from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit
        left join stock_batch t on t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id and t.qty > 0
        where b.item_id = any(${[...itemIds]}::bigint[]) group by b.id) place
      group by place.item_id, place.size) s order by s.item_id, s.size`.execute(unit.db)
  return rows
}

/** Tickets named as holders of what is reserved. */
const NAMED_HOLDERS = 5

export async function shortagesOf(
  unit: UnitOfWork,
  lines: readonly { readonly line: StockLine; readonly short: number }[],
  ticketId: number | null,
): Promise<readonly StockShortage[]> {
  const ids = [...new Set(lines.map(({ line }) => line.itemId))]
  const [known, substitutes] = [await figuresOf(unit, ids), await substitutesOf(unit, ids)]
  const { rows: items } = await sql<{ id: number; name: string }>`
    select id, name from stock_item where id = any(${ids}::bigint[])`.execute(unit.db)
  const { rows: holders } = await sql<{ itemId: number; size: string; nos: readonly string[] }>`
    select q.item_id, q.size, (array_agg(distinct ticket.no))[1:${NAMED_HOLDERS}] as nos
    from stock_request q join stock_reservation r on r.request_id = q.id and r.qty > 0 join shared_ticket ticket on ticket.id = q.ticket_id
    where q.state = 'open' and q.item_id = any(${ids}::bigint[]) and q.ticket_id is distinct from ${ticketId}::bigint
    group by q.item_id, q.size`.execute(unit.db)
  const nothing = { onHand: 0, usable: 0, reserved: 0, available: 0, expired: 0, held: 0, nearestExpiry: null }
  return lines.map(({ line, short }) => {
    const size = line.size ?? ''
    const isSame = (one: { itemId: number; size: string }) => one.itemId === line.itemId && one.size === size
    return {
      ...(known.find(isSame) ?? nothing),
      itemId: line.itemId,
      size,
      key: line.key,
      name: items.find(({ id }) => id === line.itemId)?.name ?? '',
      wanted: line.qty,
      short,
      reservedBy: holders.find(isSame)?.nos ?? [],
      substitutes: substitutes.filter(({ forId }) => forId === line.itemId),
    }
  })
}

/** Lines that cannot be covered now, read without locking: what the ticket has reserved is available to it. */
export async function shortagesNow(
  unit: UnitOfWork,
  lines: readonly StockLine[],
  ticketId: number | null,
): Promise<readonly StockShortage[]> {
  const ids = [...new Set(lines.map(({ itemId }) => itemId))]
  if (ids.length === 0) return []
  const figures = await figuresOf(unit, ids)
  const { rows: own } = await sql<{ key: string; qty: number }>`
    select q.line_key as key, sum(r.qty)::float8 as qty from stock_request q join stock_reservation r on r.request_id = q.id
    where q.ticket_id = ${ticketId}::bigint and q.state = 'open' group by q.line_key`.execute(unit.db)
  const short = lines.flatMap((line) => {
    const free = addQty(
      figures.find(({ itemId, size }) => itemId === line.itemId && size === (line.size ?? ''))?.available ?? 0,
      own.find(({ key }) => key === line.key)?.qty ?? 0,
    )
    return line.qty > free ? [{ line, short: subtractQty(line.qty, free) }] : []
  })
  return short.length === 0 ? [] : shortagesOf(unit, short, ticketId)
}

async function substitutesOf(unit: UnitOfWork, ids: readonly number[]) {
  const { rows } = await sql<{ forId: number; itemId: number; name: string }>`
    select s.item_id as for_id, i.id as item_id, i.name from stock_substitute s join stock_item i on i.id = s.substitute_id
    where s.item_id = any(${[...ids]}::bigint[]) and s.deleted_at is null and i.state = 'active' order by i.code`.execute(
    unit.db,
  )
  if (rows.length === 0) return []
  const known = await figuresOf(
    unit,
    rows.map(({ itemId }) => itemId),
  )
  return rows
    .map((row) => ({
      ...row,
      available: sumQty(known.filter(({ itemId }) => itemId === row.itemId).map((one) => one.available)),
    }))
    .filter(({ available }) => available > 0)
}
