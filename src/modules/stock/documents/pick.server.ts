/** What a document will take, before it is posted: read without locks, for paper. */
import { sql } from 'kysely'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type Balance, batchesOf } from '../ledger/locks.server.ts'
import type { BatchPart } from '../ledger/pick.ts'
import { type DocumentRow, linesOf } from './lines.server.ts'
import { picksOf } from './post.server.ts'

/** Batches and quantities of a document that goes out; refuses with the numbers when it cannot be covered. */
export async function pickPreview(unit: UnitOfWork, id: number): Promise<readonly BatchPart[]> {
  const { rows } = await sql<DocumentRow>`
    select id, no, type, state, warehouse_id, to_warehouse_id, doc_date, ticket_id, count_id, purchase_id, reverses_id, maker_id, reason
    from stock_doc where id = ${id} and deleted_at is null and (type like '%Out' or type = 'transfer')`.execute(unit.db)
  const document = rows[0]
  if (!document) throw notFound()
  if (['posted', 'inTransit', 'voided'].includes(document.state)) {
    const { rows: taken } = await sql<BatchPart>`
      select batch_id, -qty::float8 as qty from stock_ledger where doc_id = ${id} and qty < 0 and warehouse_id = ${document.warehouseId} order by id`.execute(
      unit.db,
    )
    return taken
  }
  const lines = await linesOf(unit, id)
  const { rows: balances } = await sql<Balance>`
    select id, item_id, size, warehouse_id, on_hand, reserved from stock_balance
    where warehouse_id = ${document.warehouseId} and item_id = any(${lines.map(({ itemId }) => itemId)}::bigint[])`.execute(
    unit.db,
  )
  const chosen = lines.flatMap(({ batchId }) => batchId ?? [])
  const batches = await batchesOf(unit, balances, chosen)
  return picksOf(unit, document, lines, batches).map(({ batch, qty }) => ({ batchId: batch.id, qty }))
}
