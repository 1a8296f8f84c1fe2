/** Who drove a car at a moment (CAR-39): asked by violations and accidents alike. */
import { sql } from 'kysely'
import { momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'

/**
 * The values with department, trip and driver of the trip that covers `happenedAt`; a driver who is given counts.
 * @throws RuleError for a time after now, and where no trip covers it and no driver is given
 */
export async function withCoveringTrip(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const at = parseMoment(String(values.happenedAt ?? ''))
  const now = unit.clock.now()
  if (at === null || at > now) throw new RuleError('car.happenedLater', momentText(now)).at('happenedAt')
  const { rows } = await sql<{ deptId: number; tripId: number | null; driverId: number | null }>`
    select c.dept_id, t.id as trip_id, t.driver_id from car c
      left join lateral (select id, driver_id from car_trip where car_id = c.id and departed_at <= ${at}::timestamptz and coalesce(returned_at, ${now}::timestamptz) >= ${at}::timestamptz
        and state <> 'cancelled' order by departed_at desc limit 1) t on true
    where c.id = ${Number(values.carId)}`.execute(unit.db)
  const { deptId = null, tripId = null, driverId = null } = rows[0] ?? {}
  if (typeof values.driverId !== 'number' && driverId === null)
    throw new RuleError('rule.CAR-39', momentText(at)).at('driverId')
  return { ...values, deptId, tripId, driverId: values.driverId ?? driverId }
}
