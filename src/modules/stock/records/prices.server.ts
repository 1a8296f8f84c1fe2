/** Prices of receipts that look mistyped: far from the last one, or nothing. They stand with a word of explanation, which the approver reads. */
import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { Problem } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { toCents } from '#src/fields/money/cents.ts'

/** From so many times the last price on, or its inverse, a price needs an explanation. */
const FAR_TIMES = 2n

/** Types whose prices people write. */
const priced: readonly string[] = ['purchaseIn', 'otherIn']

export async function priceProblems(
  values: FormData,
  type: string,
  unit: UnitOfWork,
): Promise<Record<string, Problem[]>> {
  if (!priced.includes(type)) return {}
  const lines = rowsOf(values.lines)
  const { rows } = await sql<{ itemId: number; price: string }>`
    select distinct on (l.item_id) l.item_id, l.price from stock_doc_line l join stock_doc d on d.id = l.doc_id
    where l.item_id = any(${lines.map(({ itemId }) => Number(itemId))}::bigint[]) and d.type = any(${[...priced]}::text[]) and d.state = 'posted'
      and d.reverses_id is null and l.price > 0 order by l.item_id, d.posted_at desc, l.id desc`.execute(unit.db)
  const last = new Map(rows.map(({ itemId, price }) => [itemId, price]))
  return Object.fromEntries(
    lines.flatMap((line, index): [string, Problem[]][] => {
      if (!isBlank(String(line.priceNote ?? ''))) return []
      const at = `lines.${index}.priceNote`
      const cents = toCents(String(line.price ?? '0.00'))
      if (cents === 0n) return [[at, [{ key: 'stock.priceNothing' }]]]
      const known = last.get(Number(line.itemId))
      if (known === undefined) return []
      const before = toCents(known)
      const isFar = cents >= before * FAR_TIMES || cents * FAR_TIMES <= before
      return isFar ? [[at, [{ key: 'stock.priceFar', params: [String(line.price), known] }]]] : []
    }),
  )
}
