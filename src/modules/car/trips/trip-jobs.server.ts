/** Trips that are late (CAR-33) and those on days off (CAR-36). The jobs look at what is so now, so that a missed run is made up for by the next. */
import { sql } from 'kysely'
import { addDays, momentText } from '#src/define/days.ts'
import { problemOf } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { offerTrip, type SupervisedTrip } from './supervised.server.ts'

/** CAR-33: minutes after its end at which a trip counts as overdue. */
const OVERDUE_AFTER_MINUTES = 60
const MINUTE_MS = 60_000

/** CAR-33: who dispatches and who drives hear of a trip that is late. */
export async function markOverdue(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const limit = new Date(now.getTime() - OVERDUE_AFTER_MINUTES * MINUTE_MS)
  const { rows } = await sql<{ id: number; no: string; endAt: Date; driverUserId: number | null }>`
    update car_trip set state = 'overdue', updated_at = ${now}, version = version + 1
    where state = 'departed' and end_at < ${limit}::timestamptz returning id, no, end_at, driver_user_id`.execute(
    unit.db,
  )
  const managers = rows.length > 0 ? await unit.usersWithRole('fleetManager') : []
  for (const { id, no, endAt, driverUserId } of rows) {
    unit.changed('carTrip', id)
    unit.notify({
      to: [...new Set([...managers, ...(driverUserId === null ? [] : [driverUserId])])],
      contentType: 'REMIND',
      title: { key: 'car.overdue', params: [no, momentText(endAt)] },
      link: '/carmanagement/car?tab=trips',
    })
  }
}

/** Hours after its end at which a trip that is still under way is a matter of supervision (decision 0083). */
const SUPERVISE_AFTER_HOURS = 24
const HOUR_MS = 3_600_000

/** CAR-33: a vehicle that is not back a day after its trip ended is put before supervision, once. Its driver answers for it, who may be of another department than the passengers. */
export async function offerUnreturned(unit: UnitOfWork): Promise<void> {
  const limit = new Date(unit.clock.now().getTime() - SUPERVISE_AFTER_HOURS * HOUR_MS)
  const { rows } = await sql<SupervisedTrip & { readonly endAt: Date }>`
    select t.id, t.no, t.to_place, t.end_at, t.driver_user_id as handler_id, coalesce(u.dept_id, t.dept_id) as dept_id
    from car_trip t left join shared_app_user u on u.id = t.driver_user_id
    where t.state = 'overdue' and t.end_at <= ${limit}::timestamptz order by t.end_at, t.id`.execute(unit.db)
  for (const trip of rows)
    await offerTrip(unit, 'carReturn', trip, problemOf('car.overdue', trip.no, momentText(trip.endAt)))
}

/** Days back in which trips follow the calendar; older uses have been reported. */
const FOLLOWED_DAYS = 400

/** CAR-36: whether a trip was on a day off follows the calendar, also where a holiday is entered or taken back after the dispatch. */
export async function followCalendar(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update car_trip t set holiday_use = found.is_off, updated_at = ${unit.clock.now()}::timestamptz, version = t.version + 1
    from (select id, exists (
        select from generate_series((start_at at time zone 'Asia/Shanghai')::date, (end_at at time zone 'Asia/Shanghai')::date, interval '1 day') d(day)
          left join shared_calendar_day special on special.day = d.day::date
        where coalesce(special.kind = 'holiday', extract(isodow from d.day) > 5)) as is_off
      from car_trip where start_at >= ${addDays(unit.clock.today(), -FOLLOWED_DAYS)}::date) found
    where found.id = t.id and t.holiday_use <> found.is_off returning t.id`.execute(unit.db)
  for (const { id } of rows) unit.changed('carTrip', id)
}

export const tripJobs: readonly JobDefinition[] = [
  {
    name: 'car.overdue',
    every: { minutes: 10 },
    async run(unit) {
      await markOverdue(unit)
      await offerUnreturned(unit)
    },
  },
  { name: 'car.holidayUse', every: { at: '00:40', missed: 'once' }, run: followCalendar },
]
