/** The form of an appointment: period, people, and what speaks against the car that is wished or dispatched (22.1). */
import { sql } from 'kysely'
import { addDays, dayOf, momentText, parseMoment } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { dispatchProblems, type PlannedTrip } from '../trips/dispatch.server.ts'
import { backfillProblems, EMERGENCY_MS, emergencyOf } from '../trips/emergencies.server.ts'
import { type Period, QUARTER_MS } from '../trips/free-time.ts'
import { isHolidayUse } from '../trips/holidays.server.ts'
import { refuseUnfit } from '../trips/reservations.server.ts'
import { openRides, refuseUnfitRide } from '../trips/shared-rides.server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_DAYS = 15

export function periodOf(form: FormData): Period | null {
  const [start, end] = [parseMoment(String(form.startAt ?? '')), parseMoment(String(form.endAt ?? ''))]
  return start && end ? { start, end } : null
}

const passengersIn = (form: FormData): readonly number[] =>
  Array.isArray(form.passengers) ? form.passengers.filter((id) => typeof id === 'number') : []

/** Heads in the car without a driver who comes besides (CAR-04). */
export const headsIn = (form: FormData): number => passengersIn(form).length + Number(form.guestCount ?? 0)

/** The trip that a form asks for with this car and driver. Who drives themselves is one of the passengers, or comes besides. */
export async function plannedTrip(
  form: FormData,
  car: number | null,
  driver: number | null,
  unit: UnitOfWork,
): Promise<PlannedTrip | null> {
  const period = periodOf(form)
  if (period === null || car === null || driver === null) return null
  const { rows } = await sql<{ userId: number | null }>`select user_id from driver where id = ${driver}`.execute(
    unit.db,
  )
  const rides = passengersIn(form).includes(rows[0]?.userId ?? 0)
  return {
    ...period,
    carId: car,
    driverId: driver,
    people: headsIn(form) + (rides ? 0 : 1),
    selfDrive: form.selfDrive === true,
    tripId: null,
  }
}

/** The trip that a dispatcher has a ticket join; null when it gets one of its own. */
export function rideOf(form: FormData, ticketId: number) {
  const [tripId, carId, driverId, period] = [
    idIn(form.shareTripId),
    idIn(form.carId),
    idIn(form.driverId),
    periodOf(form),
  ]
  if (tripId === null || carId === null || driverId === null || period === null) return null
  return { tripId, ticketId, heads: headsIn(form), ...period, carId, driverId }
}

/** A dispatcher agrees upon other hours, not upon other days: those were approved. */
async function refuseOtherDays(form: FormData, ticketId: number, unit: UnitOfWork): Promise<void> {
  const period = periodOf(form)
  const { rows } = await sql<{
    form: FormData
  }>`select form_data as form from shared_ticket where id = ${ticketId}`.execute(unit.db)
  const approved = rows[0] ? periodOf(rows[0].form) : null
  if (period === null || approved === null) return
  if (period.end <= period.start) throw new RuleError('car.endBeforeStart').at('endAt')
  if (dayOf(period.start) !== dayOf(approved.start))
    throw new RuleError('car.sameDays', dayOf(approved.start)).at('startAt')
  // A trip may come back past midnight, as an emergency may.
  if (dayOf(period.end) > addDays(dayOf(approved.end), 1))
    throw new RuleError('car.sameDays', dayOf(approved.end)).at('endAt')
}

/** What a dispatcher chose for a ticket is possible now. @throws RuleError with what speaks against it, each at its field */
export async function refuseUnfitDispatch(form: FormData, ticketId: number, unit: UnitOfWork): Promise<void> {
  await refuseOtherDays(form, ticketId, unit)
  if (form.selfDrive === true && form.selfDriverId !== form.driverId)
    throw new RuleError('car.selfDriverOnly').at('driverId')
  const ride = rideOf(form, ticketId)
  if (ride !== null) {
    await refuseUnfitRide(unit, ride.tripId, ride)
    return
  }
  const trip = await plannedTrip(form, idIn(form.carId), idIn(form.driverId), unit)
  if (trip !== null) await refuseUnfit(unit, trip)
}

/** 22.1: a trip begins later than now, ends after its start, and on quarters of an hour. */
export function periodProblems(form: FormData, now: Date): Problems {
  const period = periodOf(form)
  if (period === null) return {}
  const { start, end } = period
  const earliest = new Date(now.getTime() - (form.purpose === 'emergency' ? EMERGENCY_MS : 0))
  // The ticket of an emergency that has left is filed behind it.
  if (start < earliest && idIn(form.backfillTripId) === null)
    return problemAt('startAt', 'car.startTooEarly', momentText(earliest))
  if (end <= start) return problemAt('endAt', 'car.endBeforeStart')
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) return problemAt('endAt', 'car.tooLong', MAX_DAYS)
  if (start.getTime() % QUARTER_MS !== 0) return problemAt('startAt', 'car.quarterHours')
  return end.getTime() % QUARTER_MS === 0 ? {} : problemAt('endAt', 'car.quarterHours')
}

/** A trip out of town belongs to a business trip of the applicant that lasts as long. */
async function travelProblems(form: FormData, { unit, applicant }: FormContext): Promise<Problems> {
  const [trip, period] = [idIn(form.travelTripId), periodOf(form)]
  if (form.crossCity !== true || trip === null || period === null) return {}
  const { rows } = await sql<{ userId: number; startDate: string; endDate: string; state: string }>`
    select user_id, start_date, end_date, state from shared_travel_trip where id = ${trip}`.execute(unit.db)
  const found = rows[0]
  if (!found || found.state === 'cancelled' || ![applicant.id, ...passengersIn(form)].includes(found.userId))
    return problemAt('travelTripId', 'car.travelUnknown')
  const covers = found.startDate <= dayOf(period.start) && dayOf(period.end) <= found.endDate
  return covers ? {} : problemAt('travelTripId', 'car.travelShorter', found.startDate, found.endDate)
}

