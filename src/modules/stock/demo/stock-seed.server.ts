/** Demo stock (70.3, 70.4): three warehouses, their items, a year of movements and what waits today. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type DemoPeople, onDay, type StockedItem, seedHistory } from './history-seed.server.ts'
import { type DemoItem, demoItems } from './items-seed.server.ts'
import { seedWaiting } from './waiting-seed.server.ts'

type Line = readonly [
  name: string,
  spec: string,
  category: string,
  unit: string,
  price: string,
  warehouse: number,
  onHand: number,
  min: number,
  max: number,
  expiresIn?: number | null,
  sizes?: string,
]

// biome-ignore format: a table, one row to the line
const lines: readonly Line[] = [
  ['A4 复印纸', '70g 500张', 'officeSupplies', '包', '25.00', 0, 10, 20, 200],
  ['中性笔', '0.5mm 黑', 'officeSupplies', '支', '1.80', 0, 320, 100, 600],
  ['订书机', '标准型', 'officeSupplies', '个', '18.00', 0, 16, 5, 40],
  ['计算器', '12位', 'officeSupplies', '个', '35.00', 0, 9, 4, 20],
  ['档案盒', 'A4 55mm', 'officeSupplies', '个', '6.50', 0, 140, 60, 300],
  ['笔记本', 'A5', 'officeSupplies', '本', '7.20', 0, 85, 40, 200],
  ['订书钉', '24/6', 'officeSupplies', '盒', '2.10', 0, 60, 20, 120],
  ['示例硒鼓', '通用型', 'electronicParts', '支', '180.00', 0, 1, 4, 20],
  ['固态硬盘', '512GB', 'electronicParts', '块', '320.00', 0, 12, 5, 30],
  ['内存条', '16GB', 'electronicParts', '条', '260.00', 0, 14, 5, 30],
  ['网线', '六类 3米', 'electronicParts', '根', '9.00', 0, 70, 30, 150],
  ['U盘', '64GB 加密型', 'electronicParts', '个', '95.00', 0, 8, 10, 40],
  ['长袖衬衣', '执勤', 'clothing', '件', '86.00', 1, 40, 20, 120, null, '165,170,175,180,185'],
  ['作训鞋', '黑色', 'clothing', '双', '128.00', 1, 30, 20, 90, null, '39,40,41,42,43,44'],
  ['反光背心', '均码', 'equipment', '件', '45.00', 1, 5, 10, 60],
  ['强光手电', '防水型', 'equipment', '支', '160.00', 1, 22, 10, 50],
  ['防割手套', '五级', 'equipment', '副', '38.00', 1, 64, 30, 120],
  ['医用口罩', '独立包装', 'medical', '只', '0.60', 2, 900, 500, 4000, 40],
  ['碘伏消毒液', '100ml', 'medical', '瓶', '5.50', 2, 48, 30, 120, 25],
  ['急救包', '车载型', 'medical', '个', '120.00', 2, 18, 10, 40, 210],
  ['创可贴', '100片', 'medical', '盒', '12.00', 2, 26, 12, 60, 400],
  ['止血带', '旋压式', 'medical', '条', '65.00', 2, 12, 6, 30, 700],
  ['洗手液', '500ml', 'cleaning', '瓶', '11.00', 2, 36, 20, 80],
  ['抽纸', '3层 120抽', 'cleaning', '包', '4.20', 2, 210, 100, 500],
]

/** Kept by batch without an expiry date (ITEM-VEST). */
const VEST = '反光背心'
const CLOTHES_SIZES = '160,165,170,175,180,185,190,195'

const warehouses = [
  ['一号综合库', '机关大院一号楼地下一层'],
  ['二号装备库', '机关大院三号楼一层'],
  ['三号医疗保洁库', '机关大院二号楼一层'],
] as const
const bins = ['A', 'B'].flatMap((row) => [1, 2, 3, 4, 5, 6].map((place) => `${row}-0${place}`))
const warehouseOf: Readonly<Record<string, number>> = { clothing: 1, equipment: 1, medical: 2, cleaning: 2 }

