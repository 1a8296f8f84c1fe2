/** Demo stock (70.3, 70.4): three warehouses, their items and what was received, all of it through the documents of the product. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { Base } from '#src/define/server.ts'
import { postDocument } from './documents/post.server.ts'
import { nextNumbers } from './ledger/documents.server.ts'

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

const warehouses = [
  ['一号综合库', '机关大院一号楼地下一层'],
  ['二号装备库', '机关大院三号楼一层'],
  ['三号医疗保洁库', '机关大院二号楼一层'],
] as const

async function seedWarehouses(base: Base): Promise<readonly number[]> {
  const now = base.clock.now()
  const ids: number[] = []
  for (const [name, address] of warehouses) {
    const { rows } = await sql<{ id: number }>`
      insert into warehouse (name, dept_id, keeper_ids, address, bins, created_at, updated_at)
      select ${name}::text, (select id from shared_department where key = 'D06'), array(select id from shared_app_user where username in ('zhang23', 'kong24') order by id), ${address}::text,
        '[{"code":"A-01","walkOrder":1},{"code":"A-02","walkOrder":2},{"code":"B-01","walkOrder":3}]'::jsonb, ${now}::timestamptz, ${now}::timestamptz returning id`.execute(
      base.db,
    )
    const id = rows[0]?.id ?? 0
    await sql`insert into stock_bin (warehouse_id, code, walk_order, created_at, updated_at)
      select ${id}::bigint, code, place, ${now}::timestamptz, ${now}::timestamptz from unnest(array['A-01', 'A-02', 'B-01']) with ordinality as bin (code, place)`.execute(
      base.db,
    )
    ids.push(id)
  }
  return ids
}

/** Parts of a quantity: one to the size, or two batches of what expires. */
function partsOf([name, , , , , , onHand, , , expiresIn, sizes]: Line): readonly {
  size: string
  qty: number
  expiresIn: number | null
  batchNo: string
}[] {
  const list = sizes?.split(',') ?? ['']
  if (expiresIn)
    return [
      { size: '', qty: Math.ceil(onHand / 2), expiresIn, batchNo: 'V1' },
      { size: '', qty: Math.floor(onHand / 2), expiresIn: expiresIn + 180, batchNo: 'V2' },
    ]
  return list.map((size, index) => ({
    size,
    qty: Math.floor(onHand / list.length) + (index < onHand % list.length ? 1 : 0),
    expiresIn: null,
    batchNo: name === VEST ? 'V1' : '',
  }))
}

export async function seedStock(base: Base): Promise<void> {
  const places = await seedWarehouses(base)
  const now = base.clock.now()
  const today = base.clock.today()
  const { rows: people } = await sql<{ id: number; username: string }>`
    select id, username from shared_app_user where username in ('kong24', 'lyu21', 'zhang23')`.execute(base.db)
  const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? null
  for (const [warehouse, warehouseId] of places.entries()) {
    const own = lines.filter((line) => line[5] === warehouse)
    const [no = ''] = await nextNumbers(base, 'RK')
    const { rows } = await sql<{ id: number }>`
      insert into stock_doc (no, type, warehouse_id, state, doc_date, reason, maker_id, submitted_at, approver_id, approved_at, created_at, created_by, updated_at)
      values (${no}, 'openingIn', ${warehouseId}, 'approved', ${today}, '期初建账', ${idOf('kong24')}, ${now}, ${idOf('lyu21')}, ${now}, ${now}, ${idOf('kong24')}, ${now})
      returning id`.execute(base.db)
    const docId = rows[0]?.id ?? 0
    let place = 0
    for (const line of own) {
      const [name, spec, category, unit, price, , , min, max, expiresIn, sizes] = line
      const { rows: items } = await sql<{ id: number }>`
        insert into stock_item (code, name, spec, category, unit, price, max_per_request, min_stock, max_stock, batch_managed, expiry_managed, one_holder, size_list, created_at, updated_at)
        values ('WP' || lpad(nextval('stock_item_no')::text, 6, '0'), ${name}, ${spec}, ${category}, ${unit}, ${price}, 20, ${min}, ${max}, ${Boolean(expiresIn) || name === VEST}, ${Boolean(expiresIn)},
          ${['订书机', '计算器'].includes(name)}, ${sizes ?? ''}, ${now}, ${now}) returning id`.execute(base.db)
      for (const part of partsOf(line)) {
        await sql`insert into stock_doc_line (doc_id, place, item_id, size, batch_no, expire_date, qty, price, amount)
          values (${docId}, ${place}, ${items[0]?.id}, ${part.size}, ${part.batchNo}, ${part.expiresIn === null ? null : addDays(today, part.expiresIn)}, ${part.qty}, ${price},
            ${part.qty} * ${price}::numeric)`.execute(base.db)
        place += 1
      }
    }
    await sql`update stock_doc set qty = (select sum(qty) from stock_doc_line where doc_id = ${docId}),
      lines = (select jsonb_agg(jsonb_build_object('itemId', item_id, 'size', size, 'qty', qty, 'price', price::text, 'amount', amount::numeric(14,2)::text) order by place)
        from stock_doc_line where doc_id = ${docId}) where id = ${docId}`.execute(base.db)
    await postDocument(base, docId, idOf('zhang23'))
  }
}
