/** What a driver does today: trips that begin or end on it, and those that are still out. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { blankChecks } from '../checks/checks.server.ts'
import { atRisk } from '../trips/trips.server.ts'
import type { OwnTrip } from './own.types.ts'

interface TripRow extends Omit<OwnTrip, 'startAt' | 'endAt' | 'applicant' | 'isAtRisk' | 'checks'> {
  readonly startAt: Date
  readonly endAt: Date
  readonly applicantId: number | null
}

async function ownTrips(unit: UnitOfWork, { userId }: Access, language: Language): Promise<readonly OwnTrip[]> {
  const today = unit.clock.today()
  const { rows } = await sql<TripRow>`
    select t.id, t.no, t.version, t.state, c.plate_no, c.mileage as car_km, t.mileage_out, coalesce(k.applicant_id, t.requester_id) as applicant_id, coalesce(p.mobile, '') as mobile, t.from_place, t.to_place,
      coalesce(t.via_places, '') as via_places, t.start_at, t.end_at, t.people, t.defect
    from car_trip t join car c on c.id = t.car_id
      left join lateral (select ticket_id from car_trip_ticket where trip_id = t.id order by ticket_id limit 1) l on true
      left join shared_ticket k on k.id = l.ticket_id left join shared_app_user_personal p on p.id = coalesce(k.applicant_id, t.requester_id)
    where t.driver_user_id = ${userId} and t.deleted_at is null and (t.state in ('departed', 'overdue')
      or (t.state in ('reserved', 'returned') and (t.start_at at time zone 'Asia/Shanghai')::date <= ${today}::date and (t.end_at at time zone 'Asia/Shanghai')::date >= ${today}::date))
    order by t.state = 'returned', t.start_at`.execute(unit.db)
  const names = await unit.namesOf(
    rows.map(({ applicantId }) => applicantId),
    language,
  )
  const risky = await atRisk(
    unit,
    rows.flatMap(({ id, state }) => (state === 'reserved' ? [id] : [])),
  )
  const idsIn = (...states: string[]): readonly number[] =>
    rows.flatMap(({ id, state }) => (states.includes(state) ? [id] : []))
  const checks = new Map([
    ...(await blankChecks(unit, idsIn('reserved'), 'out')),
    ...(await blankChecks(unit, idsIn('departed', 'overdue'), 'in')),
  ])
  return rows.map(({ applicantId, startAt, endAt, ...row }) => ({
    ...row,
    applicant: names.get(applicantId) ?? '',
    startAt: momentText(startAt),
    endAt: momentText(endAt),
    isAtRisk: risky.has(row.id),
    checks: checks.get(row.id) ?? [],
  }))
}

export const ownRoutes = [
  route({
    method: 'GET',
    url: '/api/cars/own_trips/',
    permission: 'carTrip:Depart',
    handle: ({ unit, access, language }) => ownTrips(unit, access, language),
  }),
]