async function seedWarehouses(unit: UnitOfWork): Promise<readonly number[]> {
  const now = unit.clock.now()
  const ids: number[] = []
  for (const [name, address] of warehouses) {
    const { rows } = await sql<{ id: number }>`
      insert into warehouse (name, dept_id, keeper_ids, address, bins, created_at, updated_at)
      select ${name}::text, (select id from shared_department where key = 'D06'), array(select id from shared_app_user where username in ('zhang23', 'kong24') order by id), ${address}::text,
        ${JSON.stringify(bins.map((code, index) => ({ code, walkOrder: index + 1 })))}::jsonb, ${now}::timestamptz, ${now}::timestamptz returning id`.execute(
      unit.db,
    )
    const id = rows[0]?.id ?? 0
    await sql`insert into stock_bin (warehouse_id, code, walk_order, created_at, updated_at)
      select ${id}::bigint, code, place, ${now}::timestamptz, ${now}::timestamptz from unnest(${bins}::text[]) with ordinality as bin (code, place)`.execute(
      unit.db,
    )
    ids.push(id)
  }
  return ids
}

interface ItemPlan extends Omit<StockedItem, 'id'> {
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly min: number
  readonly max: number
  readonly isBatchManaged: boolean
  readonly isExpiring: boolean
  readonly sizeList: string
  /** Days since its last count. */
  readonly countedAgo: number
}

/** Items that stories name keep what is on hand as it was received. */
function planOfNamed(
  [name, spec, category, unit, price, warehouse, onHand, min, max, expiresIn, sizes]: Line,
  index: number,
): ItemPlan {
  const half = Math.ceil(onHand / 2)
  const batches = expiresIn
    ? [
        // Of the opening: tickets of the year draw upon it.
        { monthsAgo: 12, expiresIn, batchNo: 'V1', qty: half },
        { monthsAgo: 1, expiresIn: expiresIn + 180, batchNo: 'V2', qty: onHand - half },
      ]
    : name === VEST
      ? [{ monthsAgo: 12, expiresIn: null, batchNo: 'V1', qty: onHand }]
      : []
  return {
    name,
    spec,
    category,
    unit,
    price,
    warehouse,
    onHand,
    qtyPlaces: 0,
    min,
    max,
    batches,
    sizes: sizes?.split(',') ?? [''],
    sizeList: sizes ?? '',
    moves: batches.length === 0,
    isBatchManaged: batches.length > 0,
    isExpiring: Boolean(expiresIn),
    countedAgo: index,
  }
}

/** Place of the medical item of which a batch is on hold, so that too little of it is left. */
const HELD_MEDICAL = 19

/** Batches of a medical item: the first of some has expired, of others it expires within weeks. */
function medicalBatches(index: number, onHand: number) {
  const first = index < 2 ? -(5 + index * 7) : index < 9 ? 6 + index * 6 : 90 + index * 10
  const deliveries = [
    [12, first],
    [9, first + 220],
    [6, first + 330],
    [3, first + 450],
    ...(index < 14 ? [] : [[1, first + 560]]),
  ] as const
  return deliveries.map(([monthsAgo = 1, expiresIn = null], place) => ({
    monthsAgo,
    expiresIn,
    batchNo: `B${place + 1}`,
    qty: Math.ceil(onHand / 4),
  }))
}

function planOfFamily(item: DemoItem, index: number): ItemPlan {
  const isClothing = item.category === 'clothing'
  const medical = demoItems.filter(({ category }) => category === 'medical').indexOf(item)
  const batches = medical < 0 ? [] : medicalBatches(medical, item.onHand)
  const isBelow = medical < 0 ? index % 20 === 5 : medical === HELD_MEDICAL
  return {
    ...item,
    warehouse: warehouseOf[item.category] ?? 0,
    min: isBelow ? Math.ceil(item.onHand * 1.5) : Math.floor(item.onHand * 0.3),
    max: item.onHand * 3,
    batches,
    sizes: isClothing ? CLOTHES_SIZES.split(',') : [''],
    sizeList: isClothing ? CLOTHES_SIZES : '',
    moves: medical < 0 ? index % 9 !== 0 : medical >= 9,
    isBatchManaged: medical >= 0,
    isExpiring: medical >= 0,
    countedAgo: index % 40,
  }
}

/** A by the value that lies there, so that what is dear is counted most often. */
const classOf = ({ price, onHand }: ItemPlan): string => {
  const value = Number(price) * onHand
  return value > 5000 ? 'A' : value > 1500 ? 'B' : 'C'
}

/** Milliseconds since the items of the demo are kept. */
const YEAR = 365 * 86_400_000

