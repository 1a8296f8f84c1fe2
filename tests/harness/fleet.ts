/** Appointments as tests file them, and a large fleet with its drivers and trips, written straight into the tables. */
import type pg from 'pg'

/** A form of an appointment that passes: a local trip on a working day. */
export const appointmentForm = (
  day: string,
  from: string,
  to: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  reason: '外出调查取证',
  mobile: '10000000042',
  purpose: 'official',
  startAt: `${day} ${from}:00`,
  endAt: `${day} ${to}:00`,
  fromPlace: '示例市公安局',
  toPlace: '示例区分局',
  crossCity: false,
  guestCount: 0,
  selfDrive: false,
  ...more,
})

export interface FleetSize {
  /** Number of the first car; the cars of one call are numbered from it. */
  readonly first: number
  readonly cars: number
  /** First day of the trips, `yyyy-MM-dd`. */
  readonly from: string
  readonly days: number
}

/** Hours at which the trips of a car begin on each day; each lasts two and a half hours, and half an hour lies behind it. */
const STARTS = [7, 10, 13] as const
export const TRIPS_PER_DAY = STARTS.length
/** Plates of what was loaded begin with this. */
export const LOADED_PLATE = '示L'

/** Fills a seeded bureau; each car has a driver of its own, so that no two trips meet. */
export async function fillFleet(client: pg.Client, { first, cars, from, days }: FleetSize): Promise<void> {
  const last = first + cars - 1
  await client.query(
    `insert into driver (dept_id, name, mobile, license_no, license_class, first_issue_date, valid_from, valid_to, created_at, updated_at)
    select (select min(id) from department), '驾驶员' || n, '13800000000', '${LOADED_PLATE}' || n, 'C1', '2015-01-01', '2020-01-01', '2036-01-01', now(), now()
    from generate_series($1::int, $2::int) n`,
    [first, last],
  )
  await client.query(
    `insert into car (plate_no, brand_model, car_type, car_use, vin, engine_no, seats, displacement, fuel_type, fuel_std, buy_date, price, register_date, license_class, parking_place,
      dept_id, insurance_due, inspection_due, created_at, updated_at)
    select '${LOADED_PLATE}' || lpad(n::text, 4, '0'), '示例轿车A6', 'sedan', 'other', 'LSVAA4182E2' || lpad(n::text, 6, '0'), 'E' || lpad(n::text, 6, '0'), 5, 1.5, 'gas92', 8.5, '2022-01-01', 118000,
      '2022-01-01', 'C1', '机关大院', (select min(id) from department), '2036-01-01', '2036-01-01', now(), now()
    from generate_series($1::int, $2::int) n`,
    [first, last],
  )
  await client.query(
    `with trip as (
      insert into car_trip (no, car_id, driver_id, dept_id, purpose, start_at, end_at, from_place, to_place, people, created_at, updated_at)
      select concat('LD', n, '-', day, '-', hour), c.id, d.id, c.dept_id, 'official', at, at + interval '150 minutes', '示例市公安局', '示例区分局', 2, now(), now()
      from generate_series($1::int, $2::int) n join car c on c.plate_no = '${LOADED_PLATE}' || lpad(n::text, 4, '0') join driver d on d.license_no = '${LOADED_PLATE}' || n
        cross join generate_series(0, $4::int - 1) day cross join unnest($5::int[]) hour
        cross join lateral (select ($3::date + day + hour * interval '1 hour') at time zone 'Asia/Shanghai' as at) moment
      returning id, car_id, driver_id, start_at, end_at),
    reserved as (
      insert into car_reservation (car_id, driver_id, trip_id, kind, period)
      select car_id, driver_id, id, 'trip', tstzrange(start_at, end_at + interval '30 minutes') from trip)
    insert into car_trip_ticket (trip_id, ticket_id, people)
    select trip.id, tickets.ids[1 + trip.id % cardinality(tickets.ids)], 2 from trip, (select array_agg(id) as ids from ticket where type = 'officialCarAppointment') tickets`,
    [first, last, from, days, [...STARTS]],
  )
  await client.query('vacuum analyze')
}
