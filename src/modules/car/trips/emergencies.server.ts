/** CAR-07: an emergency leaves without a ticket, which is filed within a day. */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText, parseMoment } from '#src/define/days.ts'
import { type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { PlannedTrip } from './dispatch.server.ts'
import { isHolidayUse } from './holidays.server.ts'
import { lockFleet, refuseUnfit, reserveTrip } from './reservations.server.ts'
import { offerTrip, type SupervisedTrip } from './supervised.server.ts'
import { nextNo } from './trips.server.ts'

const HOUR_MS = 3_600_000
/** An emergency may be entered when it is already under way. */
export const EMERGENCY_MS = 2 * HOUR_MS
const BACKFILL_MS = 24 * HOUR_MS
const APPOINTMENT = '/workflow/officialCar/officialCarAppointment'

const momentIn = (values: FormData, field: string): Date => {
  const moment = parseMoment(String(values[field]))
  if (moment === null) throw new RuleError('car.periodInvalid').at(field)
  return moment
}

const plannedIn = (values: FormData): PlannedTrip => ({
  carId: Number(values.carId),
  driverId: Number(values.driverId),
  start: momentIn(values, 'startAt'),
  end: momentIn(values, 'endAt'),
  people: Number(values.people),
  selfDrive: false,
  tripId: null,
})

async function prepared(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const trip = plannedIn(values)
  const now = unit.clock.now()
  const earliest = new Date(now.getTime() - EMERGENCY_MS)
  if (trip.start < earliest) throw new RuleError('car.startTooEarly', momentText(earliest)).at('startAt')
  if (trip.end <= trip.start || trip.end <= now) throw new RuleError('car.endBeforeStart').at('endAt')
  await lockFleet(unit, [trip.carId], [trip.driverId])
  await refuseUnfit(unit, trip)
  const { rows } = await sql<{ deptId: number; driverUserId: number | null }>`
    select u.dept_id, d.user_id as driver_user_id from shared_app_user u, driver d where u.id = ${Number(values.requesterId)} and d.id = ${trip.driverId}`.execute(
    unit.db,
  )
  return {
    ...values,
    ...rows[0],
    no: await nextNo(unit),
    purpose: 'emergency',
    state: 'reserved',
    selfDrive: false,
    holidayUse: isHolidayUse(unit, trip),
    backfillDue: momentText(new Date(now.getTime() + BACKFILL_MS)),
  }
}

/** The trips of the record: an emergency takes car and driver as every other entry does. */
export const emergencyServer = {
  /** Emergencies whose ticket a person still owes. */
  pickable: (access: Access) => sql<SqlBool>`r.requester_id = ${access.userId} and r.backfill_due is not null`,
  beforeCreate: (values, unit) => prepared(values, unit),
  async afterWrite(row, unit) {
    await reserveTrip(unit, row.id, plannedIn(row as FormData))
    const params = [String(row.no), String(row.toPlace), String(row.backfillDue)]
    unit.notify({
      to: [Number(row.requesterId)],
      contentType: 'REMIND',
      title: { key: 'car.backfillDue', params },
      link: APPOINTMENT,
    })
    if (typeof row.driverUserId === 'number')
      unit.notify({
        to: [row.driverUserId],
        contentType: 'REMIND',
        title: { key: 'car.emergencyForDriver', params: [String(row.no), String(row.startAt), String(row.toPlace)] },
        link: '/carmanagement/car?tab=today',
      })
  },
} satisfies RecordServer

interface Emergency {
  readonly id: number
  readonly carId: number
  readonly driverId: number
}

/** The emergency that a ticket is filed for, while its ticket is due; null when there is none. */
export async function emergencyOf(
  unit: UnitOfWork,
  tripId: number | null,
  applicantId: number,
): Promise<Emergency | null> {
  if (tripId === null) return null
  const { rows } = await sql<Emergency>`
    select id, car_id, driver_id from car_trip where id = ${tripId} and requester_id = ${applicantId} and backfill_due is not null and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

export async function backfillProblems(
  unit: UnitOfWork,
  tripId: number | null,
  applicantId: number,
): Promise<Problems> {
  if (tripId === null) return {}
  return (await emergencyOf(unit, tripId, applicantId)) === null
    ? problemAt('backfillTripId', 'car.backfillUnknown')
    : {}
}

/** The approved ticket belongs to its emergency from now on. */
export async function backfill(unit: UnitOfWork, tripId: number, ticketId: number, heads: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update car_trip set backfill_due = null, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${tripId} and backfill_due is not null returning id`.execute(unit.db)
  if (!rows[0]) throw new RuleError('car.backfillUnknown').at('backfillTripId')
  await sql`insert into car_trip_ticket (trip_id, ticket_id, people) values (${tripId}, ${ticketId}, ${heads})`.execute(
    unit.db,
  )
  unit.changed('carTrip', tripId)
}

interface OpenBackfill extends SupervisedTrip {
  readonly requesterId: number
  readonly backfillDue: Date
}

/** Tickets that are overdue are asked for every morning, with the fleet, and put before supervision; it looks at what is so now, so a missed run is made up for by the next. */
export async function remindOfBackfills(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<OpenBackfill>`
    select t.id, t.no, t.to_place, t.requester_id, t.requester_id as handler_id, u.dept_id, t.backfill_due
    from car_trip t join shared_app_user u on u.id = t.requester_id
    where t.backfill_due < ${unit.clock.now()}::timestamptz and t.deleted_at is null order by t.backfill_due, t.id`.execute(
    unit.db,
  )
  const managers = rows.length > 0 ? await unit.usersWithRole('fleetManager') : []
  for (const trip of rows) {
    const title = problemOf('car.backfillOverdue', trip.no, momentText(trip.backfillDue))
    unit.notify({ to: [...new Set([trip.requesterId, ...managers])], contentType: 'REMIND', title, link: APPOINTMENT })
    await offerTrip(unit, 'carBackfill', trip, title)
  }
}

export const backfillJob: JobDefinition = {
  name: 'car.backfills',
  every: { at: '08:30', missed: 'once' },
  run: remindOfBackfills,
}
