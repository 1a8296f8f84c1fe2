/** Corrections of readings: the mistyped one is taken out, the right one takes its place, and its paper follows. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn } from '#src/fields/values.ts'
import { addReading, type OdometerSource, takeOut } from '../cars/odometer.server.ts'
import { judgeConsumption } from '../fuel/consumption.server.ts'
import { lockFleet } from '../trips/reservations.server.ts'

interface ReadingRow {
  readonly id: number
  readonly carId: number
  readonly at: Date
  readonly km: number
  readonly source: OdometerSource
  readonly tripId: number | null
  readonly ticketId: number | null
  readonly byUser: number | null
}

/** The figures of the paper that the reading came with; what is computed from them follows by itself. */
async function correctPaper(
  unit: UnitOfWork,
  { carId, at, source, tripId, ticketId }: ReadingRow,
  km: number,
): Promise<void> {
  const now = unit.clock.now()
  if (tripId !== null && (source === 'depart' || source === 'return')) {
    const { rows } = await sql<{ out: number | null; back: number | null }>`
      select mileage_out as out, mileage_in as back from car_trip where id = ${tripId} for update`.execute(unit.db)
    const { out = null, back = null } = rows[0] ?? {}
    if (source === 'depart' && back !== null && km > back) throw new RuleError('car.mileageAhead', back).at('rightKm')
    if (source === 'return' && out !== null && km < out) throw new RuleError('car.mileageBackward', out).at('rightKm')
    const column = source === 'depart' ? sql`mileage_out` : sql`mileage_in`
    await sql`update car_trip set ${column} = ${km}, updated_at = ${now}, version = version + 1 where id = ${tripId}`.execute(
      unit.db,
    )
    unit.changed('carTrip', tripId)
  }
  if (ticketId !== null && source === 'refuel') {
    await sql`update car_refuel set mileage = ${km}, updated_at = ${now}, version = version + 1 where ticket_id = ${ticketId}`.execute(
      unit.db,
    )
    unit.changed('carRefuel', null)
    await judgeConsumption(unit, carId, at)
  }
  if (ticketId !== null && source === 'service') {
    await sql`update car_service set finish_mileage = ${km}, updated_at = ${now}, version = version + 1 where ticket_id = ${ticketId}`.execute(
      unit.db,
    )
    unit.changed('carService', null)
  }
}

async function correct(id: number, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const { rows } = await sql<ReadingRow>`
    select id, car_id, at, km, source, trip_id, ticket_id, by_user from car_odometer where id = ${id} and taken_out_at is null`.execute(
    unit.db,
  )
  const [reading] = rows
  if (reading === undefined) throw new RuleError('version.conflict')
  await lockFleet(unit, [reading.carId], [])
  const km = Number(values.rightKm)
  if (km === reading.km) throw new RuleError('car.readingSame', km).at('rightKm')
  await takeOut(unit, reading.carId, { id }, access.userId, String(values.reason))
  await addReading(unit, {
    carId: reading.carId,
    at: reading.at,
    km,
    source: reading.source,
    tripId: reading.tripId,
    ticketId: reading.ticketId,
    byUser: access.userId,
    photos: fileIdsIn(values.rightPhotos),
    correctsId: id,
    field: 'rightKm',
  })
  await correctPaper(unit, reading, km)
}

export const readingServer: RecordServer = {
  computed: { isOut: 'r.taken_out_at is not null' },
  actions: { correct: (row, values, unit, access) => correct(row.id, values, unit, access) },
}
