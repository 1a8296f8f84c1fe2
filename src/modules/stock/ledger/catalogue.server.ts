/** Items as a catalogue shows them, with what is available and what they are worth. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { toCents } from '#src/fields/money/cents.ts'
import { addQty, toThousandths } from '#src/fields/quantity/quantities.ts'
import type { CatalogueEntry } from '../contract.ts'
import { averagePrice } from './average.ts'
import { figuresOf } from './shortage.server.ts'

type Row = Omit<CatalogueEntry, 'available' | 'averagePrice'> & {
  readonly price: string
  readonly qty: string | number
  readonly value: string
}

export async function catalogueOf(unit: UnitOfWork, categories: readonly string[]): Promise<readonly CatalogueEntry[]> {
  const { rows } = await sql<Row>`
    select i.id, i.name, i.spec, i.unit, i.pack_unit, i.pack_qty, i.category, i.picture[1] as picture, i.max_per_request::float8 as max_per_request, i.qty_places::int as qty_places, i.one_holder, i.controlled, i.price,
      coalesce(v.qty, 0) as qty, coalesce(v.value, 0)::numeric(16,2) as value
    from stock_item i left join stock_value v on v.item_id = i.id
    where i.state = 'active' and i.store is null and i.deleted_at is null and i.category = any(${[...categories]}::text[]) order by i.category, i.code`.execute(
    unit.db,
  )
  const figures = await figuresOf(
    unit,
    rows.map(({ id }) => id),
  )
  const available = new Map<number, number>()
  for (const one of figures) available.set(one.itemId, addQty(available.get(one.itemId) ?? 0, one.available))
  return rows.map(({ price, qty, value, ...row }) => ({
    ...row,
    available: available.get(row.id) ?? 0,
    averagePrice: averagePrice({ qty: toThousandths(qty), cents: toCents(value) }) ?? `${price}0000`,
  }))
}
