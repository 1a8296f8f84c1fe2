/** Whether a car and a driver may take a trip (CAR-01 to CAR-05, DRV-01, DRV-03): asked by forms, actions and the board alike. */
import { sql } from 'kysely'
import { addDays, dayOf, momentText } from '#src/define/days.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import { problemOf } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { isLicensedFor, MAX_DRIVING_HOURS, overDrivenDay } from '../drivers/licence.ts'
import { type Lockup, lockupsOf } from '../lockups/lockups.server.ts'

/** A trip before car and driver are chosen. */
export type WantedTrip = Omit<PlannedTrip, 'carId' | 'driverId'>

/** A trip as it is to be dispatched. `people` are all heads in the car, the driver's included. */
export interface PlannedTrip {
  readonly carId: number
  readonly driverId: number
  readonly start: Date
  readonly end: Date
  readonly people: number
  readonly selfDrive: boolean
  /** The trip that is moved: what it has reserved is free for itself. */
  readonly tripId: number | null
}

export interface CarFacts {
  readonly id: number
  readonly plateNo: string
  readonly brandModel: string
  readonly carType: string
  readonly seats: number
  readonly mileage: number
  /** When a car that is in the workshop is back, at the earliest now; null for one that is not in it. */
  readonly backAt: Date | null
  readonly status: string
  readonly licenseClass: string
  readonly insuranceDue: string | null
  readonly inspectionDue: string | null
}
export interface DriverFacts {
  readonly id: number
  readonly userId: number | null
  readonly name: string
  readonly licenseClass: string
  readonly validTo: string
  readonly selfDrive: boolean
  readonly isSuspended: boolean
}
/** What stands in the way of a reservation. */
interface Conflict {
  readonly carId: number
  readonly driverId: number | null
  readonly start: Date
  readonly end: Date
}

/** CAR-05: what people may drive themselves. */
const selfDriven: ReadonlySet<string> = new Set(['sedan', 'suv', 'mpv'])

const MINUTE_MS = 60_000
/** E6: the gap between two trips, once, behind each. */
export const bufferOf = (unit: UnitOfWork): number => unit.settings.number('car.bufferMinutes') * MINUTE_MS
export const withBuffer = (unit: UnitOfWork, moment: Date): Date => new Date(moment.getTime() + bufferOf(unit))

/** Cars that are not scrapped, or the one that is asked for. */
export async function carsOf(unit: UnitOfWork, id: number | null): Promise<readonly CarFacts[]> {
  const { rows } = await sql<CarFacts>`
    select id, plate_no, brand_model, car_type, seats, mileage, status, license_class, insurance_due, inspection_due,
      (select greatest(max(s.plan_out), ${unit.clock.now()}::timestamptz) from car_service s where s.car_id = car.id and s.state = 'inService') as back_at from car
    where deleted_at is null and (id = ${id}::bigint or (${id}::bigint is null and status <> 'scrapped')) order by plate_no`.execute(
    unit.db,
  )
  return rows
}

/** All drivers, or the one that is asked for. */
export async function driversOf(unit: UnitOfWork, id: number | null): Promise<readonly DriverFacts[]> {
  const { rows } = await sql<DriverFacts>`
    select id, user_id, name, license_class, valid_to, self_drive, is_suspended from driver
    where deleted_at is null and (id = ${id}::bigint or ${id}::bigint is null) order by name, id`.execute(unit.db)
  return rows
}

/** Reservations that overlap, and trips that should be back by now and hold car and driver until they are (E6); of one car and one driver, or of the whole fleet. */
async function conflictsOf(
  unit: UnitOfWork,
  trip: WantedTrip,
  car: number | null,
  driver: number | null,
): Promise<readonly Conflict[]> {
  const { rows } = await sql<Conflict>`
    select r.car_id, r.driver_id, lower(r.period) as start, coalesce(t.end_at, upper(r.period)) as end
    from car_reservation r left join car_trip t on t.id = r.trip_id
    where r.is_active and ((${car}::bigint is null and ${driver}::bigint is null) or r.car_id = ${car}::bigint or r.driver_id = ${driver}::bigint)
      and r.period && tstzrange(${trip.start}, ${withBuffer(unit, trip.end)}) and r.trip_id is distinct from ${trip.tripId}::bigint
    union all
    select t.car_id, t.driver_id, t.start_at, ${unit.clock.now()}::timestamptz
    from car_trip t
    where t.state in ('departed', 'overdue') and t.end_at < ${unit.clock.now()}
      and ((${car}::bigint is null and ${driver}::bigint is null) or t.car_id = ${car}::bigint or t.driver_id = ${driver}::bigint)
      and ${trip.start}::timestamptz < ${withBuffer(unit, unit.clock.now())}::timestamptz and t.id is distinct from ${trip.tripId}::bigint
    order by 3`.execute(unit.db)
  return rows
}

