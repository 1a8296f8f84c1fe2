/** The one writer of batches, balances, values and the ledger: rows in posting order under the locks of `locks.server.ts`. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { addQty, fromThousandths, subtractQty, toThousandths } from '#src/fields/quantity/quantities.ts'
import { refuseFiner } from '../contract.ts'
import { availableOf, stockOf } from './availability.ts'
import { isSound, valueOfIssue } from './average.ts'
import { type Balance, type BatchRow, type ItemValue, type Place, placeKey } from './locks.server.ts'
import { refusePaperDay } from './paperDays.server.ts'
import { isUsable } from './pick.ts'

/** A batch as a document names it, before it has a row. */
export interface NewBatch extends Place {
  readonly batchNo: string
  readonly produceDate: string | null
  readonly expireDate: string | null
  readonly binId: number | null
  /** First day on which some of it came in. */
  readonly receivedOn: string
}

/** What a row of the ledger is worth: the moving average, so many cents, or the opposite of an earlier move of the same posting. */
export type MoveValue = 'average' | { readonly cents: bigint } | { readonly oppositeOf: number }

export interface Move {
  readonly lineId: number
  readonly place: Place
  /** Null where only the value moves. */
  readonly batchId: number | null
  /** Signed. */
  readonly qty: number
  readonly value: MoveValue
  /** Ledger row that is given back. */
  readonly ofId?: number
}

export interface PostingDocument {
  readonly id: number
  readonly type: string
  readonly docDate: string
  readonly ticketId: number | null
  readonly byUser: number | null
}

/** What is locked and may change. */
export interface LockedStock {
  readonly values: ReadonlyMap<number, ItemValue>
  readonly balances: readonly Balance[]
  readonly batches: readonly BatchRow[]
}

export interface PostedRow {
  readonly id: number
  readonly lineId: number
  readonly batchId: number | null
  readonly qty: number
  readonly cents: bigint
}

const batchKey = (batch: Place & { readonly batchNo: string; readonly expireDate: string | null }): string =>
  `${placeKey(batch)}/${batch.expireDate ?? ''}/${batch.batchNo}`

