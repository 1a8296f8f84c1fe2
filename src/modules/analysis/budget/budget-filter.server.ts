import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access, Scope } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** An empty parameter is none. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Filters of 30.6. `subject` is a code or the beginning of one: the tree of subjects is in their digits. */
export const budgetFilters = {
  year: optional(z.coerce.number().int().min(2000).max(2100)),
  deptId: optional(id),
  subject: optional(z.string().regex(/^\d{1,5}$/)),
  kind: optional(z.enum(['basic', 'project'])),
  fundSource: optional(z.enum(['fiscal', 'special', 'transfer', 'other'])),
  projectId: optional(id),
}
export const budgetQuery = z.strictObject(budgetFilters)
/** A page of the rows behind a figure. `lineDeptId`: of this department alone, without those below it. */
export const behindFilters = {
  ...budgetFilters,
  lineDeptId: optional(id),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}
const behindQuery = z.strictObject(behindFilters)
export type BehindQuery = z.output<typeof behindQuery>
export type BudgetQuery = z.output<typeof budgetQuery>

/** Departments a scope reaches; null for all. */
export const departmentsOf = (scope: Scope): number[] | null => (scope === 'all' ? null : [...scope.departments])

/** Lines (alias `line`) of every year that the person may see under these filters; the department with those below it. */
export async function linesWhere(
  unit: UnitOfWork,
  access: Access,
  query: BudgetQuery & Pick<BehindQuery, 'lineDeptId'>,
  permission: Permission = 'budgetAnalysis:Search',
): Promise<RawBuilder<SqlBool>> {
  const reach = departmentsOf(access.scope(permission))
  const { rows } =
    query.deptId === undefined
      ? { rows: null }
      : await sql<{ id: number }>`
          with recursive below as (select id from shared_department department where id = ${query.deptId}
            union all select department.id from shared_department department join below on department.parent = below.id)
          select id from below`.execute(unit.db)
  const below = rows === null ? null : rows.map((row) => row.id)
  return sql<SqlBool>`line.deleted_at is null
    and (${reach}::bigint[] is null or line.dept_id = any(${reach}::bigint[]))
    and (${below}::bigint[] is null or line.dept_id = any(${below}::bigint[]))
    and (${query.lineDeptId ?? null}::bigint is null or line.dept_id = ${query.lineDeptId ?? null}::bigint)
    and (${query.subject ?? null}::text is null or line.subject_code like ${`${query.subject ?? ''}%`})
    and (${query.kind ?? null}::text is null or line.kind = ${query.kind ?? null}::text)
    and (${query.fundSource ?? null}::text is null or line.fund_source = ${query.fundSource ?? null}::text)
    and (${query.projectId ?? null}::bigint is null or line.project_id = ${query.projectId ?? null}::bigint)`
}
