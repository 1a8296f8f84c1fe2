/** Trips: planned by tickets, departed and returned by drivers, changed and cancelled by the fleet (40.1). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn } from '#src/fields/values.ts'
import { addReading } from '../cars/odometer.server.ts'
import { answeredChecks, blankChecks, defectOf } from '../checks/checks.server.ts'
import { askForRatings } from '../ratings/ratings.server.ts'
import { conflictsBehind, type PlannedTrip, withBuffer } from './dispatch.server.ts'
import { isHolidayUse } from './holidays.server.ts'
import { endReservation, freeReservation, lockFleet, moveReservation, refuseUnfit } from './reservations.server.ts'
import { ridersOf } from './riders.server.ts'

/** A trip as its actions see it. */
export interface TripRow {
  readonly id: number
  readonly no: string
  readonly carId: number
  readonly driverId: number
  readonly driverUserId: number | null
  readonly startAt: Date
  readonly endAt: Date
  readonly people: number
  readonly selfDrive: boolean
  readonly state: string
  readonly departedAt: Date | null
  readonly mileageOut: number | null
  readonly toPlace: string
  readonly plateNo: string
}

const LINK = '/carmanagement/car?tab=trips'

async function tripOf(unit: UnitOfWork, id: number): Promise<TripRow> {
  const { rows } = await sql<TripRow>`
    select t.id, t.no, t.car_id, t.driver_id, t.driver_user_id, t.start_at, t.end_at, t.people, t.self_drive, t.state, t.departed_at, t.mileage_out, t.to_place, c.plate_no
    from car_trip t join car c on c.id = t.car_id where t.id = ${id}`.execute(unit.db)
  if (!rows[0]) throw new RuleError('version.conflict')
  return rows[0]
}

/** Locks car and driver before the trip, as every other entry does. @throws RuleError `version.conflict` when the trip moved meanwhile */
export async function lockTrip(
  unit: UnitOfWork,
  id: number,
  states: readonly string[],
  more: { readonly carId?: number; readonly driverId?: number } = {},
): Promise<TripRow> {
  const seen = await tripOf(unit, id)
  await lockFleet(unit, [seen.carId, more.carId ?? null], [seen.driverId, more.driverId ?? null])
  await sql`select from car_trip where id = ${id} for update`.execute(unit.db)
  const trip = await tripOf(unit, id)
  if (trip.carId !== seen.carId || trip.driverId !== seen.driverId || !states.includes(trip.state))
    throw new RuleError('version.conflict')
  return trip
}

/** What passengers and driver are notified of when their trip does not take place. */
export type CancelNotice = 'car.tripCancelled' | 'car.dispatchUndone'
type NoticeKey = 'car.tripChanged' | 'car.tripExtended' | CancelNotice

async function tell(
  unit: UnitOfWork,
  trip: TripRow,
  key: NoticeKey,
  params: readonly string[],
  more: readonly (number | null)[] = [],
): Promise<void> {
  const people = [...(await ridersOf(unit, trip.id)), trip.driverUserId, ...more].filter((id) => id !== null)
  unit.notify({
    to: [...new Set(people)],
    contentType: 'SYSTEM',
    title: { key, params: [trip.no, ...params] },
    link: LINK,
  })
}

async function refuseWhileOut(unit: UnitOfWork, { carId, driverId }: TripRow): Promise<void> {
  const { rows } = await sql<{ no: string }>`
    select no from car_trip where (car_id = ${carId} or driver_id = ${driverId}) and state in ('departed', 'overdue') limit 1`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('car.stillOut', rows[0].no)
}

/** A repair that takes longer than planned keeps the car. */
async function refuseInWorkshop(unit: UnitOfWork, { carId, plateNo }: TripRow): Promise<void> {
  const { rows } = await sql<{
    status: string
  }>`select status from car where id = ${carId} and status <> 'idle'`.execute(unit.db)
  if (rows[0]) throw new RuleError('car.unavailable', plateNo, { dictionary: 'carUnavailable', value: rows[0].status })
}

