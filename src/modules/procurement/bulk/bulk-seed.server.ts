/** 70.3: configurations of the bulk list, by the items of the standards and of the stores. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'

interface SeedConfig {
  readonly category: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly cap: number | null
  /** Item of the allocation standards by name. */
  readonly standard: string | null
  readonly assets: string | null
}

// biome-ignore format: a table, one row to the line
const configs: readonly SeedConfig[] = [
  { category: 'desktop', name: '台式计算机', spec: '国产CPU，内存16GB，固态硬盘512GB，23.8英寸显示器', unit: '台', cap: 4800, standard: '台式计算机', assets: 'computer' },
  { category: 'desktop', name: '台式计算机（图形）', spec: '国产CPU，内存32GB，固态硬盘1TB，独立显卡', unit: '台', cap: null, standard: '台式计算机', assets: 'computer' },
  { category: 'laptop', name: '便携式计算机', spec: '国产CPU，内存16GB，固态硬盘512GB，14英寸', unit: '台', cap: 6500, standard: '便携式计算机', assets: 'computer' },
  { category: 'printer', name: 'A4黑白打印机', spec: '激光，自动双面，每分钟30页', unit: '台', cap: null, standard: 'A4黑白打印机', assets: 'office' },
  { category: 'printer', name: 'A3打印机', spec: '激光，自动双面，网络打印', unit: '台', cap: null, standard: 'A3打印机', assets: 'office' },
  { category: 'aircon', name: '壁挂式空调', spec: '1.5匹，一级能效', unit: '台', cap: 3200, standard: null, assets: 'electrical' },
  { category: 'aircon', name: '柜式空调', spec: '3匹，一级能效', unit: '台', cap: 7500, standard: null, assets: 'electrical' },
  { category: 'furniture', name: '办公桌', spec: '1400×700×760毫米，带侧柜', unit: '张', cap: 1800, standard: '办公桌', assets: 'furniture' },
  { category: 'furniture', name: '办公椅', spec: '网布，可升降', unit: '把', cap: null, standard: '办公椅', assets: 'furniture' },
  { category: 'furniture', name: '文件柜', spec: '钢制，五节', unit: '个', cap: null, standard: '文件柜', assets: 'furniture' },
]

export async function seedBulk(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const supplies = await unit.service(stockLedger).catalogue(['officeSupplies'])
  const paper = supplies.find(({ name }) => name === 'A4 复印纸')
  await sql`
    insert into bulk_config (category, name, spec, unit, unit_cap, standard_item_id, asset_category, created_at, updated_at)
    select g.category, g.name, g.spec, g.unit, g.cap, i.id, g.assets, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(configs)}::jsonb) as g(category text, name text, spec text, unit text, cap numeric, standard text, assets text)
      left join shared_standard_item i on i.name = g.standard order by g.category, g.name`.execute(unit.db)
  if (paper === undefined) return
  await sql`
    insert into bulk_config (category, name, spec, unit, unit_cap, stock_item_id, created_at, updated_at)
    values ('copyPaper', ${paper.name}, '70g，500张', '包', 22, ${paper.id}::bigint, ${now}::timestamptz, ${now}::timestamptz)`.execute(
    unit.db,
  )
}

/** The configurations by name. */
export async function bulkConfigs(unit: UnitOfWork): Promise<ReadonlyMap<string, number>> {
  const rows = await unit.db.selectFrom('bulk_config').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
