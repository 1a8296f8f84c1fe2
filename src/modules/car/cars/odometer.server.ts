/** Readings of odometers, by the time they were taken (E8): a paper that comes late never turns a car back. */
import { sql } from 'kysely'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

export type OdometerSource = 'register' | 'depart' | 'return' | 'refuel' | 'service'

export interface Reading {
  readonly carId: number
  readonly at: Date
  readonly km: number
  readonly source: OdometerSource
  readonly tripId: number | null
  readonly byUser: number | null
  /** Field that a refusal is shown at. */
  readonly field: string
}

/** What speaks against a reading between its neighbours in time: `car.mileageBackward` below the one before, `car.mileageAhead` above the one after. */
export async function readingProblem(unit: UnitOfWork, carId: number, at: Date, km: number): Promise<Problem | null> {
  const { rows } = await sql<{ before: number | null; after: number | null }>`
    select (select max(km) from car_odometer where car_id = ${carId} and at <= ${at}::timestamptz) as before,
      (select min(km) from car_odometer where car_id = ${carId} and at > ${at}::timestamptz) as after`.execute(unit.db)
  const { before = null, after = null } = rows[0] ?? {}
  if (before !== null && km < before) return { key: 'car.mileageBackward', params: [before] }
  if (after !== null && km > after) return { key: 'car.mileageAhead', params: [after] }
  return null
}

/**
 * Writes a reading between its neighbours in time; the car shows the highest. The car is locked.
 * @throws RuleError `car.mileageBackward` below the one before, `car.mileageAhead` above the one after
 */
export async function addReading(unit: UnitOfWork, reading: Reading): Promise<void> {
  const { carId, at, km, source, tripId, byUser, field } = reading
  const problem = await readingProblem(unit, carId, at, km)
  if (problem !== null) throw new RuleError(problem.key, ...(problem.params ?? [])).at(field)
  await sql`
    insert into car_odometer (car_id, at, km, source, trip_id, by_user)
    values (${carId}, ${at}::timestamptz, ${km}, ${source}, ${tripId}::bigint, ${byUser}::bigint)`.execute(unit.db)
  await sql`update car set mileage = greatest(mileage, ${km}), updated_at = ${unit.clock.now()}, version = version + 1 where id = ${carId}`.execute(
    unit.db,
  )
  unit.changed('car', carId)
}
