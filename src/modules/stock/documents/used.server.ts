/** Used pieces that can be worn again come back into stock as a batch of their own, at no value. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'
import type { UsedOrder } from '../contract.ts'
import { nextNumbers } from '../ledger/documents.server.ts'
import { USED_BATCH } from './kinds.ts'
import { postDocument } from './post.server.ts'

export async function takeUsed(unit: UnitOfWork, order: UsedOrder): Promise<void> {
  const parts = order.parts.filter(({ qty }) => qty > 0)
  if (parts.length === 0) return
  const { rows: before } =
    await sql`select from stock_doc where ticket_id = ${order.ticketId} and effect_key = ${order.effectKey}`.execute(
      unit.db,
    )
  if (before.length > 0) return
  const now = unit.clock.now()
  const [no = ''] = await nextNumbers(unit, 'RK')
  const { rows } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, state, doc_date, ticket_id, effect_key, reason, maker_id, qty, lines, created_at, created_by, updated_at, updated_by)
    values (${no}, 'otherIn', ${order.warehouseId}, 'approved', ${unit.clock.today()}, ${order.ticketId}, ${order.effectKey}, ${order.reason}, ${order.byUser},
      ${sumQty(parts.map(({ qty }) => qty))},
      ${JSON.stringify(parts.map(({ itemId, size, qty }) => ({ itemId, size: size ?? '', qty, price: '0.00', amount: '0.00', batchNo: USED_BATCH })))}::jsonb,
      ${now}, ${order.byUser}, ${now}, ${order.byUser}) returning id`.execute(unit.db)
  const docId = rows[0]?.id ?? 0
  await sql`
    insert into stock_doc_line (doc_id, place, item_id, size, batch_no, qty, price, amount)
    select ${docId}::bigint, given.place, given."itemId", coalesce(given.size, ''), ${USED_BATCH}::text, given.qty, 0, 0
    from jsonb_to_recordset(${JSON.stringify(parts.map((part, place) => ({ ...part, place })))}::jsonb) as given(place int, "itemId" bigint, size text, qty numeric)
    order by given.place`.execute(unit.db)
  await postDocument(unit, docId, order.byUser)
}
