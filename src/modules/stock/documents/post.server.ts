/** Posts an approved document: what comes in, goes out, is sent, or changes its value (STK-51 to STK-53). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { toCents } from '#src/fields/money/cents.ts'
import { addQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import { coverRequests } from '../ledger/cover.server.ts'
import { arrive } from '../ledger/demands.server.ts'
import { markPosted } from '../ledger/documents.server.ts'
import { addBalances, type BatchRow, batchesOf, lockBalances, lockValues, type Place } from '../ledger/locks.server.ts'
import { lockPeriods } from '../ledger/periods.server.ts'
import { isExpired, isUsable, pickBatches } from '../ledger/pick.ts'
import { addBatches, type LockedStock, type Move, type NewBatch, type PostedRow, post } from '../ledger/post.server.ts'
import { returnMoves } from './goneBack.server.ts'
import { isIn, takesUnusable, USED_BATCH } from './kinds.ts'
import { type DocumentRow, type LineRow, linesOf, lockDocument, transitWarehouse } from './lines.server.ts'

/** The document's date lies in an open month and not in the future. */
export async function refuseClosedPeriod(unit: UnitOfWork, docDate: string): Promise<void> {
  await lockPeriods(unit, 'post')
  if (docDate > unit.clock.today()) throw new RuleError('stock.futureDate', docDate).at('docDate')
  const { rows } = await sql<{ month: string }>`
    select month from stock_period where month >= ${docDate.slice(0, 7)} and closed_at is not null order by month desc limit 1`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('stock.periodClosed', rows[0].month).at('docDate')
}

/** Batch numbers that nobody gave: the day and the line. Used pieces stand apart from new ones, whatever the item. */
const batchNoOf = (document: DocumentRow, line: LineRow, index: number): string =>
  line.batchManaged
    ? line.batchNo || `${document.docDate.replaceAll('-', '')}-${index + 1}`
    : line.batchNo === USED_BATCH
      ? USED_BATCH
      : ''

function newBatch(document: DocumentRow, line: LineRow, index: number): NewBatch {
  return {
    itemId: line.itemId,
    size: line.size,
    warehouseId: document.warehouseId,
    batchNo: batchNoOf(document, line, index),
    produceDate: line.produceDate,
    expireDate: line.expiryManaged ? line.expireDate : null,
    binId: line.binId,
    receivedOn: document.docDate,
  }
}

async function receive(unit: UnitOfWork, document: DocumentRow, lines: readonly LineRow[]): Promise<readonly Move[]> {
  const today = unit.clock.today()
  lines.forEach((line, index) => {
    // A surplus may be of a batch that has expired.
    if (line.expiryManaged && document.type !== 'surplusIn' && (line.expireDate === null || line.expireDate <= today))
      throw new RuleError('stock.expiryNeeded', line.name).at(`lines.${index}.expireDate`)
  })
  const wanted = lines.map((line, index) => newBatch(document, line, index))
  const idOf = await addBatches(unit, wanted)
  return lines.map((line, index) => ({
    lineId: line.id,
    place: { itemId: line.itemId, size: line.size, warehouseId: document.warehouseId },
    batchId: idOf(wanted[index] as NewBatch),
    qty: line.qty,
    value: { cents: toCents(line.amount) },
  }))
}

/** Batches of the lines that go out: the one that was chosen, or those that expire first. */
export function picksOf(
  unit: UnitOfWork,
  document: DocumentRow,
  lines: readonly LineRow[],
  batches: readonly BatchRow[],
) {
  const today = unit.clock.today()
  const taken = new Map<number, number>()
  return lines.flatMap((line, index) => {
    const own = batches.filter((batch) => batch.itemId === line.itemId && batch.size === line.size)
    if (line.batchId !== null) {
      const batch = own.find(({ id }) => id === line.batchId)
      if (!batch) throw new RuleError('stock.batchUnknown').at(`lines.${index}.batchId`)
      if (!takesUnusable(document.type)) {
        if (isExpired(batch, today))
          throw new RuleError('stock.batchExpired', batch.batchNo).at(`lines.${index}.batchId`)
        if (!isUsable(batch, today))
          throw new RuleError('stock.batchHeld', batch.batchNo, batch.holdReason ?? '').at(`lines.${index}.batchId`)
      }
      return [{ line, batch, qty: line.qty }]
    }
    const rest = own.map((batch) => ({ ...batch, qty: subtractQty(batch.qty, taken.get(batch.id) ?? 0) }))
    const { picks, short } = pickBatches(rest, line.qty, today)
    if (short > 0)
      throw new RuleError('stock.insufficient', line.name, subtractQty(line.qty, short), line.qty).at(
        `lines.${index}.qty`,
      )
    return picks.map(({ batchId, qty }) => {
      taken.set(batchId, addQty(taken.get(batchId) ?? 0, qty))
      return { line, batch: own.find(({ id }) => id === batchId) as BatchRow, qty }
    })
  })
}

const placeIn = ({ itemId, size }: { itemId: number; size: string }, warehouseId: number): Place => ({
  itemId,
  size,
  warehouseId,
})

