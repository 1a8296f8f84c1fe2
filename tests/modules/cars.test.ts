import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BoardRequest, DispatchBoard, DispatchChoices } from '#src/modules/car/board/board.types.ts'
import { conflictOf, placeOf } from '#src/modules/car/board/boardModel.ts'
import { remindOfDue } from '#src/modules/car/cars/reminders.server.ts'
import { isLicensedFor, overDrivenDay } from '#src/modules/car/drivers/licence.ts'
import type { OwnTrip } from '#src/modules/car/own/own.types.ts'
import type { CarsToday, ExpiringPapers } from '#src/modules/car/pages/fleet.types.ts'
import { markOverdue } from '#src/modules/car/trips/trip-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { engines, oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { appointmentForm as form } from '#tests/harness/fleet.ts'
import { act, submit, ticketOf } from '#tests/harness/tickets.ts'
import { A, APPOINTMENT, B, checked, checks, type Fleet, openFleet } from './fleet.ts'

describe.each(oneEngine)('cars and drivers on %s', (engine) => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(engine)
  })
  afterAll(() => fleet.app.close())

  it('S01.3, S01.4 a trip is applied for, dispatched, driven and back, with the mileage of its car', async () => {
    const { pan, hua, dispatch, waiting, tripOf, onTrip } = fleet
    const ticket = await waiting(form('2026-03-11', '10:30', '12:00'))
    expect((await dispatch(ticket, A, 'hua27')).data.status).toBe('completed')
    const { id } = await tripOf(ticket)
    const seen = await hua.get<readonly { no: string; state: string; people: number }[]>('/api/cars/trip/')
    expect(seen.data.find((one) => (one as unknown as { id: number }).id === id)).toMatchObject({
      state: 'reserved',
      people: 2,
    })
    expect((await pan.get('/api/cars/trip/')).code).toBe(4003)
    // DETAIL-STD: the trip leads to its ticket; the driver's lists stand beside the driver, so that Related leaves them out (40.2).
    const { data: beside } = await fleet.yan.get<{ record: string; rows: { id: number }[] }[]>(
      `/api/cars/trip/${id}/related/`,
    )
    expect(beside.find(({ record }) => record === 'ticket')?.rows.map((row) => row.id)).toEqual([ticket])
    const { data: trip } = await fleet.yan.get<{ driverId: number; appointmentId: number; month: string }>(
      `/api/cars/trip/${id}/`,
    )
    expect(trip).toMatchObject({ appointmentId: ticket, month: '2026-03' })
    const { data: ofDriver } = await fleet.yan.get<{ record: string }[]>(`/api/cars/driver/${trip.driverId}/related/`)
    expect(ofDriver.map(({ record }) => record)).not.toContain('carTrip')
    // 40.2: who of the bureau it is stands in the list.
    expect((await fleet.yan.get<object>(`/api/cars/driver/${trip.driverId}/`)).data).toMatchObject({
      empNo: 'SJ0027',
      personType: 'auxiliary',
    })
    // 90 B 3: the driver's day shows the trip with the person to call and the odometer; the day of other drivers does not.
    const { data: day } = await hua.get<readonly OwnTrip[]>('/api/cars/own_trips/')
    expect(day.find((one) => one.id === id)).toMatchObject({
      plateNo: A,
      carKm: 10_000,
      applicant: '潘示乙',
      mobile: '10000000042',
      startAt: '2026-03-11 10:30:00',
    })
    expect((await pan.get('/api/cars/own_trips/')).code).toBe(4003)
    expect(await onTrip(hua, id, 'depart', { mileageOut: 9_999, ...checks })).toMatchObject({
      errKey: 'car.mileageBackward',
    })
    // 95.4: all six are answered, and what failed is explained.
    expect(await onTrip(hua, id, 'depart', { mileageOut: 10_000 })).toMatchObject({ errKey: 'car.checksIncomplete' })
    expect(
      await onTrip(hua, id, 'depart', { mileageOut: 10_000, ...checked({ 5: { result: 'fail' } }) }),
    ).toMatchObject({
      errors: { 'checks.5.note': [expect.any(String)] },
    })
    expect((await onTrip(hua, id, 'depart', { mileageOut: 10_000, ...checks })).code).toBe(2000)
    const out = await fleet.yan.get<{ state: string }>(`/api/cars/car/${await fleet.car(A)}/`)
    expect(out.data.state).toBe('inUse')
    expect(await onTrip(hua, id, 'return', { mileageIn: 9_999, fuelLevel: 2, parkedOk: true })).toMatchObject({
      errKey: 'car.mileageBackward',
    })
    expect(await onTrip(hua, id, 'return', { mileageIn: 13_000, fuelLevel: 2, parkedOk: true })).toMatchObject({
      errKey: 'car.mileageTooFar',
    })
    expect((await onTrip(hua, id, 'return', { mileageIn: 10_240, fuelLevel: 2, parkedOk: true })).code).toBe(2000)
    const back = await fleet.yan.get<{ state: string; mileage: number }>(`/api/cars/car/${await fleet.car(A)}/`)
    expect(back.data).toMatchObject({ state: 'idle', mileage: 10_240 })
  })

  it('22.1 names another request of the applicant for the same time, and none that only touches it', async () => {
    const { pan } = fleet
    const filed = await submit(pan, 'officialCarAppointment', form('2026-03-18', '09:00', '11:00'))
    expect(filed.code).toBe(2000)
    const warnings = async (from: string, to: string): Promise<string> =>
      JSON.stringify(
        (
          await pan.post<{ warnings: unknown }>('/api/workflow/ticket/check/', {
            type: 'officialCarAppointment',
            formData: form('2026-03-18', from, to),
          })
        ).data.warnings,
      )
    expect(await warnings('10:45', '12:00')).toContain(filed.data.no)
    expect(await warnings('11:00', '12:00')).not.toContain(filed.data.no)
    await act(pan, filed.data.id, 'withdraw')
    expect(await warnings('10:45', '12:00')).not.toContain(filed.data.no)
  })

  it('S10.3, CAR-01 a taken car is refused with its times, the ticket stays and takes another; 30 minutes behind is free (E6)', async () => {
    const { waiting, dispatch, zhang } = fleet
    const first = await waiting(form('2026-03-12', '09:00', '11:00'))
    await dispatch(first, A, 'hua27')
    const second = await waiting(form('2026-03-12', '10:00', '12:00'))
    expect(await dispatch(second, A, 'jin28')).toMatchObject({
      errKey: 'car.timeConflict',
      params: [A, '2026-03-12 09:00:00', '2026-03-12 11:00:00', 30],
      errors: { carId: [expect.stringContaining('30分钟')] },
    })
    expect(await dispatch(second, B, 'hua27')).toMatchObject({ errKey: 'driver.timeConflict' })
    expect((await ticketOf(zhang, second)).current.map(({ state }) => state)).toEqual(['fleetDispatch'])
    expect((await dispatch(second, B, 'jin28')).data.status).toBe('completed')
    const tooNear = await waiting(form('2026-03-12', '11:15', '12:15'))
    // A trip that only touches another is refused by the minutes between them.
    expect(await dispatch(tooNear, A, 'hua27')).toMatchObject({
      errKey: 'car.timeConflict',
      msg: expect.stringContaining('30分钟'),
    })
    const behind = await waiting(form('2026-03-12', '11:30', '12:15'))
    expect((await dispatch(behind, A, 'hua27')).data.status).toBe('completed')
  })

  it('90 B 1 the board shows what waits, what is taken by whom, and for every car and driver what speaks against it', async () => {
    const { yan, hua, zhang, waiting, dispatch, car, driver } = fleet
    const taken = await waiting(form('2026-03-12', '16:00', '17:00'))
    expect(await dispatch(taken, A, 'hua27')).toMatchObject({ code: 2000 })
    const asked = await waiting(form('2026-03-12', '16:30', '17:30'))
    const board = await yan.get<DispatchBoard>('/api/cars/board/', { query: { from: '2026-03-12', days: '1' } })
    expect(board.data.trips).toContainEqual(
      expect.objectContaining({
        carId: await car(A),
        driverId: await driver('hua27'),
        applicant: '潘示乙',
        mobile: '10000000042',
        startAt: '2026-03-12 16:00:00',
        endAt: '2026-03-12 17:00:00',
        state: 'reserved',
      }),
    )
    const { data: requests } = await yan.get<readonly BoardRequest[]>('/api/cars/board/waiting/')
    expect(requests.find(({ ticketId }) => ticketId === asked)).toMatchObject({ applicant: '潘示乙', heads: 1 })
    const { data: choices } = await yan.get<DispatchChoices>('/api/cars/board/choices/', {
      query: { ticketId: String(asked), carId: String(await car(B)) },
    })
    const carA = choices.cars.find(({ plateNo }) => plateNo === A)
    expect(carA?.problem).toEqual({
      key: 'car.timeConflict',
      params: [A, '2026-03-12 16:00:00', '2026-03-12 17:00:00', 30],
    })
    const firstUnfit = choices.cars.findIndex(({ problem }) => problem !== null)
    expect(choices.cars.slice(firstUnfit).every(({ problem }) => problem !== null)).toBe(true)
    const busy = choices.drivers.find(({ problem }) => problem?.key === 'driver.timeConflict')
    expect(busy?.id).toBe(await driver('hua27'))
    // What is proposed can be done, and what is judged unfit is refused for the same reason.
    expect(await dispatch(asked, A, 'jin28')).toMatchObject({ errKey: 'car.timeConflict' })
    // A driver sees no board, and nobody chooses for a ticket that does not wait for them.
    expect((await hua.get('/api/cars/board/')).code).toBe(4003)
    expect((await zhang.get('/api/cars/board/choices/', { query: { ticketId: String(asked) } })).code).toBe(4003)
    expect(await yan.get('/api/cars/board/choices/', { query: { ticketId: String(taken) } })).toMatchObject({
      errKey: 'car.requestGone',
    })
    expect((await yan.get('/api/cars/board/choices/', { query: { ticketId: '999999' } })).code).toBe(4004)
    expect((await yan.get('/api/cars/board/choices/')).code).toBe(4000)
    expect((await yan.get('/api/cars/board/', { query: { days: '40' } })).code).toBe(4000)
    await act(zhang, asked, 'reject', { comment: '不再需要' })
  })

  it('CAR-02, CAR-03, CAR-04, DRV-01 tell why a car or a driver does not go', async () => {
    const { waiting, dispatch, app } = fleet
    const ticket = await waiting(form('2026-03-13', '09:00', '10:00', { guestCount: 4 }))
    expect(await dispatch(ticket, '示A0009警', 'hua27')).toMatchObject({ errKey: 'car.unavailable' })
    // In the workshop today and back before the trip: what speaks against it then is its seats.
    expect(await dispatch(ticket, '示A0015警', 'hua27')).toMatchObject({ errKey: 'rule.CAR-04' })
    expect(await dispatch(ticket, '示A0010警', 'hua27')).toMatchObject({ errKey: 'driver.licenseMismatch' })
    expect(await dispatch(ticket, A, 'hua27')).toMatchObject({ errKey: 'rule.CAR-04', params: [A, 5, 6] })
    const id = await fleet.driver('tao30')
    await sql`update driver set valid_to = '2026-03-12' where id = ${id}`.execute(app.database.db)
    expect(await dispatch(ticket, '示A0004警', 'tao30')).toMatchObject({ errKey: 'driver.licenseMismatch' })
    await sql`update driver set valid_to = '2029-03-12' where id = ${id}`.execute(app.database.db)
    await sql`insert into absence (user_id, period, kind, ticket_id) select user_id, '[2026-03-13 00:00,2026-03-13 24:00)', 'leave', ${ticket}::bigint from driver where id = ${id}`.execute(
      app.database.db,
    )
    expect(await dispatch(ticket, '示A0004警', 'tao30')).toMatchObject({ errKey: 'rule.CAR-03' })
    expect((await dispatch(ticket, '示A0004警', 'wei29')).data.status).toBe('completed')
  })

  it('CAR-05, DRV-05 people drive themselves who are registered, and no vans', async () => {
    const { app, pan, waiting, dispatch, driver } = fleet
    const drivenBy = async (name: string) =>
      submit(
        pan,
        APPOINTMENT,
        form('2026-03-16', '09:00', '10:00', { selfDrive: true, selfDriverId: await driver(name) }),
      )
    // A driver of the fleet is nobody's to choose here.
    expect(await drivenBy('hua27')).toMatchObject({ code: 4000, errors: { selfDriverId: [expect.any(String)] } })
    const selfDrive = (isRegistered: boolean) =>
      sql`update driver set self_drive = ${isRegistered} where user_id = ${pan.userId}`.execute(app.database.db)
    await selfDrive(false)
    expect(await drivenBy('pan42')).toMatchObject({ errKey: 'rule.DRV-05' })
    await selfDrive(true)
    const ticket = await waiting(
      form('2026-03-16', '09:00', '10:00', { selfDrive: true, selfDriverId: await driver('pan42') }),
    )
    expect(await dispatch(ticket, B, 'zhang39')).toMatchObject({ errKey: 'car.selfDriverOnly' })
    expect(await dispatch(ticket, '示A0006警', 'pan42')).toMatchObject({ errKey: 'rule.CAR-05' })
    expect((await dispatch(ticket, B, 'pan42')).data.status).toBe('completed')
    expect(await fleet.tripOf(ticket)).toMatchObject({ state: 'reserved' })
  })

  it('CAR-06 a day off or another town asks the leader in charge as well, CAR-07 an emergency goes straight to dispatch', async () => {
    const { pan, zhang } = fleet
    const off = await submit(pan, APPOINTMENT, form('2026-03-14', '09:00', '10:00'))
    expect(off.data.formData).toMatchObject({ holidayUse: true, heads: 1 })
    const next = await act(zhang, off.data.id, 'approve')
    expect(next.data.current.map(({ state }) => state)).toEqual(['divisionLeader'])
    expect(await submit(pan, APPOINTMENT, form('2026-03-16', '13:00', '14:00', { crossCity: true }))).toMatchObject({
      code: 4000,
    })
    const urgent = await submit(pan, APPOINTMENT, form('2026-03-11', '09:00', '10:30', { purpose: 'emergency' }))
    expect(urgent.data.current.map(({ state }) => state)).toEqual(['fleetDispatch'])
  })

  it('refuses periods nobody can drive, each at its field', async () => {
    const { pan } = fleet
    const tries = [
      [form('2026-03-10', '09:00', '10:00'), 'car.startTooEarly', 'startAt'],
      [form('2026-03-17', '10:00', '09:00'), 'car.endBeforeStart', 'endAt'],
      [form('2026-03-17', '09:07', '10:00'), 'car.quarterHours', 'startAt'],
      [{ ...form('2026-03-17', '09:00', '10:00'), endAt: '2026-04-17 10:00:00' }, 'car.tooLong', 'endAt'],
    ] as const
    for (const [values, errKey, field] of tries)
      expect(await submit(pan, APPOINTMENT, values)).toMatchObject({
        errKey,
        errors: { [field]: [expect.any(String)] },
      })
  })

  it('DRV-03 a driver has at most ten hours on one day over all trips', async () => {
    const { waiting, dispatch } = fleet
    await dispatch(await waiting(form('2026-03-18', '06:00', '13:00')), A, 'hua27')
    const late = await waiting(form('2026-03-18', '14:00', '18:00'))
    expect(await dispatch(late, A, 'hua27')).toMatchObject({
      errKey: 'rule.DRV-03',
      params: ['华示庚', '2026-03-18', 10],
    })
    expect((await dispatch(late, A, 'jin28')).data.status).toBe('completed')
  })

  it('a change obeys the same rules, a cancelled or voided trip frees car and driver, an early return the rest', async () => {
    const { app, waiting, dispatch, tripOf, onTrip, yan, car, driver } = fleet
    const first = await waiting(form('2026-03-19', '09:00', '12:00'))
    await dispatch(first, A, 'hua27')
    const second = await waiting(form('2026-03-19', '14:00', '15:00'))
    await dispatch(second, A, 'hua27')
    const moved = {
      carId: await car(A),
      driverId: await driver('hua27'),
      startAt: '2026-03-19 11:00:00',
      endAt: '2026-03-19 13:00:00',
      reason: '对方单位改期',
    }
    const trip = await tripOf(second)
    expect(await onTrip(yan, trip.id, 'change', moved)).toMatchObject({ errKey: 'car.timeConflict' })
    expect(
      (await onTrip(yan, trip.id, 'change', { ...moved, startAt: '2026-03-19 12:30:00', endAt: '2026-03-19 13:30:00' }))
        .code,
    ).toBe(2000)
    expect((await onTrip(yan, (await tripOf(first)).id, 'cancel', { reason: '任务已经取消' })).code).toBe(2000)
    const third = await waiting(form('2026-03-19', '09:00', '11:00'))
    expect((await dispatch(third, A, 'hua27')).data.status).toBe('completed')
    await sql`update car_trip set state = 'departed', departed_at = start_at, mileage_out = 10240 where id = ${(await tripOf(third)).id}`.execute(
      app.database.db,
    )
    app.clock.set(new Date('2026-03-19T01:40:00Z'))
    expect(
      (await onTrip(yan, (await tripOf(third)).id, 'return', { mileageIn: 10_260, fuelLevel: 3, parkedOk: true })).code,
    ).toBe(2000)
    const fourth = await waiting(form('2026-03-19', '10:15', '11:00'))
    expect((await dispatch(fourth, A, 'hua27')).data.status).toBe('completed')
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('CAR-33 a late trip is overdue after an hour, holds its car until it is back, and the next one is at risk at once', async () => {
    const { app, waiting, dispatch, tripOf, onTrip, yan } = fleet
    const late = await waiting(form('2026-03-20', '09:00', '10:00'))
    await dispatch(late, B, 'jin28')
    const next = await waiting(form('2026-03-20', '11:00', '12:00'))
    await dispatch(next, B, 'jin28')
    app.clock.set(new Date('2026-03-20T01:00:00Z'))
    expect((await onTrip(yan, (await tripOf(late)).id, 'depart', { mileageOut: 20_000, ...checks })).code).toBe(2000)
    app.clock.set(new Date('2026-03-20T02:35:00Z'))
    const now = await waiting(form('2026-03-20', '11:00', '11:30'))
    expect(await dispatch(now, B, 'wei29')).toMatchObject({ errKey: 'car.timeConflict' })
    const list = await yan.get<readonly { id: number; isAtRisk: boolean; endAt: string }[]>('/api/cars/trip/', {
      state: 'reserved',
    } as never)
    const coming = list.data.filter(({ endAt }) => endAt > '2026-03-20 10:35:00')
    const risky = coming.filter(({ isAtRisk }) => isAtRisk).map(({ id }) => id)
    expect(risky).toEqual([(await tripOf(next)).id])
    const extended = await onTrip(yan, (await tripOf(late)).id, 'extend', {
      endAt: '2026-03-20 11:15:00',
      reason: '返程路上堵车',
    })
    expect(extended).toMatchObject({ errKey: 'car.nextTripWaits' })
    app.clock.set(new Date('2026-03-20T03:05:00Z'))
    await write(app.services, markOverdue)
    expect((await tripOf(late)).state).toBe('overdue')
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  /** Keys of the reminders of a car that the job of a morning sends. */
  const remindersOn = async (day: string, plateNo: string): Promise<readonly string[]> => {
    const { app } = fleet
    app.clock.set(new Date(`${day}T00:00:00Z`))
    app.announced.messages.length = 0
    await write(app.services, remindOfDue)
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
    return app.announced.messages.flatMap(({ title }) => {
      const { key, params = [] } = title as { key: string; params?: readonly unknown[] }
      return params[0] === plateNo ? [key] : []
    })
  }

  /** Days before the 26th of a paper, and whether a reminder is sent on that day: each step once, daily when past. */
  it.each([
    ['2026-02-23', 0],
    ['2026-02-24', 1],
    ['2026-02-25', 0],
    ['2026-03-10', 0],
    ['2026-03-11', 1],
    ['2026-03-18', 0],
    ['2026-03-19', 1],
    ['2026-03-24', 0],
    ['2026-03-25', 1],
    ['2026-03-26', 0],
    ['2026-03-27', 1],
    ['2026-03-28', 1],
  ])('CAR-34, E16 insurance that ends on 2026-03-26: on %s %i reminders', async (day, count) => {
    const { app, car } = fleet
    const id = await car('示A0005警')
    await sql`update car set insurance_due = '2026-03-26', inspection_due = '2027-03-01' where id = ${id}`.execute(
      app.database.db,
    )
    expect(await remindersOn(day, '示A0005警')).toHaveLength(count)
  })

  it('CAR-34, E16 a missed morning is made up for, once', async () => {
    const { app, car } = fleet
    const id = await car('示A0006警')
    await sql`update car set inspection_due = '2026-03-26', insurance_due = '2027-03-01' where id = ${id}`.execute(
      app.database.db,
    )
    // The mornings of March 11 and 19 were missed.
    expect(await remindersOn('2026-03-20', '示A0006警')).toEqual(['car.inspectionEnds'])
    expect(await remindersOn('2026-03-21', '示A0006警')).toEqual([])
    await sql`update car set inspection_due = '2026-04-10' where id = ${id}`.execute(app.database.db)
    expect(await remindersOn('2026-03-22', '示A0006警')).toEqual(['car.inspectionEnds'])
  })

  it.each([
    // The service is due at 10,000 km and on 2026-09-01.
    [9_499, '2026-08-16', null],
    [9_500, '2026-08-16', 'car.serviceNear'],
    [9_499, '2026-08-17', 'car.serviceNear'],
    [9_999, '2026-08-16', 'car.serviceNear'],
    [10_000, '2026-08-16', 'car.serviceDue'],
    [9_499, '2026-08-31', 'car.serviceNear'],
    [9_499, '2026-09-01', 'car.serviceDue'],
  ])('CAR-35, E16 a car at %i km on %s: %s', async (mileage, day, key) => {
    const { app, car } = fleet
    const id = await car('示A0007警')
    await sql`update car set serviced_km = 0, service_km = 10000, serviced_on = '2026-03-01', service_months = 6, mileage = ${mileage},
      insurance_due = '2028-01-01', inspection_due = '2028-01-01' where id = ${id}`.execute(app.database.db)
    await sql`delete from car_reminder where car_id = ${id}`.execute(app.database.db)
    await sql`delete from car_service where car_id = ${id} and maint_type = 'service'`.execute(app.database.db)
    expect(await remindersOn(day, '示A0007警')).toEqual(key === null ? [] : [key])
  })

  it('CAR-35 a service that is due is reminded of weekly until it is planned or done', async () => {
    const { app, car } = fleet
    const id = await car('示A0008警')
    await sql`update car set serviced_km = 0, service_km = 10000, serviced_on = '2026-03-01', service_months = 6, mileage = 10001,
      insurance_due = '2028-01-01', inspection_due = '2028-01-01' where id = ${id}`.execute(app.database.db)
    await sql`delete from car_service where car_id = ${id} and maint_type = 'service'`.execute(app.database.db)
    const sent = []
    for (const day of ['2026-03-11', '2026-03-12', '2026-03-17', '2026-03-18', '2026-03-25'])
      sent.push((await remindersOn(day, '示A0008警')).length)
    expect(sent).toEqual([1, 0, 0, 1, 1])
    await sql`update car set serviced_km = 10001, serviced_on = '2026-03-26' where id = ${id}`.execute(app.database.db)
    expect(await remindersOn('2026-04-10', '示A0008警')).toEqual([])
  })

  it('CAR-35 the next service follows from its interval', async () => {
    const { yan, car } = fleet
    const { data } = await yan.get<{ nextServiceKm: number }>(`/api/cars/car/${await car('示A0003警')}/`)
    expect(data.nextServiceKm).toBe(18_000 + 2 * 6_200 - 3000 + 10_000)
  })

  it('CAR-32, CAR-37, CAR-38 the archive turns no mileage back, keeps what has trips, and knows states by actions alone', async () => {
    const { yan, car } = fleet
    const id = await car(A)
    const { data } = await yan.get<Record<string, unknown>>(`/api/cars/car/${id}/`)
    const body = Object.fromEntries(
      Object.entries(data).filter(([name]) => !['id', 'state', 'createdAt'].includes(name)),
    )
    const changed = await yan.put(`/api/cars/car/${id}/`, { ...pick(body), mileage: 10, version: data.version })
    expect(changed).toMatchObject({ errKey: 'car.mileageBackward' })
    expect(await yan.delete(`/api/cars/car/${id}/`, { version: data.version })).toMatchObject({ errKey: 'rule.CAR-37' })
    expect(
      await yan.post(`/api/cars/car/${id}/disable/`, { version: data.version, reason: '车辆检修停用' }),
    ).toMatchObject({ errKey: 'car.hasTrips' })
    const idle = await car('示A0013警')
    const { data: other } = await yan.get<{ version: number }>(`/api/cars/car/${idle}/`)
    expect(
      await yan.post(`/api/cars/car/${idle}/scrap/`, {
        version: other.version,
        date: '2026-03-11',
        docNo: '示警保1号',
        reason: '车况差',
        file: [],
      }),
    ).toMatchObject({ code: 4000 })
  })

  it('40.1 sets the department of several cars at once, all or none, and a scrapped car puts its asset card up for scrapping', async () => {
    const { app, yan, pan, car } = fleet
    const { db } = app.database
    const carIds = [await car('示A0013警'), await car('示A0014警')]
    const { rows: departments } = await sql<{ id: number }>`
      select id from department where state and deleted_at is null and id not in (select dept_id from car where id = any(${carIds}::bigint[])) order by id limit 1`.execute(
      db,
    )
    const deptId = departments[0]?.id
    expect((await yan.post('/api/cars/departments/', { carIds: [...carIds, 2_000_000_000], deptId })).code).toBe(4004)
    expect(await yan.post('/api/cars/departments/', { carIds, deptId: 2_000_000_000 })).toMatchObject({
      errors: { deptId: [expect.any(String)] },
    })
    expect((await pan.post('/api/cars/departments/', { carIds, deptId })).code).toBe(4003)
    expect((await yan.post('/api/cars/departments/', { carIds, deptId })).data).toEqual({ moved: 2 })

    const [scrapped = 0] = carIds
    const { rows: held } = await sql<{ id: number }>`
      update car set asset_id = (select id from asset where state = 'inUse' and parent_id is null and not exists (select from asset p where p.parent_id = asset.id) order by id limit 1)
      where id = ${scrapped} returning asset_id as id`.execute(db)
    const { data: shown } = await yan.get<{ version: number }>(`/api/cars/car/${scrapped}/`)
    const done = await yan.post(`/api/cars/car/${scrapped}/scrap/`, {
      version: shown.version,
      date: '2026-03-11',
      docNo: '示警保〔2026〕1号',
      reason: '发动机大修费用超过残值，经鉴定不宜继续使用，按规定报废',
      file: [await uploadPdf(app, yan)],
    })
    expect(done).toMatchObject({ code: 2000 })
    const { rows: assets } = await sql<{ state: string; holderId: number | null; note: string }>`
      select a.state, a.holder_id, l.note from asset a join asset_log l on l.asset_id = a.id where a.id = ${held[0]?.id} order by l.id desc limit 1`.execute(
      db,
    )
    expect(assets).toEqual([{ state: 'pendingScrap', holderId: null, note: '示A0013警 示警保〔2026〕1号' }])
    expect(await yan.post('/api/cars/departments/', { carIds, deptId })).toMatchObject({ errKey: 'car.isScrapped' })
  })

  it('HOM-01, HOM-02 the widgets of the fleet count what the lists behind them show, and hold no names of people', async () => {
    const { yan, pan } = fleet
    const today = (await yan.get<CarsToday>('/api/cars/today/')).data
    const listed = async (path: string) => (await yan.get(path)).total
    for (const state of ['idle', 'inUse', 'repairing'] as const)
      expect([state, today[state]]).toEqual([state, await listed(`/api/cars/car/?state=${state}`)])
    const { until, first, ...counts } = (await yan.get<ExpiringPapers>('/api/cars/expiring/')).data
    const inService = 'state=idle,inUse,repairing,disabled'
    expect(counts).toEqual({
      insurance: await listed(`/api/cars/car/?${inService}&insuranceDue_before=${until}`),
      inspection: await listed(`/api/cars/car/?${inService}&inspectionDue_before=${until}`),
      licence: await listed(`/api/cars/driver/?validTo_before=${until}`),
    })
    expect(first.map(({ day }) => day)).toEqual(first.map(({ day }) => day).toSorted())
    expect(Object.keys(today.cars[0] ?? { id: 0, plateNo: '', trips: [] }).toSorted()).toEqual([
      'id',
      'plateNo',
      'trips',
    ])
    expect((await pan.get('/api/cars/today/')).code).toBe(4003)
    expect((await pan.get('/api/cars/expiring/')).code).toBe(4003)
  })

  it('40.1 a plate has one spelling, however it is written, searched, filtered or repeated', async () => {
    const { yan, car } = fleet
    const { data: model } = await yan.get<Record<string, unknown>>(`/api/cars/car/${await car(A)}/`)
    const given = { ...pick(model), driverDefaultId: null, insurances: [], inspections: [], vin: 'LSVAA4182E2187777' }
    const wrong = await yan.post('/api/cars/car/', { ...given, plateNo: 'A0777' })
    expect(wrong).toMatchObject({ code: 4000, errors: { plateNo: [expect.stringContaining('京A12345')] } })
    const made = await yan.post<{ id: number; plateNo: string }>('/api/cars/car/', {
      ...given,
      plateNo: ' 示a·d07７7 ',
    })
    expect(made).toMatchObject({ code: 2000, data: { plateNo: '示AD0777' } })
    for (const query of ['search=示ad·07', 'plateNo=d07 77'])
      expect(
        (await yan.get<{ id: number }[]>(`/api/cars/car/?${new URLSearchParams(query)}`)).data.map(({ id }) => id),
        query,
      ).toEqual([made.data.id])
    const twice = await yan.post('/api/cars/car/', { ...given, vin: 'LSVAA4182E2187778', plateNo: '示AD 0777' })
    expect([twice.code, Object.keys(twice.errors ?? {})]).toEqual([4000, ['plateNo']])
    const document = (await yan.get('/api/openapi/')).raw.json() as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    expect(document.components.schemas.car?.properties.plateNo).toMatchObject({ examples: ['示A00042'] })
  })

  it.each([
    [8, [], 'available'],
    [9, ['driver.pointsHigh'], 'available'],
    [11, ['driver.pointsHigh'], 'available'],
  ])('DRV-02, E16 with %i points the fleet hears %j and the driver is %s', async (points, keys, state) => {
    const { yan, driver, app } = fleet
    const id = await driver('ren56')
    const { data } = await yan.get<Record<string, unknown>>(`/api/cars/driver/${id}/`)
    app.announced.messages.length = 0
    const url = `/api/cars/driver/${id}/`
    expect((await yan.put(url, { ...pickDriver(data), points, version: data.version })).code).toBe(2000)
    expect(app.announced.messages.map(({ title }) => (title as { key?: string }).key)).toEqual(keys)
    expect((await yan.get<{ state: string }>(url)).data.state).toBe(state)
  })

  it('DRV-02 twelve points suspend a driver, DRV-04 so does a disabled account', async () => {
    const { yan, driver, app } = fleet
    const id = await driver('ren56')
    const { data } = await yan.get<Record<string, unknown>>(`/api/cars/driver/${id}/`)
    const values = pickDriver(data)
    expect((await yan.put(`/api/cars/driver/${id}/`, { ...values, points: 12, version: data.version })).code).toBe(2000)
    const after = await yan.get<{ state: string; version: number }>(`/api/cars/driver/${id}/`)
    expect(after.data.state).toBe('suspended')
    expect(await yan.post(`/api/cars/driver/${id}/restore/`, { version: after.data.version })).toMatchObject({
      errKey: 'rule.DRV-02',
    })
    const { rows } = await sql<{ id: number }>`select id from app_user where username = 'tao30'`.execute(
      app.database.db,
    )
    const { driverHolding } = await import('#src/modules/car/drivers/drivers.server.ts')
    await write(app.services, async (unit) => {
      await driverHolding.release?.(unit, rows[0]?.id ?? 0, null)
    })
    const gone = await yan.get<{ state: string }>(`/api/cars/driver/${await driver('tao30')}/`)
    expect(gone.data.state).toBe('suspended')
  })
})

const writable = [
  'plateNo brandModel carType carUse vin engineNo seats fuelType displacement fuelStd tankSize buyDate price priceDoc registerDate mileage licenseClass parkingPlace driverDefaultId deptId insurances inspections serviceKm serviceMonths files',
]
  .join(' ')
  .split(' ')
const pick = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(writable.filter((name) => name in row).map((name) => [name, row[name]]))
const driverFields =
  'userId mobile deptId licenseNo licenseClass firstIssueDate validFrom validTo medicalDue points hireDate selfDrive files'.split(
    ' ',
  )
const pickDriver = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(driverFields.filter((name) => name in row).map((name) => [name, row[name]]))

describe('the board', () => {
  const span = (from: string, to: string) => ({ startAt: `2026-03-24 ${from}:00`, endAt: `2026-03-24 ${to}:00` })
  const trip = (more: object) => ({
    tripId: 1,
    no: 'PC1',
    version: 1,
    carId: 7,
    driverId: 1,
    driver: '',
    applicant: '',
    mobile: '',
    fromPlace: '',
    toPlace: '',
    state: 'reserved',
    ticketIds: [],
    seatsLeft: 0,
    isAtRisk: false,
    ...span('09:00', '11:00'),
    ...more,
  })

  it('CAR-31, C1 says of a span what the ledger will say: the buffer once behind a trip, none behind a repair', () => {
    const taken = (from: string, to: string, more = {}, except: number | null = null) =>
      conflictOf([trip(more)], 7, span(from, to), 30, except) !== null
    expect([taken('08:00', '08:30'), taken('08:00', '08:31')]).toEqual([false, true])
    expect([taken('11:29', '12:00'), taken('11:30', '12:00')]).toEqual([true, false])
    expect([taken('11:00', '12:00', { tripId: null, state: 'maintenance' }), taken('09:30', '10:00', {}, 1)]).toEqual([
      false,
      false,
    ])
    expect([taken('09:30', '10:00', { state: 'returned' }), taken('09:30', '10:00', { carId: 8 })]).toEqual([
      false,
      false,
    ])
  })

  it('cuts a bar at the first and the last moment that is shown', () => {
    const day = { from: '2026-03-24', days: 1 }
    expect(placeOf(day, span('06:00', '18:00'))).toEqual({ start: 25, size: 50 })
    expect(placeOf(day, { startAt: '2026-03-23 12:00:00', endAt: '2026-03-24 12:00:00' })).toEqual({
      start: 0,
      size: 50,
    })
    expect(placeOf(day, { startAt: '2026-03-25 00:00:00', endAt: '2026-03-25 12:00:00' })).toBeNull()
  })
})

describe('licences and hours', () => {
  it('CAR-03 a class covers the smaller ones and nothing above it', () => {
    expect(['A1', 'B1', 'C1', 'C2'].filter((held) => isLicensedFor(held, 'C1'))).toEqual(['A1', 'B1', 'C1'])
    expect(isLicensedFor('C1', 'B1')).toBe(false)
    expect(isLicensedFor('E', 'C1')).toBe(false)
  })

  it('DRV-03 one drive alone is never too long, two are when their hours on a day pass ten', () => {
    const drive = fc
      .record({ start: fc.integer({ min: 0, max: 200 }), hours: fc.integer({ min: 1, max: 72 }) })
      .map(({ start, hours }) => ({
        start: new Date(Date.UTC(2026, 2, 1, start)),
        end: new Date(Date.UTC(2026, 2, 1, start + hours)),
      }))
    fc.assert(fc.property(drive, (one) => overDrivenDay(one, []) === null))
    fc.assert(
      fc.property(
        drive,
        drive,
        (one, other) => (overDrivenDay(one, [other]) === null) === (overDrivenDay(other, [one]) === null),
      ),
    )
  })
})

// One connection proves nothing about races (E12).
const postgres = engines.filter((engine) => engine === 'postgres')
const ROUNDS = Number(process.env.CAR_ROUNDS ?? 4)

describe.skipIf(postgres.length === 0)('dispatchers at once', () => {
  it('INV-05, C2 of eight approvals on one car with crossed drivers one wins, and none answers a fault', {
    timeout: 600_000,
  }, async () => {
    const fleet = await openFleet('postgres')
    const { app, waiting, dispatch } = fleet
    const drivers = ['hua27', 'jin28', 'wei29', 'tao30']
    // Papers outlast the rounds, one of which is a day.
    await sql`update car set insurance_due = '2028-12-31', inspection_due = '2028-12-31' where plate_no in (${A}, ${B})`.execute(
      app.database.db,
    )
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = new Date(Date.UTC(2026, 4, 4 + round)).toISOString().slice(0, 10)
      const tickets: number[] = []
      for (let place = 0; place < 8; place += 1)
        tickets.push(await waiting(form(day, '09:00', '10:00', { purpose: 'emergency' })))
      const answers = await Promise.all(
        tickets.map((ticket, place) => dispatch(ticket, place < 6 ? A : B, drivers[place % 4] ?? 'hua27')),
      )
      const codes = answers.map(({ code, errKey }) => errKey ?? code)
      expect(codes.filter((code) => code === 2000).length).toBeGreaterThanOrEqual(1)
      expect(codes.filter((code) => ![2000, 'car.timeConflict', 'driver.timeConflict'].includes(code))).toEqual([])
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from car_reservation a join car_reservation b on b.id > a.id and a.is_active and b.is_active and a.period && b.period
          and (a.car_id = b.car_id or a.driver_id = b.driver_id)`.execute(app.database.db)
      expect(rows[0]?.count).toBe(0)
    }
    await app.close()
  })
})
