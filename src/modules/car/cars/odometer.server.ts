/** Readings of odometers, by the time they were taken (E8): a paper that comes late never turns a car back. */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { farthest } from './plausible.ts'

export type OdometerSource = 'register' | 'depart' | 'return' | 'refuel' | 'service'

export interface Reading {
  readonly carId: number
  readonly at: Date
  readonly km: number
  readonly source: OdometerSource
  readonly tripId: number | null
  readonly ticketId?: number | null
  readonly byUser: number | null
  /** Photos of the instrument: they answer the question that a reading far from the one before raises. */
  readonly photos?: readonly number[]
  /** The reading that this one takes the place of. */
  readonly correctsId?: number
  /** Field that a refusal is shown at. */
  readonly field: string
}

interface Neighbours {
  readonly before: number | null
  readonly beforeAt: Date | null
  readonly after: number | null
}

async function neighboursOf(unit: UnitOfWork, carId: number, at: Date): Promise<Neighbours> {
  const { rows } = await sql<Neighbours>`
    select before.km as before, before.at as before_at,
      (select min(km) from car_odometer where car_id = ${carId} and at > ${at}::timestamptz and taken_out_at is null) as after
    from (select 1) one left join lateral (
      select km, at from car_odometer where car_id = ${carId} and at <= ${at}::timestamptz and taken_out_at is null order by km desc, at desc limit 1) before on true`.execute(
    unit.db,
  )
  return rows[0] ?? { before: null, beforeAt: null, after: null }
}

type Taken = Pick<Reading, 'at' | 'km' | 'photos'>

/** Whether no car covers the distance in the time since the reading before. */
const isFar = ({ before, beforeAt }: Neighbours, { at, km }: Taken): boolean =>
  before !== null && beforeAt !== null && km > farthest(before, beforeAt, at)

function problemBetween(neighbours: Neighbours, reading: Taken): Problem | null {
  const { before, beforeAt, after } = neighbours
  const { at, km, photos = [] } = reading
  if (before !== null && km < before) return { key: 'car.mileageBackward', params: [before] }
  if (after !== null && km > after) return { key: 'car.mileageAhead', params: [after] }
  if (before === null || beforeAt === null || photos.length > 0 || !isFar(neighbours, reading)) return null
  return { key: 'car.mileageTooFar', params: [farthest(before, beforeAt, at), before, momentText(beforeAt)] }
}

/**
 * What speaks against a reading, the same for every paper: `car.mileageBackward` below the one before, `car.mileageAhead` above the one
 * after, `car.mileageTooFar` where no car covers the distance in the time since the one before and no photo shows that it did.
 */
export async function readingProblem(
  unit: UnitOfWork,
  carId: number,
  at: Date,
  km: number,
  photos: readonly number[] = [],
): Promise<Problem | null> {
  return problemBetween(await neighboursOf(unit, carId, at), { at, km, photos })
}

/**
 * Writes a reading between its neighbours in time; the car shows the highest. The car is locked.
 * @throws RuleError what `readingProblem` says
 */
export async function addReading(unit: UnitOfWork, reading: Reading): Promise<void> {
  const { carId, at, km, source, tripId, ticketId = null, byUser, photos = [], correctsId = null, field } = reading
  const neighbours = await neighboursOf(unit, carId, at)
  const problem = problemBetween(neighbours, reading)
  if (problem !== null) throw new RuleError(problem.key, ...(problem.params ?? [])).at(field)
  const now = unit.clock.now()
  await sql`
    insert into car_odometer (car_id, at, km, source, trip_id, ticket_id, by_user, photos, corrects_id, created_at, updated_at)
    values (${carId}, ${at}::timestamptz, ${km}, ${source}, ${tripId}::bigint, ${ticketId}::bigint, ${byUser}::bigint,
      ${photos.length === 0 ? null : [...photos]}::bigint[], ${correctsId}::bigint, ${now}::timestamptz, ${now}::timestamptz)`.execute(
    unit.db,
  )
  await showMileage(unit, carId)
  // With a photo the reading counts; the fleet looks at it all the same.
  if (correctsId === null && neighbours.before !== null && isFar(neighbours, reading))
    await askToCheck(unit, carId, km, neighbours.before)
}

async function askToCheck(unit: UnitOfWork, carId: number, km: number, before: number): Promise<void> {
  const { rows } = await sql<{ plateNo: string }>`select plate_no from car where id = ${carId}`.execute(unit.db)
  unit.notify({
    to: await unit.usersWithRole('fleetManager'),
    contentType: 'REMIND',
    title: { key: 'car.readingToCheck', params: [rows[0]?.plateNo ?? '', km, before] },
    link: `/carmanagement/car?tab=readings`,
  })
}

/** What the car shows is its highest reading that counts. */
async function showMileage(unit: UnitOfWork, carId: number): Promise<void> {
  await sql`
    update car set mileage = coalesce((select max(km) from car_odometer where car_id = ${carId} and taken_out_at is null), mileage),
      updated_at = ${unit.clock.now()}, version = version + 1 where id = ${carId}`.execute(unit.db)
  unit.changed('car', carId)
  unit.changed('carReading', null)
}

/** Takes readings out, by id or as those of a paper that was voided; the rows stay with the reason. The car is locked. */
export async function takeOut(
  unit: UnitOfWork,
  carId: number,
  which: { readonly id: number } | { readonly ticketId: number },
  byUser: number | null,
  reason: string,
): Promise<void> {
  const now = unit.clock.now()
  const of = 'id' in which ? sql`id = ${which.id}` : sql`ticket_id = ${which.ticketId}`
  await sql`
    update car_odometer set taken_out_at = ${now}::timestamptz, taken_out_by = ${byUser}::bigint, reason = ${reason}::text,
      updated_at = ${now}::timestamptz, updated_by = ${byUser}::bigint, version = version + 1
    where car_id = ${carId} and ${of} and taken_out_at is null`.execute(unit.db)
  await showMileage(unit, carId)
}
