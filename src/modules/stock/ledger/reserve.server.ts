/** Reservations of tickets, by item, size and warehouse (E2, STK-57). */
import { sql } from 'kysely'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { addQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import type { ReservedLine, ReserveOrder, StockLine } from '../contract.ts'
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
  unit: UnitOfWork,
  ticketId: number,
  keys: readonly string[] | null = null,
): Promise<readonly RequestRow[]> {
  await sql`select from stock_request where ticket_id = ${ticketId} and state = 'open' order by id for update`.execute(
    unit.db,
  )
  const { rows } = await sql<RequestRow>`
    select q.id, q.line_key, q.item_id, q.size, q.wanted::float8 as wanted,
      coalesce((select jsonb_agg(jsonb_build_object('balanceId', r.balance_id, 'qty', r.qty) order by r.balance_id)
        from stock_reservation r where r.request_id = q.id and r.qty > 0), '[]') as parts
    from stock_request q where q.ticket_id = ${ticketId} and q.state = 'open' ${keys === null ? sql`` : sql`and q.line_key = any(${[...keys]}::text[])`}
    order by q.id`.execute(unit.db)
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
export async function writeReserved(unit: UnitOfWork, balances: readonly Balance[]): Promise<void> {
  if (balances.length === 0) return
  await sql`update stock_balance b set reserved = given."reserved"
    from jsonb_to_recordset(${JSON.stringify(balances.map(({ id, reserved }) => ({ id, reserved })))}::jsonb) as given("id" bigint, "reserved" numeric)
    where b.id = given."id" and b.id = any(${balances.map(({ id }) => id)}::bigint[]) and b.reserved <> given."reserved"`.execute(
    unit.db,
  )
  unit.changed('stockBalance', null)
}

/** Takes the reservations of these requests out of their balances, in memory and in their rows. */
export async function endReservations(
  unit: UnitOfWork,
  requests: readonly RequestRow[],
  balances: ReadonlyMap<number, Balance>,
): Promise<void> {
  for (const { balanceId, qty } of requests.flatMap(({ parts }) => parts)) {
    const balance = balances.get(balanceId)
    if (balance) balance.reserved = subtractQty(balance.reserved, qty)
  }
  await sql`delete from stock_reservation where request_id = any(${requests.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
}

export async function closeRequests(unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update stock_request set state = 'closed', closed_at = ${unit.clock.now()} where id = any(${[...ids]}::bigint[])`.execute(
    unit.db,
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
      if (balance) balance.reserved = addQty(balance.reserved, qty)
    }
    return { key: line.key, line, reserved: subtractQty(line.qty, short), short, parts }
  })
}

/** The refusal of every short line at once, with the numbers behind each. */
export async function insufficient(
  unit: UnitOfWork,
  short: readonly { readonly line: StockLine; readonly short: number }[],
  ticketId: number | null,
): Promise<RuleError> {
  const shortages = await shortagesOf(unit, short, ticketId)
  const problems: (readonly [string, Problem])[] = shortages.map(({ key, name, wanted, short: missing }) => [
    `${key}.qty`,
    { key: 'stock.insufficient', params: [name, subtractQty(wanted, missing), wanted] },
  ])
  const first = problems[0]?.[1]
  return new RuleError('stock.insufficient', ...(first?.params ?? []))
    .with({ shortages })
    .among(Object.fromEntries(problems.map(([path, problem]) => [path, [problem]])))
}

const distinct = (lines: readonly StockLine[]) => lines.map(({ itemId, size }) => ({ itemId, size: size ?? '' }))

export async function reserve(unit: UnitOfWork, order: ReserveOrder): Promise<readonly ReservedLine[]> {
  const lines = order.lines.filter(({ qty }) => qty > 0)
  const before = await lockRequests(unit, order.ticketId)
  const held = before.flatMap(({ parts }) => parts.map(({ balanceId }) => balanceId))
  const balances = await lockBalances(unit, distinct(lines), held)
  await endReservations(unit, before, new Map(balances.map((balance) => [balance.id, balance])))
  const allocated = allocateLines(lines, balances, await batchesOf(unit, balances), unit.clock.today())
  const short = allocated.filter((one) => one.short > 0)
  if (short.length > 0 && !order.acceptShortage) throw await insufficient(unit, short, order.ticketId)
  await writeReserved(unit, balances)
  await writeRequests(unit, order, allocated)
  const keys = new Set(lines.map(({ key }) => key))
  await closeRequests(
    unit,
    before.filter(({ lineKey }) => !keys.has(lineKey)).map(({ id }) => id),
  )
  return allocated.map(({ key, reserved, short: missing }) => ({ key, reserved, short: missing }))
}

async function writeRequests(unit: UnitOfWork, order: ReserveOrder, allocated: readonly Allocated[]): Promise<void> {
  const rows = allocated.map(({ line, parts }) => ({
    key: line.key,
    itemId: line.itemId,
    size: line.size ?? '',
    wanted: line.qty,
    parts,
  }))
  await sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("key" text, "itemId" bigint, "size" text, "wanted" numeric, "parts" jsonb)),
    saved as (
      insert into stock_request (ticket_id, line_key, item_id, size, wanted, is_urgent, at)
      select ${order.ticketId}::bigint, "key", "itemId", "size", "wanted", ${order.isUrgent === true}::boolean, ${unit.clock.now()}::timestamptz from given
      on conflict (ticket_id, line_key) do update set item_id = excluded.item_id, size = excluded.size, wanted = excluded.wanted,
        is_urgent = excluded.is_urgent, state = 'open', closed_at = null
      returning id, line_key)
    insert into stock_reservation (request_id, balance_id, qty)
    select saved.id, (part ->> 'id')::bigint, (part ->> 'qty')::numeric
    from given join saved on saved.line_key = given."key" cross join jsonb_array_elements(given."parts") part`.execute(
    unit.db,
  )
}

export async function release(unit: UnitOfWork, ticketId: number, keys?: readonly string[]): Promise<void> {
  const requests = await lockRequests(unit, ticketId, keys ?? null)
  if (requests.length === 0) return
  const balances = await lockBalances(
    unit,
    [],
    requests.flatMap(({ parts }) => parts.map(({ balanceId }) => balanceId)),
  )
  await endReservations(unit, requests, new Map(balances.map((balance) => [balance.id, balance])))
  await writeReserved(unit, balances)
  await closeRequests(
    unit,
    requests.map(({ id }) => id),
  )
}
