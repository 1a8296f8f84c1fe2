/** What was issued comes back: into the same batches, at the value of its issue. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { addQty, subtractQty, toThousandths } from '#src/fields/quantity/quantities.ts'
import type { PostedDocument, ReturnOrder } from '../contract.ts'
import { valueOfReturn } from './average.ts'
import { addTicketDocument, markPosted } from './documents.server.ts'
import { batchesOf, lockBalances, lockValues } from './locks.server.ts'
import { post } from './post.server.ts'

interface IssueRow {
  readonly id: number
  readonly ledgerId: number
  readonly lineKey: string
  readonly itemId: number
  readonly size: string
  readonly warehouseId: number
  readonly batchId: number
  readonly qty: number
  readonly value: string
  readonly returnedQty: number
}

/** The issues of a ticket that are given back, locked; each once. */
async function lockIssues(unit: UnitOfWork, order: ReturnOrder): Promise<readonly { row: IssueRow; qty: number }[]> {
  const wanted = new Map<number, number>()
  for (const { issueId, qty } of order.parts) if (qty > 0) wanted.set(issueId, addQty(wanted.get(issueId) ?? 0, qty))
  const { rows } = await sql<IssueRow>`
    select id, ledger_id, line_key, item_id, size, warehouse_id, batch_id, qty::float8 as qty, value, returned_qty::float8 as returned_qty
    from stock_issue where ticket_id = ${order.ticketId} and id = any(${[...wanted.keys()]}::bigint[]) order by id for update`.execute(
    unit.db,
  )
  if (rows.length < wanted.size) throw new RuleError('stock.returnUnknown')
  return rows.map((row) => {
    const qty = wanted.get(row.id) ?? 0
    const kept = subtractQty(row.qty, row.returnedQty)
    if (qty > kept) throw new RuleError('stock.returnTooMuch', kept, qty)
    return { row, qty }
  })
}

export async function returnIn(unit: UnitOfWork, order: ReturnOrder): Promise<PostedDocument> {
  const { rows } = await sql<{ id: number; no: string; value: string }>`
    select id, no, value from stock_doc where ticket_id = ${order.ticketId} and effect_key = ${order.effectKey}`.execute(
    unit.db,
  )
  const before = rows[0]
  if (before) return { docId: before.id, no: before.no, value: before.value }
  const parts = await lockIssues(unit, order)
  if (parts.length === 0) return { docId: 0, no: '', value: '0.00' }
  const values = await lockValues(
    unit,
    parts.map(({ row }) => row.itemId),
  )
  const balances = await lockBalances(
    unit,
    parts.map(({ row }) => row),
  )
  const batches = await batchesOf(
    unit,
    balances,
    parts.map(({ row }) => row.batchId),
  )
  const document = await addTicketDocument(
    unit,
    {
      type: 'returnIn',
      warehouseId: parts[0]?.row.warehouseId ?? 0,
      deptId: null,
      ticketId: order.ticketId,
      effectKey: order.effectKey,
      reason: order.reason,
      byUser: order.byUser,
    },
    parts.map(({ row, qty }) => ({
      lineKey: row.lineKey,
      itemId: row.itemId,
      size: row.size,
      batchId: row.batchId,
      qty,
      reason: order.reason,
    })),
  )
  const worth = parts.map(({ row, qty }) =>
    valueOfReturn(
      { qty: toThousandths(row.qty), cents: toCents(row.value) },
      toThousandths(row.returnedQty),
      toThousandths(addQty(row.returnedQty, qty)),
    ),
  )
  const posted = await post(
    unit,
    { id: document.id, type: 'returnIn', docDate: unit.clock.today(), ticketId: order.ticketId, byUser: order.byUser },
    { values, balances, batches },
    parts.map(({ row, qty }, index) => ({
      lineId: document.lineIds[index] ?? 0,
      place: { itemId: row.itemId, size: row.size, warehouseId: row.warehouseId },
      batchId: row.batchId,
      qty,
      value: { cents: worth[index] ?? 0n },
      ofId: row.ledgerId,
    })),
  )
  const value = await markPosted(unit, document.id, order.byUser, posted)
  await sql`update stock_issue i set returned_qty = i.returned_qty + given."qty", returned_value = i.returned_value + given."value",
      updated_at = ${unit.clock.now()}, updated_by = ${order.byUser}, version = i.version + 1
    from jsonb_to_recordset(${JSON.stringify(parts.map(({ row, qty }, index) => ({ id: row.id, qty, value: fromCents(worth[index] ?? 0n) })))}::jsonb)
      as given("id" bigint, "qty" numeric, "value" numeric) where i.id = given."id"`.execute(unit.db)
  unit.changed('stockIssue', null)
  return { docId: document.id, no: document.no, value }
}
