import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { countCompliance } from './versions/compliance.server.ts'
import type { DraftVersion } from './versions/preview.server.ts'
import { publish } from './versions/publish.server.ts'

interface SeedItem {
  readonly name: string
  readonly kind: 'office' | 'clothing' | 'police'
  readonly category?: string
  readonly group?: string
}
interface SeedStandard {
  readonly item: string
  readonly qty?: number
  readonly basis?: string
  readonly rounding?: string
  readonly cap?: number
  readonly life?: number
  readonly use?: readonly [number, string]
  readonly tiers?: readonly { from: number; per: number; qty: string }[]
  readonly target?: string
  readonly post?: string
  readonly rank?: string
  readonly area?: readonly [number, number | null]
  readonly gender?: string
  readonly person?: string
  readonly cycle?: string
}

const office = (name: string, category: string, group?: string): SeedItem => ({
  name,
  kind: 'office',
  category,
  ...(group !== undefined && { group }),
})

/** Uniforms of the police: the name with its cut as the stock has it, the gender or post it is for, and its cycle. */
// biome-ignore format: a table, one row to the line
const uniforms: readonly (readonly [name: string, cycle: string, only?: Pick<SeedStandard, 'gender' | 'target' | 'post'>])[] = [
  ['长裤（执勤 男）', 'year2', { gender: '1' }], ['长裤（执勤 女）', 'year2', { gender: '2' }], ['春秋常服（男）', 'year3', { gender: '1' }], ['春秋常服（女）', 'year3', { gender: '2' }],
  ['冬常服（男）', 'year5', { gender: '1' }], ['冬常服（女）', 'year5', { gender: '2' }], ['多功能服（男）', 'year3', { gender: '1' }], ['多功能服（女）', 'year3', { gender: '2' }],
  ['毛衣（男）', 'year3', { gender: '1' }], ['毛衣（女）', 'year3', { gender: '2' }], ['防寒服（男）', 'year5', { gender: '1' }], ['防寒服（女）', 'year5', { gender: '2' }],
  ['裙裤（夏季）', 'year2', { gender: '2' }], ['作训服（夏季）', 'year2'], ['作训服（冬季）', 'year3', { target: 'post', post: 'field' }],
  ['雨衣（分体式）', 'year3', { target: 'post', post: 'field' }], ['体能训练服（短袖）', 'year2', { target: 'post', post: 'field' }],
]

// biome-ignore format: a table, one row to the line
export const seedItems: readonly SeedItem[] = [
  office('计算机', 'computer'), office('台式计算机', 'computer', '计算机'), office('便携式计算机', 'computer', '计算机'),
  office('打印机', 'office'), office('A4黑白打印机', 'office', '打印机'), office('A3打印机', 'office', '打印机'), office('彩色打印机', 'office', '打印机'),
  office('复印机', 'office'), office('扫描仪', 'office'), office('碎纸机', 'office'), office('投影仪', 'office'),
  office('办公桌', 'furniture'), office('办公椅', 'furniture'), office('文件柜', 'furniture'), office('书柜', 'furniture'),
  office('三人沙发', 'furniture'), office('单人沙发', 'furniture'), office('会议桌', 'furniture'),
  ...['长袖衬衣', '短袖衬衣', '春秋执勤服', '冬执勤服', '作训鞋'].map((name): SeedItem => ({ name, kind: 'clothing' })),
  ...uniforms.map(([name]): SeedItem => ({ name, kind: 'clothing' })),
  ...['防刺服', '单警腰带', '警棍', '手铐', '执法记录仪', '对讲机', '防割手套', '酒精检测仪', '约束带', '催泪喷射器', '防暴盾牌', '停车示意牌', '便携望远镜'].map((name): SeedItem => ({ name, kind: 'police', category: name === '对讲机' ? 'communication' : 'police' })),
]

/** Measure words; what is not named is counted in 件. */
const units: Readonly<Record<string, string>> = {
  办公桌: '张',
  办公椅: '把',
  文件柜: '个',
  书柜: '个',
  三人沙发: '套',
  单人沙发: '个',
  会议桌: '张',
  作训鞋: '双',
  约束带: '条',
  催泪喷射器: '支',
  防暴盾牌: '面',
  停车示意牌: '块',
  便携望远镜: '架',
  单警腰带: '条',
  警棍: '根',
  手铐: '副',
  执法记录仪: '台',
  对讲机: '部',
  防割手套: '副',
  酒精检测仪: '台',
}
const unitOf = ({ name, category }: SeedItem): string =>
  units[name] ?? (category === 'computer' || category === 'office' ? '台' : '件')

