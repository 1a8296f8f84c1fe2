/** Who has planned a year and who has not, and the reminder to those (30.2). */

import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import { operation } from '#src/define/operations/operations.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { PlanUnit, YearFigures } from './plan.types.ts'

const YEARS = { least: 2000, most: 2100 } as const
const year = z.coerce.number().int().min(YEARS.least).max(YEARS.most)

interface PlanOfUnit extends PlanUnit {
  readonly leaderId: number | null
}

/** Budget units within reach, each with its plan of the year. */
async function unitsOf(
  unit: UnitOfWork,
  access: Access,
  permission: Permission,
  of: number,
): Promise<readonly PlanOfUnit[]> {
  const reach = reachedBy(access, permission, { department: 'd.id' })
  const { rows } = await sql<PlanOfUnit>`
    select d.id as dept_id, d.name, d.name_en, d.leader_id, plan.id, plan.state, coalesce(plan.published_amount, plan.reviewed_amount, plan.submit_amount) as amount
    from shared_department d left join year_plan plan on plan.dept_id = d.id and plan.year = ${of} and plan.deleted_at is null
    where d.is_budget_unit and d.deleted_at is null and ${reach} order by d.sort, d.id`.execute(unit.db)
  return rows
}

/** The year, with the sums over what is within reach (INV-11). */
async function yearOf(unit: UnitOfWork, access: Access, of: number): Promise<YearFigures | null> {
  const reach = reachedBy(access, 'yearPlan:Search', { department: 'dept_id' })
  const { rows } = await sql<YearFigures>`
    select state, control_total,
      (select coalesce(sum(approved), 0)::numeric(14,2) from budget_line where year = y.year and deleted_at is null and ${reach}) as published,
      (select coalesce(sum(coalesce(published_amount, reviewed_amount, submit_amount)), 0)::numeric(14,2) from year_plan where year = y.year and deleted_at is null and ${reach}) as planned
    from budget_year y where y.year = ${of}`.execute(unit.db)
  return rows[0] ?? null
}

const isMissing = ({ state }: PlanOfUnit): boolean => state === null || state === 'draft' || state === 'returned'

/** Tells the leaders of the units that have submitted nothing; answers how many departments those are. */
async function remind(unit: UnitOfWork, access: Access, of: number): Promise<{ reminded: number }> {
  const missing = (await unitsOf(unit, access, 'yearPlan:Review', of)).filter(isMissing)
  for (const department of missing) {
    if (department.leaderId === null) continue
    unit.notify({
      to: [department.leaderId],
      contentType: 'REMIND',
      title: { key: 'yearPlan.remind', params: [of] },
      link: `/business/year-planning?tab=plans${department.id === null ? '' : `&plan=${department.id}`}`,
    })
  }
  return { reminded: missing.length }
}

export const planOverviewRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/budget/plan_overview/',
    permission: 'yearPlan:Search',
    query: z.object({ year: year.optional() }),
    handle: async ({ unit, access, query }) => {
      const of = query.year ?? Number(unit.clock.today().slice(0, 4)) + 1
      const units = await unitsOf(unit, access, 'yearPlan:Search', of)
      return {
        year: of,
        current: Number(unit.clock.today().slice(0, 4)),
        figures: await yearOf(unit, access, of),
        units: units.map(({ leaderId: _leader, ...unit }) => unit),
      }
    },
  }),
  route({
    method: 'POST',
    url: '/api/budget/plan_remind/',
    operation: operation('budget.remindPlans'),
    permission: 'yearPlan:Review',
    body: z.strictObject({ year: z.number().int().min(YEARS.least).max(YEARS.most) }),
    handle: ({ unit, access, body }) => remind(unit, access, body.year),
  }),
]
