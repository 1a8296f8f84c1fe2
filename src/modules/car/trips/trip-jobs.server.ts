/** Trips that are late and papers that end (CAR-33 to CAR-35). Both look at what is so now, so that a missed run is made up for by the next. */
import { sql } from 'kysely'
import { addDays, daysBetween, momentText } from '#src/define/days.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'

/** CAR-33: minutes after its end at which a trip counts as overdue. */
const OVERDUE_AFTER_MINUTES = 60
const MINUTE_MS = 60_000
/** CAR-34: days before its end on which a paper is told of. */
const REMIND_DAYS_BEFORE = [30, 15, 7, 1]

export async function markOverdue(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const limit = new Date(now.getTime() - OVERDUE_AFTER_MINUTES * MINUTE_MS)
  const { rows } = await sql<{ id: number; no: string; endAt: Date; driverUserId: number | null }>`
    update car_trip set state = 'overdue', updated_at = ${now}, version = version + 1
    where state = 'departed' and end_at < ${limit}::timestamptz returning id, no, end_at, driver_user_id`.execute(
    unit.db,
  )
  const managers = rows.length > 0 ? await unit.holding('fleetManager') : []
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

interface Paper {
  readonly plateNo: string
  readonly kind: 'car.insuranceEnds' | 'car.inspectionEnds'
  readonly due: string
}

export async function tellOfPapers(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const days = REMIND_DAYS_BEFORE.map((before) => addDays(today, before))
  const { rows } = await sql<Paper>`
    select plate_no, 'car.insuranceEnds' as kind, insurance_due as due from car
      where insurance_due = any(${days}::date[]) and status <> 'scrapped' and deleted_at is null
    union all
    select plate_no, 'car.inspectionEnds', inspection_due from car
      where inspection_due = any(${days}::date[]) and status <> 'scrapped' and deleted_at is null
    order by 1, 2`.execute(unit.db)
  const managers = rows.length > 0 ? await unit.holding('fleetManager') : []
  for (const { plateNo, kind, due } of rows)
    unit.notify({
      to: managers,
      contentType: 'REMIND',
      title: { key: kind, params: [plateNo, due, daysBetween(today, due)] },
      link: '/carmanagement/car',
    })
}

export const tripJobs: readonly JobDefinition[] = [
  { name: 'car.overdue', every: { minutes: 10 }, run: markOverdue },
  { name: 'car.papers', every: { at: '08:00', missed: 'skip' }, run: tellOfPapers },
]