/** Asks the fleet for a repair; the link opens the request with car, mileage and fault filled in. */
async function askForService(
  unit: UnitOfWork,
  { id, no, plateNo }: TripRow,
  key: 'car.defectFound' | 'car.issueReported',
  fault: string,
): Promise<void> {
  unit.notify({
    to: await unit.usersWithRole('fleetManager'),
    contentType: 'REMIND',
    title: { key, params: [no, plateNo, fault.slice(0, 60)] },
    link: `/workflow/officialCar/officialCarMaintenance?trip=${id}`,
  })
}

/** Departs, unless a critical check fails: then the trip stays reserved with its defect, and the fleet is asked for a repair (90 B 1). */
/** A trip of another day was picked by mistake; what really leaves so early is rescheduled first, so that the car is free then. */
const EARLY_MS = 12 * 3_600_000

/** @throws RuleError car.departTooEarly */
function refuseEarly({ no, startAt }: Pick<TripRow, 'no' | 'startAt'>, now: Date): void {
  const earliest = new Date(startAt.getTime() - EARLY_MS)
  if (now < earliest) throw new RuleError('car.departTooEarly', no, momentText(startAt), momentText(earliest))
}

async function depart(id: number, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const trip = await lockTrip(unit, id, ['reserved'])
  const now = unit.clock.now()
  refuseEarly(trip, now)
  await refuseWhileOut(unit, trip)
  await refuseInWorkshop(unit, trip)
  const checks = await answeredChecks(unit, access, { tripId: id, phase: 'out', field: 'checks' }, values)
  const defect = defectOf(checks.filter(({ isCritical }) => isCritical))
  const mileageOut = Number(values.mileageOut)
  await sql`
    update car_trip set checks = ${JSON.stringify(checks)}::jsonb, defect = ${defect}::text, out_photos = ${values.outPhotos ?? null}::bigint[], updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
  unit.changed('carTrip', id)
  if (defect !== null) {
    await askForService(unit, trip, 'car.defectFound', defect)
    return
  }
  await addReading(unit, {
    carId: trip.carId,
    at: now,
    km: mileageOut,
    source: 'depart',
    tripId: id,
    byUser: access.userId,
    photos: fileIdsIn(values.outPhotos),
    field: 'mileageOut',
  })
  await sql`
    update car_trip set state = 'departed', departed_at = ${now}::timestamptz, mileage_out = ${mileageOut}::int where id = ${id}`.execute(
    unit.db,
  )
}

async function comeBack(id: number, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const trip = await lockTrip(unit, id, ['departed', 'overdue'])
  const now = unit.clock.now()
  const mileageIn = Number(values.mileageIn)
  const out = trip.mileageOut ?? 0
  if (mileageIn < out) throw new RuleError('car.mileageBackward', out).at('mileageIn')
  await addReading(unit, {
    carId: trip.carId,
    at: now,
    km: mileageIn,
    source: 'return',
    tripId: id,
    byUser: access.userId,
    photos: fileIdsIn(values.inPhotos),
    field: 'mileageIn',
  })
  const checks = await answeredChecks(unit, access, { tripId: id, phase: 'in', field: 'inChecks' }, values)
  await sql`
    update car_trip set state = 'returned', in_checks = ${JSON.stringify(checks)}::jsonb, returned_at = ${now}::timestamptz, mileage_in = ${mileageIn}::int, fuel_level = ${Number(values.fuelLevel)}::int, parked_ok = ${values.parkedOk === true}::boolean,
      tolls = ${values.tolls ?? null}::numeric, toll_files = ${values.tollFiles ?? null}::bigint[], in_photos = ${values.inPhotos ?? null}::bigint[], issue = ${values.issue ?? null}::text, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
  unit.changed('carTrip', id)
  await endReservation(unit, id, now)
  const faults = [typeof values.issue === 'string' ? values.issue : null, defectOf(checks)].filter(
    (one) => one !== null,
  )
  if (faults.length > 0) await askForService(unit, trip, 'car.issueReported', faults.join('; '))
  await askForRatings(unit, trip)
}