/** Ids of batches by what identifies them, new ones added; their balances are locked. Another date is another batch. */
export async function addBatches(unit: UnitOfWork, wanted: readonly NewBatch[]): Promise<(batch: NewBatch) => number> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given("itemId" bigint, "size" text, "warehouseId" bigint,
    "batchNo" text, "produceDate" date, "expireDate" date, "binId" bigint, "receivedOn" date)`
  await sql`insert into stock_batch (item_id, size, warehouse_id, batch_no, produce_date, expire_date, bin_id, received_on)
    select "itemId", "size", "warehouseId", "batchNo", "produceDate", "expireDate", "binId", "receivedOn" from ${given} order by 1, 2, 3, 4, 6
    on conflict (item_id, size, warehouse_id, batch_no, coalesce(expire_date, 'infinity'::date)) do nothing`.execute(
    unit.db,
  )
  const { rows } = await sql<Place & { id: number; batchNo: string; expireDate: string | null }>`
    select distinct t.id, t.item_id, t.size, t.warehouse_id, t.batch_no, t.expire_date from ${given} join stock_batch t
      on t.item_id = given."itemId" and t.size = given."size" and t.warehouse_id = given."warehouseId"
      and t.batch_no = given."batchNo" and t.expire_date is not distinct from given."expireDate"
    where t.item_id = any(${wanted.map(({ itemId }) => itemId)}::bigint[])`.execute(unit.db)
  const ids = new Map(rows.map((row) => [batchKey(row), row.id]))
  return (batch) => {
    const id = ids.get(batchKey(batch))
    if (id === undefined) throw new Error(`batch ${batchKey(batch)} was not added`)
    return id
  }
}

interface LedgerRow extends Omit<Move, 'value' | 'place'>, Place {
  readonly seq: number
  readonly value: string
  readonly balanceAfter: number
  readonly batchAfter: number | null
  readonly itemQtyAfter: number
  readonly itemValueAfter: string
}

/** Applies the moves in their order and writes them. @throws RuleError `stock.insufficient`, `stock.valueNegative` */
export async function post(
  unit: UnitOfWork,
  document: PostingDocument,
  locked: LockedStock,
  moves: readonly Move[],
): Promise<readonly PostedRow[]> {
  const today = unit.clock.today()
  const balances = new Map(locked.balances.map((balance) => [placeKey(balance), balance]))
  const batches = new Map(locked.batches.map((batch) => [batch.id, batch]))
  const values: bigint[] = []
  const rows: LedgerRow[] = []
  const taken = new Map<string, number>()
  for (const move of moves) {
    const key = placeKey(move.place)
    const [item, balance] = [locked.values.get(move.place.itemId), balances.get(key)]
    if (!item || !balance) throw new Error(`stock ${key} is not locked`)
    const batch = move.batchId === null ? null : batches.get(move.batchId)
    if (batch === undefined) throw new Error(`batch ${move.batchId} is not locked`)
    refuseFiner(item, move.qty)
    if (batch && batch.qty < -move.qty) throw new RuleError('stock.insufficient', item.name, batch.qty, -move.qty)
    if (batch && move.qty < 0 && isUsable(batch, today)) taken.set(key, subtractQty(taken.get(key) ?? 0, move.qty))
    const before = { qty: item.qty, cents: item.cents }
    const cents = centsOf(move, item, values)
    item.qty += toThousandths(move.qty)
    item.cents += cents
    if (!isSound(item, before))
      throw new RuleError('stock.valueNegative', item.name, fromCents(before.cents), fromCents(-cents))
    item.seq += 1
    balance.onHand = addQty(balance.onHand, move.qty)
    if (batch) batch.qty = addQty(batch.qty, move.qty)
    values.push(cents)
    rows.push({
      ...move.place,
      lineId: move.lineId,
      batchId: move.batchId,
      qty: move.qty,
      ...(move.ofId !== undefined && { ofId: move.ofId }),
      seq: item.seq,
      value: fromCents(cents),
      balanceAfter: balance.onHand,
      batchAfter: batch?.qty ?? null,
      itemQtyAfter: fromThousandths(item.qty),
      itemValueAfter: fromCents(item.cents),
    })
  }
  refuseReserved(locked, taken, today)
  const ids = await write(unit, document, locked, rows)
  // What only comes in makes no day worse.
  const lowered = rows.filter(({ qty }) => qty <= 0).map(({ itemId }) => itemId)
  await refusePaperDay(unit, document.docDate, [...new Set(lowered)])
  return ids.map((id, index) => ({
    id,
    lineId: rows[index]?.lineId ?? 0,
    batchId: rows[index]?.batchId ?? null,
    qty: rows[index]?.qty ?? 0,
    cents: values[index] ?? 0n,
  }))
}

function centsOf(move: Move, item: ItemValue, values: readonly bigint[]): bigint {
  if (move.value !== 'average') {
    if ('cents' in move.value) return move.value.cents
    return -(values[move.value.oppositeOf] ?? 0n)
  }
  if (move.qty > 0) throw new Error('what comes in has a value of its own')
  const qty = toThousandths(-move.qty)
  if (qty > item.qty) throw new RuleError('stock.insufficient', item.name, fromThousandths(item.qty), -move.qty)
  return -valueOfIssue(item, qty)
}

/** Nothing takes what is reserved for others; down to it is allowed. */
function refuseReserved(locked: LockedStock, taken: ReadonlyMap<string, number>, today: string): void {
  for (const balance of locked.balances) {
    const key = placeKey(balance)
    const stock = stockOf(
      locked.batches.filter((batch) => placeKey(batch) === key),
      today,
    )
    const units = taken.get(key) ?? 0
    const isShort = balance.onHand < balance.reserved || (units > 0 && stock.usable < balance.reserved)
    if (!isShort) continue
    const name = locked.values.get(balance.itemId)?.name ?? ''
    const free = availableOf(addQty(stock.usable, units), balance.reserved)
    throw new RuleError(
      'stock.insufficient',
      name,
      free,
      Math.max(units, subtractQty(addQty(free, balance.reserved), balance.onHand)),
    )
  }
}

/** Adds the rows to the sums of the month of their document. */
async function addToMonth(unit: UnitOfWork, docDate: string, rows: readonly LedgerRow[]): Promise<void> {
  await sql`
    insert into stock_month as m (item_id, month, in_qty, in_value, out_qty, out_value)
    select "itemId", ${docDate.slice(0, 7)}, coalesce(sum("qty") filter (where "qty" > 0), 0), coalesce(sum("value") filter (where "value" > 0), 0),
      -coalesce(sum("qty") filter (where "qty" < 0), 0), -coalesce(sum("value") filter (where "value" < 0), 0)
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ itemId, qty, value }) => ({ itemId, qty, value })))}::jsonb)
      as given("itemId" bigint, "qty" numeric, "value" numeric) group by "itemId" order by "itemId"
    on conflict (item_id, month) do update set in_qty = m.in_qty + excluded.in_qty, in_value = m.in_value + excluded.in_value,
      out_qty = m.out_qty + excluded.out_qty, out_value = m.out_value + excluded.out_value`.execute(unit.db)
}

/** When items last went out, once some of it came back: what is back whole or was voided did not go out. */
async function correctLastOut(unit: UnitOfWork, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return
  await sql`update stock_value v set last_out_on = (
      select max(l.doc_date) from stock_ledger l where l.item_id = v.item_id and l.qty < 0 and l.of_id is null and l.type <> 'transfer'
        and coalesce((select sum(back.qty) from stock_ledger back where back.of_id = l.id), 0) < -l.qty)
    where v.item_id = any(${[...new Set(itemIds)]}::bigint[])`.execute(unit.db)
}

async function write(
  unit: UnitOfWork,
  document: PostingDocument,
  locked: LockedStock,
  rows: readonly LedgerRow[],
): Promise<readonly number[]> {
  const places = new Set(rows.map(placeKey))
  const balances = locked.balances.filter((balance) => places.has(placeKey(balance)))
  const ids = new Set(rows.map(({ batchId }) => batchId))
  const batches = locked.batches.filter(({ id }) => ids.has(id))
  const items = [...new Set(rows.map(({ itemId }) => itemId))].flatMap((id) => locked.values.get(id) ?? [])
  const left = new Set(
    document.type === 'transfer'
      ? []
      : rows.filter(({ qty, ofId = null }) => qty < 0 && ofId === null).map(({ itemId }) => itemId),
  )
  await sql`update stock_value v set qty = given."qty", value = given."value", last_seq = given."seq",
      last_out_on = case when given."isOut" then greatest(v.last_out_on, ${document.docDate}::date) else v.last_out_on end
    from jsonb_to_recordset(${JSON.stringify(items.map(({ itemId, qty, cents, seq }) => ({ itemId, qty: fromThousandths(qty), value: fromCents(cents), seq, isOut: left.has(itemId) })))}::jsonb)
      as given("itemId" bigint, "qty" numeric, "value" numeric, "seq" bigint, "isOut" boolean)
    where v.item_id = given."itemId" and v.item_id = any(${items.map(({ itemId }) => itemId)}::bigint[])`.execute(
    unit.db,
  )
  await sql`update stock_balance b set on_hand = given."onHand", reserved = given."reserved"
    from jsonb_to_recordset(${JSON.stringify(balances.map(({ id, onHand, reserved }) => ({ id, onHand, reserved })))}::jsonb)
      as given("id" bigint, "onHand" numeric, "reserved" numeric)
    where b.id = given."id" and b.id = any(${balances.map(({ id }) => id)}::bigint[])`.execute(unit.db)
  await sql`update stock_batch t set qty = given."qty"
    from jsonb_to_recordset(${JSON.stringify(batches.map(({ id, qty }) => ({ id, qty })))}::jsonb) as given("id" bigint, "qty" numeric)
    where t.id = given."id" and t.id = any(${batches.map(({ id }) => id)}::bigint[])`.execute(unit.db)
  const { rows: written } = await sql<{ id: number; itemId: number; seq: number }>`
    insert into stock_ledger (item_id, seq, size, warehouse_id, batch_id, doc_id, line_id, type, qty, value, balance_after, batch_after,
      item_qty_after, item_value_after, of_id, ticket_id, at, doc_date, by_user)
    select "itemId", "seq", "size", "warehouseId", "batchId", ${document.id}::bigint, "lineId", ${document.type}::text, "qty", "value", "balanceAfter", "batchAfter",
      "itemQtyAfter", "itemValueAfter", "ofId", ${document.ticketId}::bigint, ${unit.clock.now()}::timestamptz, ${document.docDate}::date, ${document.byUser}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("itemId" bigint, "seq" bigint, "size" text, "warehouseId" bigint, "batchId" bigint,
      "lineId" bigint, "qty" numeric, "value" numeric, "balanceAfter" numeric, "batchAfter" numeric, "itemQtyAfter" numeric, "itemValueAfter" numeric, "ofId" bigint)
    order by "itemId", "seq" returning id, item_id, seq`.execute(unit.db)
  await correctLastOut(
    unit,
    rows.filter(({ qty, ofId = null }) => qty > 0 && ofId !== null).map(({ itemId }) => itemId),
  )
  if (document.type !== 'transfer') await addToMonth(unit, document.docDate, rows)
  unit.changed('stockBalance', null)
  unit.changed('stockEntry', null)
  const byRow = new Map(written.map(({ id, itemId, seq }) => [`${itemId}/${seq}`, id]))
  return rows.map(({ itemId, seq }) => byRow.get(`${itemId}/${seq}`) ?? 0)
}
