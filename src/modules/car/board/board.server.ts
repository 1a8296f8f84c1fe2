/** 派车调度 (40.1, 90 B 1): the fleet over time, with repairs and lock-ups. */
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, momentText, parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { lockupsOf } from '../lockups/lockups.server.ts'
import { carsOf, driversOf } from '../trips/dispatch.server.ts'
import { atRisk } from '../trips/trips.server.ts'
import type { BoardTrip, DispatchBoard } from './board.types.ts'
import { choicesRoute } from './choices.server.ts'
import { undoneRoutes } from './undone.server.ts'
import { waitingOf } from './waiting.server.ts'

const MAX_BOARD_DAYS = 7

/** Cars that stand sealed, as blocks of whole days. */
async function sealedOf(unit: UnitOfWork, from: string, days: number): Promise<readonly BoardTrip[]> {
  const lockups = await lockupsOf(unit, from, addDays(from, days - 1))
  return lockups.map(({ carId, startDate, endDate, name }) => ({
    tripId: null,
    no: name,
    version: 0,
    carId,
    driverId: null,
    driver: '',
    applicant: '',
    mobile: '',
    fromPlace: '',
    toPlace: '',
    startAt: `${startDate} 00:00:00`,
    endAt: `${addDays(endDate, 1)} 00:00:00`,
    state: 'sealed',
    seatsLeft: 0,
    ticketIds: [],
    isAtRisk: false,
  }))
}

interface TripRow extends Omit<BoardTrip, 'startAt' | 'endAt' | 'driver' | 'applicant' | 'isAtRisk' | 'tripId'> {
  readonly tripId: number | null
  readonly startAt: Date
  readonly endAt: Date
  readonly driverName: string
  readonly driverUserId: number | null
  readonly applicantId: number | null
}

async function tripsOf(unit: UnitOfWork, language: Language, from: Date, until: Date): Promise<readonly BoardTrip[]> {
  const now = unit.clock.now()
  const { rows } = await sql<TripRow>`
    select t.id as trip_id, t.no, t.version, t.car_id, t.driver_id, d.name as driver_name, t.driver_user_id, coalesce(k.applicant_id, t.requester_id) as applicant_id, coalesce(p.mobile, '') as mobile,
      t.from_place, t.to_place, t.start_at, coalesce(t.returned_at, case when t.state in ('departed', 'overdue') then greatest(t.end_at, ${now}::timestamptz) else t.end_at end) as end_at,
      t.state, greatest(c.seats - t.people, 0) as seats_left, coalesce(l.ids, '{}') as ticket_ids
    from car_trip t join car c on c.id = t.car_id join driver d on d.id = t.driver_id
      left join lateral (select min(ticket_id) as first, array_agg(ticket_id order by ticket_id) as ids from car_trip_ticket where trip_id = t.id) l on true
      left join shared_ticket k on k.id = l.first left join shared_app_user_personal p on p.id = coalesce(k.applicant_id, t.requester_id)
    where t.deleted_at is null and t.state <> 'cancelled' and t.start_at < ${until}::timestamptz
      and coalesce(t.returned_at, case when t.state in ('departed', 'overdue') then greatest(t.end_at, ${now}::timestamptz) else t.end_at end) > ${from}::timestamptz
    union all
    select null, '', 0, r.car_id, null, '', null, null, '', '', '', lower(r.period), upper(r.period), 'maintenance', 0, '{}'::bigint[]
    from car_reservation r
    where r.is_active and r.kind = 'maintenance' and r.period && tstzrange(${from}::timestamptz, ${until}::timestamptz)
    order by start_at, no`.execute(unit.db)
  const names = await unit.namesOf(
    rows.flatMap(({ driverUserId, applicantId }) => [driverUserId, applicantId]),
    language,
  )
  const risky = await atRisk(
    unit,
    rows.flatMap(({ tripId, state }) => (tripId !== null && state === 'reserved' ? [tripId] : [])),
  )
  return rows.map(({ driverName, driverUserId, applicantId, startAt, endAt, ...row }) => ({
    ...row,
    driver: names.get(driverUserId) ?? driverName,
    applicant: names.get(applicantId) ?? '',
    startAt: momentText(startAt),
    endAt: momentText(endAt),
    isAtRisk: row.tripId !== null && risky.has(row.tripId),
  }))
}

export const boardRoutes = [
  route({
    method: 'GET',
    url: '/api/cars/board/',
    permission: 'car:Search',
    query: z.object({
      from: z.iso.date().optional(),
      days: z.coerce.number().int().min(1).max(MAX_BOARD_DAYS).default(1),
    }),
    async handle({ unit, language, query: { from = unit.clock.today(), days } }): Promise<DispatchBoard> {
      const [first, last] = [parseMoment(from), parseMoment(addDays(from, days))]
      if (first === null || last === null) throw notFound()
      const cars = await carsOf(unit, null)
      const drivers = await driversOf(unit, null)
      return {
        from,
        days,
        now: momentText(unit.clock.now()),
        bufferMinutes: unit.settings.number('car.bufferMinutes'),
        cars: cars.map(({ id, plateNo, brandModel, carType, seats, status }) => ({
          id,
          plateNo,
          brandModel,
          carType,
          seats,
          status,
        })),
        drivers: drivers.map(({ id, name, licenseClass, isSuspended }) => ({ id, name, licenseClass, isSuspended })),
        trips: [...(await tripsOf(unit, language, first, last)), ...(await sealedOf(unit, from, days))],
      }
    },
  }),
  route({
    method: 'GET',
    url: '/api/cars/board/waiting/',
    permission: 'car:Search',
    handle: ({ unit, access, language }) => waitingOf(unit, access, language),
  }),
  choicesRoute,
  ...undoneRoutes,
]
