/** What the workbench tells of the fleet: cars by state with today's trips, and papers that end (10.2). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, momentText, parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { CarDay, CarsToday, ExpiringPaper, ExpiringPapers } from './fleet.types.ts'

/** Cars and papers that are named; the lists have the rest. */
const NAMED = 6

/** Cars (alias `c`) the reader may see, so that a count is that of the list behind it (HOM-02). */
const reached = (access: Access) => reachedBy(access, 'car:Search', { department: 'c.dept_id' })

async function carsToday(unit: UnitOfWork, access: Access): Promise<CarsToday> {
  const today = unit.clock.today()
  const [from, until] = [parseMoment(today), parseMoment(addDays(today, 1))]
  if (from === null || until === null) throw notFound()
  const mine = reached(access)
  const { rows: states } = await sql<Pick<CarsToday, 'idle' | 'inUse' | 'repairing'>>`
    select count(*) filter (where c.status = 'idle' and not is_out)::int as idle, count(*) filter (where c.status = 'idle' and is_out)::int as in_use,
      count(*) filter (where c.status = 'repairing')::int as repairing
    from car c cross join lateral (select exists (select from car_trip t where t.car_id = c.id and t.state in ('departed', 'overdue')) as is_out) trips
    where c.deleted_at is null and ${mine}`.execute(unit.db)
  const { rows } = await sql<{ id: number; plateNo: string; tripId: number; startAt: Date; endAt: Date }>`
    select c.id, c.plate_no, t.id as trip_id, t.start_at, t.end_at from car_trip t join car c on c.id = t.car_id
    where t.start_at < ${until} and t.end_at > ${from} and t.state <> 'cancelled' and t.deleted_at is null and c.deleted_at is null and ${mine}
    order by t.start_at, t.id`.execute(unit.db)
  const cars = new Map<number, CarDay>()
  for (const { id, plateNo, tripId, startAt, endAt } of rows) {
    const trip = { id: tripId, startAt: momentText(startAt), endAt: momentText(endAt) }
    cars.set(id, { id, plateNo, trips: [...(cars.get(id)?.trips ?? []), trip] })
  }
  const counts = states[0] ?? { idle: 0, inUse: 0, repairing: 0 }
  return { today, ...counts, cars: [...cars.values()].slice(0, NAMED) }
}

async function expiring(unit: UnitOfWork, access: Access, language: Language): Promise<ExpiringPapers> {
  const until = addDays(unit.clock.today(), unit.settings.number('car.dueDays'))
  const ofCars = sql`c.deleted_at is null and c.status <> 'scrapped' and ${reached(access)}`
  const { rows } = await sql<ExpiringPaper & { count: number }>`
    select kind, id, name, day, count(*) over (partition by kind)::int as count from (
      select 'insurance' as kind, c.id, c.plate_no as name, c.insurance_due as day from car c where c.insurance_due <= ${until}::date and ${ofCars}
      union all select 'inspection', c.id, c.plate_no, c.inspection_due from car c where c.inspection_due <= ${until}::date and ${ofCars}
      union all select 'licence', d.id, coalesce(${namedIn(language, 'u')}, d.name), d.valid_to from driver d left join shared_app_user u on u.id = d.user_id
        where d.valid_to <= ${until}::date and d.deleted_at is null and ${reachedBy(access, 'driver:Search', { department: 'd.dept_id', owner: 'd.user_id' })}) papers
    order by day, kind, id`.execute(unit.db)
  const countOf = (kind: ExpiringPaper['kind']): number => rows.find((row) => row.kind === kind)?.count ?? 0
  return {
    until,
    insurance: countOf('insurance'),
    inspection: countOf('inspection'),
    licence: countOf('licence'),
    first: rows.slice(0, NAMED).map(({ count: _count, ...paper }) => paper),
  }
}

export const fleetRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/cars/today/',
    permission: 'car:Search',
    handle: ({ unit, access }) => carsToday(unit, access),
  }),
  route({
    method: 'GET',
    url: '/api/cars/expiring/',
    permission: 'car:Search',
    handle: ({ unit, access, language }) => expiring(unit, access, language),
  }),
]