const momentAt = (values: FormData, field: string): Date => {
  const moment = parseMoment(String(values[field]))
  if (moment === null) throw new RuleError('car.periodInvalid').at(field)
  return moment
}

async function change(id: number, values: FormData, unit: UnitOfWork): Promise<void> {
  const [carId, driverId] = [Number(values.carId), Number(values.driverId)]
  const trip = await lockTrip(unit, id, ['reserved'], { carId, driverId })
  const planned: PlannedTrip = {
    carId,
    driverId,
    start: momentAt(values, 'startAt'),
    end: momentAt(values, 'endAt'),
    people: trip.people,
    selfDrive: trip.selfDrive,
    tripId: id,
  }
  if (planned.end <= planned.start) throw new RuleError('car.endBeforeStart').at('endAt')
  await refuseUnfit(unit, planned)
  await moveReservation(unit, id, planned)
  await sql`
    update car_trip set car_id = ${carId}, driver_id = ${driverId}, driver_user_id = (select user_id from driver where id = ${driverId}), start_at = ${planned.start}::timestamptz, end_at = ${planned.end}::timestamptz, holiday_use = ${isHolidayUse(unit, planned)}, defect = case when car_id = ${carId} then defect end, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
  unit.changed('carTrip', id)
  const moved = await tripOf(unit, id)
  await tell(unit, trip, 'car.tripChanged', [momentText(planned.start), String(values.reason)], [moved.driverUserId])
}

/** A running trip lasts longer; whom that would keep waiting is named. */
async function extend(id: number, values: FormData, unit: UnitOfWork): Promise<void> {
  const trip = await lockTrip(unit, id, ['departed', 'overdue'])
  const end = momentAt(values, 'endAt')
  if (end <= trip.endAt || end <= unit.clock.now())
    throw new RuleError('car.extendLater', momentText(trip.endAt)).at('endAt')
  const planned: PlannedTrip = { ...trip, start: trip.startAt, end, tripId: id }
  const [next] = await conflictsBehind(unit, planned)
  if (next)
    throw new RuleError('car.nextTripWaits', next.no, momentText(next.start), next.applicant, next.mobile).at('endAt')
  await moveReservation(unit, id, planned)
  await sql`
    update car_trip set end_at = ${end}::timestamptz, state = 'departed', updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
  unit.changed('carTrip', id)
  await tell(unit, trip, 'car.tripExtended', [momentText(end), String(values.reason)])
}

/** Ends a trip that has not begun and frees car and driver. */
export async function cancelTrip(
  unit: UnitOfWork,
  trip: TripRow,
  reason: string,
  notice: CancelNotice = 'car.tripCancelled',
): Promise<void> {
  await freeReservation(unit, trip.id)
  await sql`
    update car_trip set state = 'cancelled', cancel_reason = ${reason}::text, backfill_due = null, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${trip.id}`.execute(unit.db)
  unit.changed('carTrip', trip.id)
  await tell(unit, trip, notice, [momentText(trip.startAt), reason])
}

