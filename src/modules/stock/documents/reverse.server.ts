/** Undoes a posted document by its opposite (STK-52): the same batches at the same value, as far as they still allow it. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { toCents } from '#src/fields/money/cents.ts'
import { coverRequests } from '../ledger/cover.server.ts'
import { reopenDemands } from '../ledger/demands.server.ts'
import { codeOf, markPosted, nextNumbers, recordOf } from '../ledger/documents.server.ts'
import { batchesOf, lockBalances, lockValues, type Place } from '../ledger/locks.server.ts'
import { type Move, post } from '../ledger/post.server.ts'
import { lockDocument } from './lines.server.ts'

interface EntryRow extends Place {
  readonly id: number
  readonly lineId: number
  readonly batchId: number | null
  readonly qty: number
  readonly value: string
}

export async function reverseDocument(
  unit: UnitOfWork,
  id: number,
  reason: string,
  byUser: number | null,
): Promise<void> {
  const document = await lockDocument(unit, id)
  if (document.state !== 'posted' && document.state !== 'inTransit') throw new RuleError('stock.stateInvalid')
  if (document.ticketId !== null) throw new RuleError('stock.ofTicket')
  if (document.reversesId !== null) throw new RuleError('stock.isReversal')
  const { rows } = await sql<EntryRow>`
    select id, line_id, batch_id, item_id, size, warehouse_id, qty::int as qty, value from stock_ledger where doc_id = ${id} order by id desc`.execute(
    unit.db,
  )
  const values = await lockValues(
    unit,
    rows.map(({ itemId }) => itemId),
  )
  const balances = await lockBalances(unit, rows)
  const batches = await batchesOf(
    unit,
    balances,
    rows.flatMap(({ batchId }) => batchId ?? []),
  )
  const [no = ''] = await nextNumbers(unit, codeOf(document.type))
  const now = unit.clock.now()
  const { rows: added } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, to_warehouse_id, dept_id, state, doc_date, vendor, vendor_id, reverses_id, reason, qty, lines, maker_id, approver_id, approved_at,
      created_at, created_by, updated_at, updated_by)
    select ${no}, type, warehouse_id, to_warehouse_id, dept_id, 'approved', ${unit.clock.today()}::date, vendor, vendor_id, id, ${reason}, qty, lines, maker_id, approver_id, approved_at,
      ${now}::timestamptz, ${byUser}::bigint, ${now}::timestamptz, ${byUser}::bigint from stock_doc where id = ${id} returning id`.execute(
    unit.db,
  )
  const reversalId = added[0]?.id ?? 0
  const { rows: copied } = await sql<{ id: number; lineId: number }>`
    with source as (select * from stock_doc_line where doc_id = ${id}),
      copied as (insert into stock_doc_line (doc_id, place, line_key, item_id, size, batch_id, batch_no, produce_date, expire_date, bin_id, qty, reason)
        select ${reversalId}::bigint, place, line_key, item_id, size, batch_id, batch_no, produce_date, expire_date, bin_id, qty, reason from source returning id, place)
    select copied.id, source.id as line_id from copied join source using (place)`.execute(unit.db)
  const lineOf = new Map(copied.map((line) => [line.lineId, line.id]))
  const moves = rows.map(
    (row): Move => ({
      lineId: lineOf.get(row.lineId) ?? 0,
      place: { itemId: row.itemId, size: row.size, warehouseId: row.warehouseId },
      batchId: row.batchId,
      qty: -row.qty,
      value: { cents: -toCents(row.value) },
      ofId: row.id,
    }),
  )
  const posted = await post(
    unit,
    { id: reversalId, type: document.type, docDate: unit.clock.today(), ticketId: null, byUser },
    { values, balances, batches },
    moves,
  )
  await markPosted(unit, reversalId, byUser, posted)
  await sql`update stock_doc set state = 'voided', voided_at = ${now}, voided_by = ${byUser}, void_reason = ${reason}, updated_at = ${now}, updated_by = ${byUser},
    version = version + 1 where id = ${id}`.execute(unit.db)
  if (document.type === 'purchaseIn') await reopenDemands(unit, id)
  unit.changed(recordOf(document.type), id)
  await coverRequests(unit, [...values.keys()])
}
