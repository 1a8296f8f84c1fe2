/** What published menus need of each ingredient, before and after stock is taken off (90.3). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { STORE } from './goods.server.ts'
import type { Demand, DemandLine } from './ingredients.types.ts'

/** Grams are counted in kilograms; every other unit is that of the ingredient, whatever a dish says. */
const perPortion = sql`(p.line ->> 'qtyPerPortion')::numeric * case when p.line ->> 'unit' = 'g' and g.unit = 'kg' then 0.001
  when p.line ->> 'unit' = 'kg' and g.unit = 'g' then 1000 else 1 end`

type Span = { readonly menuId: number } | { readonly from: string; readonly to: string }

const within = (span: Span) =>
  'menuId' in span
    ? sql`m.id = ${span.menuId}`
    : sql`m.date between ${span.from}::date and ${span.to}::date and m.state = 'published'`

/** Summed over the dishes of all menus first, exactly, then rounded up to three places. */
export async function needsOf(
  unit: UnitOfWork,
  span: Span,
): Promise<readonly { readonly ingredientId: number; readonly qty: string }[]> {
  const { rows } = await sql<{ ingredientId: number; qty: string }>`
    select g.id as ingredient_id, (ceil(sum((d.line ->> 'plannedPortions')::numeric * ${perPortion}) * 1000) / 1000)::numeric(13, 3)::text as qty
    from menu_plan m cross join lateral jsonb_array_elements(coalesce(m.dishes, '[]')) d (line)
      join dish on dish.id = (d.line ->> 'dishId')::bigint
      cross join lateral jsonb_array_elements(coalesce(dish.ingredients, '[]')) p (line)
      join ingredient g on g.id = (p.line ->> 'ingredientId')::bigint
    where m.deleted_at is null and ${within(span)} group by g.id order by g.id`.execute(unit.db)
  return rows
}

/** Demand of the days, both included; what menus from today to the day before use is taken off the stock. */
export async function demandOf(unit: UnitOfWork, from: string, to: string): Promise<Demand> {
  const today = unit.clock.today()
  const needs = await needsOf(unit, { from, to })
  const before = from > today ? await needsOf(unit, { from: today, to: addDays(from, -1) }) : []
  const ids = needs.map(({ ingredientId }) => ingredientId)
  const { rows } = await sql<Omit<DemandLine, 'needed' | 'usedBefore' | 'short'>>`
    select g.id as ingredient_id, g.name, g.spec, g.unit, g.category, coalesce(u.qty, 0)::numeric(13, 3)::text as usable,
      coalesce(u.spoils, 0)::numeric(13, 3)::text as spoils
    from ingredient g left join lateral (
      select sum(b.qty) filter (where b.use_by is null or b.use_by >= ${from}::date) as qty, sum(b.qty) filter (where b.use_by < ${from}::date) as spoils
      from shared_store_batch b where b.store = ${STORE} and b.item_id = g.stock_item_id and b.qty > 0 and b.hold_reason is null
        and (b.use_by is null or b.use_by >= ${today}::date)) u on true
    where g.id = any(${ids}::bigint[]) order by g.category, g.name`.execute(unit.db)
  return { from, to, lines: rows.map((row) => withNeed(row, needs, before)) }
}

type Needs = readonly { readonly ingredientId: number; readonly qty: string }[]
const of = (needs: Needs, id: number): string => needs.find(({ ingredientId }) => ingredientId === id)?.qty ?? '0.000'

function withNeed(row: Omit<DemandLine, 'needed' | 'usedBefore' | 'short'>, needs: Needs, before: Needs): DemandLine {
  const [needed, usedBefore] = [of(needs, row.ingredientId), of(before, row.ingredientId)]
  // What spoils before the first day serves the menus before it.
  const left = Math.max(0, thousandths(row.usable) - Math.max(0, thousandths(usedBefore) - thousandths(row.spoils)))
  return { ...row, needed, usedBefore, short: (Math.max(0, thousandths(needed) - left) / 1000).toFixed(3) }
}

const thousandths = (text: string): number => Math.round(Number(text) * 1000)
