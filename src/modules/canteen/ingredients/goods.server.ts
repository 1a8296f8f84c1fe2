/** Ingredients as goods of the store: the item behind each, and figures of it. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { checkedIngredient, refuseUsed } from '../dishes/dishes.server.ts'
import { EXPIRING_DAYS } from '../dishes/ingredient-record.ts'

export const STORE = 'canteen'

export interface Good {
  readonly id: number
  readonly name: string
  readonly spec: string | null
  readonly unit: string
  readonly stockItemId: number | null
  readonly shelfLifeDays: number
  readonly openedDays: number | null
  readonly traceRequired: boolean
}

/** The item on the ledger, added or renamed with the ingredient. */
export async function keepGood(
  unit: UnitOfWork,
  { id, name, spec, unit: counted, stockItemId }: Good,
): Promise<number> {
  const itemId = await unit
    .service(storeLedger)
    .keep(STORE, stockItemId, { name, spec: spec ?? '', unit: counted, expires: true })
  if (itemId !== stockItemId)
    await sql`update ingredient set stock_item_id = ${itemId} where id = ${id}`.execute(unit.db)
  return itemId
}

/** Ingredients by id, each with its item. @throws RuleError for one that is gone */
export async function goodsOf(
  unit: UnitOfWork,
  lines: readonly { readonly ingredientId: number }[],
): Promise<ReadonlyMap<number, Good & { readonly stockItemId: number }>> {
  const { rows } = await sql<Good>`
    select id, name, spec, unit, stock_item_id, shelf_life_days, opened_days, trace_required from ingredient
    where id = any(${lines.map(({ ingredientId }) => ingredientId)}::bigint[]) and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  const goods = new Map<number, Good & { readonly stockItemId: number }>()
  for (const good of rows)
    goods.set(good.id, { ...good, stockItemId: good.stockItemId ?? (await keepGood(unit, good)) })
  const missing = lines.findIndex(({ ingredientId }) => !goods.has(ingredientId))
  if (missing >= 0) throw new RuleError('check.notFound').at(`lines.${missing}.ingredientId`)
  return goods
}

type Goods = Awaited<ReturnType<typeof goodsOf>>

/** The good of a line that `goodsOf` has found. */
export function goodOf(goods: Goods, { ingredientId }: FormData): Good & { readonly stockItemId: number } {
  const good = goods.get(Number(ingredientId))
  if (good === undefined) throw new Error(`no ingredient ${ingredientId}`)
  return good
}

const held = 'from shared_store_item i where i.id = r.stock_item_id'
const batches = 'from shared_store_batch b where b.item_id = r.stock_item_id and b.qty > 0'
const onHand = `coalesce((select i.qty ${held}), 0)`
/** The day of the database, as lists say it of stock. */
const today = `(now() at time zone 'Asia/Shanghai')::date`

export const ingredientServer: RecordServer = {
  computed: {
    code: `(select i.code ${held})`,
    onHand,
    avgPrice: `(select i.avg_price ${held})`,
    value: `coalesce((select i.value ${held}), 0)::numeric(14, 2)`,
    nearestExpiry: `(select min(b.use_by) ${batches})`,
    isBelowMin: `(r.min_stock > ${onHand})`,
    light: `case when r.min_stock > ${onHand} or exists (select ${batches} and b.use_by < ${today}) then 'red'
      when exists (select ${batches} and b.use_by <= ${today} + ${EXPIRING_DAYS}) then 'yellow' else 'green' end`,
  },
  orders: {
    light: `case when r.min_stock > ${onHand} or exists (select ${batches} and b.use_by < ${today}) then 0
      when exists (select ${batches} and b.use_by <= ${today} + ${EXPIRING_DAYS}) then 1 else 2 end`,
  },
  pickable: () => sql`r.deleted_at is null`,
  beforeCreate: checkedIngredient,
  beforeUpdate: checkedIngredient,
  async beforeRemove(row, unit) {
    await refuseUsed(unit, row.id)
    const { rows } =
      await sql`select from shared_store_item where id = ${Number(row.stockItemId ?? 0)} and qty > 0`.execute(unit.db)
    if (rows.length > 0) throw new RuleError('canteen.ingredientInStock')
  },
  async afterWrite(row, unit) {
    await keepGood(unit, row as unknown as Good)
  },
}
