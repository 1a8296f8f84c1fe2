/** The repair of a car whose check failed begins with what the driver found (90 B 1). */
import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { CheckResult } from '../checks/check.types.ts'
import { defectOf } from '../checks/checks.server.ts'
import type { ServiceStart } from './service-start.ts'

const MAX_FAULT = 500

interface TripRow extends Omit<ServiceStart, 'faultDesc'> {
  readonly checks: readonly CheckResult[] | null
  readonly inChecks: readonly CheckResult[] | null
  readonly issue: string | null
}

async function serviceStart(unit: UnitOfWork, tripId: number): Promise<ServiceStart> {
  const { rows } = await sql<TripRow>`
    select t.no as trip_no, t.car_id, c.mileage, t.checks, t.in_checks, t.issue
    from car_trip t join car c on c.id = t.car_id where t.id = ${tripId} and t.deleted_at is null`.execute(unit.db)
  const trip = rows[0]
  if (!trip) throw notFound()
  const { checks, inChecks, issue, ...start } = trip
  const faults = [issue, defectOf([...(checks ?? []), ...(inChecks ?? [])])].filter((fault) => fault !== null)
  return { ...start, faultDesc: faults.join('; ').slice(0, MAX_FAULT) }
}

export const serviceStartRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/cars/trip/:id/service/',
    permission: 'carTrip:Change',
    params: z.object({ id: z.coerce.number().int().positive() }),
    handle: ({ unit, params: { id } }) => serviceStart(unit, id),
  }),
]
