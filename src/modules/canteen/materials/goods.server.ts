/** Materials as goods of their store: the item behind each, locked while it moves, and figures of it. */
import { type SqlBool, sql } from 'kysely'
import { type Problem, problemOf, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { firstRepeated } from '../repeated.ts'
import { planCheck } from './checks.server.ts'

export const MATERIAL_STORE = 'materials'

export interface Material {
  readonly id: number
  readonly name: string
  readonly unit: string
  readonly unitPrice: string
  readonly reusable: boolean
  readonly stockItemId: number | null
  readonly isUsed: boolean
}

export type Goods = ReadonlyMap<number, Material & { readonly stockItemId: number }>

/** The item on the ledger, added or renamed with the material. */
async function keepItem(unit: UnitOfWork, { id, name, unit: counted, stockItemId }: Material): Promise<number> {
  const itemId = await unit
    .service(storeLedger)
    .keep(MATERIAL_STORE, stockItemId, { name, spec: '', unit: counted, expires: false })
  if (itemId !== stockItemId)
    await sql`update canteen_material set stock_item_id = ${itemId} where id = ${id}`.execute(unit.db)
  return itemId
}

/** Materials of the lines, locked in the order of their ids. @throws RuleError `canteen.materialTwice`, `check.notFound` */
export async function materialsOf(unit: UnitOfWork, lines: readonly FormData[]): Promise<Goods> {
  const again = firstRepeated(lines.map(({ materialId }) => materialId))
  if (again !== null) throw new RuleError('canteen.materialTwice').at(`lines.${again}.materialId`)
  const { rows } = await sql<Material>`
    select id, name, unit, unit_price, reusable, stock_item_id, is_used from canteen_material
    where id = any(${lines.map(({ materialId }) => Number(materialId))}::bigint[]) and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  const goods = new Map<number, Material & { readonly stockItemId: number }>()
  for (const row of rows) goods.set(row.id, { ...row, stockItemId: row.stockItemId ?? (await keepItem(unit, row)) })
  const missing = lines.findIndex(({ materialId }) => !goods.has(Number(materialId)))
  if (missing >= 0) throw new RuleError('check.notFound').at(`lines.${missing}.materialId`)
  return goods
}

/** The material of a line that `materialsOf` has found. */
export function materialOf(goods: Goods, { materialId }: FormData): Material & { readonly stockItemId: number } {
  const material = goods.get(Number(materialId))
  if (material === undefined) throw new Error(`no material ${materialId}`)
  return material
}

/** What is in store of the materials, by id. */
export async function onHandOf(unit: UnitOfWork, goods: Goods): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; qty: number }>`
    select m.id, coalesce(i.qty, 0)::int as qty from canteen_material m left join shared_store_item i on i.id = m.stock_item_id
    where m.id = any(${[...goods.keys()]}::bigint[])`.execute(unit.db)
  return new Map(rows.map(({ id, qty }) => [id, qty]))
}

/** Refuses to bring in or hand out what is switched off. @throws ValidationError `canteen.materialUnused` at `lines.<n>.materialId` */
export function refuseUnused(lines: readonly FormData[], goods: Goods): void {
  refuseLines(lines, goods, ({ isUsed, name }) => (isUsed ? null : problemOf('canteen.materialUnused', name)))
}

/** Only what is reusable is in use somewhere. @throws ValidationError `canteen.materialConsumed` at `lines.<n>.materialId` */
export function refuseConsumed(lines: readonly FormData[], goods: Goods): void {
  refuseLines(lines, goods, ({ reusable, name }) => (reusable ? null : problemOf('canteen.materialConsumed', name)))
}

function refuseLines(lines: readonly FormData[], goods: Goods, problemWith: (good: Material) => Problem | null): void {
  const problems: Record<string, Problem[]> = {}
  for (const [index, line] of lines.entries()) {
    const problem = problemWith(materialOf(goods, line))
    if (problem) problems[`lines.${index}.materialId`] = [problem]
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
}

/** CAN-21, every line that asks for too much at once. @throws ValidationError `rule.CAN-21` at `lines.<n>.qty` */
export function refuseMore(lines: readonly FormData[], goods: Goods, held: ReadonlyMap<number, number>): void {
  const problems: Record<string, Problem[]> = {}
  for (const [index, line] of lines.entries()) {
    const { id, name, unit } = materialOf(goods, line)
    const there = held.get(id) ?? 0
    if (Number(line.qty) > there) problems[`lines.${index}.qty`] = [problemOf('rule.CAN-21', name, there, unit)]
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
}

const onHand = `coalesce((select i.qty from shared_store_item i where i.id = r.stock_item_id), 0)::integer`
const rank = `case when not r.is_used then '2' when r.min_stock > ${onHand} then '0' else '1' end || r.name`

export const materialServer: RecordServer = {
  computed: {
    onHand,
    inUse: 'coalesce((select sum(u.qty) from material_use u where u.material_id = r.id), 0)::integer',
    value: 'coalesce((select i.value from shared_store_item i where i.id = r.stock_item_id), 0)::numeric(14, 2)',
    isBelowMin: `(r.is_used and r.min_stock > ${onHand})`,
    state: `case when r.min_stock <= ${onHand} then 'enough' when ${onHand} = 0 then 'none' else 'low' end`,
  },
  // Below the minimum first, then by name (50.3).
  orders: { state: rank },
  pickable: () => sql<SqlBool>`r.deleted_at is null`,
  async afterWrite(row, unit) {
    await keepItem(unit, row as unknown as Material)
    await planCheck(unit, row.id)
    unit.changed('materialCheckItem', row.id)
  },
}
