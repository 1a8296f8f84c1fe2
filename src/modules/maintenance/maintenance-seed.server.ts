/** 70.3: work orders of a year that rounds led to, and the plans of those rounds. Orders of tickets come with their stories. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { seedAssetRepairs } from './asset-repairs-seed.server.ts'

const ORDERS = 68
const DAYS_BETWEEN = 5

const findings = [
  ['electric', '主楼1层配电间', '巡检发现指示灯不亮', '已更换指示灯'],
  ['water', '主楼2层西侧卫生间', '巡检发现水龙头滴水', '已更换阀芯'],
  ['fire', '附楼1层走廊', '巡检发现疏散指示灯故障', '已更换疏散指示灯'],
  ['hvac', '主楼5层机房', '巡检发现空调滤网积灰', '已清洗滤网'],
  ['doorWindow', '主楼3层楼梯间', '巡检发现闭门器失效', '已更换闭门器'],
  ['civil', '地下车库A区', '巡检发现墙面渗水', '已注浆堵漏'],
] as const

/** The latest ones are under way. */
const running = ['pending', 'accepted', 'working', 'suspended'] as const

const plans = [
  ['消防应急照明', '附楼各层走廊', 'fire', 30, 'calendar', 6, [['主电指示'], ['备用电源切换'], ['灯具外观', 'photo']]],
  ['电梯机房', '主楼机房层', 'elevator', 15, 'calendar', 3, [['制动器'], ['限速器'], ['机房温度', '℃']]],
  [
    '配电间',
    '主楼1层配电间',
    'electric',
    7,
    'calendar',
    1,
    [
      ['母线电压', 'V'],
      ['接线端子温度', '℃'],
      ['门锁与标识', 'photo'],
    ],
  ],
  ['中央空调滤网', '主楼各层', 'hvac', 90, 'completion', 21, [['滤网清洁', 'photo'], ['冷凝水排放'], ['风机异响']]],
] as const

/** A check by its name; beside it, what proves it: a photo, or a reading in a unit. */
const checkOf = ([name, proof]: readonly string[]) => ({
  name,
  needsPhoto: proof === 'photo',
  unit: proof === undefined || proof === 'photo' ? null : proof,
})

async function seedPlans(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  const rows = plans.map(([item, location, category, cycle, basis, inDays, checks]) => ({
    item,
    location,
    category,
    cycle,
    basis,
    due: addDays(today, inDays),
    checklist: checks.map(checkOf),
  }))
  const templates = plans.map(([item, , category, , , , checks]) => ({
    item,
    category,
    checklist: checks.map(checkOf),
  }))
  await sql`
    insert into inspect_template (name, category, checklist, created_at, updated_at)
    select g.item, g.category, g.checklist, ${now}::timestamptz - interval '200 days', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as g(item text, category text, checklist jsonb) order by g.item`.execute(
    unit.db,
  )
  await sql`
    insert into inspect_plan (item, location, category, cycle_days, basis, worker_id, next_due, template_id, checklist, created_at, updated_at)
    select g.item, g.location, g.category, g.cycle, g.basis, u.id, g.due, t.id, g.checklist, ${now}::timestamptz - interval '200 days', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(item text, location text, category text, cycle int, basis text, due date, checklist jsonb)
      join shared_app_user u on u.username = 'zou34' join inspect_template t on t.name = g.item order by g.item`.execute(
    unit.db,
  )
  await sql`
    insert into inspect_round (plan_id, due_on, worker_id, items, created_at, updated_at)
    select id, ${addDays(today, -1)}::date, worker_id, (select jsonb_agg(c || '{"result": null, "note": null}'::jsonb) from jsonb_array_elements(checklist) c), ${now}::timestamptz, ${now}::timestamptz
    from inspect_plan where item = '配电间'`.execute(unit.db)
}

/** Past rounds of the plans, the oldest a year ago; every ninth found a fault. */
const PAST_DAYS = 330

