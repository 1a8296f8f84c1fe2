/** A transfer arrives: what came goes to its batches in the receiving warehouse, the rest back to the sender. */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { refuseFiner } from '../contract.ts'
import { coverRequests } from '../ledger/cover.server.ts'
import { type BatchRow, batchesOf } from '../ledger/locks.server.ts'
import { post } from '../ledger/post.server.ts'
import { linesOf, lockDocument, transitWarehouse } from './lines.server.ts'
import { lockFor, movesBetween } from './post.server.ts'

/** Units of an item and size that arrived; what is not named arrived whole. */
export interface Arrival {
  readonly itemId: number
  readonly size: string
  readonly qty: number
}

interface SentRow {
  readonly lineId: number
  readonly batchId: number
  readonly itemId: number
  readonly size: string
  readonly qty: number
}

export async function receiveTransfer(
  unit: UnitOfWork,
  id: number,
  arrivals: readonly Arrival[],
  reason: string,
  byUser: number,
): Promise<void> {
  const document = await lockDocument(unit, id)
  if (document.state !== 'inTransit' || document.toWarehouseId === null) throw new RuleError('stock.stateInvalid')
  const transitId = await transitWarehouse(unit)
  const lines = await linesOf(unit, id)
  const locked = await lockFor(unit, lines, [document.warehouseId, document.toWarehouseId, transitId])
  const { rows: sent } = await sql<SentRow>`
    select line_id, batch_id, item_id, size, qty::float8 as qty from stock_ledger
    where doc_id = ${id} and warehouse_id = ${transitId} and qty > 0 order by id`.execute(unit.db)
  for (const { itemId, qty } of arrivals) {
    const item = locked.values.get(itemId)
    if (item) refuseFiner(item, qty, 'lines')
  }
  const parts = split(sent, arrivals)
  if (parts.some(({ rest }) => rest > 0) && isBlank(reason)) throw new RuleError('stock.shortArrival').at('reason')
  const rows = await batchesOf(
    unit,
    locked.balances,
    sent.map(({ batchId }) => batchId),
  )
  const batchOf = (batchId: number) => rows.find((batch) => batch.id === batchId) as BatchRow
  const arrived = parts
    .filter(({ got }) => got > 0)
    .map(({ row, got }) => ({ lineId: row.lineId, batch: batchOf(row.batchId), qty: got }))
  const back = parts
    .filter(({ rest }) => rest > 0)
    .map(({ row, rest }) => ({ lineId: row.lineId, batch: batchOf(row.batchId), qty: rest }))
  const moves = [
    ...(await movesBetween(unit, arrived, document.toWarehouseId)),
    ...(await movesBetween(unit, back, document.warehouseId)).map((move) =>
      typeof move.value === 'object' && 'oppositeOf' in move.value
        ? { ...move, value: { oppositeOf: move.value.oppositeOf + arrived.length * 2 } }
        : move,
    ),
  ]
  const batches = await batchesOf(
    unit,
    locked.balances,
    moves.flatMap(({ batchId }) => batchId ?? []),
  )
  await post(unit, { ...document, byUser }, { ...locked, batches }, moves)
  for (const line of lines)
    await sql`update stock_doc_line set received_qty = ${sumQty(parts.filter(({ row }) => row.lineId === line.id).map(({ got }) => got))} where id = ${line.id}`.execute(
      unit.db,
    )
  const now = unit.clock.now()
  await sql`update stock_doc set state = 'posted', received_at = ${now}, received_by = ${byUser}, comment = coalesce(nullif(${reason}, ''), comment),
    updated_at = ${now}, updated_by = ${byUser}, version = version + 1 where id = ${id}`.execute(unit.db)
  await coverRequests(unit, [...locked.values.keys()])
}

function split(sent: readonly SentRow[], arrivals: readonly Arrival[]) {
  const left = new Map(arrivals.map(({ itemId, size, qty }) => [`${itemId}/${size}`, qty]))
  const parts = sent.map((row) => {
    const key = `${row.itemId}/${row.size}`
    const known = left.get(key)
    const got = known === undefined ? row.qty : Math.min(row.qty, known)
    if (known !== undefined) left.set(key, subtractQty(known, got))
    return { row, got, rest: subtractQty(row.qty, got) }
  })
  // Nobody receives more than was sent.
  if ([...left.values()].some((rest) => rest > 0)) throw new RuleError('stock.moreThanSent').at('lines')
  return parts
}
