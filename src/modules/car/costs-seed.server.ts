/** 70.3: fuel cards, refuels and services, along the readings of the past trips. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Three more are those of tickets, one of them voided. */
const REFUELS = 257
/** Three more are those of tickets. */
const SERVICES = 71
const RECHARGE = '6000.00'

async function addCards(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const opened = addDays(unit.clock.today(), -20)
  await sql`
    insert into fuel_card (no, car_id, dept_id, balance, created_at, updated_at)
    select '示油' || lpad((10000 + row_number() over (order by plate_no))::text, 8, '0'), id, dept_id, ${RECHARGE}::numeric, ${now}::timestamptz, ${now}::timestamptz
    from car where status <> 'scrapped' and fuel_type <> 'electric' order by plate_no`.execute(unit.db)
  await sql`
    insert into fuel_card_entry (card_id, kind, amount, balance_after, vouchers, at)
    select id, 'recharge', balance, balance, '{}', ${opened}::date + time '10:00' from fuel_card order by id`.execute(
    unit.db,
  )
}

/** After about three trips in four the tank was filled again, with what the kilometres since the last time burnt; one in forty burnt too much. */
async function addRefuels(unit: UnitOfWork): Promise<void> {
  await sql`
    insert into car_refuel (car_id, dept_id, user_id, refuel_at, fuel_type, volume, unit_price, amount, pay_mode, fuel_card_id, station, mileage, full_tank, trip_id, consumption, is_abnormal, created_at, updated_at)
    select g.car_id, g.dept_id, g.driver_user_id, g.returned_at, g.fuel_type, g.volume, g.price, round(g.volume * g.price, 2), case when g.card is null then 'officialCard' else 'fuelCard' end, g.card,
      case g.place % 3 when 0 then '示例石化城东站' when 1 then '示例石油迎宾站' else '示例石化高速服务区站' end, g.mileage_in, true, g.id, g.per_100, g.per_100 > g.fuel_std * 1.3, g.returned_at, g.returned_at
    from (select f.*, round(f.driven * f.per_100 / 100, 2) as volume from (
      select t.id, t.car_id, c.dept_id, t.driver_user_id, t.returned_at, t.mileage_in, c.fuel_type, c.fuel_std, k.id as card, row_number() over (order by t.returned_at, t.id) as place,
        t.mileage_in - lag(t.mileage_in, 1, t.mileage_out) over (partition by t.car_id order by t.returned_at) as driven,
        round(c.fuel_std * (case when t.id % 40 = 7 then 1.45 else 0.9 + (t.id % 7) * 0.03 end), 1) as per_100,
        case c.fuel_type when 'gas95' then 8.32 when 'diesel' then 7.41 when 'electric' then 1.35 else 7.86 end as price
      from car_trip t join car c on c.id = t.car_id left join fuel_card k on k.car_id = c.id
      where t.state = 'returned' and t.id % 4 <> 0) f where f.driven > 0) g
    where g.volume > 0 order by g.returned_at desc limit ${REFUELS}`.execute(unit.db)
}

async function addServices(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  await sql`
    insert into car_service (car_id, dept_id, maint_type, fault_desc, vendor_id, vendor_name, plan_in, plan_out, items, mileage, amount, actual_amount, finish_mileage, sent_at, out_at, state, created_at, updated_at)
    select c.id, c.dept_id, w.kind, w.words, v.id, v.name, s.at, s.at + interval '8 hours', jsonb_build_array(jsonb_build_object('name', w.item, 'qty', 1, 'price', w.cost, 'amount', w.cost)), c.mileage - 40 * g, w.cost,
      round(w.cost * (0.9 + (g % 4) * 0.04), 2), c.mileage - 40 * g, s.at, s.at + interval '7 hours', 'finished', s.at - interval '2 days', s.at + interval '7 hours'
    from generate_series(1, ${SERVICES}::int) g
      join (select *, row_number() over (order by plate_no) - 1 as place, count(*) over () as size from car where status in ('idle', 'repairing')) c on c.place = g % c.size
      join (select id, name, row_number() over (order by id) - 1 as place, count(*) over () as size from shared_vendor where is_car_repair and state = 'active') v on v.place = g % v.size
      join (values (0, 'service', '定期保养：更换机油机滤', '机油机滤', 680.00), (1, 'repair', '空调不制冷，检修压缩机', '空调检修', 1260.00), (2, 'tyre', '左前轮胎鼓包更换', '轮胎', 920.00),
        (3, 'service', '四万公里保养：更换变速箱油', '变速箱油', 1480.00), (4, 'repair', '刹车片磨损更换', '刹车片', 760.00)) w(place, kind, words, item, cost) on w.place = g % 5
      cross join lateral (select (${today}::date - (5 + g * 4) + time '09:00') at time zone 'Asia/Shanghai' as at) s
    order by g desc`.execute(unit.db)
}

const VIOLATIONS = 9

async function addViolations(unit: UnitOfWork): Promise<void> {
  await sql`
    insert into car_violation (car_id, dept_id, happened_at, place, code, points, fine, driver_id, trip_id, state, created_at, updated_at)
    select t.car_id, c.dept_id, t.departed_at + interval '25 minutes', p.place, p.code, p.points, p.fine, t.driver_id, t.id, case when t.n = 1 then 'pending' else 'handled' end,
      t.returned_at + interval '3 days', t.returned_at + interval '3 days'
    from (select *, row_number() over (order by departed_at desc) as n from car_trip where state = 'returned' and id % 41 = 3 order by departed_at desc limit ${VIOLATIONS}) t
      join car c on c.id = t.car_id
      join (values (0, '示例大道与迎宾路口', '1345', 1, 100.00), (1, '示例高速K28', '1352', 3, 200.00), (2, '示例区医院门前', '1039', 0, 150.00)) p(place_no, place, code, points, fine) on p.place_no = t.n % 3`.execute(
    unit.db,
  )
}

export async function seedCosts(unit: UnitOfWork): Promise<void> {
  await addViolations(unit)
  await addCards(unit)
  await addRefuels(unit)
  await addServices(unit)
}
