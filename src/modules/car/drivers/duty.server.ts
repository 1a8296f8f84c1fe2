/** Roster and training belong to the department of their driver; a day has one shift. */
import { sql } from 'kysely'
import { addDays, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { lockFleet } from '../trips/reservations.server.ts'

async function withDepartment(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from driver where id = ${Number(values.driverId)} and deleted_at is null`.execute(unit.db)
  if (!rows[0]) throw new RuleError('driver.unknown').at('driverId')
  return { ...values, deptId: rows[0].deptId }
}

async function checkedDuty(values: FormData, unit: UnitOfWork, exceptId: number | null): Promise<FormData> {
  const [driverId, day] = [Number(values.driverId), String(values.day)]
  await lockFleet(unit, [], [driverId])
  const { rows: twice } = await sql<{ name: string }>`
    select d.name from driver_duty u join driver d on d.id = u.driver_id
    where u.driver_id = ${driverId} and u.day = ${day}::date and u.deleted_at is null and u.id is distinct from ${exceptId}::bigint`.execute(
    unit.db,
  )
  if (twice[0]) throw new RuleError('driver.dutyTwice', twice[0].name, day).at('day')
  // Trips of the day are re-dispatched before it becomes a day off.
  const { rows: trips } = await sql<{ no: string; count: number }>`
    select min(no) as no, count(*)::int as count from car_trip where driver_id = ${driverId} and state in ('reserved', 'departed', 'overdue') and deleted_at is null
      and start_at < ${parseMoment(addDays(day, 1))}::timestamptz and end_at > ${parseMoment(day)}::timestamptz`.execute(
    unit.db,
  )
  if (values.shift === 'off' && trips[0] && trips[0].count > 0)
    throw new RuleError('driver.dutyHasTrips', trips[0].count, trips[0].no).at('shift')
  return withDepartment(values, unit)
}

export const dutyServer: RecordServer = {
  beforeCreate: (values, unit) => checkedDuty(values, unit, null),
  beforeUpdate: (values, row, unit) => checkedDuty(values, unit, row.id),
}

export const trainingServer: RecordServer = {
  beforeCreate: (values, unit) => withDepartment(values, unit),
  beforeUpdate: (values, _row, unit) => withDepartment(values, unit),
}
