/** Stores that modules keep themselves: documents that post at once, on the ledger of stock. */
import { type SqlBool, sql } from 'kysely'
import type { RoleName } from '#src/define/names.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'
import type { StoreArrival, StoreDeparture, StoreDocument, StoreGood, StoreLedger } from '../contract.ts'
import { lockDocument } from '../documents/lines.server.ts'
import { postLines } from '../documents/post.server.ts'
import { codeOf, nextNumbers } from '../ledger/documents.server.ts'
import { skipsEarlier } from '../ledger/pick.ts'

/** Rows `r` of a warehouse that a module keeps: its own pages have them. */
export const isKeptElsewhere = () =>
  sql<SqlBool>`exists (select from warehouse w where w.id = r.warehouse_id and w.store is not null)`

/** Whose each store is. It has no name for people: no page of stock shows it. */
const keepers: Readonly<Record<string, RoleName>> = { canteen: 'canteenManager', materials: 'canteenManager' }

/** The warehouse of the store, added with the first thing that comes in. */
async function warehouseOf(unit: UnitOfWork, store: string, byUser: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from warehouse where store = ${store}`.execute(unit.db)
  if (rows[0]) return rows[0].id
  const role = keepers[store]
  if (role === undefined) throw new Error(`no store ${store}`)
  const people = await unit.usersWithRole(role)
  const now = unit.clock.now()
  const { rows: added } = await sql<{ id: number }>`
    insert into warehouse (name, store, keeper_ids, created_at, created_by, updated_at, updated_by)
    values (${`— ${store}`}, ${store}, ${people.length > 0 ? [...people] : [byUser]}::bigint[], ${now}, ${byUser}, ${now}, ${byUser})
    on conflict (store) where store is not null do update set updated_at = warehouse.updated_at returning id`.execute(
    unit.db,
  )
  return added[0]?.id ?? 0
}

async function keep(
  unit: UnitOfWork,
  store: string,
  itemId: number | null,
  { name, spec, unit: counted, expires }: StoreGood,
): Promise<number> {
  const now = unit.clock.now()
  if (itemId !== null) {
    await sql`update stock_item set name = ${name}, spec = ${spec}, unit = ${counted}, updated_at = ${now}, version = version + 1
      where id = ${itemId} and store = ${store} and (name, spec, unit) is distinct from (${name}, ${spec}, ${counted})`.execute(
      unit.db,
    )
    return itemId
  }
  const { rows } = await sql<{ id: number }>`
    insert into stock_item (code, store, name, spec, category, unit, qty_places, batch_managed, expiry_managed, created_at, updated_at)
    values ('ST' || lpad(nextval('stock_item_no')::text, 6, '0'), ${store}, ${name}, ${spec}, 'other', ${counted}, '3', ${expires}, ${expires}, ${now}, ${now})
    returning id`.execute(unit.db)
  return rows[0]?.id ?? 0
}

interface Posting {
  readonly reason: string
  readonly byUser: number
}

async function postNow(
  unit: UnitOfWork,
  store: string,
  type: string,
  lines: readonly (StoreArrival & StoreDeparture)[] | readonly StoreArrival[] | readonly StoreDeparture[],
  { reason, byUser }: Posting,
): Promise<StoreDocument> {
  const warehouseId = await warehouseOf(unit, store, byUser)
  const now = unit.clock.now()
  const [no = ''] = await nextNumbers(unit, codeOf(type))
  const { rows } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, state, doc_date, reason, maker_id, qty, created_at, created_by, updated_at, updated_by)
    values (${no}, ${type}, ${warehouseId}, 'approved', ${unit.clock.today()}, ${reason}, ${byUser}, ${sumQty(lines.map(({ qty }) => qty))}, ${now}, ${byUser}, ${now}, ${byUser})
    returning id`.execute(unit.db)
  const docId = rows[0]?.id ?? 0
  const { rows: added } = await sql<{ id: number; place: number }>`
    insert into stock_doc_line (doc_id, place, item_id, batch_id, batch_no, produce_date, expire_date, qty, amount)
    select ${docId}::bigint, g.place, g."itemId", g."batchId", coalesce(g."batchNo", ''), g."produceDate", g."expireDate", g.qty, coalesce(g.amount, 0)
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb) as g(place int, "itemId" bigint, "batchId" bigint,
      "batchNo" text, "produceDate" date, "expireDate" date, qty numeric, amount numeric) order by g.place returning id, place`.execute(
    unit.db,
  )
  const { rows: moved, before, value } = await postLines(unit, await lockDocument(unit, docId), byUser)
  const placeOf = new Map(added.map(({ id, place }) => [id, place]))
  const parts = moved.map(({ lineId, batchId, qty, cents }) => ({
    line: placeOf.get(lineId) ?? 0,
    batchId: batchId ?? 0,
    qty: Math.abs(qty),
    value: fromCents(cents < 0n ? -cents : cents),
  }))
  const passedOver = lines.flatMap(({ itemId }, line) =>
    skipsEarlier(
      before.filter((batch) => batch.itemId === itemId),
      parts.filter((part) => part.line === line),
      unit.clock.today(),
    )
      ? [line]
      : [],
  )
  return { docId, no, value, parts, passedOver }
}

/** Batches of a store, behind the lock that postings hold. @throws RuleError `stock.batchUnknown` */
async function lockBatches(unit: UnitOfWork, store: string, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select b.id from stock_balance b join stock_batch t on t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id
      join warehouse w on w.id = t.warehouse_id and w.store = ${store}
    where t.id = any(${[...ids]}::bigint[]) order by b.item_id, b.size, b.warehouse_id for update of b`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('stock.batchUnknown')
}

/** The stores of modules, bound to the caller's transaction. */
export function createStoreLedger(unit: UnitOfWork): StoreLedger {
  return {
    keep: (store, itemId, good) => keep(unit, store, itemId, good),
    receive: (store, type, lines, given) => postNow(unit, store, type, lines, given),
    take: (store, type, lines, given) => postNow(unit, store, type, lines, given),
    async hold(store, batchIds, reason, byUser) {
      await lockBatches(unit, store, batchIds)
      const at = reason === null ? null : unit.clock.now()
      await sql`update stock_batch set hold_reason = ${reason}, hold_at = ${at}, hold_by = ${reason === null ? null : byUser}
        where id = any(${[...batchIds]}::bigint[])`.execute(unit.db)
    },
    async open(store, batchId, useBy) {
      await lockBatches(unit, store, [batchId])
      await sql`update stock_batch set opened_on = coalesce(opened_on, ${unit.clock.today()}::date), use_by = least(use_by, ${useBy}::date)
        where id = ${batchId}`.execute(unit.db)
    },
  }
}
