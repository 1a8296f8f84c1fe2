/** What of a receipt has gone back to its vendor: the rest of it alone can still be returned or voided. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { toCents } from '#src/fields/money/cents.ts'
import { subtractQty, toThousandths } from '#src/fields/quantity/quantities.ts'
import type { Move } from '../ledger/post.server.ts'
import type { DocumentRow, LineRow } from './lines.server.ts'

/** A row of the ledger that a receipt brought, with what is left of it. */
export interface ReceivedRow {
  readonly id: number
  readonly lineId: number
  readonly itemId: number
  readonly name: string
  readonly size: string
  readonly warehouseId: number
  readonly batchId: number
  readonly restQty: number
  readonly restCents: bigint
}

interface FoundRow extends Omit<ReceivedRow, 'restCents' | 'restQty'> {
  readonly qty: number
  readonly value: string
  /** Pieces and yuan that returns to the vendor took back and that were not voided. */
  readonly goneQty: number
  readonly goneValue: string
  /** Pieces of the batch that left for the same vendor afterwards without a receipt named. */
  readonly unnamedQty: number
}

/**
 * The rows of a receipt in their order. A return that names no receipt counts for those of its vendor and batch before it,
 * at their price, since it may have been any of them.
 */
export async function receivedRows(unit: UnitOfWork, receiptId: number): Promise<readonly ReceivedRow[]> {
  const { rows } = await sql<FoundRow>`
    select l.id, l.line_id, l.item_id, i.name, l.size, l.warehouse_id, l.batch_id, l.qty::float8 as qty, l.value,
      coalesce(named.qty, 0)::float8 as gone_qty, coalesce(named.value, 0)::numeric(16,2) as gone_value, coalesce(unnamed.qty, 0)::float8 as unnamed_qty
    from stock_ledger l join stock_doc d on d.id = l.doc_id join stock_item i on i.id = l.item_id
    left join lateral (
      select -sum(back.qty) as qty, -sum(back.value) as value from stock_ledger back join stock_doc r on r.id = back.doc_id
      where back.of_id = l.id and r.receipt_id = d.id and r.state = 'posted') named on true
    left join lateral (
      select -sum(back.qty) as qty from stock_ledger back join stock_doc r on r.id = back.doc_id
      where back.batch_id = l.batch_id and back.id > l.id and r.type = 'returnOut' and r.receipt_id is null and r.state = 'posted' and r.reverses_id is null
        and (r.vendor_id = d.vendor_id or r.vendor = d.vendor)) unnamed on true
    where l.doc_id = ${receiptId} and l.qty > 0 order by l.id`.execute(unit.db)
  return rows.map(({ qty, value, goneQty, goneValue, unnamedQty, ...row }) => {
    const restQty = Math.max(0, subtractQty(subtractQty(qty, goneQty), unnamedQty))
    const left = toCents(value) - toCents(goneValue)
    const pieces = toThousandths(subtractQty(qty, goneQty))
    return { ...row, restQty, restCents: pieces === 0n ? 0n : (left * toThousandths(restQty)) / pieces }
  })
}

/** The moves of a return that names its receipt: the batches it brought, at its price, no more than is left of it. */
export async function returnMoves(
  unit: UnitOfWork,
  document: DocumentRow & { readonly receiptId: number },
  lines: readonly LineRow[],
): Promise<readonly Move[]> {
  const received = (await receivedRows(unit, document.receiptId)).map((row) => ({ ...row }))
  return lines.flatMap((line, index): readonly Move[] => {
    let wanted = line.qty
    const moves: Move[] = []
    for (const row of received) {
      const isOf =
        row.itemId === line.itemId &&
        row.size === line.size &&
        row.warehouseId === document.warehouseId &&
        (line.batchId === null || row.batchId === line.batchId)
      if (!isOf || row.restQty === 0 || wanted === 0) continue
      const qty = Math.min(wanted, row.restQty)
      const cents =
        qty === row.restQty ? row.restCents : (row.restCents * toThousandths(qty)) / toThousandths(row.restQty)
      moves.push({
        lineId: line.id,
        place: { itemId: row.itemId, size: row.size, warehouseId: row.warehouseId },
        batchId: row.batchId,
        qty: -qty,
        value: { cents: -cents },
        ofId: row.id,
      })
      row.restQty = subtractQty(row.restQty, qty)
      row.restCents -= cents
      wanted = subtractQty(wanted, qty)
    }
    if (wanted > 0)
      throw new RuleError('stock.notOfReceipt', line.name, subtractQty(line.qty, wanted), line.qty).at(
        `lines.${index}.qty`,
      )
    return moves
  })
}

/** What voiding a receipt takes out: the rest of it. @throws RuleError `stock.receiptGone` when all of it went back */
export async function restOf(unit: UnitOfWork, receipt: DocumentRow): Promise<readonly ReceivedRow[]> {
  const rows = (await receivedRows(unit, receipt.id)).filter(({ restQty }) => restQty > 0)
  if (rows.length === 0) throw new RuleError('stock.receiptGone', receipt.no)
  return rows.toReversed()
}