/** What stands in the way of cars at the time of a trip. */
interface FleetDays {
  readonly conflicts: readonly Conflict[]
  readonly lockups: readonly Lockup[]
  /** Minutes that lie between two trips: a refusal of a trip that only touches another names them. */
  readonly bufferMinutes: number
}

async function fleetDaysOf(
  unit: UnitOfWork,
  trip: WantedTrip,
  car: number | null,
  driver: number | null,
): Promise<FleetDays> {
  return {
    conflicts: await conflictsOf(unit, trip, car, driver),
    lockups: await lockupsOf(unit, dayOf(trip.start), dayOf(trip.end)),
    bufferMinutes: unit.settings.number('car.bufferMinutes'),
  }
}

function carProblem(car: CarFacts, trip: WantedTrip, { conflicts, lockups, bufferMinutes }: FleetDays): Problem | null {
  const unavailable = (value: string): Problem => ({
    key: 'car.unavailable',
    params: [car.plateNo, { dictionary: 'carUnavailable', value }],
  })
  const lastDay = dayOf(trip.end)
  // A car in repair has a day on which it is back; what it waits for until then is its own conflict.
  if (car.status === 'repairing' && car.backAt !== null) {
    if (trip.start < car.backAt) return { key: 'car.backFrom', params: [car.plateNo, momentText(car.backAt)] }
  } else if (car.status !== 'idle') return unavailable(car.status)
  if (car.insuranceDue === null || car.insuranceDue < lastDay) return unavailable('insurance')
  if (car.inspectionDue === null || car.inspectionDue < lastDay) return unavailable('inspection')
  if (trip.people > car.seats) return { key: 'rule.CAR-04', params: [car.plateNo, car.seats, trip.people] }
  if (trip.selfDrive && !selfDriven.has(car.carType)) return { key: 'rule.CAR-05', params: [car.plateNo] }
  const lockup = lockups.find(({ carId }) => carId === car.id)
  if (lockup) return { key: 'car.sealed', params: [car.plateNo, lockup.name, lockup.startDate, lockup.endDate] }
  const conflict = conflicts.find(({ carId }) => carId === car.id)
  return conflict
    ? {
        key: 'car.timeConflict',
        params: [car.plateNo, momentText(conflict.start), momentText(conflict.end), bufferMinutes],
      }
    : null
}

/** What drivers do around a trip: their other trips on its days (DRV-03), who is on leave (CAR-03), and the shifts of the roster. */
interface DriverDays {
  readonly drives: readonly { readonly driverId: number; readonly start: Date; readonly end: Date }[]
  readonly onLeave: ReadonlySet<number>
  readonly duties: readonly { readonly driverId: number; readonly day: string; readonly shift: string }[]
}

/** CAR-03: somebody on leave drives nobody; a business trip takes its driver along. */
async function driverDaysOf(unit: UnitOfWork, trip: WantedTrip, drivers: readonly DriverFacts[]): Promise<DriverDays> {
  const ids = drivers.map(({ id }) => id)
  const { rows: drives } = await sql<DriverDays['drives'][number]>`
    select driver_id, start_at as start, end_at as end from car_trip
    where driver_id = any(${ids}::bigint[]) and state <> 'cancelled' and deleted_at is null and id is distinct from ${trip.tripId}::bigint
      and end_at > ${addDays(dayOf(trip.start), -1)}::date and start_at < ${addDays(dayOf(trip.end), 2)}::date order by start_at`.execute(
    unit.db,
  )
  const people = drivers.flatMap(({ userId }) => userId ?? [])
  const { rows: absent } = await sql<{ userId: number }>`
    select distinct user_id from shared_absence where user_id = any(${people}::bigint[]) and kind <> 'travel'
      and period && ${`[${momentText(trip.start)},${momentText(trip.end)})`}::tsrange`.execute(unit.db)
  const { rows: duties } = await sql<DriverDays['duties'][number]>`
    select driver_id, day, shift from driver_duty
    where driver_id = any(${ids}::bigint[]) and day between ${dayOf(trip.start)}::date and ${dayOf(trip.end)}::date and deleted_at is null order by day`.execute(
    unit.db,
  )
  return { drives, onLeave: new Set(absent.map(({ userId }) => userId)), duties }
}

