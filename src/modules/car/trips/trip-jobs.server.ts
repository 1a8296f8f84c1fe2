/** Trips that are late (CAR-33). The job looks at what is so now, so that a missed run is made up for by the next. */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'

/** CAR-33: minutes after its end at which a trip counts as overdue. */
const OVERDUE_AFTER_MINUTES = 60
const MINUTE_MS = 60_000

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

export const tripJobs: readonly JobDefinition[] = [{ name: 'car.overdue', every: { minutes: 10 }, run: markOverdue }]