/** CAR-05, DRV-05 and the rest for somebody who drives themselves, as far as it is known before dispatch. */
async function selfDriveProblems(form: FormData, context: FormContext): Promise<Problems> {
  if (form.selfDrive !== true) return {}
  const { rows } = await sql<{ name: string; selfDrive: boolean }>`
    select name, self_drive from driver where id = ${idIn(form.selfDriverId)}::bigint`.execute(context.unit.db)
  return rows[0] && !rows[0].selfDrive ? problemAt('selfDriverId', 'rule.DRV-05', rows[0].name) : {}
}

async function nameOfDepartment(unit: UnitOfWork, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from shared_department where id = ${id}`.execute(unit.db)
  return rows[0]?.name ?? ''
}

/** Another request of the applicant for the same time, unless both name a car and it is not the same one. */
async function askedTwice(
  { start, end }: Period,
  form: FormData,
  { unit, applicant, ticketId }: FormContext,
): Promise<readonly Problem[]> {
  const car = idIn(form.preferredCarId)
  const { rows } = await sql<{ no: string; startAt: string; endAt: string }>`
    select no, form_data ->> 'startAt' as start_at, form_data ->> 'endAt' as end_at from shared_ticket
    where type = 'officialCarAppointment' and applicant_id = ${applicant.id} and status in ('running', 'handling') and deleted_at is null
      and id is distinct from ${ticketId}::bigint and form_data ->> 'startAt' < ${momentText(end)} and form_data ->> 'endAt' > ${momentText(start)}
      and (${car}::bigint is null or coalesce((form_data ->> 'preferredCarId')::bigint, ${car}::bigint) = ${car}::bigint)
    order by id limit 1`.execute(unit.db)
  return rows.map((row) => problemOf('car.askedTwice', row.no, row.startAt, row.endAt))
}

export const appointmentForm: ApplicationServer = {
  defaults: async ({ unit, applicant }) => ({
    passengers: [applicant.id],
    fromPlace: await nameOfDepartment(unit, applicant.deptId),
  }),
  // S01: a business trip that was approved asks for its car.
  async follow(source, { unit, applicant }) {
    const { rows } = await sql<{ id: number; startDate: string; endDate: string; destinations: string }>`
      select id, start_date, end_date, destinations from shared_travel_trip
      where ticket_id = ${source.id} and state in ('planned', 'ongoing') order by user_id = ${applicant.id} desc, id limit 1`.execute(
      unit.db,
    )
    const trip = rows[0]
    if (!trip) return {}
    const { rows: travellers } = await sql<{ userId: number }>`
      select user_id from shared_travel_trip where ticket_id = ${source.id} and state <> 'cancelled' order by id`.execute(
      unit.db,
    )
    return {
      crossCity: true,
      travelTripId: trip.id,
      toPlace: trip.destinations.slice(0, 100),
      startAt: `${trip.startDate} 09:00:00`,
      endAt: `${trip.endDate} 18:00:00`,
      passengers: travellers.map(({ userId }) => userId),
    }
  },
  async compute(form, { unit, applicant }) {
    const period = periodOf(form)
    const emergency = await emergencyOf(unit, idIn(form.backfillTripId), applicant.id)
    return {
      ...form,
      ...(emergency && { carId: emergency.carId, driverId: emergency.driverId }),
      heads: headsIn(form),
      holidayUse: period !== null && period.end > period.start && isHolidayUse(unit, period),
    }
  },
  async check(form, context) {
    const onPeriod = periodProblems(form, context.unit.clock.now())
    if (Object.keys(onPeriod).length > 0) return onPeriod
    return {
      ...(await backfillProblems(context.unit, idIn(form.backfillTripId), context.applicant.id)),
      ...(await travelProblems(form, context)),
      ...(await selfDriveProblems(form, context)),
    }
  },
  // The car that is wished is no reservation: what speaks against it is told, not refused.
  async warnings(form, context) {
    const { unit } = context
    const [car, driver] = [idIn(form.preferredCarId), idIn(form.selfDriverId)]
    const period = periodOf(form)
    if (period === null || idIn(form.carId) !== null) return []
    const trip = await plannedTrip(form, car, driver ?? 0, unit)
    const [ride] =
      form.selfDrive === true
        ? []
        : await openRides(unit, { ...period, toPlace: textIn(form.toPlace), heads: headsIn(form) })
    return [
      ...(await askedTwice(period, form, context)),
      ...(trip === null ? [] : ((await dispatchProblems(unit, trip)).carId ?? [])),
      ...(ride === undefined
        ? []
        : [problemOf('car.rideOffered', momentText(ride.startAt), ride.toPlace, ride.seatsLeft)]),
    ]
  },
  async reversal(form) {
    return periodOf(form) === null ? [] : [{ key: 'car.reversal', params: [String(form.startAt)] }]
  },
  async checkDecision(event, { unit }) {
    if (event.state !== 'fleetDispatch' || event.type !== 'approve') return
    if (idIn(event.form.backfillTripId) !== null) return
    await refuseUnfitDispatch(event.form, event.ticketId, unit)
  },
}
