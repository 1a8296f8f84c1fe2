/** 70.3 and 70.4: 18 cars, 8 drivers and the trips of a year. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import { seedCare } from './care-seed.server.ts'
import { blankChecks } from './checks/checks.server.ts'
import { seedCosts } from './costs-seed.server.ts'
import { type PastOfFleet, pastTrips } from './past-trips.ts'

interface SeedCar {
  readonly plate: string
  readonly model: string
  readonly type: string
  readonly use: string
  readonly seats: number
  readonly fuel: string
  readonly std: string
  readonly price: string
  readonly km: number
  readonly licence: string
  readonly status: string
  /** Days from today to the end of insurance and inspection. */
  readonly insured: number
  readonly inspected: number
  /** Age in months. */
  readonly age: number
}

const kinds = [
  { model: '示例轿车A6', type: 'sedan', seats: 5, fuel: 'gas92', std: '8.5', price: '118000.00', licence: 'C1' },
  { model: '示例越野X7', type: 'suv', seats: 5, fuel: 'gas95', std: '11.0', price: '175000.00', licence: 'C1' },
  { model: '示例商务M8', type: 'mpv', seats: 7, fuel: 'gas92', std: '10.5', price: '168000.00', licence: 'C1' },
  { model: '示例面包V9', type: 'van', seats: 9, fuel: 'diesel', std: '10.0', price: '142000.00', licence: 'C1' },
  { model: '示例中客B20', type: 'bus', seats: 20, fuel: 'diesel', std: '18.0', price: '320000.00', licence: 'B1' },
  { model: '示例电动E5', type: 'sedan', seats: 5, fuel: 'electric', std: '14.0', price: '129800.00', licence: 'C2' },
] as const

/** CAR-A, CAR-B and CAR-X of 70.4, and others by turns: 14 usable, 1 in repair, 1 disabled, 2 scrapped, 2 insured for less than a month. */
function carsOf(): readonly SeedCar[] {
  const order = [0, 1, 0, 2, 0, 3, 1, 5, 0, 4, 0, 2, 1, 0, 0, 1, 0, 0]
  return order.map((kind, index) => {
    const found = kinds[kind] ?? kinds[0]
    const status = index === 14 ? 'repairing' : index === 15 ? 'disabled' : index > 15 ? 'scrapped' : 'idle'
    return {
      ...found,
      plate: `示A${String(index + 1).padStart(4, '0')}警`,
      use: index % 4 === 3 ? 'other' : 'lawEnforcement',
      km: index === 0 ? 10_000 : index === 1 ? 20_000 : 18_000 + index * 6_200,
      status,
      insured: index === 8 ? -1 : index === 4 ? 12 : index === 6 ? 26 : 90 + ((index * 37) % 240),
      inspected: 60 + ((index * 53) % 300),
      age: 10 + ((index * 7) % 80),
    }
  })
}

const MONTH_DAYS = 30.4

async function addCars(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const rows = carsOf().map((car, index) => {
    const bought = addDays(today, -Math.round(car.age * MONTH_DAYS))
    const end = addDays(today, car.insured)
    const validTo = addDays(today, car.inspected)
    return {
      ...car,
      bought,
      vin: `LZWADAGA${String(1_000_000 + index * 97).padStart(9, '0')}`,
      engine: `E${String(20_260_000 + index)}`,
      displacement: car.fuel === 'electric' ? null : car.type === 'bus' ? '3.0' : '1.6',
      tank: car.fuel === 'electric' ? null : 55,
      insurances: [
        {
          kind: 'compulsory',
          company: '示例保险',
          policyNo: `PDZA${2026_0000 + index}`,
          start: addDays(end, -365),
          end,
          amount: '950.00',
          file: null,
        },
        {
          kind: 'commercial',
          company: '示例保险',
          policyNo: `PDAA${2026_0000 + index}`,
          start: addDays(end, -365),
          end,
          amount: '3280.00',
          file: null,
        },
      ],
      inspections: [{ date: addDays(validTo, -365), validTo, result: 'pass', file: null }],
      due: end,
      validTo,
      reason:
        car.status === 'disabled'
          ? '车载设备待检测，暂停使用'
          : car.status === 'scrapped'
            ? '示警保〔2025〕8号 达到报废年限'
            : null,
    }
  })
  const now = unit.clock.now()
  await sql`
    insert into car (plate_no, brand_model, car_type, car_use, vin, engine_no, seats, displacement, fuel_type, fuel_std, tank_size, buy_date, price, register_date, mileage,
      license_class, parking_place, dept_id, insurances, inspections, insurance_due, inspection_due, serviced_km, serviced_on, status, status_reason, created_at, updated_at)
    select g.plate, g.model, g.type, g.use, g.vin, g.engine, g.seats, g.displacement, g.fuel, g.std, g.tank, g.bought, g.price, g.bought, g.km, g.licence, '机关大院', d.id, g.insurances, g.inspections,
      g.due, g."validTo", g.km - 3000, ${addDays(today, -70)}::date, g.status, g.reason, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(plate text, model text, type text, use text, vin text, engine text, seats int, displacement numeric, fuel text, std numeric, tank int,
      bought date, price numeric, km int, licence text, insurances jsonb, inspections jsonb, due date, "validTo" date, status text, reason text)
      join shared_department d on d.key = 'D07'
    order by g.plate`.execute(unit.db)
}

