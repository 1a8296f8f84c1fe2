/** What the dispatcher's board offers beyond one car for one request: other hours, shared rides, the roster, lock-ups and what happens at once. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RelatedGroup } from '#src/define/answers/records.ts'
import type { BoardRequest, DispatchBoard, DispatchChoices } from '#src/modules/car/board/board.types.ts'
import type { OwnTrip } from '#src/modules/car/own/own.types.ts'
import type { TicketTrip } from '#src/modules/car/ratings/rating.types.ts'
import { remindOfBackfills } from '#src/modules/car/trips/emergencies.server.ts'
import { nearestFree, type Period, QUARTER_MS } from '#src/modules/car/trips/free-time.ts'
import { leaveTrip } from '#src/modules/car/trips/shared-rides.server.ts'
import { followCalendar, markOverdue } from '#src/modules/car/trips/trip-jobs.server.ts'
import { isMissed } from '#src/modules/car/trips/trips.server.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPng, upload } from '#tests/harness/files.ts'
import { appointmentForm } from '#tests/harness/fleet.ts'
import { act, leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'
import { A, APPOINTMENT, B, checked, checks, type Fleet, openFleet } from './fleet.ts'

const START = new Date('2026-03-11T02:00:00Z')

describe.each(oneEngine)('the board beyond one car on %s', (engine) => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(engine)
    // People are away only by these tests, and papers outlast every trip of these tests.
    await sql`delete from absence`.execute(fleet.app.database.db)
    await sql`update car set insurance_due = '2028-12-31', inspection_due = '2028-12-31' where plate_no in (${A}, ${B})`.execute(
      fleet.app.database.db,
    )
  })
  afterAll(() => fleet.app.close())

  const choicesOf = async (query: Readonly<Record<string, unknown>>): Promise<DispatchChoices> =>
    (
      await fleet.yan.get<DispatchChoices>('/api/cars/board/choices/', {
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      })
    ).data
  const people = async (trip: number) =>
    (
      await sql<{ people: number; state: string; end: string }>`
        select people, state, to_char(upper(r.period) at time zone 'Asia/Shanghai', 'HH24:MI') as end
        from car_trip t left join car_reservation r on r.trip_id = t.id and r.is_active where t.id = ${trip}`.execute(
        fleet.app.database.db,
      )
    ).rows[0]

  it('UX 2 a conflict names the nearest answers: another car, other hours of the same car, a ride to share', async () => {
    const { waiting, dispatch, car, yan } = fleet
    await dispatch(await waiting(appointmentForm('2026-03-23', '09:00', '11:00')), A, 'hua27')
    const ticket = await waiting(appointmentForm('2026-03-23', '09:30', '11:30'))
    const carId = await car(A)
    const { nearest, cars } = await choicesOf({ ticketId: ticket, carId })
    expect(nearest).toEqual([
      { kind: 'car', carId: cars[0]?.id, plateNo: cars[0]?.plateNo },
      { kind: 'time', carId, plateNo: A, startAt: '2026-03-23 11:30:00', endAt: '2026-03-23 13:30:00' },
      expect.objectContaining({ kind: 'share', carId, plateNo: A, startAt: '2026-03-23 09:00:00', seatsLeft: 3 }),
    ])
    // The other hours are free, and other days were not approved.
    const hours = { startAt: '2026-03-23 11:30:00', endAt: '2026-03-23 13:30:00' }
    const later = await choicesOf({ ticketId: ticket, carId, ...hours })
    expect([later.cars.find(({ id }) => id === carId)?.problem, later.nearest]).toEqual([null, []])
    const driverId = await fleet.driver('hua27')
    const nextDay = { startAt: '2026-03-24 11:30:00', endAt: '2026-03-24 13:30:00' }
    expect(await act(yan, ticket, 'approve', { formData: { carId, driverId, ...nextDay } })).toMatchObject({
      errKey: 'car.sameDays',
      errors: { startAt: [expect.any(String)] },
    })
    // A trip may come back past midnight, as an emergency may, and no later than on the next day.
    const late = { startAt: '2026-03-23 22:00:00', endAt: '2026-03-25 00:30:00' }
    expect(await act(yan, ticket, 'approve', { formData: { carId, driverId, ...late } })).toMatchObject({
      errKey: 'car.sameDays',
      errors: { endAt: [expect.any(String)] },
    })
    const night = { startAt: '2026-03-23 22:00:00', endAt: '2026-03-24 00:30:00' }
    expect((await act(yan, ticket, 'approve', { formData: { carId, driverId, ...night } })).data.status).toBe(
      'completed',
    )
    const board = await yan.get<DispatchBoard>('/api/cars/board/', { query: { from: '2026-03-23' } })
    expect(board.data.trips.filter((trip) => trip.carId === carId).map(({ startAt }) => startAt)).toEqual([
      '2026-03-23 09:00:00',
      '2026-03-23 22:00:00',
    ])
  })

  it('E7 several tickets share a trip while seats last; a ticket that leaves gives back its seats, the last one cancels the trip', async () => {
    const { app, waiting, dispatch, car, driver, yan, hua, tripOf } = fleet
    const first = await waiting(appointmentForm('2026-03-25', '09:00', '11:00'))
    await dispatch(first, A, 'hua27')
    const { id } = await tripOf(first)
    const early = await hua.post(`/api/cars/trip/${id}/depart/`, { version: 1, mileageOut: 10_000, checks: [] })
    expect(early).toMatchObject({
      errKey: 'car.departTooEarly',
      params: [expect.any(String), '2026-03-25 09:00:00', '2026-03-24 21:00:00'],
    })
    const second = await waiting(appointmentForm('2026-03-25', '09:30', '11:30', { guestCount: 1 }))
    const shared = { carId: await car(A), driverId: await driver('hua27'), shareTripId: id }
    expect(await act(yan, second, 'approve', { formData: { ...shared, carId: await car(B) } })).toMatchObject({
      errKey: 'car.rideOtherCar',
      errors: { shareTripId: [expect.any(String)] },
    })
    expect((await act(yan, second, 'approve', { formData: shared })).data.status).toBe('completed')
    expect(await people(id)).toEqual({ people: 4, state: 'reserved', end: '12:00' })
    const related = await yan.get<readonly RelatedGroup[]>(`/api/cars/trip/${id}/related/`)
    const tickets = related.data.find(({ record }) => record === 'ticket')?.rows.map((row) => row.id)
    expect(tickets).toEqual([second, first])
    const third = await waiting(appointmentForm('2026-03-25', '09:30', '10:30', { guestCount: 1 }))
    expect(await act(yan, third, 'approve', { formData: shared })).toMatchObject({
      errKey: 'rule.CAR-04',
      params: [A, 5, 6],
    })
    const late = await waiting(appointmentForm('2026-03-25', '10:30', '11:30'))
    expect(await act(yan, late, 'approve', { formData: shared })).toMatchObject({ errKey: 'car.rideOtherTime' })
    await write(app.services, (unit) => leaveTrip(unit, id, first, '不再需要'))
    expect(await people(id)).toEqual({ people: 3, state: 'reserved', end: '12:00' })
    await write(app.services, (unit) => leaveTrip(unit, id, second, '不再需要'))
    expect(await people(id)).toMatchObject({ state: 'cancelled', end: null })
    expect(await act(yan, third, 'approve', { formData: shared })).toMatchObject({ errKey: 'car.rideGone' })
  })

  it('90 B 1 an undone dispatch cancels the trip, keeps the approval and puts the request back until it has another car', async () => {
    const { pan, hua, yan, zhang, waiting, dispatch, car, driver, tripOf, onTrip, app } = fleet
    const [day, from, to] = ['2026-03-19', '09:00', '10:00']
    const ticket = await waiting(appointmentForm(day, from, to))
    await dispatch(ticket, A, 'hua27')
    const first = await tripOf(ticket)
    const undo = (person: typeof yan, reason = '车辆临时检修') =>
      person.post('/api/cars/board/undo/', { ticketIds: [ticket], reason })
    const again = async (plate: string, username: string, more: object = {}) =>
      yan.post('/api/cars/board/dispatch/', {
        ticketId: ticket,
        carId: await car(plate),
        driverId: await driver(username),
        startAt: `${day} ${from}:00`,
        endAt: `${day} ${to}:00`,
        ...more,
      })
    const requests = async () =>
      (await yan.get<readonly BoardRequest[]>('/api/cars/board/waiting/')).data.filter((one) => one.ticketId === ticket)
    expect([(await undo(pan)).code, (await undo(hua)).code, (await undo(yan, '')).code]).toEqual([4003, 4003, 4000])
    expect(await again(A, 'hua27')).toMatchObject({ errKey: 'car.requestGone' })
    expect(await undo(yan)).toMatchObject({ code: 2000, data: { undone: 1 } })
    expect((await undo(yan)).code).toBe(4004)
    expect(await tripOf(ticket)).toMatchObject({ id: first.id, state: 'cancelled' })
    expect(await requests()).toMatchObject([{ undoneReason: '车辆临时检修', heads: 1 }])
    expect((await zhang.get<readonly BoardRequest[]>('/api/cars/board/waiting/')).code).toBe(4003)
    expect((await pan.get<TicketTrip>(`/api/cars/ticket/${ticket}/`)).data.undoneReason).toBe('车辆临时检修')
    expect((await ticketOf(pan, ticket)).status).toBe('completed')
    const notices = await sql<{ username: string }>`
      select u.username from notice n join app_user u on u.id = n.recipient_id where n.title ->> 'key' = 'car.dispatchUndone' order by 1`.execute(
      app.database.db,
    )
    expect(notices.rows.map(({ username }) => username)).toEqual(['hua27', 'pan42'])
    // Car and driver are free for another ticket, and the rules hold for the second dispatch as for the first.
    const other = await waiting(appointmentForm(day, from, to))
    expect((await dispatch(other, A, 'hua27')).data.status).toBe('completed')
    expect(await again(A, 'jin28')).toMatchObject({
      errKey: 'car.timeConflict',
      errors: { carId: [expect.any(String)] },
    })
    expect(await again(B, 'jin28', { startAt: '2026-03-20 09:00:00', endAt: '2026-03-20 10:00:00' })).toMatchObject({
      errKey: 'car.sameDays',
    })
    expect(await requests()).toHaveLength(1)
    expect((await again(B, 'jin28')).code).toBe(2000)
    expect(await requests()).toEqual([])
    expect(await again(B, 'jin28')).toMatchObject({ errKey: 'car.requestGone' })
    const second = await tripOf(ticket)
    expect(second).toMatchObject({ state: 'reserved' })
    expect((await pan.get<TicketTrip>(`/api/cars/ticket/${ticket}/`)).data).toMatchObject({
      undoneReason: null,
      plateNo: B,
    })
    // Given up, it waits no more, and its applicant knows why.
    await undo(yan)
    const giveUp = () => yan.post('/api/cars/board/give_up/', { ticketId: ticket, reason: '申请人不再需要' })
    expect([(await giveUp()).code, (await giveUp()).errKey]).toEqual([2000, 'car.requestGone'])
    const toApplicant = await sql<{ n: number }>`
      select count(*)::int as n from notice n join app_user u on u.id = n.recipient_id where n.title ->> 'key' = 'car.requestGivenUp' and u.username = 'pan42'`.execute(
      app.database.db,
    )
    expect(toApplicant.rows[0]?.n).toBe(1)
    // What has departed is not undone.
    const today = await waiting(appointmentForm('2026-03-11', '10:30', '11:00', { purpose: 'emergency' }))
    await dispatch(today, B, 'jin28')
    const jin = await app.as('jin28')
    const { id } = await tripOf(today)
    expect((await onTrip(jin, id, 'depart', { mileageOut: 20_000, ...checks })).code).toBe(2000)
    expect(await yan.post('/api/cars/board/undo/', { ticketIds: [today], reason: '车辆临时检修' })).toMatchObject({
      errKey: 'car.alreadyDeparted',
    })
    expect((await onTrip(jin, id, 'return', { mileageIn: 20_001, fuelLevel: 2, parkedOk: true })).code).toBe(2000)
  })

  it('90 B 1 a shared ride loses only the ticket whose dispatch is undone', async () => {
    const { yan, waiting, dispatch, car, driver, tripOf, app } = fleet
    const [one, other] = [
      await waiting(appointmentForm('2026-03-20', '14:00', '15:00')),
      await waiting(appointmentForm('2026-03-20', '14:00', '15:00')),
    ]
    await dispatch(one, A, 'hua27')
    const { id } = await tripOf(one)
    const share = { carId: await car(A), driverId: await driver('hua27'), shareTripId: id }
    expect((await act(yan, other, 'approve', { formData: share })).data.status).toBe('completed')
    expect((await yan.post('/api/cars/board/undo/', { ticketIds: [other], reason: '改派另一辆车' })).code).toBe(2000)
    const { rows } = await sql<{ state: string; people: number; tickets: readonly number[] }>`
      select t.state, t.people, (select array_agg(ticket_id) from car_trip_ticket where trip_id = t.id) as tickets from car_trip t where t.id = ${id}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ state: 'reserved', people: 2, tickets: [one] }])
    const back = { ticketId: other, startAt: '2026-03-20 14:00:00', endAt: '2026-03-20 15:00:00', ...share }
    expect((await yan.post('/api/cars/board/dispatch/', back)).code).toBe(2000)
    expect(await tripOf(other)).toMatchObject({ id })
  })

  it('C3 every way to a taken car is refused for every kind of overlap, and the other who waits for it is shown', async () => {
    const { pan, yan, waiting, dispatch, tripOf, onTrip, car, driver } = fleet
    const day = '2026-03-26'
    const carId = await car(A)
    await dispatch(await waiting(appointmentForm(day, '09:00', '11:00')), A, 'hua27')
    const other = await waiting(appointmentForm(day, '14:00', '15:00'))
    await dispatch(other, B, 'jin28')
    const moved = await tripOf(other)
    const vendor = (await pan.get<{ id: number }[]>('/api/procurement/vendor/options/?isCarRepair=true&state=active'))
      .data[0]
    const { data: archive } = await yan.get<{ mileage: number }>(`/api/cars/car/${carId}/`)
    const overlaps = {
      inside: ['09:30', '10:30'],
      around: ['08:00', '12:00'],
      touching: ['11:00', '12:00'],
      equal: ['09:00', '11:00'],
    }
    for (const [kind, [from = '', to = '']] of Object.entries(overlaps)) {
      const period = { startAt: `${day} ${from}:00`, endAt: `${day} ${to}:00` }
      const ticket = await waiting(appointmentForm(day, from, to, { preferredCarId: carId }))
      const urgent = await waiting(appointmentForm(day, from, to, { purpose: 'emergency', preferredCarId: carId }))
      const change = { carId, driverId: await driver('jin28'), ...period, reason: '对方单位改期' }
      const repair = await submit(pan, 'officialCarMaintenance', {
        reason: '车辆到期保养',
        mobile: '10000000042',
        carId,
        maintType: 'service',
        mileage: archive.mileage,
        faultDesc: '更换机油机滤，检查制动',
        vendorId: vendor?.id,
        planIn: period.startAt,
        planOut: period.endAt,
        items: [{ name: '机油机滤', qty: 1, price: '340.00' }],
      })
      expect([
        kind,
        (await dispatch(ticket, A, 'jin28')).errKey,
        (await dispatch(urgent, A, 'jin28')).errKey,
        (await onTrip(yan, moved.id, 'change', change)).errKey,
        repair.errKey,
      ]).toEqual([kind, 'car.timeConflict', 'car.timeConflict', 'car.timeConflict', 'car.serviceConflict'])
      const { alsoWanted } = await choicesOf({ ticketId: ticket, carId })
      expect(alsoWanted.map(({ startAt }) => startAt)).toContain(period.startAt)
      for (const id of [ticket, urgent]) await act(yan, id, 'reject', { comment: '改用其他车辆' })
    }
  })

  it('C5 the overdue job and the return meet in either order and at once, and the car is idle after it', async () => {
    const { app, waiting, dispatch, tripOf, onTrip, yan, car } = fleet
    const back = { mileageIn: 20_010, fuelLevel: 2, parkedOk: true }
    const out = async (day: string): Promise<number> => {
      app.clock.set(new Date(`${day}T00:00:00Z`))
      const ticket = await waiting(appointmentForm(day, '09:00', '10:00'))
      await dispatch(ticket, B, 'jin28')
      const { id } = await tripOf(ticket)
      app.clock.set(new Date(`${day}T01:00:00Z`))
      expect((await onTrip(yan, id, 'depart', { mileageOut: 20_010, ...checks })).code).toBe(2000)
      app.clock.set(new Date(`${day}T03:30:00Z`))
      return id
    }
    const overdue = () => write(app.services, markOverdue)
    const home = (id: number) => onTrip(yan, id, 'return', back)
    const orders = {
      'job first': async (id: number) => [await overdue(), (await home(id)).code],
      'return first': async (id: number) => [(await home(id)).code, await overdue()],
      'at once': async (id: number) => {
        const [answer] = await Promise.all([home(id), overdue()])
        // The job may have been first: then the driver sees the trip as it is and returns it.
        if (answer.errKey === 'version.conflict') return [(await home(id)).code]
        return [answer.code]
      },
    }
    const days = ['2026-03-30', '2026-03-31', '2026-04-01']
    for (const [place, [order, run]] of Object.entries(orders).entries()) {
      const id = await out(days[place] ?? '')
      expect([order, (await run(id)).filter((code) => code !== undefined)]).toEqual([order, [2000]])
      expect([order, (await people(id))?.state]).toEqual([order, 'returned'])
      const { data } = await yan.get<{ state: string }>(`/api/cars/car/${await car(B)}/`)
      expect([order, data.state]).toEqual([order, 'idle'])
    }
    app.clock.set(START)
  })

  it('S06.3 a driver on leave, and one with a day off by the roster, cannot be chosen', async () => {
    const { hua, yan, waiting, dispatch, driver, app } = fleet
    const cao = await app.as('cao25')
    const filed = await submit(hua, 'leaveApproval', leaveForm('2026-03-27', '2026-03-27'))
    expect((await act(cao, filed.data.id, 'approve')).code).toBe(2000)
    const jin = await driver('jin28')
    const duty = { driverId: jin, day: '2026-03-27', shift: 'off' }
    expect((await yan.post('/api/cars/duty/', duty)).code).toBe(2000)
    expect(await yan.post('/api/cars/duty/', duty)).toMatchObject({ errKey: 'driver.dutyTwice' })
    expect((await hua.post('/api/cars/duty/', duty)).code).toBe(4003)
    const ticket = await waiting(appointmentForm('2026-03-27', '09:00', '10:00'))
    const { drivers } = await choicesOf({ ticketId: ticket })
    const reasonOf = (id: number) => drivers.find((one) => one.id === id)?.problem?.params?.[1]
    expect([reasonOf(await driver('hua27')), reasonOf(jin)]).toEqual([
      { dictionary: 'driverUnavailable', value: 'leave' },
      { dictionary: 'driverUnavailable', value: 'dayOff' },
    ])
    expect(drivers.find(({ id }) => id === jin)?.shift).toBe('off')
    expect(await dispatch(ticket, A, 'hua27')).toMatchObject({ errKey: 'rule.CAR-03' })
    expect((await dispatch(ticket, A, 'wei29')).data.status).toBe('completed')
    const busy = { driverId: await driver('wei29'), day: '2026-03-27', shift: 'off' }
    expect(await yan.post('/api/cars/duty/', busy)).toMatchObject({ errKey: 'driver.dutyHasTrips' })
  })

  it('CAR-36 trips on days off are listed for leaders; over a lock-up only exempt cars are dispatched', async () => {
    const { app, pan, zhang, yan, dispatch, car, tripOf } = fleet
    const sun = await app.as('sun03')
    const filed = await submit(pan, APPOINTMENT, appointmentForm('2026-03-28', '09:00', '10:00'))
    for (const leader of [zhang, sun]) await act(leader, filed.data.id, 'approve')
    expect((await dispatch(filed.data.id, A, 'hua27')).data.status).toBe('completed')
    const { id } = await tripOf(filed.data.id)
    const holidays = await sun.get<{ id: number; holidayUse: boolean }[]>('/api/cars/trip/?holidayUse=1&limit=100')
    expect(holidays.data.map((trip) => trip.id)).toContain(id)
    expect(holidays.data.every(({ holidayUse }) => holidayUse)).toBe(true)
    // A weekend that is worked after all, told after the dispatch, is no day off; and it is one again when that is taken back.
    const fang = await app.as('fang54')
    const isOff = async (kind: 'makeup' | null) => {
      const day = { day: '2026-03-28', kind, name: '调休上班' }
      expect((await fang.put('/api/system/work_calendar/', { days: [day] })).code).toBe(2000)
      await write(app.services, followCalendar)
      return (await sun.get<{ holidayUse: boolean }>(`/api/cars/trip/${id}/`)).data.holidayUse
    }
    expect(await isOff('makeup')).toBe(false)
    expect(await isOff(null)).toBe(true)

    const lockup = {
      name: '示例假期',
      startDate: '2026-03-28',
      endDate: '2026-03-29',
      place: '机关大院',
      keyHolderId: yan.userId,
      exempt: [] as readonly object[],
    }
    expect(await yan.post('/api/cars/lockup/', lockup)).toMatchObject({
      errKey: 'car.lockupConflict',
      errors: { exempt: [expect.any(String)] },
    })
    const exempt = [{ carId: await car(A), reason: '值班备勤' }]
    expect((await yan.post('/api/cars/lockup/', { ...lockup, exempt })).code).toBe(2000)
    expect((await pan.post('/api/cars/lockup/', { ...lockup, exempt })).code).toBe(4003)
    const next = await submit(pan, APPOINTMENT, appointmentForm('2026-03-29', '09:00', '10:00'))
    for (const leader of [zhang, sun]) await act(leader, next.data.id, 'approve')
    expect(await dispatch(next.data.id, B, 'jin28')).toMatchObject({
      errKey: 'car.sealed',
      params: [B, '示例假期', '2026-03-28', '2026-03-29'],
    })
    const { data } = await yan.get<DispatchBoard>('/api/cars/board/', { query: { from: '2026-03-28', days: '2' } })
    const sealed = data.trips.filter(({ state }) => state === 'sealed').map(({ carId }) => carId)
    expect([sealed.includes(await car(B)), sealed.includes(await car(A))]).toEqual([true, false])
    expect((await dispatch(next.data.id, A, 'jin28')).data.status).toBe('completed')
  })

  it('90 B 1 a critical check that fails keeps the car in and opens the repair with what was found', async () => {
    const { app, hua, yan, pan, car, waiting, dispatch, tripOf, onTrip } = fleet
    app.clock.set(new Date('2026-04-02T00:00:00Z'))
    const ticket = await waiting(appointmentForm('2026-04-02', '09:00', '10:00'))
    await dispatch(ticket, A, 'hua27')
    const { id } = await tripOf(ticket)
    const state = async () => (await yan.get<{ state: string; isAtRisk: boolean }>(`/api/cars/trip/${id}/`)).data
    const own = async () =>
      (await hua.get<readonly OwnTrip[]>('/api/cars/own_trips/')).data.find((trip) => trip.id === id)
    expect((await own())?.checks.map(({ name, isCritical }) => [name, isCritical])).toEqual([
      ['轮胎', true],
      ['灯光', true],
      ['制动', true],
      ['油液', false],
      ['证件', false],
      ['随车工具', false],
    ])
    const mileageOut = (await own())?.carKm ?? 0
    const failed = checked({ 2: { result: 'fail', note: '踏板行程过长' } })
    expect((await onTrip(hua, id, 'depart', { mileageOut, ...failed })).code).toBe(2000)
    expect(await state()).toMatchObject({ state: 'reserved', isAtRisk: true, defect: '制动 · 踏板行程过长' })
    expect((await own())?.defect).toBe('制动 · 踏板行程过长')
    const link = `/workflow/officialCar/officialCarMaintenance?trip=${id}`
    const notices = await yan.get<readonly { link: string; title: string }[]>('/api/v1/sms/notice/get_self_receive/')
    expect(notices.data.filter((notice) => notice.link === link)).toMatchObject([
      { title: expect.stringContaining('踏板行程过长') },
    ])
    expect((await yan.get(`/api/cars/trip/${id}/service/`)).data).toMatchObject({
      carId: await car(A),
      mileage: mileageOut,
      faultDesc: '制动 · 踏板行程过长',
    })
    expect((await pan.get(`/api/cars/trip/${id}/service/`)).code).toBe(4003)
    // What is not critical does not keep the car in.
    const noted = checked({ 5: { result: 'fail', note: '缺三角警示牌' } })
    expect((await onTrip(hua, id, 'depart', { mileageOut, ...noted })).code).toBe(2000)
    expect(await state()).toMatchObject({ state: 'departed', defect: null })
    // A type with a template of its own is checked by that one, also on return.
    const { rows } = await sql<{ carType: string }>`select car_type from car where id = ${await car(A)}`.execute(
      app.database.db,
    )
    const template = {
      name: '本车型检查',
      carType: rows[0]?.carType,
      items: [{ name: '车身外观', phase: 'in', isCritical: false, needsPhoto: true }],
    }
    const made = await yan.post<{ id: number }>('/api/cars/check_template/', template)
    expect(made.code).toBe(2000)
    expect(await yan.post('/api/cars/check_template/', template)).toMatchObject({ errKey: 'car.checkTemplateTwice' })
    const back = { mileageIn: mileageOut + 12, fuelLevel: 2, parkedOk: true }
    expect(await onTrip(hua, id, 'return', back)).toMatchObject({ errKey: 'car.checksIncomplete', params: [1] })
    expect(
      await onTrip(hua, id, 'return', { ...back, inChecks: [{ result: 'fail', note: '左后门刮擦' }] }),
    ).toMatchObject({
      errors: { 'inChecks.0.photos': [expect.any(String)] },
    })
    const { data: photo } = await upload(app, hua, 'door.png', tinyPng)
    const inChecks = [{ result: 'fail', note: '左后门刮擦', photos: [photo.id] }]
    expect((await onTrip(hua, id, 'return', { ...back, inChecks })).code).toBe(2000)
    expect((await yan.get(`/api/cars/trip/${id}/service/`)).data).toMatchObject({
      faultDesc: expect.stringContaining('车身外观 · 左后门刮擦'),
    })
    expect((await yan.get(`/api/v1/file/${photo.id}/`)).code).not.toBe(4003)
    await sql`update car_check_template set deleted_at = now() where id = ${made.data.id}`.execute(app.database.db)
    app.clock.set(START)
  })

  it('90 B 1 passengers rate a trip once, within two days of its return, and say why when it was bad', async () => {
    const { app, hua, yan, pan, waiting, dispatch, tripOf, onTrip, driver } = fleet
    app.clock.set(new Date('2026-04-03T00:00:00Z'))
    const ticket = await waiting(appointmentForm('2026-04-03', '09:00', '10:00'))
    await dispatch(ticket, A, 'hua27')
    const { id } = await tripOf(ticket)
    const rate = (person: typeof pan, values: object) => person.post(`/api/cars/ticket/${ticket}/rating/`, values)
    const good = { score: 5, note: '' }
    expect(await rate(pan, good)).toMatchObject({ errKey: 'car.ratingTooEarly' })
    const { data: trips } = await hua.get<readonly OwnTrip[]>('/api/cars/own_trips/')
    const mileageOut = trips.find((trip) => trip.id === id)?.carKm ?? 0
    await onTrip(hua, id, 'depart', { mileageOut, ...checks })
    await onTrip(hua, id, 'return', { mileageIn: mileageOut + 9, fuelLevel: 2, parkedOk: true })
    const seen = async () => (await pan.get<TicketTrip>(`/api/cars/ticket/${ticket}/`)).data
    expect(await seen()).toMatchObject({ plateNo: A, state: 'returned', rating: null, rateUntil: expect.any(String) })
    const notices = await pan.get<readonly { link: string }[]>('/api/v1/sms/notice/get_self_receive/')
    expect(notices.data.some(({ link }) => link === `/workflow/ticket/${ticket}`)).toBe(true)
    expect((await rate(hua, good)).code).toBeGreaterThan(4000)
    expect(await rate(pan, { score: 6, note: '' })).toMatchObject({ code: 4000 })
    expect(await rate(pan, { score: 2, note: '' })).toMatchObject({ errKey: 'car.ratingNoteNeeded' })
    const [first, second] = await Promise.all([rate(pan, good), rate(pan, good)])
    expect([first, second].map(({ code }) => code === 2000).toSorted()).toEqual([false, true])
    expect([first.errKey, second.errKey]).toContain('car.ratingTwice')
    expect(await seen()).toMatchObject({ rating: { score: 5, note: '' }, rateUntil: null })
    const { data: ratings } = await yan.get<readonly { tripId: number; score: number }[]>('/api/cars/rating/')
    expect(ratings.filter(({ tripId }) => tripId === id)).toMatchObject([{ score: 5 }])
    expect((await pan.get('/api/cars/rating/')).code).toBe(4003)
    const { data: row } = await yan.get<{ rating: string | null }>(`/api/cars/driver/${await driver('hua27')}/`)
    expect(Number(row.rating)).toBeGreaterThan(0)
    await sql`delete from car_trip_rating where trip_id = ${id}`.execute(app.database.db)
    app.clock.set(new Date('2026-04-06T00:00:00Z'))
    expect(await rate(pan, good)).toMatchObject({ errKey: 'car.ratingTooLate' })
    app.clock.set(START)
  })

  it('90 B 1 the use register adds up the trips, refuels and repairs of each car by quarter', async () => {
    const { app, yan, pan } = fleet
    const { rows } = await sql<{ carId: number; quarter: string; trips: number; km: number }>`
      select car_id, to_char(returned_at at time zone 'Asia/Shanghai', 'YYYY"Q"Q') as quarter, count(*)::int as trips, sum(mileage_in - mileage_out)::int as km
      from car_trip where state = 'returned' group by 1, 2 order by 3 desc limit 1`.execute(app.database.db)
    const { carId, quarter, ...sums } = rows[0] ?? { carId: 0, quarter: '', trips: 0, km: 0 }
    type Row = Record<'cost' | 'fuelCost' | 'repairCost' | 'insuranceCost' | 'tolls' | 'costPerKm' | 'usedRate', string>
    const { data } = await yan.get<(Row & { per100: string; fuelStd: string; overStd: string; litres: string })[]>(
      `/api/cars/use/?quarter=${quarter}&carId=${carId}`,
    )
    expect(data).toEqual([expect.objectContaining({ carId, quarter, ...sums })])
    const [row] = data
    const parts = [row?.fuelCost, row?.repairCost, row?.insuranceCost, row?.tolls].map(Number)
    expect(Number(row?.cost)).toBeCloseTo(parts.reduce((sum, one) => sum + one))
    expect(Number(row?.costPerKm)).toBeCloseTo(Number(row?.cost) / Number(sums.km), 2)
    const per100 = (Number(row?.litres) * 100) / Number(sums.km)
    expect(Number(row?.overStd)).toBeCloseTo((per100 / Number(row?.fuelStd) - 1) * 100, 1)
    // What an electric car charges is no fuel: it stands in kilowatt hours.
    await sql`update car set fuel_type = 'electric' where id = ${carId}`.execute(app.database.db)
    await sql`update car_refuel set fuel_type = 'electric' where car_id = ${carId}`.execute(app.database.db)
    const { data: charged } = await yan.get<readonly object[]>(`/api/cars/use/?quarter=${quarter}&carId=${carId}`)
    expect(charged).toEqual([
      expect.objectContaining({ litres: '0.00', per100: null, fuelStd: null, kwh: row?.litres, kwh100: row?.per100 }),
    ])
    await sql`update car set fuel_type = 'gas92' where id = ${carId}`.execute(app.database.db)
    await sql`update car_refuel set fuel_type = 'gas92' where car_id = ${carId}`.execute(app.database.db)
    expect((await pan.get('/api/cars/use/')).code).toBe(4003)
    // 90 B 1: a quarter becomes the draft of an article, which its editors review; it names no people.
    const draft = (person: typeof pan, of: string) =>
      person.post('/api/cars/use/article/', { year: Number(of.slice(0, 4)), quarter: Number(of.slice(5)) })
    expect([(await draft(pan, quarter)).code, (await draft(yan, '2026Q5')).code]).toEqual([4003, 4000])
    expect(await draft(yan, '2001Q1')).toMatchObject({ errKey: 'car.noUse', errors: { quarter: [expect.any(String)] } })
    expect((await draft(yan, quarter)).code).toBe(2000)
    const { rows: articles } = await sql<{ state: string; title: string; body: string; editors: number }>`
      select a.state, a.title, a.body, (select count(*)::int from notice n where n.title ->> 'key' = 'article.drafted') as editors from article a where a.category = 'publicity' order by a.id desc limit 1`.execute(
      app.database.db,
    )
    expect(articles[0]).toMatchObject({
      state: 'draft',
      title: `${quarter.slice(0, 4)}年第${quarter.slice(5)}季度公务用车使用情况公示`,
    })
    expect(articles[0]?.body).toMatch(new RegExp(`\\| 示A\\d+警 \\| ${sums.trips} \\| \\S+ \\| ${sums.km} \\|`))
    expect(articles[0]?.editors).toBeGreaterThan(0)
  })

  it('CAR-07 an emergency leaves without a ticket; it is asked for after a day and belongs to its trip once approved', async () => {
    const { app, pan, yan, hua, car, driver, tripOf } = fleet
    const [carId, driverId] = [await car(A), await driver('hua27')]
    const period = { startAt: '2026-03-11 09:00:00', endAt: '2026-03-11 12:00:00' }
    const emergency = {
      ...period,
      requesterId: pan.userId,
      carId,
      driverId,
      fromPlace: '示例市公安局',
      toPlace: '示例大桥',
      people: 2,
      emergencyReason: '接群众报警，紧急赶赴现场处置',
    }
    expect(await yan.post('/api/cars/trip/', { ...emergency, emergencyReason: '急事' })).toMatchObject({
      code: 4000,
      errors: { emergencyReason: [expect.any(String)] },
    })
    expect((await hua.post('/api/cars/trip/', emergency)).code).toBe(4003)
    app.announced.messages.length = 0
    const made = await yan.post<{ id: number; state: string; backfillDue: string }>('/api/cars/trip/', emergency)
    expect(made).toMatchObject({
      code: 2000,
      data: { state: 'reserved', purpose: 'emergency', backfillDue: '2026-03-12 10:00:00' },
    })
    const keys = () => app.announced.messages.map(({ title }) => (title as { key?: string }).key)
    expect(keys()).toEqual(['car.backfillDue', 'car.emergencyForDriver'])
    expect(await yan.post('/api/cars/trip/', emergency)).toMatchObject({ errKey: 'car.timeConflict' })

    app.clock.set(new Date('2026-03-12T03:00:00Z'))
    app.announced.messages.length = 0
    await write(app.services, remindOfBackfills)
    // To the requester with the fleet, and to the supervision officers with their offer.
    expect(keys()).toEqual(['car.backfillOverdue', 'car.backfillOverdue'])
    const form = { ...appointmentForm('2026-03-11', '09:00', '12:00', { purpose: 'emergency' }), carId: undefined }
    expect(await submit(pan, APPOINTMENT, form)).toMatchObject({ errKey: 'car.startTooEarly' })
    const filed = await submit(pan, APPOINTMENT, { ...form, backfillTripId: made.data.id })
    expect(filed).toMatchObject({ code: 2000, data: { formData: { carId, driverId } } })
    const { data: requests } = await yan.get<readonly BoardRequest[]>('/api/cars/board/waiting/')
    expect(requests.find(({ ticketId }) => ticketId === filed.data.id)?.isBackfill).toBe(true)
    const approved = await act(yan, filed.data.id, 'approve', { formData: { carId, driverId } })
    expect(approved.data.status).toBe('completed')
    expect((await tripOf(filed.data.id)).id).toBe(made.data.id)
    // A second ticket for it is refused.
    expect((await submit(pan, APPOINTMENT, { ...form, backfillTripId: made.data.id })).code).toBe(4000)
    app.announced.messages.length = 0
    await write(app.services, remindOfBackfills)
    expect(keys()).toEqual([])
    app.clock.set(START)
  })

  it('90 B 1 an accident is the driver’s of the trip that covers it, and is closed once the liability is known', async () => {
    const { app, yan, pan } = fleet
    const { rows } = await sql<{ carId: number; driverId: number; id: number; at: string }>`
      select id, car_id, driver_id, to_char((departed_at + interval '10 minutes') at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at
      from car_trip where state = 'returned' order by departed_at limit 1`.execute(app.database.db)
    const trip = rows[0]
    const photo = (await upload(app, yan, 'dent.png', tinyPng)).data.id
    const values = {
      carId: trip?.carId,
      happenedAt: trip?.at,
      place: '示例大道',
      description: '倒车时右后方碰擦护栏',
      liability: 'pending',
      photos: [photo],
      state: 'open',
    }
    const made = await yan.post<{ id: number; version: number }>('/api/cars/accident/', values)
    expect(made).toMatchObject({ code: 2000, data: { driverId: trip?.driverId, tripId: trip?.id } })
    const { id, version } = made.data
    expect(await yan.put(`/api/cars/accident/${id}/`, { ...values, state: 'closed', version })).toMatchObject({
      errKey: 'car.liabilityOpen',
      errors: { liability: [expect.any(String)] },
    })
    const foreign = await sql<{
      id: number
    }>`select id from car_service where car_id <> ${trip?.carId ?? 0} limit 1`.execute(app.database.db)
    expect(
      await yan.put(`/api/cars/accident/${id}/`, { ...values, serviceId: foreign.rows[0]?.id, version }),
    ).toMatchObject({ errKey: 'car.serviceOfOther' })
    expect((await pan.get('/api/cars/accident/')).code).toBe(4003)
  })
})

describe('the nearest free time', () => {
  const DAY = Date.UTC(2026, 2, 24, -8)
  const at = (quarter: number): Date => new Date(DAY + quarter * QUARTER_MS)
  const period = (from: number, size: number): Period => ({ start: at(from), end: at(from + size) })

  it('is free, and no quarter of an hour of the day nearer to the wanted time is', () => {
    const spans = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 30 }))
    fc.assert(
      fc.property(
        fc.array(spans, { maxLength: 5 }),
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 60 }),
        (busy, from, size, earliest) => {
          const taken = busy.map(([start, length]) => period(start, length))
          const found = nearestFree(taken, period(from, size), 2 * QUARTER_MS, at(earliest))
          const free = Array.from({ length: 96 - size + 1 }, (_, quarter) => quarter).filter(
            (quarter) =>
              quarter >= earliest &&
              quarter + size < 96 &&
              taken.every(({ start, end }) => end <= at(quarter) || at(quarter + size + 2) <= start),
          )
          const distances = free.map((quarter) => Math.abs(quarter - from))
          return found === null
            ? free.length === 0
            : Math.abs(found.start.getTime() - at(from).getTime()) / QUARTER_MS === Math.min(...distances)
        },
      ),
    )
  })
})

it.each([
  ['reserved', '2026-03-11 09:59:59', true],
  ['reserved', '2026-03-11 10:00:00', false],
  ['departed', '2026-03-10 18:00:00', false],
  ['cancelled', '2026-03-10 18:00:00', false],
] as const)('a trip in state %s that was to end at %s counts as not driven: %s', (state, endAt, expected) => {
  expect(isMissed({ state, endAt }, START)).toBe(expected)
})
