/** Ratings of trips by those who rode along (90 B 1). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { LOW_SCORE, NOTE_LENGTH } from '#src/define/forms/rating.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import { passengersOf } from '../trips/riders.server.ts'
import type { TicketTrip } from './rating.types.ts'

const HOUR_MS = 3_600_000

/** Passengers of a trip that came back are asked for their rating; the driver is none of them. */
export async function askForRatings(
  unit: UnitOfWork,
  trip: { readonly id: number; readonly no: string; readonly driverUserId: number | null },
): Promise<void> {
  const hours = unit.settings.number('car.ratingHours')
  for (const { ticketId, userId } of await passengersOf(unit, trip.id))
    if (userId !== trip.driverUserId)
      unit.notify({
        to: [userId],
        contentType: 'SYSTEM',
        title: { key: 'car.ratingAsked', params: [trip.no, hours] },
        link: `/workflow/ticket/${ticketId}`,
      })
}

interface TripRow extends Omit<TicketTrip, 'startAt' | 'endAt' | 'departedAt' | 'returnedAt' | 'rating' | 'rateUntil'> {
  readonly id: number
  readonly driverId: number
  readonly driverUserId: number | null
  readonly driverDeptId: number
  readonly startAt: Date
  readonly endAt: Date
  readonly departedAt: Date | null
  readonly returnedAt: Date | null
  readonly score: number | null
  readonly note: string | null
}

async function tripOfTicket(unit: UnitOfWork, ticketId: number, userId: number): Promise<TripRow | null> {
  const { rows } = await sql<TripRow>`
    select t.id, t.no, t.state, c.plate_no, c.brand_model, d.name as driver, d.mobile, t.driver_id, t.driver_user_id, d.dept_id as driver_dept_id, t.start_at, t.end_at,
      t.departed_at, t.returned_at, u.reason as undone_reason, r.score, r.note
    from car_trip_ticket l join car_trip t on t.id = l.trip_id join car c on c.id = t.car_id join driver d on d.id = t.driver_id
      left join car_trip_rating r on r.trip_id = t.id and r.user_id = ${userId} left join car_undispatched u on u.ticket_id = l.ticket_id
    where l.ticket_id = ${ticketId} and t.deleted_at is null order by t.state = 'cancelled', t.id desc limit 1`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

const rateUntil = (unit: UnitOfWork, returnedAt: Date): Date =>
  new Date(returnedAt.getTime() + unit.settings.number('car.ratingHours') * HOUR_MS)

async function isPassenger(unit: UnitOfWork, { id, driverUserId }: TripRow, userId: number): Promise<boolean> {
  return userId !== driverUserId && (await passengersOf(unit, id)).some((one) => one.userId === userId)
}

async function shown(unit: UnitOfWork, { userId }: Access, trip: TripRow): Promise<TicketTrip> {
  const { id: _, driverId: __, driverUserId: ___, driverDeptId: ____, score, note, ...row } = trip
  const until = row.returnedAt === null ? null : rateUntil(unit, row.returnedAt)
  const mayRate =
    score === null && until !== null && until > unit.clock.now() && (await isPassenger(unit, trip, userId))
  return {
    ...row,
    startAt: momentText(row.startAt),
    endAt: momentText(row.endAt),
    departedAt: row.departedAt && momentText(row.departedAt),
    returnedAt: row.returnedAt && momentText(row.returnedAt),
    rating: score === null ? null : { score, note: note ?? '' },
    rateUntil: mayRate && until !== null ? momentText(until) : null,
  }
}

async function rate(
  unit: UnitOfWork,
  { userId }: Access,
  trip: TripRow,
  { score, note }: { readonly score: number; readonly note: string },
): Promise<void> {
  if (!(await isPassenger(unit, trip, userId))) throw permissionDenied()
  if (trip.returnedAt === null) throw new RuleError('car.ratingTooEarly', trip.no)
  const until = rateUntil(unit, trip.returnedAt)
  if (until < unit.clock.now()) throw new RuleError('car.ratingTooLate', momentText(until))
  if (score <= LOW_SCORE && note === '') throw new RuleError('car.ratingNoteNeeded', LOW_SCORE).at('note')
  const now = unit.clock.now()
  const { rows } = await sql`
    insert into car_trip_rating (trip_id, driver_id, user_id, dept_id, score, note, rated_at, created_at, created_by, updated_at)
    values (${trip.id}, ${trip.driverId}, ${userId}, ${trip.driverDeptId}, ${score}, ${note || null}::text, ${now}::timestamptz, ${now}::timestamptz, ${userId}, ${now}::timestamptz)
    on conflict on constraint car_trip_rating_once do nothing returning id`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('car.ratingTwice')
  unit.changed('carTripRating', null)
  unit.changed('driver', trip.driverId)
}

const params = z.object({ id: z.coerce.number().int().positive() })

export const ratingRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/cars/ticket/:id/',
    permission: 'signedIn',
    params,
    async handle({ unit, access, params: { id } }) {
      if (!(await unit.service(ticketActions).sees(id, access))) throw notFound()
      const trip = await tripOfTicket(unit, id, access.userId)
      return trip === null ? null : shown(unit, access, trip)
    },
  }),
  route({
    method: 'POST',
    url: '/api/cars/ticket/:id/rating/',
    permission: 'signedIn',
    operation: { text: 'car.rate' },
    params,
    body: z.strictObject({
      score: z.number().int().min(1).max(5),
      note: z.union([z.literal(''), z.string().overwrite(trimText).min(NOTE_LENGTH.min).max(NOTE_LENGTH.max)]),
    }),
    async handle({ unit, access, params: { id }, body }) {
      if (!(await unit.service(ticketActions).sees(id, access))) throw notFound()
      const trip = await tripOfTicket(unit, id, access.userId)
      if (trip === null) throw notFound()
      await rate(unit, access, trip, body)
      return { score: body.score }
    },
  }),
]
