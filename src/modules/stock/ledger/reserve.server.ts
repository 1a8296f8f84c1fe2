/** Reservations of tickets, by item, size and warehouse (E2, STK-57). */
import { sql } from 'kysely'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { ReservedLine, ReserveOrder, StockLine } from '#src/define/stock/stockLedger.ts'
import { allocate, availableOf, stockOf } from './availability.ts'
import { type Balance, type BatchRow, batchesOf, lockBalances, placeKey } from './locks.server.ts'
import { shortagesOf } from './shortage.server.ts'

export interface RequestRow {
  readonly id: number
  readonly lineKey: string
  readonly itemId: number
  readonly size: string
  readonly wanted: number
  readonly parts: readonly { readonly balanceId: number; readonly qty: number }[]
}

/** Open requests of a ticket, locked, with what is reserved for them. */
export async function lockRequests(
  base: Base,
  ticketId: number,
  keys: readonly string[] | null = null,
): Promise<readonly RequestRow[]> {
  await sql`select from stock_request where ticket_id = ${ticketId} and state = 'open' order by id for update`.execute(
    base.db,
  )
  const { rows } = await sql<RequestRow>`
    select q.id, q.line_key, q.item_id, q.size, q.wanted,
      coalesce((select jsonb_agg(jsonb_build_object('balanceId', r.balance_id, 'qty', r.qty) order by r.balance_id)
        from stock_reservation r where r.request_id = q.id and r.qty > 0), '[]') as parts
    from stock_request q where q.ticket_id = ${ticketId} and q.state = 'open' ${keys === null ? sql`` : sql`and q.line_key = any(${[...keys]}::text[])`}
    order by q.id`.execute(base.db)
  return rows
}

/** Batches by the place they are in. */
export function byPlace(batches: readonly BatchRow[]): ReadonlyMap<string, readonly BatchRow[]> {
  const places = new Map<string, BatchRow[]>()
  for (const batch of batches) {
    const key = placeKey(batch)
    places.set(key, [...(places.get(key) ?? []), batch])
  }
  return places
}

/** Writes what is reserved in these balances. */
export async function writeReserved(base: Base, balances: readonly Balance[]): Promise<void> {
  if (balances.length === 0) return
  await sql`update stock_balance b set reserved = given."reserved"
    from jsonb_to_recordset(${JSON.stringify(balances.map(({ id, reserved }) => ({ id, reserved })))}::jsonb) as given("id" bigint, "reserved" bigint)
    where b.id = given."id" and b.reserved <> given."reserved"`.execute(base.db)
  base.changed('stockBalance', null)
}

/** Takes the reservations of these requests out of their balances, in memory and in their rows. */
export async function endReservations(
  base: Base,
  requests: readonly RequestRow[],
  balances: ReadonlyMap<number, Balance>,
): Promise<void> {
  for (const { balanceId, qty } of requests.flatMap(({ parts }) => parts)) {
    const balance = balances.get(balanceId)
    if (balance) balance.reserved -= qty
  }
  await sql`delete from stock_reservation where request_id = any(${requests.map(({ id }) => id)}::bigint[])`.execute(
    base.db,
  )
}