const drivers = [
  ['hua27', 'C1', false],
  ['jin28', 'B1', false],
  ['wei29', 'A1', false],
  ['tao30', 'C1', false],
  ['zhang39', 'C1', true],
  ['pan42', 'C1', true],
  ['peng46', 'C1', true],
  ['ren56', 'C1', true],
] as const

async function addDrivers(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  const vault = unit.service(secrets)
  const rows = drivers.map(([username, licence, self], index) => ({
    username,
    licence,
    self,
    no: vault.seal(`3202000${String(10_000_000 + index * 7919)}`),
    first: addDays(today, -Math.round((60 + index * 23) * MONTH_DAYS)),
    from: addDays(today, -900 - index * 40),
    to: addDays(today, 1200 + index * 60),
    points: index === 3 ? 6 : 0,
  }))
  await sql`
    insert into driver (user_id, dept_id, name, mobile, license_no, license_class, first_issue_date, valid_from, valid_to, points, self_drive, created_at, updated_at)
    select u.id, u.dept_id, u.name, p.mobile, g.no, g.licence, g.first, g."from", g."to", g.points, g.self, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(username text, licence text, self boolean, no text, first date, "from" date, "to" date, points int)
      join shared_app_user u on u.username = g.username join shared_app_user_personal p on p.id = u.id
    order by u.emp_no`.execute(unit.db)
}

const HOUR_MS = 3_600_000

/** Past trips, one after the other for each car and each driver, with their readings. */
async function addTrips(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  const places = ['示例区分局', '省会示例市', '示例看守所', '示例会议中心', '示例县局', '示例检察院', '示例仓库']
  const purposes = ['official', 'inspection', 'escort', 'courier', 'reception']
  const rows = pastTrips(today).map((trip) => ({
    ...trip,
    place: places[trip.at % places.length],
    purpose: purposes[trip.at % purposes.length],
    people: 2 + (trip.at % 3),
    km: 18 + ((trip.at * 37) % 160),
    off: !unit.calendar.isWorkday(trip.day),
  }))
  await sql`
    insert into car_trip (no, car_id, driver_id, driver_user_id, dept_id, purpose, start_at, end_at, from_place, to_place, people, state, departed_at, returned_at, mileage_out, mileage_in, fuel_level,
      parked_ok, holiday_use, created_at, updated_at)
    select 'PC' || to_char(g.day, 'YYYYMMDD') || lpad((row_number() over (partition by g.day order by g.at))::text, 4, '0'), c.id, d.id, d.user_id, p.id, g.purpose, s.start, s.start + make_interval(hours => g.hours),
      '示例市公安局', g.place, g.people, 'returned', s.start, s.start + make_interval(hours => g.hours), m.before, m.before + g.km, 2, true, g.off, s.start - interval '1 day', s.start + make_interval(hours => g.hours)
    from (select g.*, sum(g.km) over (partition by g.car order by g.at) - g.km as driven, sum(g.km) over (partition by g.car) as total
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(at int, car int, driver int, day date, hour text, hours int, place text, purpose text, people int, km int, off boolean)) g
      join (select id, mileage, row_number() over (order by plate_no) - 1 as place from car where status = 'idle') c on c.place = g.car
      join (select id, user_id, row_number() over (order by id) - 1 as place from driver where not self_drive) d on d.place = g.driver
      join (select id, row_number() over (order by sort, id) - 1 as place, count(*) over () as size from shared_department where state and parent is not null) p on p.place = g.at % p.size
      cross join lateral (select (g.day || ' ' || g.hour)::timestamp at time zone 'Asia/Shanghai' as start) s
      cross join lateral (select c.mileage - g.total + g.driven as before) m
    order by g.at`.execute(unit.db)
  // Later trips of these days, by tickets, go on counting.
  await sql`
    insert into car_trip_number (day, last)
    select to_date(substr(no, 3, 8), 'YYYYMMDD'), count(*)::int from car_trip group by 1`.execute(unit.db)
  await sql`
    insert into car_odometer (car_id, at, km, source, trip_id)
    select car_id, departed_at, mileage_out, 'depart', id from car_trip where state = 'returned'
    union all select car_id, returned_at, mileage_in, 'return', id from car_trip where state = 'returned'
    union all select c.id, coalesce((select max(returned_at) from car_trip t where t.car_id = c.id), ${now}::timestamptz - interval '40 days'), c.mileage, 'register', null from car c
    order by 2`.execute(unit.db)
}