// Central-government general standards as a public reference (50.7), with shared limits of computers and printers.
// biome-ignore format: a table, one row to the line
const officeStandards: readonly SeedStandard[] = [
  { item: '计算机', qty: 1.5 }, { item: '计算机', qty: 2, target: 'post', post: 'field' },
  { item: '台式计算机', qty: 1, cap: 5000, life: 6 }, { item: '便携式计算机', qty: 0.5, rounding: 'floor', cap: 7000, life: 6 }, { item: '便携式计算机', qty: 1, target: 'post', post: 'field', cap: 7000, life: 6 },
  { item: '打印机', qty: 0.8 }, { item: 'A4黑白打印机', qty: 0.8, cap: 1200, life: 6 }, { item: 'A3打印机', qty: 0.15, rounding: 'floor', cap: 7600, life: 6 }, { item: '彩色打印机', qty: 0.03, rounding: 'floor', cap: 8000, life: 6 },
  { item: '复印机', basis: 'tiers', tiers: [{ from: 0, per: 20, qty: '1.00' }, { from: 100, per: 30, qty: '1.00' }], cap: 35000, life: 6, use: [300000, '张'] },
  { item: '扫描仪', qty: 0.05, cap: 4000, life: 6 }, { item: '碎纸机', qty: 0.05, cap: 1000, life: 6 }, { item: '投影仪', qty: 1, basis: 'perDept', cap: 10000, life: 6 },
  { item: '办公桌', qty: 1, cap: 3000, life: 15 }, { item: '办公桌', qty: 1, target: 'rank', rank: 'division', cap: 4500, life: 15 }, { item: '办公椅', qty: 1, cap: 800, life: 15 }, { item: '文件柜', qty: 1, cap: 1000, life: 20 },
  { item: '书柜', qty: 2, basis: 'perRoom', target: 'area', area: [18, null], cap: 1200, life: 15 }, { item: '书柜', qty: 1, basis: 'perRoom', target: 'area', area: [0, 18], cap: 1200, life: 15 },
  { item: '三人沙发', qty: 1, basis: 'perRoom', target: 'area', area: [12, null], cap: 3000, life: 15 }, { item: '单人沙发', qty: 2, basis: 'perRoom', target: 'area', area: [12, null], cap: 1500, life: 15 },
]
// biome-ignore format: a table, one row to the line
const otherStandards: readonly (SeedStandard & { readonly kind: 'clothing' | 'police' })[] = [
  { kind: 'clothing', item: '长袖衬衣', qty: 2, person: 'police', cycle: 'year1' }, { kind: 'clothing', item: '短袖衬衣', qty: 2, person: 'police', cycle: 'year1' },
  { kind: 'clothing', item: '春秋执勤服', qty: 1, person: 'police', cycle: 'year2' }, { kind: 'clothing', item: '冬执勤服', qty: 1, person: 'police', cycle: 'year3' },
  { kind: 'clothing', item: '作训鞋', qty: 1, cycle: 'year1' },
  ...uniforms.map(([item, cycle, only]) => ({ kind: 'clothing' as const, item, qty: 1, person: 'police', cycle, ...only })),
  { kind: 'police', item: '防刺服', qty: 1, person: 'police', cap: 3200, life: 5 }, { kind: 'police', item: '单警腰带', qty: 1, person: 'police', cap: 260, life: 5 }, { kind: 'police', item: '警棍', qty: 1, person: 'police', cap: 320, life: 5 },
  { kind: 'police', item: '手铐', qty: 1, person: 'police', cap: 180, life: 8 }, { kind: 'police', item: '执法记录仪', qty: 0.5, cap: 2600, life: 4 }, { kind: 'police', item: '对讲机', qty: 3, basis: 'perTen', cap: 4800, life: 5 },
  { kind: 'police', item: '防割手套', qty: 1, person: 'police', cap: 120, life: 2 }, { kind: 'police', item: '酒精检测仪', qty: 2, basis: 'perDept', cap: 3600, life: 4 },
  { kind: 'police', item: '约束带', qty: 1, person: 'police', target: 'post', post: 'field', cap: 60, life: 3 }, { kind: 'police', item: '催泪喷射器', qty: 1, person: 'police', target: 'post', post: 'field', cap: 150, life: 2 },
  { kind: 'police', item: '防暴盾牌', qty: 1, basis: 'perDept', cap: 480, life: 5 }, { kind: 'police', item: '停车示意牌', qty: 1, basis: 'perDept', cap: 120, life: 3 }, { kind: 'police', item: '便携望远镜', qty: 1, basis: 'perDept', cap: 900, life: 8 },
]

