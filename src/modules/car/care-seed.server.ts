/** Demo data of accidents, training, the duty roster and the last holiday lock-up, along the trips there are. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'

async function addAccidents(unit: UnitOfWork): Promise<void> {
  await sql`
    insert into car_accident (car_id, dept_id, happened_at, place, description, driver_id, trip_id, liability, third_party, police_no, claim_no, claim_amount, deductible, photos, state, created_at, updated_at)
    select t.car_id, c.dept_id, t.departed_at + interval '40 minutes', w.place, w.description, t.driver_id, t.id, w.liability, w.third, w.police, w.claim, w.paid, w.own, '{}', w.state,
      t.returned_at + interval '1 day', t.returned_at + interval '1 day'
    from (select *, row_number() over (order by departed_at desc) as n from car_trip where state = 'returned' and id % 97 = 5) t join car c on c.id = t.car_id
      join (values (1, '示例区医院停车场', '倒车时右后保险杠与护栏碰擦', 'pending', null, null, 'BX2026010', null::numeric, null::numeric, 'claiming'),
        (2, '示例大道与人民路口', '等红灯时被后车追尾，后保险杠变形', 'none', '示B12345 小型轿车', '示公交认字第0812号', 'BX2025087', 3200.00, 0.00, 'closed'),
        (3, '示例高速K41', '路面石子弹起，前风挡玻璃破裂', 'full', null, null, 'BX2025061', 1450.00, 300.00, 'closed'))
        w(n, place, description, liability, third, police, claim, paid, own, state) on w.n = t.n`.execute(unit.db)
}

/** The professional drivers take turns, a week back and a week ahead; on every fourth day each has none. */
async function addDuties(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  await sql`
    insert into driver_duty (driver_id, dept_id, day, shift, created_at, updated_at)
    select d.id, d.dept_id, ${addDays(today, -7)}::date + ahead, (array['early', 'late', 'standby'])[1 + (d.place + ahead) % 4], ${now}::timestamptz, ${now}::timestamptz
    from (select id, dept_id, row_number() over (order by id)::int - 1 as place from driver where not self_drive and deleted_at is null) d
      cross join generate_series(0, 13) ahead
    where (d.place + ahead) % 4 < 3 order by ahead, d.id`.execute(unit.db)
}

async function addTrainings(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  await sql`
    insert into driver_training (driver_id, dept_id, day, topic, hours, result, files, created_at, updated_at)
    select d.id, d.dept_id, ${today}::date - w.ago, w.topic, w.hours, 'pass', '{}', ${today}::date - w.ago, ${today}::date - w.ago
    from driver d cross join (values (45, '防御性驾驶与恶劣天气行车', 4.0), (160, '道路交通安全法规年度学习', 6.0)) w(ago, topic, hours)
    where not d.self_drive and d.deleted_at is null order by w.ago desc, d.id`.execute(unit.db)
}

const LONG_HOLIDAY_DAYS = 3
const LOOKED_BACK_DAYS = 200
const holidays: Readonly<Record<string, string>> = {
  '01': '元旦',
  '02': '春节',
  '04': '清明节',
  '05': '劳动节',
  '06': '端午节',
  '09': '中秋节',
  '10': '国庆节',
}

/** The last holiday of three days or more, with its name by the month. */
function lastHoliday(unit: UnitOfWork): { readonly name: string; readonly from: string; readonly to: string } | null {
  const today = unit.clock.today()
  let length = 0
  for (let ago = 1; ago < LOOKED_BACK_DAYS; ago += 1) {
    const day = addDays(today, -ago)
    const name = holidays[addDays(day, 1).slice(5, 7)]
    if (!unit.calendar.isWorkday(day)) length += 1
    else if (length >= LONG_HOLIDAY_DAYS && name !== undefined)
      return { name, from: addDays(day, 1), to: addDays(day, length) }
    else length = 0
  }
  return null
}

async function addLockup(unit: UnitOfWork): Promise<void> {
  const holiday = lastHoliday(unit)
  if (holiday === null) return
  const now = unit.clock.now()
  await sql`
    insert into car_lockup (name, start_date, end_date, place, key_holder_id, exempt, photos, created_at, updated_at)
    select ${holiday.name}, ${holiday.from}::date, ${holiday.to}::date, '机关大院地下车库', u.id,
      (select coalesce(jsonb_agg(jsonb_build_object('carId', c.id, 'reason', '值班备勤') order by c.plate_no), '[]') from (select id, plate_no from car where status = 'idle' order by plate_no limit 2) c),
      '{}', ${now}::timestamptz, ${now}::timestamptz
    from shared_app_user u where u.username = 'yan26'`.execute(unit.db)
}

export async function seedCare(unit: UnitOfWork): Promise<void> {
  await addAccidents(unit)
  await addDuties(unit)
  await addTrainings(unit)
  await addLockup(unit)
}
