/** Materials of the demo canteen: what is in store and in use, months of readings, and three safety checks. */
import { sql } from 'kysely'
import { addDays, addMonths } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { amountForQty } from '#src/fields/quantity/quantities.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { checkStateOf } from '../materials/checks.server.ts'
import { MATERIAL_STORE, materialOf, materialsOf } from '../materials/goods.server.ts'

/** Name, category, unit, price, minimum, received, and where it is kept. */
const materials = [
  ['不锈钢餐盘', 'tableware', '个', '18.50', 100, 60, '餐具库1号架'],
  ['汤碗', 'tableware', '个', '6.80', 80, 180, '餐具库1号架'],
  ['筷子', 'tableware', '双', '2.50', 150, 300, '餐具库2号架'],
  ['炒锅', 'kitchenware', '口', '260.00', 1, 3, '热菜间'],
  ['菜刀', 'kitchenware', '把', '86.00', 2, 6, '切配间'],
  ['洗洁精', 'cleaning', '桶', '42.00', 6, 2, '清洁用品柜'],
  ['消毒片', 'cleaning', '瓶', '28.00', 4, 12, '清洁用品柜'],
  ['抹布', 'cleaning', '条', '3.50', 30, 90, '清洁用品柜'],
  ['打包盒', 'packaging', '个', '0.60', 500, 0, '包装用品架'],
  ['保鲜膜', 'packaging', '卷', '15.00', 5, 16, '包装用品架'],
  ['一次性手套', 'lowValue', '盒', '12.00', 10, 34, '包装用品架'],
  ['燃气阀门', 'energy', '个', '95.00', 0, 1, '燃气间'],
  ['灭火器', 'lowValue', '具', '120.00', 0, 2, '热菜间门口'],
  ['可燃气体报警器', 'energy', '台', '480.00', 0, 1, '燃气间'],
] as const
/** What areas have in use: how many at first, and how many are scrapped each month, in turn. */
const inUse = [
  ['不锈钢餐盘', 'diningHall', 260, [3, 2, 4, 1, 3, 2]],
  ['汤碗', 'diningHall', 220, [6, 4, 7, 5, 3, 6]],
  ['筷子', 'diningHall', 400, [12, 10, 9, 14, 11, 8]],
  ['炒锅', 'hotKitchen', 8, [0, 0, 1, 0, 0, 0]],
] as const
/** What is checked: every so many days, and how many days ago it was last checked. */
const checks = [
  ['燃气阀门', 30, 33],
  ['灭火器', 30, 25],
  ['可燃气体报警器', 90, 20],
] as const
/** Meters with what a meal uses, and what the first reading was. */
const meters = [
  ['食堂燃气表', 'gas', 'RQ-20260017', '燃气间', 0.24, 12_480],
  ['厨房电表', 'electricity', 'DB-20260042', '配电间', 0.62, 86_210],
] as const
const MONTHS_BACK = 6
/** Days back to the first reading, on the day before the demo's first menus. */
const DAYS_READ = 52

/** The first day of the month so many months before that of a day. */
const monthStart = (day: string, back: number): string => `${addMonths(day.slice(0, 7), -back)}-01`

async function seedStock(unit: UnitOfWork, by: number): Promise<ReadonlyMap<string, number>> {
  const now = unit.clock.now()
  const rows = materials.map(([name, category, counted, price, min, , location]) => {
    const [, cycle = null, daysAgo = 0] = checks.find(([checked]) => checked === name) ?? []
    const last = cycle === null ? null : addDays(unit.clock.today(), -daysAgo)
    const next = cycle === null || last === null ? null : addDays(last, cycle)
    const state = next === null ? null : checkStateOf(next, unit.clock.today())
    const reusable = category === 'tableware' || category === 'kitchenware'
    return { name, category, unit: counted, price, min, location, reusable, cycle, last, next, state }
  })
  const { rows: added } = await sql<{ id: number; name: string }>`
    insert into canteen_material (name, category, unit, min_stock, unit_price, reusable, location, check_cycle_days, last_checked_on, next_check_on, check_state,
      created_at, created_by, updated_at, updated_by)
    select m.name, m.category, m.unit, m.min, m.price, m.reusable, m.location, m.cycle, m.last, m.next, m.state, ${now}, ${by}, ${now}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (name text, category text, unit text, min int, price numeric, reusable boolean, location text,
      cycle int, last date, next date, state text) returning id, name`.execute(unit.db)
  const ids = new Map(added.map(({ id, name }) => [name, id]))
  await sql`
    insert into material_check (material_id, checked_on, result, checked_by, created_at, created_by, updated_at, updated_by)
    select id, last_checked_on, 'ok', ${by}, ${now}, ${by}, ${now}, ${by} from canteen_material where last_checked_on is not null order by last_checked_on`.execute(
    unit.db,
  )
  const lines = materials
    .filter(([, , , , , qty]) => qty > 0)
    .map(([name, , , price, , qty]) => ({
      materialId: ids.get(name) ?? 0,
      qty,
      price,
      amount: amountForQty(price, qty),
    }))
  const goods = await materialsOf(unit, lines)
  const arrivals = lines.map((line) => ({
    itemId: materialOf(goods, line).stockItemId,
    qty: line.qty,
    amount: line.amount,
  }))
  const posted = await unit
    .service(storeLedger)
    .receive(MATERIAL_STORE, 'purchaseIn', arrivals, { reason: '', byUser: by })
  await sql`
    insert into material_receipt (doc_no, lines, amount, created_at, created_by, updated_at, updated_by)
    values (${posted.no}, ${JSON.stringify(lines)}::jsonb, ${posted.value}, ${now}, ${by}, ${now}, ${by})`.execute(
    unit.db,
  )
  await sql`update canteen_material set last_in_at = ${now} where id = any(${lines.map(({ materialId }) => materialId)}::bigint[])`.execute(
    unit.db,
  )
  return ids
}

