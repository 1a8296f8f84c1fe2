/** Demands that goods can arrive for: what a receipt offers, and what its lines may answer. */
import { sql } from 'kysely'
import { z } from 'zod'
import { fillText } from '#src/define/messages.ts'
import type { Problem } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { subtractQty } from '#src/fields/quantity/quantities.ts'
import type { DemandChoice } from './choices.types.ts'

/** Demands offered at once. */
const MAX_CHOICES = 100

interface Query {
  readonly search?: string | undefined
  readonly ids?: string | undefined
}

/** Demands that wait for goods, those that are needed first at the head; by ids also the others. */
async function choices(unit: UnitOfWork, query: Query, note: string): Promise<readonly DemandChoice[]> {
  const ids = query.ids ? query.ids.split(',').map(Number).filter(Number.isSafeInteger) : null
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const { rows } = await sql<Omit<DemandChoice, 'label' | 'note'> & { name: string; unit: string }>`
    select id, no, item_id, size, trim(concat_ws(' ', item_name, nullif(spec, ''), nullif(size, ''))) as name, unit, (qty - received_qty)::float8 as qty, need_at
    from purchase_demand where deleted_at is null and item_id is not null
      and (${ids}::bigint[] is not null or state in ('open', 'ordered')) and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
      and (${search}::text is null or no ilike ${search} or item_name ilike ${search})
    order by need_at nulls last, id limit ${MAX_CHOICES}`.execute(unit.db)
  return rows.map(({ name, unit: word, ...row }) => ({
    ...row,
    label: `${row.no} ${name}`,
    note: fillText(note, [row.qty, word]),
  }))
}

interface DemandRow {
  readonly id: number
  readonly no: string
  readonly itemId: number | null
  readonly size: string
  readonly itemName: string
  readonly state: string
  readonly open: number
}

/** Each line answers a demand for its own item and size, and no more than is still wanted. Posting looks again, under lock. */
export async function demandProblems(values: FormData, unit: UnitOfWork): Promise<Record<string, Problem[]>> {
  const lines = rowsOf(values.lines)
  const ids = lines.flatMap(({ demandId }) => (demandId ? [Number(demandId)] : []))
  if (ids.length === 0) return {}
  const { rows } = await sql<DemandRow>`
    select id, no, item_id, size, item_name, state, (qty - received_qty)::float8 as open from purchase_demand
    where id = any(${ids}::bigint[]) and deleted_at is null`.execute(unit.db)
  const left = new Map(rows.map(({ id, open }) => [id, open]))
  const problems: Record<string, Problem[]> = {}
  lines.forEach((line, index) => {
    if (!line.demandId) return
    const demand = rows.find(({ id }) => id === Number(line.demandId))
    if (demand === undefined || demand.state === 'done' || demand.state === 'cancelled') {
      problems[`lines.${index}.demandId`] = [{ key: 'stock.demandClosed' }]
      return
    }
    if (demand.itemId !== Number(line.itemId) || demand.size !== String(line.size ?? '')) {
      problems[`lines.${index}.demandId`] = [
        { key: 'stock.demandOther', params: [demand.no, `${demand.itemName} ${demand.size}`.trim()] },
      ]
      return
    }
    const [open, qty] = [left.get(demand.id) ?? 0, Number(line.qty)]
    if (qty > open) problems[`lines.${index}.qty`] = [{ key: 'stock.demandExceeded', params: [demand.no, open, qty] }]
    left.set(demand.id, Math.max(0, subtractQty(open, qty)))
  })
  return problems
}

export const demandRoutes = [
  route({
    method: 'GET',
    url: '/api/stock/demand/choices/',
    permission: 'stock:Search',
    query: z.object({ search: z.string().max(50).optional(), ids: z.string().max(500).optional() }),
    handle: ({ unit, query, language }) => choices(unit, query, unit.textOf(language, 'stock.demandNote') ?? '{0} {1}'),
  }),
]
