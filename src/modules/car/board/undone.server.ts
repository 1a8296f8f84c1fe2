/** Undo of a dispatch (90 B 1): the approval of the ticket stands, the trip is cancelled, and the request waits for a car again. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { reserveFor } from '../appointment/appointment-effects.server.ts'
import { refuseUnfitDispatch } from '../appointment/appointment-form.server.ts'
import { leaveTrip } from '../trips/shared-rides.server.ts'
import { MIN_REASON } from '../trips/trip-record.ts'

interface TripOfTicket {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly startAt: Date
  readonly applicantId: number
}

/** Takes the car from an approved ticket. @throws RuleError `car.alreadyDeparted`; not found for a ticket without a trip within reach */
async function undo(unit: UnitOfWork, access: Access, ticketId: number, reason: string): Promise<void> {
  await unit.service(ticketActions).lock(ticketId)
  const { rows } = await sql<TripOfTicket>`
    select t.id, t.no, t.state, t.start_at, k.applicant_id from car_trip_ticket l join car_trip t on t.id = l.trip_id join shared_ticket k on k.id = l.ticket_id
    where l.ticket_id = ${ticketId} and t.state <> 'cancelled' and t.deleted_at is null and ${reachedBy(access, 'carTrip:Cancel', { department: 't.dept_id' })}
    order by t.id desc limit 1`.execute(unit.db)
  const [trip] = rows
  if (trip === undefined) throw notFound()
  if (trip.state !== 'reserved') throw new RuleError('car.alreadyDeparted', trip.no)
  await leaveTrip(unit, trip.id, ticketId, reason, 'car.dispatchUndone')
  await sql`
    insert into car_undispatched (ticket_id, reason, by_user, at) values (${ticketId}, ${reason}, ${access.userId}, ${unit.clock.now()}::timestamptz)`.execute(
    unit.db,
  )
  unit.changed('ticket', ticketId)
}

interface WaitingTicket {
  readonly id: number
  readonly no: string
  readonly deptId: number
  readonly applicantId: number
  readonly formData: FormData
}

/** Ends the waiting of a ticket whose dispatch was undone; of two dispatchers the second finds it gone. @throws RuleError `car.requestGone` */
async function takeWaiting(
  unit: UnitOfWork,
  access: Access,
  ticketId: number,
  permission: 'carTrip:Dispatch' | 'carTrip:Cancel',
): Promise<WaitingTicket> {
  await unit.service(ticketActions).lock(ticketId)
  const { rows } = await sql<WaitingTicket>`
    delete from car_undispatched u using shared_ticket t
    where u.ticket_id = ${ticketId} and t.id = u.ticket_id and ${reachedBy(access, permission, { department: 't.dept_id' })}
    returning t.id, t.no, t.dept_id, t.applicant_id, t.form_data`.execute(unit.db)
  const [ticket] = rows
  if (ticket !== undefined) {
    unit.changed('ticket', ticketId)
    return ticket
  }
  if (await unit.service(ticketActions).sees(ticketId, access)) throw new RuleError('car.requestGone')
  throw notFound()
}

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const reason = z.string().overwrite(trimText).min(MIN_REASON).max(200)
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const undoneRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/cars/board/undo/',
    permission: 'carTrip:Cancel',
    operation: operation('car.undoDispatch', { of: 'ticket', body: 'ticketIds' }),
    body: z.strictObject({ ticketIds: z.array(id).min(1).max(20), reason }),
    async handle({ unit, access, body }) {
      const ticketIds = [...new Set(body.ticketIds)].sort((one, other) => one - other)
      for (const ticketId of ticketIds) await undo(unit, access, ticketId, body.reason)
      return { undone: ticketIds.length }
    },
  }),
  route({
    method: 'POST',
    url: '/api/cars/board/dispatch/',
    permission: 'carTrip:Dispatch',
    operation: operation('car.dispatchAgain', { of: 'ticket', body: 'ticketId' }),
    body: z.strictObject({
      ticketId: id,
      carId: id,
      driverId: id,
      startAt: moment,
      endAt: moment,
      shareTripId: id.optional(),
    }),
    async handle({ unit, access, body: { ticketId, ...choice } }) {
      const ticket = await takeWaiting(unit, access, ticketId, 'carTrip:Dispatch')
      const formData = { ...ticket.formData, shareTripId: null, backfillTripId: null, ...choice }
      await refuseUnfitDispatch(formData, ticketId, unit)
      await reserveFor(unit, { ...ticket, formData }, access.userId)
      return { ticketId }
    },
  }),
  route({
    method: 'POST',
    url: '/api/cars/board/give_up/',
    permission: 'carTrip:Cancel',
    operation: operation('car.giveUpRequest', { of: 'ticket', body: 'ticketId' }),
    body: z.strictObject({ ticketId: id, reason }),
    async handle({ unit, access, body }) {
      const ticket = await takeWaiting(unit, access, body.ticketId, 'carTrip:Cancel')
      unit.notify({
        to: [ticket.applicantId],
        contentType: 'SYSTEM',
        title: { key: 'car.requestGivenUp', params: [ticket.no, body.reason] },
        link: `/workflow/ticket/${ticket.id}`,
      })
      return { ticketId: ticket.id }
    },
  }),
]
