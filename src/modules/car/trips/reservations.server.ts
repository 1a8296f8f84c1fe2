/** The one writer of reservations (INV-05): tickets, changes, cancellations and returns go through it. Cars are locked before drivers, each by id (E11). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { dispatchProblems, type PlannedTrip, withBuffer } from './dispatch.server.ts'

const ids = (given: readonly (number | null)[]): readonly number[] =>
  [...new Set(given.filter((id) => id !== null))].sort((one, other) => one - other)

/** Locks these cars and then these drivers, so that two dispatchers wait for each other instead of blocking each other. */
export async function lockFleet(
  unit: UnitOfWork,
  cars: readonly (number | null)[],
  drivers: readonly (number | null)[],
): Promise<void> {
  await sql`select id from car where id = any(${[...ids(cars)]}::bigint[]) order by id for update`.execute(unit.db)
  await sql`select id from driver where id = any(${[...ids(drivers)]}::bigint[]) order by id for update`.execute(
    unit.db,
  )
}

/** @throws RuleError with what speaks against the car and the driver, at `carId` and `driverId` */
export async function refuseUnfit(unit: UnitOfWork, trip: PlannedTrip): Promise<void> {
  const problems = await dispatchProblems(unit, trip)
  const first = Object.values(problems)[0]?.[0]
  if (first) throw new RuleError(first.key, ...(first.params ?? [])).among(problems)
}

/** Takes car and driver for a trip from its start to its end and the buffer behind it. The fleet is locked and was found fit. */
export async function reserveTrip(unit: UnitOfWork, tripId: number, trip: PlannedTrip): Promise<void> {
  await sql`
    insert into car_reservation (car_id, driver_id, trip_id, kind, period)
    values (${trip.carId}, ${trip.driverId}, ${tripId}, 'trip', tstzrange(${trip.start}, ${withBuffer(unit, trip.end)}))`.execute(
    unit.db,
  )
}

/** Moves what a trip has reserved to another car, driver or time. The fleet is locked and was found fit. */
export async function moveReservation(unit: UnitOfWork, tripId: number, trip: PlannedTrip): Promise<void> {
  await sql`
    update car_reservation set car_id = ${trip.carId}, driver_id = ${trip.driverId}, period = tstzrange(${trip.start}, ${withBuffer(unit, trip.end)})
    where trip_id = ${tripId} and is_active`.execute(unit.db)
}

/** Frees all that a trip has reserved. */
export async function freeReservation(unit: UnitOfWork, tripId: number): Promise<void> {
  await sql`update car_reservation set is_active = false where trip_id = ${tripId} and is_active`.execute(unit.db)
}

/** A trip that came back early frees the rest, but for the buffer behind it; one that came back before its start frees all. */
export async function endReservation(unit: UnitOfWork, tripId: number, returnedAt: Date): Promise<void> {
  const until = withBuffer(unit, returnedAt)
  await sql`
    update car_reservation set is_active = lower(period) < ${until}::timestamptz,
      period = case when lower(period) < ${until}::timestamptz then tstzrange(lower(period), least(upper(period), ${until}::timestamptz)) else period end
    where trip_id = ${tripId} and is_active`.execute(unit.db)
}
