/** What an approved appointment does to cars and drivers (22.1). */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { backfill } from '../trips/emergencies.server.ts'
import { lockFleet, refuseUnfit, reserveTrip } from '../trips/reservations.server.ts'
import { ridersOf } from '../trips/riders.server.ts'
import { joinTrip, leaveTrip } from '../trips/shared-rides.server.ts'
import { addTrip } from '../trips/trips.server.ts'
import { headsIn, plannedTrip, rideOf } from './appointment-form.server.ts'

/** What a dispatch needs of its ticket. */
type DispatchedTicket = Pick<EffectContext['ticket'], 'id' | 'deptId' | 'formData'>

/** The driver hears of the trip, and who rides along of car and time. */
async function notifyPeople(unit: UnitOfWork, ticket: DispatchedTicket, tripId: number, start: Date): Promise<void> {
  const { rows } = await sql<{ plateNo: string; userId: number | null }>`
    select c.plate_no, d.user_id from car_trip t join car c on c.id = t.car_id join driver d on d.id = t.driver_id where t.id = ${tripId}`.execute(
    unit.db,
  )
  const { plateNo = '', userId = null } = rows[0] ?? {}
  const params = [plateNo, momentText(start), textIn(ticket.formData.toPlace)]
  if (userId !== null)
    unit.notify({
      to: [userId],
      contentType: 'REMIND',
      title: { key: 'car.tripForDriver', params },
      link: '/carmanagement/car?tab=trips',
    })
  const riders = (await ridersOf(unit, tripId)).filter((rider) => rider !== userId)
  unit.notify({
    to: riders,
    contentType: 'SYSTEM',
    title: { key: 'car.tripForRider', params },
    link: `/workflow/ticket/${ticket.id}`,
  })
}

/** Takes the car and the driver of the form for the ticket (INV-05): of two dispatchers at once the second meets the reservation of the first and takes another car. */
export async function reserveFor(unit: UnitOfWork, ticket: DispatchedTicket, byUser: number | null): Promise<void> {
  const form = ticket.formData
  const [carId, driverId] = [Number(form.carId), Number(form.driverId)]
  const emergency = idIn(form.backfillTripId)
  if (emergency !== null) {
    await backfill(unit, emergency, ticket.id, headsIn(form))
    return
  }
  const ride = rideOf(form, ticket.id)
  if (ride !== null) {
    await joinTrip(unit, ride.tripId, ride)
    await notifyPeople(unit, ticket, ride.tripId, ride.start)
    return
  }
  await lockFleet(unit, [carId], [driverId])
  const trip = await plannedTrip(form, carId, driverId, unit)
  if (trip === null) throw new RuleError('car.periodInvalid').at('startAt')
  await refuseUnfit(unit, trip)
  const id = await addTrip(unit, {
    ...trip,
    ticketId: ticket.id,
    heads: headsIn(form),
    deptId: ticket.deptId,
    purpose: textIn(form.purpose),
    fromPlace: textIn(form.fromPlace),
    toPlace: textIn(form.toPlace),
    viaPlaces: textIn(form.viaPlaces) || null,
    byUser,
  })
  await reserveTrip(unit, id, trip)
  await notifyPeople(unit, ticket, id, trip.start)
}

/** onApprove. */
const reserve: EffectRun = ({ unit, ticket, actorId }) => reserveFor(unit, ticket, actorId)

/** onVoidApproved: before the departure car and driver are free again; a trip under way is not undone. */
const release: EffectRun = async ({ unit, ticket, comment }) => {
  await sql`delete from car_undispatched where ticket_id = ${ticket.id}`.execute(unit.db)
  const { rows } = await sql<{ id: number; no: string; state: string }>`
    select t.id, t.no, t.state from car_trip t join car_trip_ticket l on l.trip_id = t.id where l.ticket_id = ${ticket.id} order by t.id`.execute(
    unit.db,
  )
  for (const { id, no, state } of rows) {
    if (state === 'cancelled') continue
    if (state !== 'reserved') throw new RuleError('car.alreadyDeparted', no)
    await leaveTrip(unit, id, ticket.id, comment.slice(0, 200) || ticket.no)
  }
}

export const appointmentEffects = {
  'car.reserve': effect(['carId', 'driverId'], reserve),
  'car.release': effect([], release),
} as const
