import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import { notFound, versionConflict } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { StoredLine } from './plan.types.ts'
import type { FormerLine } from './year-plan-lines.ts'

/** A plan as its own calls work with it. */
export interface PlanRow {
  readonly id: number
  readonly year: number
  readonly deptId: number
  readonly state: string
  readonly submitAmount: string
  readonly reviewedAmount: string | null
  readonly version: number
  readonly createdBy: number
}

/** The plan, locked when it is to be changed. @throws Refusal 4004 outside the permission's rows, 4009 for another version */
export async function findPlan(
  unit: UnitOfWork,
  access: Access,
  permission: Permission,
  id: number,
  version: number | null,
): Promise<PlanRow> {
  const reach = reachedBy(access, permission, { department: 'dept_id' })
  const { rows } = await sql<PlanRow>`
    select id, year, dept_id, state, submit_amount, reviewed_amount, version, created_by from year_plan
    where id = ${id} and deleted_at is null and ${reach} ${version === null ? sql`` : sql`for update`}`.execute(unit.db)
  const [plan] = rows
  if (!plan) throw notFound()
  if (version !== null && plan.version !== version) throw versionConflict()
  return plan
}

/** The lines of a plan in their order. */
export async function linesOf(unit: UnitOfWork, planId: number): Promise<readonly StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select id, subject_code, kind, project_id, fund_source, qty_basis, amount, monthly::text[] as monthly, over_reason, remark, reviewed_amount
    from year_plan_line where plan_id = ${planId} order by place, id`.execute(unit.db)
  return rows
}

/** What the department had in the year before, with the adjustments of that year. */
export async function formerLines(
  unit: UnitOfWork,
  { year, deptId }: Pick<PlanRow, 'year' | 'deptId'>,
): Promise<readonly FormerLine[]> {
  const { rows } = await sql<FormerLine>`
    select subject_code, project_id, fund_source, approved + adjust as approved
    from budget_line where year = ${year - 1} and dept_id = ${deptId} and deleted_at is null order by subject_code, id`.execute(
    unit.db,
  )
  return rows
}