async function seedRounds(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  await sql`
    insert into inspect_round (plan_id, due_on, worker_id, state, items, failed, done_at, created_at, updated_at)
    select p.id, d.day, p.worker_id, 'done', (select jsonb_agg(c || case when d.fails and n = 1 then '{"result": "fail", "note": "已报修"}'::jsonb else '{"result": "pass", "note": null}'::jsonb end order by n)
        from jsonb_array_elements(p.checklist) with ordinality as e(c, n)),
      case when d.fails then 1 else 0 end, d.at, d.at, d.at
    from inspect_plan p cross join lateral (
      select p.next_due - (k + 1) * p.cycle_days as day, (k + p.id) % 9 = 4 as fails, (p.next_due - (k + 1) * p.cycle_days + time '10:20') at time zone 'Asia/Shanghai' as at
      from generate_series(0, 60) k) d
    where d.day < ${addDays(today, -1)}::date and d.day > ${addDays(today, -PAST_DAYS)}::date and d.at < ${now}::timestamptz order by d.day, p.id`.execute(
    unit.db,
  )
}

export async function seedMaintenance(unit: UnitOfWork): Promise<void> {
  await seedPlans(unit)
  await seedRounds(unit)
  const today = unit.clock.today()
  const rows = Array.from({ length: ORDERS }, (_, index) => {
    const [category, location, description, result] = findings[index % findings.length] ?? findings[0]
    return {
      day: addDays(today, index < running.length ? -(index + 1) : -index * DAYS_BETWEEN),
      worker: index % 2 === 0 ? 'zou34' : 'yu35',
      hours: 1 + (index % 5) / 2,
      rating: 5 - (index % 3 === 2 ? 1 : 0),
      state: running[index] ?? (index < 7 ? 'verified' : 'closed'),
      category,
      location,
      description,
      result,
    }
  })
  await sql`
    insert into work_order (no, source, category, location, description, urgency, applicant_id, dept_id, contact_name, mobile, worker_id, state, clock_since, response_due, resolve_due, paused_at, suspend_reason,
      suspend_note, accepted_at, finished_at, verified_at, closed_at, result, work_hours, rating, created_at, created_by, updated_at)
    select 'WX' || to_char(g.day, 'YYYYMMDD') || '0001', 'inspection', g.category, g.location, g.description, 'normal', w.id, w.dept_id, w.name, p.mobile, case when g.state <> 'pending' then w.id end, g.state,
      case when s.is_open and g.state <> 'suspended' then s.at end, case when s.is_open then s.at + interval '3 days' end, case when s.is_open then s.at + interval '8 days' end,
      case when g.state = 'suspended' then s.at + interval '2 hours' end, case when g.state = 'suspended' then 'parts' end, case when g.state = 'suspended' then '等待配件到货' end,
      case when g.state <> 'pending' then s.at + interval '20 minutes' end, case when not s.is_open then s.at + make_interval(mins => (60 * g.hours)::int + 40) end,
      case when not s.is_open then s.at + interval '1 day' end, case when g.state = 'closed' then s.at + interval '2 days' end, case when not s.is_open then g.result end, case when not s.is_open then g.hours end,
      case when not s.is_open then g.rating end, s.at, w.id, s.at + interval '2 hours'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(day date, worker text, hours numeric, rating int, state text, category text, location text, description text, result text)
      join shared_app_user w on w.username = g.worker join shared_app_user_personal p on p.id = w.id
      cross join lateral (select (g.day + time '09:30') at time zone 'Asia/Shanghai' as at, g.state not in ('verified', 'closed') as is_open) s
    order by g.day`.execute(unit.db)
  await sql`
    insert into work_order_number (day, last) select (created_at at time zone 'Asia/Shanghai')::date, 1 from work_order where source = 'inspection'`.execute(
    unit.db,
  )
  await sql`
    insert into work_order_labour (order_id, user_id, hours, at)
    select id, worker_id, work_hours, finished_at from work_order where source = 'inspection' and finished_at is not null order by id`.execute(
    unit.db,
  )
  await sql`
    insert into work_order_log (order_id, at, by_user, event, from_state, to_state, worker_id)
    select o.id, e.at, o.worker_id, e.event, e.before, e.after, o.worker_id
    from work_order o cross join lateral (values
      (o.created_at, 'open', null, 'pending', 1), (o.accepted_at, 'accept', 'assigned', 'accepted', 2), (o.finished_at, 'finish', 'working', 'finished', 3), (o.verified_at, 'verify', 'finished', 'verified', 4),
      (o.closed_at, 'close', 'verified', 'closed', 5)) as e(at, event, before, after, place)
    where o.source = 'inspection' and e.at is not null order by o.id, e.place`.execute(unit.db)
  await seedAssetRepairs(unit)
}
