/** Shared rides (E7): several tickets on one trip, one car and one driver. */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { PlannedTrip } from './dispatch.server.ts'
import { moveReservation, refuseUnfit } from './reservations.server.ts'
import { ridersOf } from './riders.server.ts'
import { type CancelNotice, cancelTrip, lockTrip } from './trips.server.ts'

/** Trips to one place that begin so many minutes apart go the same way at the same time. */
const SAME_TIME_MINUTES = 60

/** A trip that could take more people along. */
export interface OpenRide {
  readonly tripId: number
  readonly no: string
  readonly carId: number
  readonly plateNo: string
  readonly driverId: number
  readonly startAt: Date
  readonly endAt: Date
  readonly toPlace: string
  readonly seatsLeft: number
}

interface WantedRide {
  readonly start: Date
  readonly end: Date
  readonly toPlace: string
  /** Heads without a driver who comes besides. */
  readonly heads: number
}

/** Reserved trips to the same place at about the same time with seats for all, the nearest in time first. */
export async function openRides(unit: UnitOfWork, ride: WantedRide): Promise<readonly OpenRide[]> {
  // An empty place would be part of every other.
  if (ride.toPlace === '') return []
  const { rows } = await sql<OpenRide>`
    select t.id as trip_id, t.no, t.car_id, c.plate_no, t.driver_id, t.start_at, t.end_at, t.to_place, c.seats - t.people as seats_left
    from car_trip t join car c on c.id = t.car_id
    where t.state = 'reserved' and t.deleted_at is null and not t.self_drive and c.seats - t.people >= ${ride.heads}
      and t.start_at between ${ride.start}::timestamptz - make_interval(mins => ${SAME_TIME_MINUTES}) and ${ride.start}::timestamptz + make_interval(mins => ${SAME_TIME_MINUTES})
      and t.start_at > ${unit.clock.now()}::timestamptz and (position(${ride.toPlace} in t.to_place) > 0 or position(t.to_place in ${ride.toPlace}) > 0)
    order by abs(extract(epoch from t.start_at - ${ride.start}::timestamptz)), t.id limit 3`.execute(unit.db)
  return rows
}

/** A ticket that joins a trip. */
interface JoiningTicket {
  readonly ticketId: number
  readonly heads: number
  readonly start: Date
  readonly end: Date
  readonly carId: number
  readonly driverId: number
}

/** The trip as it will be with one ticket more: it lasts as long as both need it. */
async function joined(unit: UnitOfWork, tripId: number, ticket: JoiningTicket): Promise<PlannedTrip> {
  const { rows } = await sql<Omit<PlannedTrip, 'tripId'> & { no: string; state: string }>`
    select no, state, car_id, driver_id, start_at as start, end_at as end, people, self_drive from car_trip where id = ${tripId} and deleted_at is null`.execute(
    unit.db,
  )
  const [trip] = rows
  if (trip?.state !== 'reserved') throw new RuleError('car.rideGone').at('shareTripId')
  if (trip.carId !== ticket.carId || trip.driverId !== ticket.driverId)
    throw new RuleError('car.rideOtherCar', trip.no).at('shareTripId')
  const gap = Math.abs(trip.start.getTime() - ticket.start.getTime())
  if (gap > SAME_TIME_MINUTES * 60_000)
    throw new RuleError('car.rideOtherTime', trip.no, momentText(trip.start), SAME_TIME_MINUTES).at('shareTripId')
  return {
    carId: trip.carId,
    driverId: trip.driverId,
    selfDrive: trip.selfDrive,
    start: new Date(Math.min(trip.start.getTime(), ticket.start.getTime())),
    end: new Date(Math.max(trip.end.getTime(), ticket.end.getTime())),
    people: trip.people + ticket.heads,
    tripId,
  }
}

/** @throws RuleError where the trip cannot take the ticket along */
export async function refuseUnfitRide(unit: UnitOfWork, tripId: number, ticket: JoiningTicket): Promise<void> {
  await refuseUnfit(unit, await joined(unit, tripId, ticket))
}

/** Takes a ticket along on a trip; who rides already and the driver are notified. */
export async function joinTrip(unit: UnitOfWork, tripId: number, ticket: JoiningTicket): Promise<void> {
  const trip = await lockTrip(unit, tripId, ['reserved'])
  const riders = await ridersOf(unit, tripId)
  const planned = await joined(unit, tripId, ticket)
  await refuseUnfit(unit, planned)
  await moveReservation(unit, tripId, planned)
  await sql`
    update car_trip set people = ${planned.people}, start_at = ${planned.start}::timestamptz, end_at = ${planned.end}::timestamptz, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${tripId}`.execute(unit.db)
  await sql`insert into car_trip_ticket (trip_id, ticket_id, people) values (${tripId}, ${ticket.ticketId}, ${ticket.heads})`.execute(
    unit.db,
  )
  unit.changed('carTrip', tripId)
  unit.notify({
    to: [...new Set([...riders, ...(trip.driverUserId === null ? [] : [trip.driverUserId])])],
    contentType: 'SYSTEM',
    title: { key: 'car.tripShared', params: [trip.no, ticket.heads, momentText(planned.start)] },
    link: '/carmanagement/car?tab=trips',
  })
}

/** A ticket no longer needs its trip: the last one to leave cancels it, any other gives back its seats. */
export async function leaveTrip(
  unit: UnitOfWork,
  tripId: number,
  ticketId: number,
  reason: string,
  notice: CancelNotice = 'car.tripCancelled',
): Promise<void> {
  const trip = await lockTrip(unit, tripId, ['reserved'])
  const { rows: others } =
    await sql`select 1 from car_trip_ticket where trip_id = ${tripId} and ticket_id <> ${ticketId} limit 1`.execute(
      unit.db,
    )
  if (others.length === 0) {
    await cancelTrip(unit, trip, reason, notice)
    return
  }
  await sql`
    with gone as (delete from car_trip_ticket where trip_id = ${tripId} and ticket_id = ${ticketId} returning people)
    update car_trip set people = car_trip.people - gone.people, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1 from gone where id = ${tripId}`.execute(
    unit.db,
  )
  unit.changed('carTrip', tripId)
}