async function addItem(unit: UnitOfWork, plan: ItemPlan): Promise<StockedItem> {
  const now = new Date(unit.clock.now().getTime() - YEAR)
  const { rows } = await sql<{ id: number }>`
    insert into stock_item (code, name, spec, category, unit, qty_places, price, max_per_request, min_stock, max_stock, batch_managed, expiry_managed, one_holder, size_list, count_class, counted_on, created_at, updated_at)
    values ('WP' || lpad(nextval('stock_item_no')::text, 6, '0'), ${plan.name}, ${plan.spec}, ${plan.category}, ${plan.unit}, ${String(plan.qtyPlaces)}, ${plan.price}, 20, ${plan.min}, ${plan.max},
      ${plan.isBatchManaged}, ${plan.isExpiring}, ${['订书机', '计算器'].includes(plan.name)}, ${plan.sizeList}, ${classOf(plan)}, ${addDays(unit.clock.today(), -plan.countedAgo)},
      ${now}, ${now}) returning id`.execute(unit.db)
  return { ...plan, id: rows[0]?.id ?? 0 }
}

/** Packs with codes of their own, and what may be issued in the place of something else. */
const packs: readonly (readonly [
  name: string,
  packUnit: string,
  packQty: number,
  barcode: string,
  packCode: string,
])[] = [
  ['A4 复印纸', '箱', 5, '6901234500011', '16901234500018'],
  ['中性笔', '盒', 12, '6901234500028', '16901234500025'],
  ['医用口罩', '盒', 50, '6901234500035', '16901234500032'],
  ['抽纸', '提', 10, '6901234500042', '16901234500049'],
]

async function addCodes(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  for (const [name, packUnit, packQty, barcode, packCode] of packs) {
    await sql`with item as (update stock_item set barcode = ${barcode}, pack_unit = ${packUnit}, pack_qty = ${packQty},
        barcodes = ${JSON.stringify([{ code: packCode, size: null, packQty }])}::jsonb where name = ${name} returning id)
      insert into stock_barcode (item_id, code, pack_qty, created_at, updated_at) select id, ${packCode}, ${packQty}::int, ${now}::timestamptz, ${now}::timestamptz from item`.execute(
      unit.db,
    )
  }
  await sql`with pair as (select pen.id as item, pencil.id as other from stock_item pen, stock_item pencil where pen.name = '中性笔' and pencil.name = '铅笔'),
      kept as (update stock_item i set substitutes = jsonb_build_array(jsonb_build_object('itemId', pair.other)) from pair where i.id = pair.item)
    insert into stock_substitute (item_id, substitute_id, created_at, updated_at) select item, other, ${now}::timestamptz, ${now}::timestamptz from pair`.execute(
    unit.db,
  )
}

/** What parts are and fit, and the items of the standards that clothing and gear of the same name stand for (STK-21 to STK-23). */
async function describeItems(unit: UnitOfWork): Promise<void> {
  await sql`update stock_item i set part_kind = g.kind, compatible_models = coalesce(g.models, ''), rated_yield = g.pages
    from (values ('示例硒鼓', 'toner', 'ZC-P1', 2600), ('固态硬盘', 'disk', null, null), ('内存条', 'memory', null, null)) as g (name, kind, models, pages) where i.name = g.name`.execute(
    unit.db,
  )
  await sql`update stock_item i set standard_item_id = s.id, auxiliary = i.name = '作训鞋',
      size_kind = case when i.size_list = '' then null when i.name = '作训鞋' then 'shoe' else 'height' end
    from shared_standard_item s where s.name in (i.name, i.name || '（' || i.spec || '）') and s.kind in ('clothing', 'police') and i.category in ('clothing', 'equipment')`.execute(
    unit.db,
  )
}

export async function seedStock(unit: UnitOfWork): Promise<void> {
  const places = await seedWarehouses(unit)
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from shared_app_user where username in ('kong24', 'lyu21', 'zhang23')`.execute(unit.db)
  const idOf = (username: string): number | null => rows.find((person) => person.username === username)?.id ?? null
  const people: DemoPeople = { kong24: idOf('kong24'), lyu21: idOf('lyu21'), zhang23: idOf('zhang23') }
  const items: StockedItem[] = []
  for (const plan of [...lines.map(planOfNamed), ...demoItems.map(planOfFamily)]) items.push(await addItem(unit, plan))
  await addCodes(unit)
  await describeItems(unit)
  await seedHistory(unit, places, items, people)
  await seedWaiting(onDay(unit, unit.clock.today()), places, items.slice(lines.length), people)
}
