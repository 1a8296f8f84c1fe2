/** CAR-39: a violation belongs to the trip that covers its time; without one the fleet names the driver. */
import { sql } from 'kysely'
import { momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'

async function matched(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const at = parseMoment(String(values.happenedAt ?? ''))
  const now = unit.clock.now()
  if (at === null || at > now) throw new RuleError('car.violationLater', momentText(now)).at('happenedAt')
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

export const violationServer: RecordServer = {
  beforeCreate: (values, unit) => matched(values, unit),
  beforeUpdate: (values, _row, unit) => matched(values, unit),
}
