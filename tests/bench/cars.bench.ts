/** A large fleet: 500 cars over 30 days; what dispatchers do, each against bare statements of the same run. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import type { DispatchBoard, DispatchChoices } from '#src/modules/car/board/board.types.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { appointmentForm, fillFleet, LOADED_PLATE, TRIPS_PER_DAY } from '#tests/harness/fleet.ts'
import { act, submit } from '#tests/harness/tickets.ts'
import { against } from './figures.ts'

const BOARD_CARS = 100
const CARS = 500
const WEEK = 7
const MONTH = 30
const FROM = '2026-03-16'
const RUNS = 15
const day = (place: number): string => addDays(FROM, place)

describe('cars', () => {
  let app: TestApp
  let bare: pg.Client
  let yan: Client
  let pan: Client
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres' })
    bare = new pg.Client({ connectionString: app.database.url ?? '' })
    await bare.connect()
    ;[yan, pan] = [await app.as('yan26'), await app.as('pan42')]
    await fillFleet(bare, { first: 1, cars: BOARD_CARS, from: FROM, days: WEEK })
  }, 600_000)
  afterAll(async () => {
    await bare?.end()
    await app?.close()
  })

  it('board of a week', { timeout: 600_000 }, async () => {
    const query = { from: FROM, days: String(WEEK) }
    const { data } = await yan.get<DispatchBoard>('/api/cars/board/', { query })
    expect(data.trips.length).toBeGreaterThanOrEqual(BOARD_CARS * WEEK * TRIPS_PER_DAY)
    await against(
      `board of ${data.cars.length} cars and ${data.trips.length} trips / its trips and cars by two bare statements`,
      RUNS,
      () => yan.get('/api/cars/board/', { query }),
      async () => {
        await bare.query('select * from car order by plate_no')
        await bare.query('select * from car_trip where start_at < $2 and end_at > $1 order by start_at', [
          FROM,
          day(WEEK),
        ])
      },
    )
  })

  it('free cars, and the dispatch of one', { timeout: 600_000 }, async () => {
    await fillFleet(bare, { first: BOARD_CARS + 1, cars: CARS - BOARD_CARS, from: FROM, days: MONTH })
    // The last dispatch takes the place of the day behind the month.
    const tickets: number[] = []
    for (let place = 0; place < RUNS + 3; place += 1) {
      const filed = await submit(
        pan,
        'officialCarAppointment',
        appointmentForm(day(place), '17:00', '18:00', { purpose: 'emergency' }),
      )
      expect(filed.code).toBe(2000)
      tickets.push(filed.data.id)
    }
    const query = { ticketId: String(tickets[0]) }
    const { data } = await yan.get<DispatchChoices>('/api/cars/board/choices/', { query })
    expect(data.cars.filter(({ problem }) => problem === null).length).toBeGreaterThanOrEqual(CARS)
    await against(
      `free cars among ${data.cars.length} over ${MONTH} days / one bare statement`,
      RUNS,
      () => yan.get('/api/cars/board/choices/', { query }),
      () =>
        bare.query(
          `select * from car c where status = 'idle' and not exists (select from car_reservation r where r.car_id = c.id and r.is_active and r.period && tstzrange($1, $2)) order by mileage`,
          [`${FROM} 17:00+08`, `${FROM} 18:30+08`],
        ),
    )
    const { rows } = await bare.query<{ carId: string; driverId: string }>(
      `select c.id as "carId", d.id as "driverId" from car c join driver d on d.license_no = '${LOADED_PLATE}' || $1::int where c.plate_no = '${LOADED_PLATE}' || lpad($1::text, 4, '0')`,
      [CARS],
    )
    const formData = { carId: Number(rows[0]?.carId), driverId: Number(rows[0]?.driverId) }
    await bare.query('create table bare_trip (like car_trip including all)')
    await bare.query('create table bare_reservation (like car_reservation including all)')
    let dispatched = 0
    let reserved = 0
    await against(
      'dispatch of a trip / a bare insert of trip and reservation, and the update of its ticket',
      RUNS,
      async () => {
        const answer = await act(yan, tickets[dispatched] ?? 0, 'approve', { formData })
        expect(answer).toMatchObject({ code: 2000, data: { status: 'completed' } })
        dispatched += 1
      },
      async () => {
        reserved += 1
        await bare.query('begin')
        const { rows: trips } = await bare.query<{ id: string }>(
          `insert into bare_trip (no, car_id, driver_id, dept_id, purpose, start_at, end_at, from_place, to_place, people, created_at, updated_at)
          select 'B' || $1::int, car_id, driver_id, dept_id, purpose, start_at + $1::int * interval '1 day', end_at + $1::int * interval '1 day', from_place, to_place, people, now(), now() from car_trip order by id desc limit 1 returning id`,
          [reserved],
        )
        await bare.query(
          `insert into bare_reservation (car_id, driver_id, trip_id, kind, period) select car_id, driver_id, id, 'trip', tstzrange(start_at, end_at) from bare_trip where id = $1`,
          [trips[0]?.id],
        )
        await bare.query(`update ticket set updated_at = now() where id = $1`, [tickets[RUNS + 2]])
        await bare.query('commit')
      },
    )
  })
})
