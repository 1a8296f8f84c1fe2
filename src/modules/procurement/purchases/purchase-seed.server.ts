/** 70.3: 26 direct purchases of the year, from those in preparation to those in the archive. Larger ones begin with the tickets that authorise them. */
import { sql } from 'kysely'
import type { PurchaseState } from '#machines/purchase/purchase.ts'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { nextPurchaseNo } from './rows.server.ts'

const PURCHASES = 26

/** What is bought directly, with its unit and the price of one in yuan. */
const goods = [
  ['办公椅', '把', 380],
  ['文件柜钥匙锁芯', '套', 65],
  ['会议室音响线材', '批', 1200],
  ['警务宣传展板', '块', 260],
  ['值班室饮水机', '台', 899],
  ['训练用护具', '套', 320],
  ['走廊应急照明灯', '盏', 145],
  ['车库地面标线施工', '项', 3600],
  ['办公楼窗帘', '幅', 210],
] as const

const states: readonly PurchaseState[] = [
  'preparing',
  'contracted',
  'performing',
  'accepted',
  'closed',
  'selecting',
  'terminated',
]
const signed: readonly PurchaseState[] = ['contracted', 'performing', 'accepted', 'closed']
const whole: readonly PurchaseState[] = ['accepted', 'closed']
const depts = ['D10', 'D08', 'D04', 'D11', 'D02'] as const

interface Staff {
  readonly officer: number
  readonly people: readonly number[]
  readonly deptId: number
  readonly lineId: number | null
}

async function staffOf(unit: UnitOfWork, dept: string, username: string): Promise<Staff> {
  const { rows } = await sql<Staff>`
    select d.id as dept_id, (select id from shared_app_user where username = ${username}) as officer,
      array(select u.id from shared_app_user u where u.dept_id = d.id and u.state and u.deleted_at is null order by u.id limit 1)
        || array(select u.id from shared_app_user u where u.dept_id <> d.id and u.state and u.deleted_at is null order by u.id limit 2) as people,
      (select id from shared_budget_line l where l.dept_id = d.id and l.year = ${Number(unit.clock.today().slice(0, 4))} and l.state = 'active' and l.deleted_at is null order by l.id limit 1) as line_id
    from shared_department d where d.key = ${dept}`.execute(unit.db)
  const found = rows[0]
  if (found === undefined) throw new Error(`no department ${dept}`)
  return found
}

async function seedOne(unit: UnitOfWork, no: number, staff: Staff, vendorId: number): Promise<void> {
  const [name, word, price] = goods[no % goods.length] ?? goods[0]
  const state = states[no % states.length] ?? 'preparing'
  const qty = Math.max(1, Math.floor(4800 / price) - (no % 3))
  const budget = fromCents(BigInt(price * qty * 100))
  const amount = fromCents(BigInt(Math.round(price * qty * (95 - (no % 5)))))
  const today = unit.clock.today()
  const [startedOn, isSigned, isWhole] = [addDays(today, -3 - no * 2), signed.includes(state), whole.includes(state)]
  const deliverBy = isWhole ? addDays(startedOn, 20) : addDays(today, (no % 4) * 6 - 5)
  const acceptedOn = addDays(startedOn, no % 4 === 0 ? 21 : 2)
  const at = new Date(`${startedOn}T09:30:00+08:00`)
  const items = [
    { name, unit: word, spec: '', qty, price: price.toFixed(2), assetLink: false, acceptedQty: isWhole ? qty : 0 },
  ]
  const { rows } = await sql<{ id: number }>`
    insert into purchase (no, name, category, method, dept_id, owner_id, vendor_id, budget_lines, budget, items, state, deliver_by, contract_amount, signed_on,
      accepted_amount, delivered_on, is_late, is_overdue, closed_at, end_reason, created_at, created_by, updated_at)
    values (${await nextPurchaseNo(unit, 'CG')}, ${`${name}采购`}, ${word === '项' ? 'works' : 'goods'}, 'direct', ${staff.deptId}, ${staff.officer}, ${isSigned ? vendorId : null},
      ${JSON.stringify(staff.lineId === null ? [] : [{ lineId: staff.lineId, amount: budget }])}::jsonb, ${budget}, ${JSON.stringify(items)}::jsonb, ${state}, ${deliverBy},
      ${isSigned ? amount : null}, ${isSigned ? startedOn : null}, ${isWhole ? amount : '0.00'}, ${isWhole ? acceptedOn : null}, ${isWhole ? acceptedOn > deliverBy : null},
      ${isSigned && !isWhole && deliverBy < today}, ${state === 'closed' ? unit.clock.now() : null}, ${state === 'terminated' ? '需求变化，不再采购' : null},
      ${at}::timestamptz, ${staff.officer}, ${at}::timestamptz) returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  if (!isSigned) return
  await sql`
    insert into purchase_contract (purchase_id, contract_no, dept_id, owner_id, vendor_id, amount, signed_on, starts_on, ends_on, retention_rate, retention_days,
      created_at, created_by, updated_at)
    values (${id}, ${await nextPurchaseNo(unit, 'HT')}, ${staff.deptId}, ${staff.officer}, ${vendorId}, ${amount}, ${startedOn}, ${startedOn}, ${addDays(startedOn, 60)}, 5, 180,
      ${at}::timestamptz, ${staff.officer}, ${at}::timestamptz)`.execute(unit.db)
  if (state === 'contracted') return
  await sql`
    insert into purchase_delivery (purchase_id, dept_id, owner_id, delivered_on, note, created_at, created_by, updated_at)
    values (${id}, ${staff.deptId}, ${staff.officer}, ${isWhole ? acceptedOn : startedOn}, '送货到库，数量与送货单一致', ${at}::timestamptz, ${staff.officer}, ${at}::timestamptz)`.execute(
    unit.db,
  )
  if (!isWhole) return
  await sql`
    insert into purchase_acceptance (purchase_id, dept_id, owner_id, accepted_on, panel, result, lines, amount, note, created_at, created_by, updated_at)
    values (${id}, ${staff.deptId}, ${staff.officer}, ${acceptedOn}, ${[...staff.people]}::bigint[], 'pass', ${JSON.stringify([{ name, qty }])}::jsonb, ${amount}, '外观完好，数量相符',
      ${at}::timestamptz, ${staff.officer}, ${at}::timestamptz)`.execute(unit.db)
}

export async function seedPurchases(unit: UnitOfWork): Promise<void> {
  const vendors = await unit.db.selectFrom('vendor').select('id').where('state', '=', 'active').orderBy('id').execute()
  for (let no = PURCHASES; no >= 1; no--) {
    const staff = await staffOf(unit, depts[no % depts.length] ?? 'D10', no % 2 === 0 ? 'shui37' : 'dou38')
    await seedOne(unit, no, staff, vendors[no % 9]?.id ?? 0)
  }
}
