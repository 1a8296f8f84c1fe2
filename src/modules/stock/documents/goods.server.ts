/** Receipts of what was bought, as drafts of the keeper (S03). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import type { GoodsLine, GoodsReceipts, NewGoods } from '../contract.ts'
import { nextNumbers } from '../ledger/documents.server.ts'
import { syncLines } from '../records/documents.server.ts'

/** Quantities have at most three decimals. */
const QTY_SCALE = 1000

const amountOf = ({ qty, price }: GoodsLine): string =>
  fromCents((toCents(price) * BigInt(Math.round(qty * QTY_SCALE))) / BigInt(QTY_SCALE))

async function draft(unit: UnitOfWork, goods: NewGoods): Promise<number> {
  const now = unit.clock.now()
  const [no = ''] = await nextNumbers(unit, 'RK')
  const lines = goods.lines.map((line) => ({ ...line, amount: amountOf(line) }))
  const { rows } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, state, doc_date, vendor_id, purchase_id, reason, maker_id, lines, created_at, created_by, updated_at, updated_by)
    values (${no}, 'purchaseIn', ${goods.warehouseId}, 'draft', ${unit.clock.today()}, ${goods.vendorId}, ${goods.purchaseId}, ${goods.reason}, ${goods.byUser},
      ${JSON.stringify(lines)}::jsonb, ${now}, ${goods.byUser}, ${now}, ${goods.byUser}) returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  await syncLines(unit, id, 'purchaseIn', lines)
  unit.changed('stockIn', id)
  return id
}

export const createGoodsReceipts = (unit: UnitOfWork): GoodsReceipts => ({ draft: (goods) => draft(unit, goods) })
