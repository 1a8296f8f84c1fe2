/** Cars and drivers for one trip, the best first, with what speaks against each, and the nearest ways out of a conflict. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { parseMoment } from '#src/define/days.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { headsIn, plannedTrip } from '../appointment/appointment-form.server.ts'
import { type JudgedFleet, judgeFleet, type WantedTrip } from '../trips/dispatch.server.ts'
import { nearestAnswers } from './answers.server.ts'
import type { DispatchChoices } from './board.types.ts'
import { waitingRows } from './waiting.server.ts'

interface Wanted {
  readonly trip: WantedTrip
  /** A value of dictionary carType that goes first. */
  readonly type: string
  readonly ride: { readonly toPlace: string; readonly heads: number } | null
  readonly alsoWanted: DispatchChoices['alsoWanted']
}

/** The trip that a waiting appointment asks for. @throws RuleError `car.requestGone` for a ticket that waits no more, not found for one the caller does not see */
async function wantedByTicket(
  unit: UnitOfWork,
  access: Access,
  ticketId: number,
  choice: { readonly carId: number | null; readonly driverId: number | null },
): Promise<Wanted> {
  const rows = await waitingRows(unit, access)
  const row = rows.find((one) => one.ticketId === ticketId)
  // Without a driver the one who comes besides is counted in.
  const trip = row === undefined ? null : await plannedTrip(row.form, 0, choice.driverId ?? 0, unit)
  if (row === undefined || trip === null) {
    if (await unit.service(ticketActions).sees(ticketId, access)) throw new RuleError('car.requestGone')
    throw notFound()
  }
  // C3: two waiting requests may want one car; the second dispatch is refused, so the first one shows the other.
  const others = rows.filter(({ form, ...other }) => {
    const [start, end] = [parseMoment(textIn(form.startAt)), parseMoment(textIn(form.endAt))]
    return (
      other.ticketId !== ticketId &&
      choice.carId !== null &&
      idIn(form.preferredCarId) === choice.carId &&
      start !== null &&
      end !== null &&
      start < trip.end &&
      trip.start < end
    )
  })
  const names = await unit.namesOf(others.map(({ applicantId }) => applicantId))
  return {
    trip,
    type: textIn(row.form.carTypeWanted),
    ride: { toPlace: textIn(row.form.toPlace), heads: headsIn(row.form) },
    alsoWanted: others.map(({ no, applicantId, form }) => ({
      no,
      applicant: names.get(applicantId) ?? '',
      startAt: textIn(form.startAt),
    })),
  }
}

async function wantedByTrip(unit: UnitOfWork, tripId: number): Promise<Wanted> {
  const { rows } = await sql<{ start: Date; end: Date; people: number; selfDrive: boolean; carType: string }>`
    select t.start_at as start, t.end_at as end, t.people, t.self_drive, c.car_type from car_trip t join car c on c.id = t.car_id
    where t.id = ${tripId} and t.state = 'reserved' and t.deleted_at is null`.execute(unit.db)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { carType, ...trip } = row
  return { trip: { ...trip, tripId }, type: carType, ride: null, alsoWanted: [] }
}

/** The wanted trip at another time, where one is given. */
function atTime(trip: WantedTrip, startAt: string | undefined, endAt: string | undefined): WantedTrip {
  if (startAt === undefined || endAt === undefined) return trip
  const [start, end] = [parseMoment(startAt), parseMoment(endAt)]
  if (start === null || end === null) throw new RuleError('car.periodInvalid').at('startAt')
  if (end <= start) throw new RuleError('car.endBeforeStart').at('endAt')
  return { ...trip, start, end }
}

/** Those that may go first, of the wanted type first, least used first. */
const sorted = (fleet: JudgedFleet, type: string): JudgedFleet => ({
  cars: fleet.cars.toSorted(
    (one, other) =>
      Number(one.problem !== null) - Number(other.problem !== null) ||
      Number(one.carType !== type) - Number(other.carType !== type) ||
      one.mileage - other.mileage,
  ),
  drivers: fleet.drivers.toSorted((one, other) => Number(one.problem !== null) - Number(other.problem !== null)),
})

const id = z.coerce.number().int().positive().optional()
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .optional()
const choicesQuery = z
  .object({ ticketId: id, tripId: id, carId: id, driverId: id, startAt: moment, endAt: moment })
  .refine(({ ticketId, tripId }) => (ticketId === undefined) !== (tripId === undefined), {
    path: ['ticketId'],
  })
  .refine(({ startAt, endAt }) => (startAt === undefined) === (endAt === undefined), { path: ['endAt'] })

export const choicesRoute = route({
  method: 'GET',
  url: '/api/cars/board/choices/',
  permission: 'carTrip:Change',
  query: choicesQuery,
  async handle({ unit, access, query }): Promise<DispatchChoices> {
    const { ticketId, tripId, carId = null, driverId = null, startAt, endAt } = query
    const wanted =
      ticketId === undefined
        ? await wantedByTrip(unit, tripId ?? 0)
        : await wantedByTicket(unit, access, ticketId, { carId, driverId })
    const trip = atTime(wanted.trip, startAt, endAt)
    const fleet = sorted(await judgeFleet(unit, trip, carId), wanted.type)
    const isTaken =
      carId !== null &&
      (fleet.cars.some((car) => car.id === carId && car.problem !== null) ||
        fleet.drivers.some((driver) => driver.id === driverId && driver.problem !== null))
    return {
      cars: fleet.cars.map(({ id, plateNo, brandModel, carType, seats, mileage, problem }) => ({
        id,
        plateNo,
        brandModel,
        carType,
        seats,
        mileage,
        problem,
      })),
      drivers: fleet.drivers.map(({ id, name, licenseClass, shift, problem }) => ({
        id,
        name,
        licenseClass,
        shift,
        problem,
      })),
      nearest: isTaken ? await nearestAnswers(unit, { trip, carId, driverId, fleet, ride: wanted.ride }) : [],
      alsoWanted: wanted.alsoWanted,
    }
  },
})
