/** 派车调度 (40.1, 90 B 1): the fleet over time, what waits for a car, and what speaks against each car and driver. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { addDays, momentText, parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { plannedTrip } from '../appointment/appointment-form.server.ts'
import { carsOf, judgeFleet, type WantedTrip } from '../trips/dispatch.server.ts'
import { atRisk } from '../trips/trips.server.ts'
import type { BoardRequest, BoardTrip, DispatchBoard, DispatchChoices } from './board-wire.ts'

const MAX_BOARD_DAYS = 7

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
    select t.id as trip_id, t.no, t.version, t.car_id, t.driver_id, d.name as driver_name, t.driver_user_id, k.applicant_id, coalesce(p.mobile, '') as mobile,
      t.from_place, t.to_place, t.start_at, coalesce(t.returned_at, case when t.state in ('departed', 'overdue') then greatest(t.end_at, ${now}::timestamptz) else t.end_at end) as end_at,
      t.state, greatest(c.seats - t.people, 0) as seats_left
    from car_trip t join car c on c.id = t.car_id join driver d on d.id = t.driver_id
      left join lateral (select ticket_id from car_trip_ticket where trip_id = t.id order by ticket_id limit 1) l on true
      left join shared_ticket k on k.id = l.ticket_id left join shared_app_user_personal p on p.id = k.applicant_id
    where t.deleted_at is null and t.state <> 'cancelled' and t.start_at < ${until}::timestamptz
      and coalesce(t.returned_at, case when t.state in ('departed', 'overdue') then greatest(t.end_at, ${now}::timestamptz) else t.end_at end) > ${from}::timestamptz
    union all
    select null, '', 0, r.car_id, null, '', null, null, '', '', '', lower(r.period), upper(r.period), 'maintenance', 0
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

interface WaitingRow {
  readonly ticketId: number
  readonly no: string
  readonly applicantId: number
  readonly mobile: string
  readonly dept: string
  readonly deptEn: string
  readonly form: FormData
  readonly openedAt: Date
  readonly version: number
}

/** Appointments whose dispatch is this person's task; one of them where `ticketId` is given. */
async function waitingRows(unit: UnitOfWork, access: Access, ticketId: number | null): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select t.id as ticket_id, t.no, t.applicant_id, coalesce(p.mobile, '') as mobile, d.name as dept, d.name_en as dept_en, t.form_data as form, t.revision as version, k.opened_at
    from shared_ticket_task k join shared_ticket t on t.id = k.ticket_id and t.deleted_at is null join shared_department d on d.id = t.dept_id
      left join shared_app_user_personal p on p.id = t.applicant_id
    where k.status = 'open' and k.assignee_id = ${access.userId} and k.state = 'fleetDispatch' and t.type = 'officialCarAppointment'
      and (${ticketId}::bigint is null or t.id = ${ticketId}::bigint)
    order by t.form_data ->> 'purpose' = 'emergency' desc, t.form_data ->> 'startAt', t.id`.execute(unit.db)
  return rows
}

async function waitingOf(unit: UnitOfWork, access: Access, language: Language): Promise<readonly BoardRequest[]> {
  const rows = await waitingRows(unit, access, null)
  const names = await unit.namesOf(
    rows.map(({ applicantId }) => applicantId),
    language,
  )
  return rows.map(({ form, applicantId, dept, deptEn, openedAt, ...row }) => ({
    ...row,
    applicant: names.get(applicantId) ?? '',
    dept: nameIn(language, { name: dept, nameEn: deptEn }),
    purpose: textIn(form.purpose),
    fromPlace: textIn(form.fromPlace),
    toPlace: textIn(form.toPlace),
    startAt: textIn(form.startAt),
    endAt: textIn(form.endAt),
    heads: Number(form.heads ?? 0),
    carTypeWanted: textIn(form.carTypeWanted) || null,
    preferredCarId: idIn(form.preferredCarId),
    selfDriverId: form.selfDrive === true ? idIn(form.selfDriverId) : null,
    waitingSince: momentText(openedAt),
  }))
}

/** The trip that a waiting appointment asks for. @throws RuleError not found for what does not wait for the caller */
async function wantedByTicket(
  unit: UnitOfWork,
  access: Access,
  ticketId: number,
  driverId: number | null,
): Promise<{ readonly trip: WantedTrip; readonly type: string }> {
  const [row] = await waitingRows(unit, access, ticketId)
  // Without a driver the one who comes besides is counted in.
  const trip = row === undefined ? null : await plannedTrip(row.form, 0, driverId ?? 0, unit)
  if (row === undefined || trip === null) throw notFound()
  return { trip, type: textIn(row.form.carTypeWanted) }
}

async function wantedByTrip(
  unit: UnitOfWork,
  tripId: number,
): Promise<{ readonly trip: WantedTrip; readonly type: string }> {
  const { rows } = await sql<{ start: Date; end: Date; people: number; selfDrive: boolean; carType: string }>`
    select t.start_at as start, t.end_at as end, t.people, t.self_drive, c.car_type from car_trip t join car c on c.id = t.car_id
    where t.id = ${tripId} and t.state = 'reserved' and t.deleted_at is null`.execute(unit.db)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { carType, ...trip } = row
  return { trip: { ...trip, tripId }, type: carType }
}

const choicesQuery = z
  .object({
    ticketId: z.coerce.number().int().positive().optional(),
    tripId: z.coerce.number().int().positive().optional(),
    carId: z.coerce.number().int().positive().optional(),
    driverId: z.coerce.number().int().positive().optional(),
  })
  .refine(({ ticketId, tripId }) => (ticketId === undefined) !== (tripId === undefined))

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
        trips: await tripsOf(unit, language, first, last),
      }
    },
  }),
  route({
    method: 'GET',
    url: '/api/cars/board/waiting/',
    permission: 'car:Search',
    handle: ({ unit, access, language }) => waitingOf(unit, access, language),
  }),
  route({
    method: 'GET',
    url: '/api/cars/board/choices/',
    permission: 'carTrip:Change',
    query: choicesQuery,
    async handle({ unit, access, query: { ticketId, tripId, carId, driverId } }): Promise<DispatchChoices> {
      const { trip, type } =
        ticketId === undefined
          ? await wantedByTrip(unit, tripId ?? 0)
          : await wantedByTicket(unit, access, ticketId, driverId ?? null)
      const { cars, drivers } = await judgeFleet(unit, trip, carId ?? null)
      return {
        cars: cars
          .map(({ id, plateNo, brandModel, carType, seats, mileage, problem }) => ({
            id,
            plateNo,
            brandModel,
            carType,
            seats,
            mileage,
            problem,
          }))
          .sort(
            (one, other) =>
              Number(one.problem !== null) - Number(other.problem !== null) ||
              Number(one.carType !== type) - Number(other.carType !== type) ||
              one.mileage - other.mileage,
          ),
        drivers: drivers
          .map(({ id, name, licenseClass, problem }) => ({ id, name, licenseClass, problem }))
          .sort((one, other) => Number(one.problem !== null) - Number(other.problem !== null)),
      }
    },
  }),
]