/** Moves from one warehouse to another: each row out has its opposite in, so that the average stays. */
export async function movesBetween(
  unit: UnitOfWork,
  parts: readonly { readonly lineId: number; readonly batch: BatchRow; readonly qty: number }[],
  toWarehouseId: number,
): Promise<readonly Move[]> {
  const { rows: details } = await sql<{ id: number; produceDate: string | null }>`
    select id, produce_date from stock_batch where id = any(${parts.map(({ batch }) => batch.id)}::bigint[])`.execute(
    unit.db,
  )
  const wanted = parts.map(({ batch }) => ({
    itemId: batch.itemId,
    size: batch.size,
    warehouseId: toWarehouseId,
    batchNo: batch.batchNo,
    produceDate: details.find(({ id }) => id === batch.id)?.produceDate ?? null,
    expireDate: batch.expireDate,
    binId: null,
    receivedOn: batch.receivedOn,
  }))
  const idOf = await addBatches(unit, wanted)
  return parts.flatMap(({ lineId, batch, qty }, index): readonly Move[] => [
    { lineId, place: placeIn(batch, batch.warehouseId), batchId: batch.id, qty: -qty, value: 'average' },
    {
      lineId,
      place: placeIn(batch, toWarehouseId),
      batchId: idOf(wanted[index] as NewBatch),
      qty,
      value: { oppositeOf: index * 2 },
    },
  ])
}

/** Locks what the lines touch in these warehouses. */
export async function lockFor(
  unit: UnitOfWork,
  lines: readonly { readonly itemId: number; readonly size: string }[],
  warehouses: readonly number[],
): Promise<Omit<LockedStock, 'batches'>> {
  const values = await lockValues(
    unit,
    lines.map(({ itemId }) => itemId),
  )
  const places = lines.flatMap((line) => warehouses.map((warehouseId) => placeIn(line, warehouseId)))
  await addBalances(unit, places)
  return { values, balances: await lockBalances(unit, places) }
}

async function movesOf(
  unit: UnitOfWork,
  document: DocumentRow,
  lines: readonly LineRow[],
  locked: Omit<LockedStock, 'batches'>,
  transitId: number | null,
): Promise<readonly Move[]> {
  if (isIn(document.type)) return receive(unit, document, lines)
  if (document.type === 'valueAdjust')
    return lines.map((line) => ({
      lineId: line.id,
      place: placeIn(line, document.warehouseId),
      batchId: null,
      qty: 0,
      value: { cents: toCents(line.amount) },
    }))
  const from = locked.balances.filter(({ warehouseId }) => warehouseId === document.warehouseId)
  if (document.receiptId !== null) return returnMoves(unit, { ...document, receiptId: document.receiptId }, lines)
  const chosen = lines.flatMap(({ batchId }) => batchId ?? [])
  const picks = picksOf(unit, document, lines, await batchesOf(unit, from, chosen))
  if (transitId !== null)
    return movesBetween(
      unit,
      picks.map(({ line, batch, qty }) => ({ lineId: line.id, batch, qty })),
      transitId,
    )
  return picks.map(({ line, batch, qty }) => ({
    lineId: line.id,
    place: placeIn(line, document.warehouseId),
    batchId: batch.id,
    qty: -qty,
    value: 'average',
  }))
}

/** The receipt of a return stays as it is until the return is posted: it is posted, and was not voided. */
async function lockReceipt(unit: UnitOfWork, receiptId: number): Promise<void> {
  const receipt = await lockDocument(unit, receiptId)
  if (receipt.state !== 'posted') throw new RuleError('stock.receiptNotPosted', receipt.no).at('receiptId')
}

/** Posts an approved document; a transfer is on its way afterwards. */
export async function postDocument(unit: UnitOfWork, id: number, byUser: number | null): Promise<void> {
  const document = await lockDocument(unit, id)
  if (document.state !== 'approved') throw new RuleError('stock.stateInvalid')
  await postLines(unit, document, byUser)
}

/** Posts the lines of a locked document, whatever its state. */
export async function postLines(
  unit: UnitOfWork,
  document: DocumentRow,
  byUser: number | null,
): Promise<{ readonly rows: readonly PostedRow[]; readonly before: readonly BatchRow[]; readonly value: string }> {
  const { id } = document
  await refuseClosedPeriod(unit, document.docDate)
  if (document.receiptId !== null) await lockReceipt(unit, document.receiptId)
  const lines = await linesOf(unit, id)
  const transitId = document.type === 'transfer' ? await transitWarehouse(unit) : null
  const locked = await lockFor(unit, lines, [document.warehouseId, ...(transitId === null ? [] : [transitId])])
  const moves = await movesOf(unit, document, lines, locked, transitId)
  const ids = moves.flatMap(({ batchId }) => batchId ?? [])
  const batches = await batchesOf(unit, locked.balances, ids)
  const before = batches.map((batch) => ({ ...batch }))
  const posted = await post(unit, { ...document, byUser }, { ...locked, batches }, moves)
  const rows = transitId === null ? posted : posted.filter(({ qty }) => qty < 0)
  const value = await markPosted(unit, id, byUser, rows, transitId === null ? 'posted' : 'inTransit')
  if (document.type === 'purchaseIn') await arrive(unit, lines)
  if (isIn(document.type)) await coverRequests(unit, [...locked.values.keys()])
  return { rows, before, value }
}