/** What areas were given half a year ago, and what broke there since. */
async function seedUse(unit: UnitOfWork, by: number, ids: ReadonlyMap<string, number>): Promise<void> {
  const today = unit.clock.today()
  const entries = inUse.flatMap(([name, area, first, broken]) => {
    const materialId = ids.get(name) ?? 0
    const gone = broken.map((qty, place) => ({
      day: addDays(monthStart(today, MONTHS_BACK - 1 - place), -8),
      qty: -qty,
    }))
    return [{ day: monthStart(today, MONTHS_BACK + 1), qty: first }, ...gone]
      .filter(({ qty }) => qty !== 0)
      .map((entry) => ({ materialId, area, ...entry }))
  })
  const at = sql`(e.day + time '14:00') at time zone 'Asia/Shanghai'`
  const given = sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e ("materialId" bigint, area text, qty int, day date)`
  await sql`
    insert into material_use_entry (material_id, area, qty, on_day, at, by_user)
    select e."materialId", e.area, e.qty, e.day, ${at}, ${by} from ${given} order by e.day, e."materialId"`.execute(
    unit.db,
  )
  await sql`
    insert into material_use (material_id, area, qty)
    select material_id, area, sum(qty) from material_use_entry group by material_id, area`.execute(unit.db)
  await sql`
    insert into material_scrap (origin, area, scrap_reason, lines, amount, created_at, created_by, updated_at, updated_by)
    select 'area', e.area, 'broken', jsonb_agg(jsonb_build_object('materialId', m.id, 'qty', -e.qty, 'amount', (-e.qty * m.unit_price)::numeric(14, 2)::text) order by m.id),
      sum(-e.qty * m.unit_price), ${at}, ${by}, ${at}, ${by}
    from ${given} join canteen_material m on m.id = e."materialId" where e.qty < 0 group by e.day, e.area order by e.day, e.area`.execute(
    unit.db,
  )
  await sql`
    update canteen_material m set last_out_at = u.at, holder_area = u.area
    from (select distinct on (material_id) material_id, area, at from material_use_entry order by material_id, at desc) u where u.material_id = m.id`.execute(
    unit.db,
  )
}

/** On which days the meters were read: before the first menu, in the middle and at the end of each month, and yesterday. */
function readDays(today: string): readonly string[] {
  const all = Array.from({ length: DAYS_READ + 1 }, (_, place) => addDays(today, place - DAYS_READ - 1))
  return all.filter(
    (day, place) => place === 0 || place === DAYS_READ || day.endsWith('-15') || addDays(day, 1).endsWith('-01'),
  )
}

/** What was used goes with the meals since the reading before. */
async function seedMeters(unit: UnitOfWork, by: number): Promise<void> {
  const now = unit.clock.now()
  const days = readDays(unit.clock.today())
  const { rows: eaten } = await sql<{ date: string; meals: number }>`
    select date, sum(portions)::int as meals from meal_order where state in ('verified', 'settled') group by date`.execute(
    unit.db,
  )
  for (const [name, kind, meterNo, location, perMeal, start] of meters) {
    const { rows } = await sql<{ id: number }>`
      insert into energy_meter (name, kind, meter_no, location, created_at, created_by, updated_at, updated_by)
      values (${name}, ${kind}, ${meterNo}, ${location}, ${now}, ${by}, ${now}, ${by}) returning id`.execute(unit.db)
    let reading = start
    const readings = days.map((day, place) => {
      const before = days[place - 1] ?? day
      const meals = eaten.reduce((sum, one) => sum + (one.date > before && one.date <= day ? one.meals : 0), 0)
      const used = Math.round(meals * perMeal * (1 + ((place * 3) % 5) / 25))
      reading += used
      return { day, reading, used }
    })
    await sql`
      insert into energy_reading (meter_id, read_on, reading, consumption, created_at, created_by, updated_at, updated_by)
      select ${rows[0]?.id ?? 0}, e.day, e.reading, e.used, (e.day + time '17:30') at time zone 'Asia/Shanghai', ${by}, ${now}, ${by}
      from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as e (day date, reading numeric, used numeric) order by e.day`.execute(
      unit.db,
    )
  }
}

export async function seedMaterials(unit: UnitOfWork, by: number): Promise<void> {
  const ids = await seedStock(unit, by)
  await seedUse(unit, by, ids)
  await seedMeters(unit, by)
}
