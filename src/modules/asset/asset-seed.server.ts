import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { entitlements } from '#src/modules/standard/contract.ts'
import { seedDesk, seedMoves } from './asset-desk-seed.server.ts'
import { lifeYearsOf } from './asset-life.ts'
import { planAssets, postDepreciation } from './cards/asset-plan.server.ts'

interface SeedKind {
  readonly item: string
  readonly category: string
  readonly model: string
  readonly brand: string
  readonly price: number
  readonly inspect?: number
}

// biome-ignore format: a table, one row to the line
const kinds: readonly SeedKind[] = [
  { item: '台式计算机', category: 'computer', model: '示例台式机T5', brand: '示例牌', price: 4680 },
  { item: '办公桌', category: 'furniture', model: '1400×700mm', brand: '示例家具', price: 1280 },
  { item: '办公椅', category: 'furniture', model: '网布转椅', brand: '示例家具', price: 560 },
  { item: '文件柜', category: 'furniture', model: '双开门850mm', brand: '示例家具', price: 780 },
  { item: '便携式计算机', category: 'computer', model: '示例便携机B14', brand: '示例牌', price: 6680 },
  { item: 'A4黑白打印机', category: 'office', model: 'ZC-P1', brand: '示例打印', price: 1150 },
  { item: '对讲机', category: 'communication', model: '示例数字对讲D8', brand: '示例通信', price: 4200, inspect: 12 },
  { item: '执法记录仪', category: 'police', model: '示例记录仪R3', brand: '示例警用', price: 2380 },
  { item: '防刺服', category: 'police', model: '软质二级', brand: '示例警用', price: 2950 },
  { item: '酒精检测仪', category: 'police', model: '示例酒检A1', brand: '示例警用', price: 3400, inspect: 6 },
]

interface SeedAsset extends SeedKind {
  readonly holder: string | null
  readonly dept: string
  readonly state: string
  readonly months: number
}

interface Person {
  readonly username: string
  readonly dept: string
  readonly personType: string
}

const kind = (item: string): SeedKind => {
  const found = kinds.find((one) => one.item === item)
  if (found === undefined) throw new Error(`no kind ${item}`)
  return found
}

const TOTAL = 420
const IDLE = 31
const PENDING_SCRAP = 9
/** What the tickets of the demo hand out beyond what they take back, so that 31 stay in store. */
const HANDED_OUT: readonly string[] = ['台式计算机', '台式计算机', '办公椅', '办公椅']

/** Who has what: a workplace each, gear for the police, the rest of 420 by turns; D12 has one laptop (70.4). */
function assetsOf(people: readonly Person[]): readonly SeedAsset[] {
  const all: SeedAsset[] = []
  const give = (item: string, person: Person, state = 'inUse'): void => {
    const index = all.length
    all.push({ ...kind(item), holder: person.username, dept: person.dept, state, months: 4 + ((index * 11) % 62) })
  }
  for (const person of people) for (const item of ['台式计算机', '办公桌', '办公椅', '文件柜']) give(item, person)
  const laptops = new Set<string>()
  for (const person of people)
    if (!laptops.has(person.dept)) {
      laptops.add(person.dept)
      give('便携式计算机', person)
      give('A4黑白打印机', person)
    }
  const police = people.filter(({ personType }) => personType === 'police')
  const inUse = TOTAL - IDLE - PENDING_SCRAP - HANDED_OUT.length
  for (let turn = 0; all.length < inUse; turn += 1) {
    const person = police[turn % police.length]
    if (person !== undefined)
      give(['防刺服', '执法记录仪', '对讲机', '酒精检测仪'][Math.floor(turn / police.length) % 4] ?? '对讲机', person)
  }
  const store = (item: string, state: string, index: number): SeedAsset => ({
    ...kind(item),
    holder: null,
    dept: 'D06',
    state,
    months: state === 'idle' ? 2 : 75 + index,
  })
  return [
    ...all,
    ...Array.from({ length: 3 }, (_, index) => store('便携式计算机', 'idle', index)),
    ...Array.from({ length: IDLE - 3 }, (_, index) =>
      store(['台式计算机', '办公桌', '办公椅', '文件柜', '对讲机', '执法记录仪'][index % 6] ?? '办公椅', 'idle', index),
    ),
    ...HANDED_OUT.map((item, index) => store(item, 'idle', index)),
    ...Array.from({ length: PENDING_SCRAP }, (_, index) => store('台式计算机', 'pendingScrap', index)),
  ]
}

const DAYS_OF_MONTH = 30.4

/** Idle assets by the item of the standards, those last that came last. */
export async function idleByItem(unit: UnitOfWork): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ name: string; ids: number[] }>`
    select i.name, array_agg(a.id order by a.id) as ids from asset a join shared_standard_item i on i.id = a.item_id
    where a.state = 'idle' and not a.is_pool and a.deleted_at is null group by i.name`.execute(unit.db)
  return new Map(rows.map(({ name, ids }) => [name, ids]))
}

