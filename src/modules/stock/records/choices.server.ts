/** Items that people may ask for, with what is available: what the pickers of applications offer (FS-ITEMS). */
import { sql } from 'kysely'
import { z } from 'zod'
import { fillText } from '#src/define/messages.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'
import { figuresOf } from '../ledger/shortage.server.ts'
import type { StockItemChoice } from './choices.types.ts'

/** Items offered at once. */
const MAX_CHOICES = 30

interface Query {
  readonly search?: string | undefined
  readonly categories?: string | undefined
  readonly ids?: string | undefined
}

async function choices(unit: UnitOfWork, query: Query, note: string): Promise<readonly StockItemChoice[]> {
  const categories = query.categories ? query.categories.split(',') : null
  const ids = query.ids ? query.ids.split(',').map(Number).filter(Number.isSafeInteger) : null
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const { rows } = await sql<{ id: number; name: string; spec: string; unit: string }>`
    select r.id, r.name, coalesce(r.spec, '') as spec, r.unit from stock_item r where r.deleted_at is null
      and (${ids}::bigint[] is not null or (r.state = 'active' and r.store is null))
      and (${ids}::bigint[] is null or r.id = any(${ids}::bigint[]))
      and (${categories}::text[] is null or r.category = any(${categories}::text[]))
      and (${search}::text is null or r.name ilike ${search} or r.code ilike ${search} or r.spec ilike ${search} or r.barcode ilike ${search})
    order by r.category, r.code limit ${MAX_CHOICES}`.execute(unit.db)
  const figures = await figuresOf(
    unit,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, spec, unit }) => {
    const available = sumQty(figures.filter(({ itemId }) => itemId === id).map((one) => one.available))
    return { id, label: spec === '' ? name : `${name} ${spec}`, note: fillText(note, [available, unit]) }
  })
}

export const choiceRoutes = [
  route({
    method: 'GET',
    url: '/api/stock/item/choices/',
    permission: 'signedIn',
    query: z.object({
      search: z.string().max(50).optional(),
      categories: z.string().max(200).optional(),
      ids: z.string().max(500).optional(),
    }),
    handle: ({ unit, query, language }) =>
      choices(unit, query, unit.textOf(language, 'stock.availableNote') ?? '{0} {1}'),
  }),
]