/** What drivers, by their accounts, have driven and when cars, by their plates, were refuelled in that past. */
export async function pastOfFleet(unit: UnitOfWork): Promise<PastOfFleet> {
  const { rows: drives } = await sql<PastOfFleet['drives'][number]>`
    select u.username as driver, t.start_at as start, t.end_at as end from car_trip t join shared_app_user u on u.id = t.driver_user_id
    where t.state <> 'cancelled' order by t.id`.execute(unit.db)
  const { rows: refuels } = await sql<PastOfFleet['refuels'][number]>`
    select c.plate_no as plate, r.refuel_at as at from car_refuel r join car c on c.id = r.car_id order by r.id`.execute(
    unit.db,
  )
  return { drives, refuels }
}

export async function seedCars(unit: UnitOfWork): Promise<void> {
  await addDrivers(unit)
  await addCars(unit)
  await addTrips(unit)
  await seedCosts(unit)
  await seedCare(unit)
}

const KM_PER_HOUR = 12

/** Trips of tickets whose time is over departed and returned, in the order of time. */
export async function driveTrips(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number; carId: number; startAt: Date; endAt: Date; mileage: number }>`
    select t.id, t.car_id, t.start_at, t.end_at, c.mileage from car_trip t join car c on c.id = t.car_id
    where t.state = 'reserved' and t.end_at < ${now}::timestamptz order by t.start_at, t.id`.execute(unit.db)
  const checks = await blankChecks(
    unit,
    rows.map(({ id }) => id),
    'out',
  )
  const shown = new Map<number, number>()
  for (const { id, carId, startAt, endAt, mileage } of rows) {
    const out = shown.get(carId) ?? mileage
    const km = out + Math.round(((endAt.getTime() - startAt.getTime()) / HOUR_MS) * KM_PER_HOUR)
    shown.set(carId, km)
    await sql`
      update car_trip set state = 'returned', departed_at = start_at, returned_at = end_at, mileage_out = ${out}::int, mileage_in = ${km}::int, fuel_level = 3, parked_ok = true,
        checks = ${JSON.stringify(checks.get(id)?.map((check) => ({ ...check, result: 'pass' })) ?? [])}::jsonb, updated_at = end_at, version = version + 1
      where id = ${id}`.execute(unit.db)
    await sql`update car_reservation set is_active = false where trip_id = ${id}`.execute(unit.db)
    await sql`
      insert into car_odometer (car_id, at, km, source, trip_id)
      values (${carId}, ${startAt}::timestamptz, ${out}, 'depart', ${id}), (${carId}, ${endAt}::timestamptz, ${km}, 'return', ${id})`.execute(
      unit.db,
    )
    await sql`update car set mileage = ${km} where id = ${carId}`.execute(unit.db)
  }
  await rateTrips(unit)
}

/** Applicants rated most of their trips, an hour after the return. */
async function rateTrips(unit: UnitOfWork): Promise<void> {
  await sql`
    insert into car_trip_rating (trip_id, driver_id, user_id, dept_id, score, note, rated_at, created_at, created_by, updated_at)
    select t.id, t.driver_id, k.applicant_id, d.dept_id, s.score, case when s.score <= 2 then '途中绕行，晚到约半小时' end, s.at, s.at, k.applicant_id, s.at
    from car_trip t join driver d on d.id = t.driver_id
      cross join lateral (select t.returned_at + interval '1 hour' as at, (array[5, 5, 4, 5, 3, 5, 2, 4])[t.id % 8 + 1] as score) s
      join lateral (select p.applicant_id from car_trip_ticket l join shared_ticket p on p.id = l.ticket_id where l.trip_id = t.id order by p.id limit 1) k on true
    where t.state = 'returned' and t.id % 5 <> 0 and k.applicant_id is distinct from t.driver_user_id and s.at < ${unit.clock.now()}::timestamptz`.execute(
    unit.db,
  )
}