function driverProblem(
  driver: DriverFacts,
  car: CarFacts | undefined,
  trip: WantedTrip,
  { conflicts, bufferMinutes }: FleetDays,
  { drives, onLeave, duties }: DriverDays,
): Problem | null {
  const unfit = (key: 'driver.licenseMismatch' | 'rule.CAR-03', value: string): Problem => ({
    key,
    params: [driver.name, { dictionary: 'driverUnavailable', value }],
  })
  if (driver.isSuspended) return unfit('rule.CAR-03', 'suspended')
  if (car && !isLicensedFor(driver.licenseClass, car.licenseClass)) return unfit('driver.licenseMismatch', 'class')
  if (driver.validTo < dayOf(trip.end)) return unfit('driver.licenseMismatch', 'expired')
  if (trip.selfDrive && !driver.selfDrive) return { key: 'rule.DRV-05', params: [driver.name] }
  if (driver.userId !== null && onLeave.has(driver.userId)) return unfit('rule.CAR-03', 'leave')
  if (duties.some(({ driverId, shift }) => driverId === driver.id && shift === 'off'))
    return unfit('rule.CAR-03', 'dayOff')
  if (conflicts.some(({ driverId }) => driverId === driver.id))
    return { key: 'driver.timeConflict', params: [driver.name, bufferMinutes] }
  const day = overDrivenDay(
    trip,
    drives.filter(({ driverId }) => driverId === driver.id),
  )
  return day === null ? null : { key: 'rule.DRV-03', params: [driver.name, dayOf(new Date(day)), MAX_DRIVING_HOURS] }
}

/** What speaks against this car and this driver, at `carId` and `driverId`; nothing when both may go. */
export async function dispatchProblems(unit: UnitOfWork, trip: PlannedTrip): Promise<Problems> {
  const [[car], drivers] = [await carsOf(unit, trip.carId), await driversOf(unit, trip.driverId)]
  const [driver] = drivers
  const fleet = await fleetDaysOf(unit, trip, trip.carId, trip.driverId)
  const ofCar = car ? carProblem(car, trip, fleet) : problemOf('car.unknown')
  const ofDriver = driver
    ? driverProblem(driver, car, trip, fleet, await driverDaysOf(unit, trip, drivers))
    : problemOf('driver.unknown')
  return { ...(ofCar && { carId: [ofCar] }), ...(ofDriver && { driverId: [ofDriver] }) }
}

/** A car or a driver with what speaks against it; null when it may go. */
export type WithProblem<T> = T & { readonly problem: Problem | null }

export interface JudgedFleet {
  readonly cars: readonly WithProblem<CarFacts>[]
  /** `shift` is that of the first day of the trip; null where the roster says nothing. */
  readonly drivers: readonly (WithProblem<DriverFacts> & { readonly shift: string | null })[]
}

/** The whole fleet for one trip, in a handful of queries: drivers are judged with the car that is chosen, if any. */
export async function judgeFleet(unit: UnitOfWork, trip: WantedTrip, carId: number | null): Promise<JudgedFleet> {
  const [cars, drivers] = [await carsOf(unit, null), await driversOf(unit, null)]
  const fleet = await fleetDaysOf(unit, trip, null, null)
  const days = await driverDaysOf(unit, trip, drivers)
  const car = cars.find(({ id }) => id === carId)
  return {
    cars: cars.map((one) => ({ ...one, problem: carProblem(one, trip, fleet) })),
    drivers: drivers.map((one) => ({
      ...one,
      problem: driverProblem(one, car, trip, fleet, days),
      shift: days.duties.find(({ driverId }) => driverId === one.id)?.shift ?? null,
    })),
  }
}

/** A trip that waits behind another, with whom to call. */
export interface WaitingTrip {
  readonly no: string
  readonly start: Date
  readonly applicant: string
  readonly mobile: string
}

/** Trips of the same car or driver that a longer trip would keep waiting, the next first. */
export async function conflictsBehind(unit: UnitOfWork, trip: PlannedTrip): Promise<readonly WaitingTrip[]> {
  const { rows } = await sql<WaitingTrip>`
    select t.no, t.start_at as start, coalesce(u.name, '') as applicant, coalesce(p.mobile, '') as mobile
    from car_reservation r join car_trip t on t.id = r.trip_id
      left join lateral (select ticket_id from car_trip_ticket where trip_id = t.id order by ticket_id limit 1) l on true
      left join shared_ticket k on k.id = l.ticket_id left join shared_app_user u on u.id = coalesce(k.applicant_id, t.requester_id) left join shared_app_user_personal p on p.id = u.id
    where r.is_active and t.id <> ${trip.tripId}::bigint and (r.car_id = ${trip.carId} or r.driver_id = ${trip.driverId})
      and r.period && tstzrange(${trip.start}, ${withBuffer(unit, trip.end)}) order by t.start_at`.execute(unit.db)
  return rows
}
