import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { farthest } from '#src/modules/car/cars/plausible.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { appointmentForm } from '#tests/harness/fleet.ts'
import { A, B, checks, type Fleet, openFleet } from './fleet.ts'

it('40.1 a car covers 2,000 km on each day begun, and a gap of more than 10,000 km is always looked at', () => {
  const from = new Date('2026-03-11T02:00:00Z')
  const after = (hours: number) => farthest(10_000, from, new Date(from.getTime() + hours * 3_600_000))
  expect([after(0), after(24), after(24.1), after(120), after(24 * 60)]).toEqual([
    12_000, 12_000, 14_000, 20_000, 20_000,
  ])
})

describe.each(oneEngine)('readings of odometers on %s', (engine) => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(engine)
  })
  afterAll(() => fleet.app.close())

  const trip = async (plate: string, driver: string, hours: readonly [string, string]): Promise<number> => {
    const ticket = await fleet.waiting(appointmentForm('2026-03-11', ...hours))
    const sent = await fleet.dispatch(ticket, plate, driver)
    expect([sent.msg, sent.code]).toEqual([sent.msg, 2000])
    return (await fleet.tripOf(ticket)).id
  }
  const readings = async (carId: number) =>
    (
      await sql<{ id: number; km: number; source: string; isOut: boolean }>`
        select id, km, source, taken_out_at is not null as is_out from car_odometer where car_id = ${carId} order by id`.execute(
        fleet.app.database.db,
      )
    ).rows
  const shown = async (carId: number): Promise<number> =>
    (await sql<{ mileage: number }>`select mileage from car where id = ${carId}`.execute(fleet.app.database.db)).rows[0]
      ?.mileage ?? 0

  it('CAR-32 a departure far from the last reading is a question, answered by a photo, and the fleet is notified', async () => {
    const id = await trip(A, 'hua27', ['10:30', '11:30'])
    const last = await shown(await fleet.car(A))
    const far = { mileageOut: last + 89_999, ...checks }
    expect(await fleet.onTrip(fleet.hua, id, 'depart', far)).toMatchObject({
      code: 4001,
      errKey: 'car.mileageTooFar',
      errors: { mileageOut: [expect.any(String)] },
    })
    const photo = await uploadPdf(fleet.app, fleet.hua)
    const before = fleet.app.announced.messages.length
    expect((await fleet.onTrip(fleet.hua, id, 'depart', { ...far, outPhotos: [photo] })).code).toBe(2000)
    expect(fleet.app.announced.messages.slice(before).map(({ title }) => title.key)).toContain('car.readingToCheck')
  })

  it('CAR-32 the fleet manager takes a mistyped reading out with a reason; trip and car follow, and the true return is taken', async () => {
    const carId = await fleet.car(A)
    const wrong = (await readings(carId)).at(-1)
    const { rows } = await sql<{ id: number; out: number }>`
      select id, mileage_out as out from car_trip where car_id = ${carId} and state = 'departed'`.execute(
      fleet.app.database.db,
    )
    const right = (rows[0]?.out ?? 0) - 89_999
    const tripId = rows[0]?.id ?? 0
    expect(
      (await fleet.onTrip(fleet.hua, tripId, 'return', { mileageIn: right + 40, fuelLevel: 2, parkedOk: true })).errKey,
    ).toBe('car.mileageBackward')
    const correct = (who: typeof fleet.yan, body: object) =>
      who.post(`/api/cars/reading/${wrong?.id}/correct/`, { reason: '出车时多输一位', ...body })
    expect((await correct(fleet.hua, { rightKm: right })).code).toBe(4003)
    expect((await correct(fleet.yan, { rightKm: right, reason: '错' })).code).toBe(4000)
    expect((await correct(fleet.yan, { rightKm: right - 1 })).errKey).toBe('car.mileageBackward')
    expect((await correct(fleet.yan, { rightKm: right })).code).toBe(2000)
    expect((await readings(carId)).slice(-2)).toEqual([
      { id: wrong?.id, km: right + 89_999, source: 'depart', isOut: true },
      { id: expect.any(Number), km: right, source: 'depart', isOut: false },
    ])
    expect(await shown(carId)).toBe(right)
    expect(await correct(fleet.yan, { rightKm: right + 1 })).toMatchObject({ errKey: 'record.stateInvalid' })
    expect(
      (await fleet.onTrip(fleet.hua, tripId, 'return', { mileageIn: right + 40, fuelLevel: 2, parkedOk: true })).code,
    ).toBe(2000)
    const { data } = await fleet.yan.get<{ km: number }>(`/api/cars/trip/${tripId}/`)
    expect(data.km).toBe(40)
  })

  it('INV-03 a reading is never changed or deleted, only taken out', async () => {
    const [first] = await readings(await fleet.car(B))
    const db = fleet.app.database.db
    await expect(sql`update car_odometer set km = km + 1 where id = ${first?.id ?? 0}`.execute(db)).rejects.toThrow(
      'never',
    )
    await expect(sql`delete from car_odometer where id = ${first?.id ?? 0}`.execute(db)).rejects.toThrow('never')
  })

  it('40.1 a car in the workshop takes trips from the day on which it is back, and departs only when it is', async () => {
    const carId = await fleet.car(B)
    const db = fleet.app.database.db
    await sql`
      insert into car_service (car_id, dept_id, maint_type, fault_desc, vendor_id, vendor_name, plan_in, plan_out, items, mileage, amount, state, sent_at, created_at, updated_at)
      select c.id, c.dept_id, 'repair', '刹车异响检修', v.id, v.name, '2026-03-11 08:00+08', '2026-03-12 12:00+08', '[]'::jsonb, c.mileage, 500, 'inService', '2026-03-11 08:00+08', now(), now()
      from car c, (select id, name from vendor order by id limit 1) v where c.id = ${carId}`.execute(db)
    await sql`update car set status = 'repairing' where id = ${carId}`.execute(db)
    const send = async (from: string, to: string) => {
      const ticket = await fleet.waiting(appointmentForm('2026-03-12', from, to))
      return { ticket, answer: await fleet.dispatch(ticket, B, 'jin28') }
    }
    expect((await send('11:45', '13:00')).answer).toMatchObject({ errKey: 'car.backFrom' })
    const { ticket, answer } = await send('12:00', '13:00')
    expect([answer.msg, answer.code]).toEqual([answer.msg, 2000])
    const { id } = await fleet.tripOf(ticket)
    fleet.app.clock.set(new Date('2026-03-12T04:00:00Z'))
    const jin = await fleet.app.as('jin28')
    const last = await shown(carId)
    expect(await fleet.onTrip(jin, id, 'depart', { mileageOut: last, ...checks })).toMatchObject({
      errKey: 'car.unavailable',
    })
    // A trip that was never driven is marked the day after.
    fleet.app.clock.set(new Date('2026-03-13T02:00:00Z'))
    const yan = await fleet.app.as('yan26')
    expect((await yan.get<{ isAtRisk: boolean }>(`/api/cars/trip/${id}/`)).data.isAtRisk).toBe(true)
  })
})
