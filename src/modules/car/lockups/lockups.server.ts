/** Holiday lock-ups: which cars stand sealed over a time, and trips that stand in the way of sealing them. */
import { type RawBuilder, sql } from 'kysely'
import { addDays, momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

/** Whether lock-up `l` leaves car `c` on the road. */
export const isExempt = (car: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`l.exempt @> jsonb_build_array(jsonb_build_object('carId', ${car}))`

export interface Lockup {
  readonly carId: number
  readonly name: string
  readonly startDate: string
  readonly endDate: string
}

/** Cars that stand sealed on any of these days, the first lock-up of each. */
export async function lockupsOf(unit: UnitOfWork, from: string, to: string): Promise<readonly Lockup[]> {
  const { rows } = await sql<Lockup>`
    select c.id as car_id, l.name, l.start_date, l.end_date from car_lockup l join car c on c.deleted_at is null and c.status <> 'scrapped'
    where l.deleted_at is null and l.start_date <= ${to}::date and l.end_date >= ${from}::date and not ${isExempt(sql`c.id`)}
    order by l.start_date, l.id, c.id`.execute(unit.db)
  return rows
}

async function checked(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const [from, to] = [String(values.startDate), String(values.endDate)]
  const [first, behind] = [parseMoment(from), parseMoment(addDays(to, 1))]
  if (to < from || first === null || behind === null) throw new RuleError('car.lockupEnds').at('endDate')
  // Dispatchers lock their car first, so none of them dispatches while it is sealed.
  await sql`select id from car where deleted_at is null and status <> 'scrapped' order by id for update`.execute(
    unit.db,
  )
  const exempt = rowsOf(values.exempt).map(({ carId }) => Number(carId))
  const { rows } = await sql<{ no: string; plateNo: string; start: Date; count: number }>`
    select t.no, c.plate_no, t.start_at as start, count(*) over ()::int as count from car_trip t join car c on c.id = t.car_id
    where t.state in ('reserved', 'departed', 'overdue') and t.deleted_at is null and t.car_id <> all(${exempt}::bigint[])
      and t.start_at < ${behind}::timestamptz and t.end_at > ${first}::timestamptz
    order by t.start_at limit 1`.execute(unit.db)
  const [trip] = rows
  if (trip)
    throw new RuleError('car.lockupConflict', trip.count, trip.no, trip.plateNo, momentText(trip.start)).at('exempt')
  return values
}

export const lockupServer: RecordServer = {
  beforeCreate: (values, unit) => checked(values, unit),
  beforeUpdate: (values, _row, unit) => checked(values, unit),
  async afterWrite(_row, unit) {
    // The board shows sealed cars beside their trips.
    unit.changed('carTrip', null)
  },
}