export async function closeRequests(base: Base, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update stock_request set state = 'closed', closed_at = ${base.clock.now()} where id = any(${[...ids]}::bigint[])`.execute(
    base.db,
  )
}

interface Allocated extends ReservedLine {
  readonly line: StockLine
  readonly parts: readonly { readonly id: number; readonly qty: number }[]
}

function allocateLines(
  lines: readonly StockLine[],
  balances: readonly Balance[],
  batches: readonly BatchRow[],
  today: string,
): readonly Allocated[] {
  const places = byPlace(batches)
  return lines.map((line) => {
    const free = balances
      .filter(
        (one) =>
          one.itemId === line.itemId &&
          one.size === (line.size ?? '') &&
          (line.warehouseId === undefined || one.warehouseId === line.warehouseId),
      )
      .map((one) => ({
        id: one.id,
        free: availableOf(stockOf(places.get(placeKey(one)) ?? [], today).usable, one.reserved),
      }))
    const { parts, short } = allocate(free, line.qty)
    for (const { id, qty } of parts) {
      const balance = balances.find((one) => one.id === id)
      if (balance) balance.reserved += qty
    }
    return { key: line.key, line, reserved: line.qty - short, short, parts }
  })
}

/** The refusal of every short line at once, with the numbers behind each. */
export async function insufficient(
  base: Base,
  short: readonly { readonly line: StockLine; readonly short: number }[],
  ticketId: number | null,
): Promise<RuleError> {
  const shortages = await shortagesOf(base, short, ticketId)
  const problems: (readonly [string, Problem])[] = shortages.map(({ key, name, wanted, short: missing }) => [
    `${key}.qty`,
    { key: 'stock.insufficient', params: [name, wanted - missing, wanted] },
  ])
  const first = problems[0]?.[1]
  return new RuleError('stock.insufficient', ...(first?.params ?? []))
    .with({ shortages })
    .among(Object.fromEntries(problems.map(([path, problem]) => [path, [problem]])))
}

const distinct = (lines: readonly StockLine[]) => lines.map(({ itemId, size }) => ({ itemId, size: size ?? '' }))

export async function reserve(base: Base, order: ReserveOrder): Promise<readonly ReservedLine[]> {
  const lines = order.lines.filter(({ qty }) => qty > 0)
  const before = await lockRequests(base, order.ticketId)
  const held = before.flatMap(({ parts }) => parts.map(({ balanceId }) => balanceId))
  const balances = await lockBalances(base, distinct(lines), held)
  await endReservations(base, before, new Map(balances.map((balance) => [balance.id, balance])))
  const allocated = allocateLines(lines, balances, await batchesOf(base, balances), base.clock.today())
  const short = allocated.filter((one) => one.short > 0)
  if (short.length > 0 && !order.acceptShortage) throw await insufficient(base, short, order.ticketId)
  await writeReserved(base, balances)
  await writeRequests(base, order, allocated)
  const keys = new Set(lines.map(({ key }) => key))
  await closeRequests(
    base,
    before.filter(({ lineKey }) => !keys.has(lineKey)).map(({ id }) => id),
  )
  return allocated.map(({ key, reserved, short: missing }) => ({ key, reserved, short: missing }))
}

async function writeRequests(base: Base, order: ReserveOrder, allocated: readonly Allocated[]): Promise<void> {
  const rows = allocated.map(({ line, parts }) => ({
    key: line.key,
    itemId: line.itemId,
    size: line.size ?? '',
    wanted: line.qty,
    parts,
  }))
  await sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("key" text, "itemId" bigint, "size" text, "wanted" bigint, "parts" jsonb)),
    saved as (
      insert into stock_request (ticket_id, line_key, item_id, size, wanted, is_urgent, at)
      select ${order.ticketId}::bigint, "key", "itemId", "size", "wanted", ${order.isUrgent === true}::boolean, ${base.clock.now()}::timestamptz from given
      on conflict (ticket_id, line_key) do update set item_id = excluded.item_id, size = excluded.size, wanted = excluded.wanted,
        is_urgent = excluded.is_urgent, state = 'open', closed_at = null
      returning id, line_key)
    insert into stock_reservation (request_id, balance_id, qty)
    select saved.id, (part ->> 'id')::bigint, (part ->> 'qty')::bigint
    from given join saved on saved.line_key = given."key" cross join jsonb_array_elements(given."parts") part`.execute(
    base.db,
  )
}

export async function release(base: Base, ticketId: number, keys?: readonly string[]): Promise<void> {
  const requests = await lockRequests(base, ticketId, keys ?? null)
  if (requests.length === 0) return
  const balances = await lockBalances(
    base,
    [],
    requests.flatMap(({ parts }) => parts.map(({ balanceId }) => balanceId)),
  )
  await endReservations(base, requests, new Map(balances.map((balance) => [balance.id, balance])))
  await writeReserved(base, balances)
  await closeRequests(
    base,
    requests.map(({ id }) => id),
  )
}