async function insertStandards(
  unit: UnitOfWork,
  kind: string,
  rows: readonly SeedStandard[],
  docNo: string,
  from: string,
): Promise<void> {
  const now = unit.clock.now()
  const given = rows.map((row, place) => ({
    place,
    ...row,
    basis: row.basis ?? 'perPerson',
    target: row.target ?? 'all',
    rounding: row.rounding ?? 'ceil',
    areaFrom: row.area?.[0] ?? null,
    areaTo: row.area?.[1] ?? null,
    lifeUse: row.use?.[0] ?? null,
    lifeUseUnit: row.use?.[1] ?? null,
  }))
  await sql`
    insert into equip_standard (standard_no, kind, item_id, target_type, target_rank, target_post, area_from, area_to, person_types, gender, basis, max_qty, tiers, rounding, unit_cap,
      life_years, life_use, life_use_unit, clothing_cycle, doc_no, effective_from, created_at, updated_at)
    select 'BZ' || nextval('equip_standard_no'), ${kind}::text, i.id, g.target, g.rank, g.post, g."areaFrom", g."areaTo", case when g.person is not null then array[g.person] end, g.gender, g.basis, g.qty, g.tiers, g.rounding, g.cap,
      g.life, g."lifeUse", g."lifeUseUnit", g.cycle, ${docNo}::text, ${from}::date, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(place int, item text, target text, rank text, post text, "areaFrom" numeric, "areaTo" numeric, person text, gender text,
      basis text, qty numeric, tiers jsonb, rounding text, cap numeric, life int, "lifeUse" int, "lifeUseUnit" text, cycle text)
      join standard_item i on i.name = g.item order by g.place`.execute(unit.db)
}

async function publishAs(
  unit: UnitOfWork,
  kind: string,
  docNo: string,
  counts: { readonly contract: boolean },
): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<DraftVersion & { readonly publisher: number }>`
    insert into standard_version (kind, doc_no, counts_auxiliary, counts_contract, created_at, updated_at)
    values (${kind}, ${docNo}, true, ${counts.contract}, ${now}::timestamptz, ${now}::timestamptz)
    returning id, kind, state, counts_auxiliary, counts_contract, counts_seconded, drafts, (select id from shared_app_user where username = 'lyu21') as publisher`.execute(
    unit.db,
  )
  if (rows[0]) await publish(unit, rows[0], rows[0].publisher)
}

/** 70.3: 34 standards of equipment, those of the office in two versions, and 22 entitlements to clothing. */
export async function seedStandards(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const year = Number(unit.clock.today().slice(0, 4))
  await sql`
    insert into standard_item (name, kind, category, unit, created_at, updated_at)
    select g.name, g.kind, g.category, g.unit, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(seedItems.map((item) => ({ ...item, unit: unitOf(item) })))}::jsonb) as g(name text, kind text, category text, unit text)`.execute(
    unit.db,
  )
  await sql`
    update standard_item item set group_id = parent.id
    from jsonb_to_recordset(${JSON.stringify(seedItems)}::jsonb) as g(name text, "group" text) join standard_item parent on parent.name = g."group" where item.name = g.name`.execute(
    unit.db,
  )
  const [last, current] = [on(unit, `${year - 1}-01-04`), on(unit, `${year}-01-05`)]
  await insertStandards(unit, 'office', officeStandards.slice(0, -3), `示例局发〔${year - 1}〕3号`, `${year - 1}-01-01`)
  await publishAs(last, 'office', `示例局发〔${year - 1}〕3号`, { contract: true })
  await insertStandards(unit, 'office', officeStandards.slice(-3), `示例局发〔${year}〕1号`, `${year}-01-01`)
  await publishAs(current, 'office', `示例局发〔${year}〕1号`, { contract: true })
  for (const kind of ['clothing', 'police'] as const) {
    await insertStandards(
      unit,
      kind,
      otherStandards.filter((one) => one.kind === kind),
      `示例警装〔${year - 1}〕2号`,
      `${year - 1}-01-01`,
    )
    await publishAs(last, kind, `示例警装〔${year - 1}〕2号`, { contract: false })
  }
  await insertExceptions(unit, year)
  for (const kind of ['office', 'clothing', 'police']) await countCompliance(unit, kind)
}

/** The unit on an earlier day, at nine in the morning. */
const on = (unit: UnitOfWork, day: string): UnitOfWork => ({
  ...unit,
  clock: { now: () => new Date(`${day}T09:00:00+08:00`), today: () => day },
})

/** More than the standard, approved until the end of the year, and one approval that has ended. */
async function insertExceptions(unit: UnitOfWork, year: number): Promise<void> {
  const now = unit.clock.now()
  const rows = [
    {
      item: '执法记录仪',
      dept: 'D10',
      qty: 2,
      reason: '专案组集中办案，增配执法记录仪',
      no: 4,
      from: `${year}-01-01`,
      to: `${year}-12-31`,
    },
    {
      item: '酒精检测仪',
      dept: 'D11',
      qty: 1,
      reason: '节假日酒驾专项整治，增配检测仪',
      no: 6,
      from: `${year - 1}-09-01`,
      to: `${year - 1}-12-31`,
    },
  ]
  await sql`
    insert into standard_exception (item_id, dept_id, qty, reason, doc_no, valid_from, valid_to, created_at, updated_at)
    select i.id, d.id, g.qty, g.reason, ${`示例局批〔${year - 1}〕`}::text || g.no || '号', g."from", g."to", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(item text, dept text, qty int, reason text, no int, "from" date, "to" date)
    join standard_item i on i.name = g.item join shared_department d on d.key = g.dept order by g.no`.execute(unit.db)
}