/** 70.3: 420 assets with 388 allocations, and the months of their depreciation so far. */
export async function seedAssets(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const today = unit.clock.today()
  const year = today.slice(0, 4)
  await sql`
    insert into asset_room (code, name, building, dept_id, area_m2, created_at, updated_at)
    select 'R' || key, name || '办公室', '示例办公楼', id, 18 + (id % 5) * 4, ${now}::timestamptz, ${now}::timestamptz from shared_department department
    where exists (select 1 from shared_app_user where dept_id = department.id) order by sort, id`.execute(unit.db)
  const { rows: people } = await sql<Person>`
    select u.username, d.key as dept, u.person_type from shared_app_user u join shared_department d on d.id = u.dept_id where u.state order by u.emp_no`.execute(
    unit.db,
  )
  const rows = assetsOf(people).map((one, index) => ({
    ...one,
    no: `ZC${year}${String(index + 1).padStart(6, '0')}`,
    sn: ['computer', 'communication', 'police'].includes(one.category) ? `SN${String(100_000 + index)}` : '',
    bought: addDays(today, -Math.round(one.months * DAYS_OF_MONTH)),
    life: lifeYearsOf(one.category),
    inspect: one.inspect ?? null,
    inspected: one.inspect === undefined ? null : addDays(today, -((index * 17) % 200)),
    vest: one.item === '防刺服' ? addDays(today, (index % 7) * 90 - 60) : null,
  }))
  await sql`
    insert into asset (asset_no, name, category, gb_code, item_id, model, brand, sn, source, vendor_id, buy_date, start_date, price, life_years, warranty_to, dept_id, holder_id, room_id, inspect_months,
      inspected_on, service_until, state, created_at, updated_at)
    select g.no, g.item, g.category, (select c.code from asset_class c where c.category = g.category and c.deleted_at is null
        and (c.is_default or exists (select from unnest(string_to_array(c.words, ' ')) word where word <> '' and g.item like '%' || word || '%')) order by c.is_default, length(c.words) desc, c.code limit 1), i.id, g.model, g.brand, g.sn, 'purchase', (select id from shared_vendor where name = '示例供应商0' || (1 + length(g.model) % 8)), g.bought, g.bought, g.price, g.life, g.bought + 1095, d.id, u.id,
      case when u.id is not null then r.id end, g.inspect, g.inspected, g.vest, g.state, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(no text, item text, category text, model text, brand text, sn text, bought date, price numeric, life int, dept text, holder text,
      state text, inspect int, inspected date, vest date)
      join shared_standard_item i on i.name = g.item join shared_department d on d.key = g.dept left join shared_app_user u on u.username = g.holder left join asset_room r on r.dept_id = d.id
    order by g.no`.execute(unit.db)
  await sql`insert into asset_number (year, last) values (${Number(year)}, ${rows.length})`.execute(unit.db)
  await sql`
    insert into asset_allocation (asset_id, holder_id, dept_id, room_id, opened_at, confirmed_at, reason, updated_at)
    select id, holder_id, dept_id, room_id, start_date + interval '10 hours', start_date + interval '1 day', '', ${now}::timestamptz from asset where holder_id is not null order by id`.execute(
    unit.db,
  )
  await sql`
    insert into asset_allocation (asset_id, holder_id, dept_id, opened_at, confirmed_at, closed_at, reason, close_note, updated_at)
    select a.id, u.id, u.dept_id, a.start_date + interval '10 hours', a.start_date + interval '1 day', ${now}::timestamptz - interval '30 days', '', '到期更换', ${now}::timestamptz
    from (select id, start_date, row_number() over (order by id) as place from asset where state = 'pendingScrap') a
      join (select id, dept_id, row_number() over (order by id) as place from shared_app_user where state) u on u.place = a.place + 3
    where a.place <= 6`.execute(unit.db)
  await sql`
    insert into asset_log (asset_id, action, before, after, note, at)
    select id, 'post', '{"state": "draft"}', jsonb_build_object('state', state, 'holderId', holder_id, 'deptId', dept_id), '', start_date + interval '9 hours' from asset order by id`.execute(
    unit.db,
  )
  await sql`
    insert into asset_scrap (asset_id, dept_id, review_dept_id, condition, reason, state, requested_by, manager_by, head_by, created_at, created_by, updated_at)
    select a.id, a.dept_id, d.id, 'unusable', '已超过最低使用年限，主板损坏，无维修价值', 'approved', r.id, m.id, d.leader_id, ${now}::timestamptz - interval '20 days', r.id, ${now}::timestamptz
    from asset a, shared_department d, shared_app_user r, shared_app_user m where a.state = 'pendingScrap' and d.key = 'D04' and r.username = 'shi22' and m.username = 'lyu21' order by a.id`.execute(
    unit.db,
  )
  const { rows: ids } = await sql<{ id: number }>`select id from asset order by id`.execute(unit.db)
  await planAssets(
    unit,
    ids.map(({ id }) => id),
  )
  await postDepreciation(unit)
  await unit.service(entitlements).recount()
  await seedDesk(unit)
  await seedMoves(unit)
}
