/** Vendors tagged for repairs with their orders, ratings and costs (40.3). */
import { sql } from 'kysely'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { Contractor } from './contractor.types.ts'

/** Contractors of one answer; a bureau has some dozens. */
const MAX_CONTRACTORS = 300

async function contractorsOf(unit: UnitOfWork): Promise<readonly Contractor[]> {
  const { rows } = await sql<Contractor>`
    select v.id, v.name, v.state, v.next_expiry as permit_until,
      count(o.id) filter (where o.state not in ('verified', 'closed'))::int as open_orders, count(o.id) filter (where o.state in ('verified', 'closed') and not o.is_cancelled)::int as done_orders,
      round(avg(o.rating) filter (where not o.is_default_rating and not o.is_cancelled), 1)::text as rating,
      coalesce(sum(o.actual_amount) filter (where o.state in ('verified', 'closed') and not o.is_cancelled), 0)::numeric(14,2)::text as cost
    from shared_vendor v left join work_order o on o.vendor_id = v.id and o.deleted_at is null
    where v.is_maintenance and v.deleted_at is null group by v.id, v.name, v.state, v.next_expiry
    order by v.state <> 'active', count(o.id) desc, v.name limit ${MAX_CONTRACTORS}`.execute(unit.db)
  return rows
}

export const contractorRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/maintenance/contractor/',
    permission: 'inspectPlan:Search',
    handle: ({ unit }) => contractorsOf(unit),
  }),
]
