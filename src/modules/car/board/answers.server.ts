/** The nearest ways out of a conflict (90 B, UX 2): another car, another time of the same car, a shared ride. */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { bufferOf, type JudgedFleet, type WantedTrip, withBuffer } from '../trips/dispatch.server.ts'
import { nearestFree, type Period } from '../trips/free-time.ts'
import { openRides } from '../trips/shared-rides.server.ts'
import type { NearestAnswer } from './board.types.ts'

const DAY_MS = 86_400_000

/** When the car or the driver is taken around a trip; one that is late is taken until now and the way back. */
async function busyOf(
  unit: UnitOfWork,
  trip: WantedTrip,
  carId: number,
  driverId: number | null,
): Promise<readonly Period[]> {
  const now = unit.clock.now()
  const [from, until] = [new Date(trip.start.getTime() - DAY_MS), new Date(trip.end.getTime() + DAY_MS)]
  const { rows } = await sql<Period>`
    select lower(period) as start, upper(period) as end from car_reservation
    where is_active and (car_id = ${carId} or driver_id = ${driverId}::bigint) and period && tstzrange(${from}, ${until}) and trip_id is distinct from ${trip.tripId}::bigint
    union all
    select start_at, ${withBuffer(unit, now)}::timestamptz from car_trip
    where state in ('departed', 'overdue') and end_at < ${now} and (car_id = ${carId} or driver_id = ${driverId}::bigint)`.execute(
    unit.db,
  )
  return rows
}

interface Conflict {
  readonly trip: WantedTrip
  readonly carId: number
  readonly driverId: number | null
  /** Judged, the best first; drivers for the car that is chosen. */
  readonly fleet: JudgedFleet
  /** What rides for a ticket that waits; null for a trip, which has its own. */
  readonly ride: { readonly toPlace: string; readonly heads: number } | null
}

export async function nearestAnswers(unit: UnitOfWork, conflict: Conflict): Promise<readonly NearestAnswer[]> {
  const { trip, carId, driverId, fleet, ride } = conflict
  const answers: NearestAnswer[] = []
  const other = fleet.cars.find((car) => car.problem === null && car.id !== carId)
  if (other) answers.push({ kind: 'car', carId: other.id, plateNo: other.plateNo })
  const free = nearestFree(await busyOf(unit, trip, carId, driverId), trip, bufferOf(unit), unit.clock.now())
  const car = fleet.cars.find(({ id }) => id === carId)
  if (free && car && free.start.getTime() !== trip.start.getTime())
    answers.push({
      kind: 'time',
      carId,
      plateNo: car.plateNo,
      startAt: momentText(free.start),
      endAt: momentText(free.end),
    })
  const [open] = ride === null ? [] : await openRides(unit, { ...ride, start: trip.start, end: trip.end })
  if (open)
    answers.push({
      kind: 'share',
      tripId: open.tripId,
      no: open.no,
      carId: open.carId,
      plateNo: open.plateNo,
      driverId: open.driverId,
      startAt: momentText(open.startAt),
      endAt: momentText(open.endAt),
      seatsLeft: open.seatsLeft,
    })
  return answers
}
