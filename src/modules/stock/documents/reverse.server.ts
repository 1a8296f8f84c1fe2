/** Undoes a posted document by its opposite (STK-52): the same batches at the same value, as far as they still allow it. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'
import { coverRequests } from '../ledger/cover.server.ts'
import { reopenDemands } from '../ledger/demands.server.ts'
import { codeOf, markPosted, nextNumbers, recordOf } from '../ledger/documents.server.ts'
import { batchesOf, lockBalances, lockValues, type Place } from '../ledger/locks.server.ts'
import { lockPeriods } from '../ledger/periods.server.ts'
import { type Move, post } from '../ledger/post.server.ts'
import { restOf } from './goneBack.server.ts'
import { isIn, isOut } from './kinds.ts'
import { type DocumentRow, lockDocument } from './lines.server.ts'

interface EntryRow extends Place {
  readonly id: number
  readonly lineId: number
  readonly batchId: number | null
  readonly qty: number
  readonly value: string
}

async function entriesOf(unit: UnitOfWork, id: number): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id, line_id, batch_id, item_id, size, warehouse_id, qty::float8 as qty, value from stock_ledger where doc_id = ${id} order by id desc`.execute(
    unit.db,
  )
  return rows
}

/** What is left of a receipt after its returns to the vendor, as its entries. */
async function receiptEntries(unit: UnitOfWork, document: DocumentRow): Promise<readonly EntryRow[]> {
  const rest = await restOf(unit, document)
  return rest.map(({ restQty, restCents, ...row }) => ({ ...row, qty: restQty, value: fromCents(restCents) }))
}

/** What went back cannot come back to a receipt that is no more. */
async function refuseVoidedReceipt(unit: UnitOfWork, receiptId: number): Promise<void> {
  const receipt = await lockDocument(unit, receiptId)
  if (receipt.state === 'voided') throw new RuleError('stock.receiptVoided', receipt.no)
}

/** The day of a reversal: that of its paper while its month is open and the day bears it, else today. */
async function dayOf(unit: UnitOfWork, document: DocumentRow): Promise<string> {
  await lockPeriods(unit, 'post')
  const { rows } =
    await sql`select 1 from stock_period where month >= ${document.docDate.slice(0, 7)} and closed_at is not null limit 1`.execute(
      unit.db,
    )
  // What came in may have gone out again between that day and today; what went out was there on its day.
  return rows.length === 0 && isOut(document.type) ? document.docDate : unit.clock.today()
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
  if (document.receiptId !== null) await refuseVoidedReceipt(unit, document.receiptId)
  const rows = isIn(document.type) ? await receiptEntries(unit, document) : await entriesOf(unit, id)
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
  const day = await dayOf(unit, document)
  const { rows: added } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, to_warehouse_id, dept_id, state, doc_date, vendor, vendor_id, reverses_id, reason, qty, lines, maker_id, approver_id, approved_at,
      created_at, created_by, updated_at, updated_by)
    select ${no}, type, warehouse_id, to_warehouse_id, dept_id, 'approved', ${day}::date, vendor, vendor_id, id, ${reason}, qty, lines, maker_id, approver_id, approved_at,
      ${now}::timestamptz, ${byUser}::bigint, ${now}::timestamptz, ${byUser}::bigint from stock_doc where id = ${id} returning id`.execute(
    unit.db,
  )
  const reversalId = added[0]?.id ?? 0
  // Of a receipt its lines say what is left of them, those that went back whole are left out.
  const isPart = isIn(document.type)
  const moved = isPart
    ? [...new Set(rows.map(({ lineId }) => lineId))].map((lineId) => ({
        id: lineId,
        moved: sumQty(rows.filter((row) => row.lineId === lineId).map(({ qty }) => qty)),
      }))
    : []
  const { rows: copied } = await sql<{ id: number; lineId: number }>`
    with source as (
        select l.*, coalesce(given.moved, l.qty) as moved from stock_doc_line l
        left join jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given(id bigint, moved numeric) on given.id = l.id
        where l.doc_id = ${id} and (given.moved is not null or not ${isPart}::boolean)),
      copied as (insert into stock_doc_line (doc_id, place, line_key, item_id, size, batch_id, batch_no, produce_date, expire_date, bin_id, qty, reason)
        select ${reversalId}::bigint, place, line_key, item_id, size, batch_id, batch_no, produce_date, expire_date, bin_id, moved, reason from source returning id, place)
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
    { id: reversalId, type: document.type, docDate: day, ticketId: null, byUser },
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
