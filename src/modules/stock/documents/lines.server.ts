/** Documents and their lines as posting reads them. */
import { sql } from 'kysely'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

export interface DocumentRow {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly state: string
  readonly warehouseId: number
  readonly toWarehouseId: number | null
  readonly docDate: string
  readonly ticketId: number | null
  readonly countId: number | null
  readonly purchaseId: number | null
  readonly reversesId: number | null
  /** The receipt that a return to the vendor is of. */
  readonly receiptId: number | null
  readonly makerId: number | null
  readonly reason: string | null
}

export interface LineRow {
  readonly id: number
  /** From 0. */
  readonly place: number
  readonly itemId: number
  readonly name: string
  readonly size: string
  readonly batchId: number | null
  readonly batchNo: string
  readonly produceDate: string | null
  readonly expireDate: string | null
  readonly binId: number | null
  readonly qty: number
  readonly receivedQty: number | null
  readonly price: string
  readonly amount: string
  readonly batchManaged: boolean
  readonly expiryManaged: boolean
  /** The demand that a receipt answers. */
  readonly demandId: number | null
}

/** The document, locked before everything it posts to. */
export async function lockDocument(unit: UnitOfWork, id: number): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRow>`
    select id, no, type, state, warehouse_id, to_warehouse_id, doc_date, ticket_id, count_id, purchase_id, reverses_id, receipt_id, maker_id, reason
    from stock_doc where id = ${id} and deleted_at is null for update`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

export async function linesOf(unit: UnitOfWork, docId: number): Promise<readonly LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.place, l.item_id, i.name, l.size, l.batch_id, l.batch_no, l.produce_date, l.expire_date, l.bin_id, l.qty::float8 as qty,
      l.received_qty::float8 as received_qty, l.price, l.amount, i.batch_managed, i.expiry_managed, l.demand_id
    from stock_doc_line l join stock_item i on i.id = l.item_id where l.doc_id = ${docId} order by l.place`.execute(
    unit.db,
  )
  return rows
}

/** Where goods are that were sent and have not arrived. */
export async function transitWarehouse(unit: UnitOfWork): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from warehouse where is_transit`.execute(unit.db)
  if (rows[0]) return rows[0].id
  const now = unit.clock.now()
  const { rows: added } = await sql<{ id: number }>`
    insert into warehouse (name, is_transit, created_at, updated_at) values ('—', true, ${now}, ${now})
    on conflict (is_transit) where is_transit do update set updated_at = warehouse.updated_at returning id`.execute(
    unit.db,
  )
  return added[0]?.id ?? 0
}