/** `PC{yyyyMMdd}{4}`, without gaps (E10). */
export async function nextNo(unit: UnitOfWork): Promise<string> {
  const day = unit.clock.today()
  const { rows } = await sql<{ last: number }>`
    insert into car_trip_number (day, last) values (${day}, 1) on conflict (day) do update set last = car_trip_number.last + 1 returning last`.execute(
    unit.db,
  )
  return `PC${day.replaceAll('-', '')}${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}

/** What a ticket says of its trip. */
export interface NewTrip extends PlannedTrip {
  readonly ticketId: number
  /** Heads that ride for the ticket, without a driver who comes besides. */
  readonly heads: number
  readonly deptId: number
  readonly purpose: string
  readonly fromPlace: string
  readonly toPlace: string
  readonly viaPlaces: string | null
  readonly byUser: number | null
}

/** Writes a trip of one ticket; the fleet is locked and was found fit. Answers its id. */
export async function addTrip(unit: UnitOfWork, trip: NewTrip): Promise<number> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into car_trip (no, car_id, driver_id, driver_user_id, dept_id, purpose, start_at, end_at, from_place, to_place, via_places, people, self_drive, holiday_use,
      created_at, created_by, updated_at)
    select ${await nextNo(unit)}, ${trip.carId}, d.id, d.user_id, ${trip.deptId}, ${trip.purpose}, ${trip.start}, ${trip.end}, ${trip.fromPlace}, ${trip.toPlace},
      ${trip.viaPlaces}::text, ${trip.people}, ${trip.selfDrive}, ${isHolidayUse(unit, trip)}, ${now}::timestamptz, ${trip.byUser}::bigint, ${now}::timestamptz
    from driver d where d.id = ${trip.driverId} returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  await sql`insert into car_trip_ticket (trip_id, ticket_id, people) values (${id}, ${trip.ticketId}, ${trip.heads})`.execute(
    unit.db,
  )
  unit.changed('carTrip', null)
  return id
}

/** Which reserved trips wait for a car or a driver that should be back and is not (E6), or for a car that failed its check, or were never driven. */
export async function atRisk(unit: UnitOfWork, trips: readonly number[]): Promise<ReadonlySet<number>> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    select t.id from car_trip t join car_trip late on late.state in ('departed', 'overdue') and late.id <> t.id
      and (late.car_id = t.car_id or late.driver_id = t.driver_id) and late.end_at < ${now}::timestamptz and late.start_at <= t.start_at
    where t.id = any(${[...trips]}::bigint[]) and t.state = 'reserved' and t.start_at < ${withBuffer(unit, now)}::timestamptz
    union select id from car_trip where id = any(${[...trips]}::bigint[]) and state = 'reserved' and (defect is not null or end_at < ${now}::timestamptz)`.execute(
    unit.db,
  )
  return new Set(rows.map(({ id }) => id))
}
/** A trip that was never driven: its time is over, and nobody took the car or gave the trip up. */
export const isMissed = ({ state, endAt }: FormData, now: Date): boolean => {
  const end = parseMoment(String(endAt ?? ''))
  return state === 'reserved' && end !== null && end < now
}

export const tripServer: Omit<RecordServer, 'beforeCreate' | 'afterWrite' | 'pickable'> = {
  // A shared ride belongs to several (E7).
  tickets: (id) => sql`t.id in (select ticket_id from car_trip_ticket where trip_id = ${id})`,
  computed: {
    appointmentId: '(select min(l.ticket_id) from car_trip_ticket l where l.trip_id = r.id)',
    km: 'r.mileage_in - r.mileage_out',
    // Of several trips its average is a percentage.
    onTimeRate: `case when r.state = 'returned' then case when r.returned_at <= r.end_at then 100 else 0 end end`,
    isAtRisk: 'false',
    isMissed: 'false',
  },
  async complete(rows, unit) {
    const idsIn = (...states: string[]): readonly number[] =>
      rows.flatMap(({ id, state }) => (states.includes(String(state)) && typeof id === 'number' ? [id] : []))
    const risky = await atRisk(unit, idsIn('reserved'))
    const before = await blankChecks(unit, idsIn('reserved'), 'out')
    const after = await blankChecks(unit, idsIn('departed', 'overdue'), 'in')
    return rows.map((row) => {
      const id = Number(row.id)
      const [checks, inChecks] = [before.get(id), after.get(id)]
      return {
        ...row,
        isAtRisk: risky.has(id),
        isMissed: isMissed(row, unit.clock.now()),
        ...(checks && { checks }),
        ...(inChecks && { inChecks }),
      }
    })
  },
  actions: {
    depart: (row, values, unit, access) => depart(row.id, values, unit, access),
    return: (row, values, unit, access) => comeBack(row.id, values, unit, access),
    change: (row, values, unit) => change(row.id, values, unit),
    extend: (row, values, unit) => extend(row.id, values, unit),
    cancel: async (row, values, unit) =>
      cancelTrip(unit, await lockTrip(unit, row.id, ['reserved']), String(values.reason)),
  },
}
