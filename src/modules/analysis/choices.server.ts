import { sql } from 'kysely'
import type { Scope } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { DepartmentChoice, ProjectChoice } from './budget/budget.types.ts'
import { departmentsOf } from './budget/budget-filter.server.ts'

/** The departments within reach, as a tree read from the top: those below follow the one they belong to. */
export async function departmentChoices(
  unit: UnitOfWork,
  scope: Scope,
  language: Language,
): Promise<readonly DepartmentChoice[]> {
  const reach = departmentsOf(scope)
  const { rows } = await sql<DepartmentChoice>`
    with recursive tree as (
      select id, name, name_en, array[sort, id::int] as place, 0 as depth from shared_department department
        where deleted_at is null and (${reach}::bigint[] is null or id = any(${reach}::bigint[]))
          and (parent is null or not (${reach}::bigint[] is null or parent = any(${reach}::bigint[])))
      union all
      select department.id, department.name, department.name_en, tree.place || array[department.sort, department.id::int], tree.depth + 1
        from shared_department department join tree on department.parent = tree.id
        where department.deleted_at is null and (${reach}::bigint[] is null or department.id = any(${reach}::bigint[])))
    select id, case when ${language} = 'en' then coalesce(nullif(name_en, ''), name) else name end as name, depth from tree order by place`.execute(
    unit.db,
  )
  return rows
}

/** The projects that have a line in a year within reach. */
export async function projectChoices(unit: UnitOfWork, scope: Scope, year: number): Promise<readonly ProjectChoice[]> {
  const reach = departmentsOf(scope)
  const { rows } = await sql<ProjectChoice>`
    select project.id, project.no || ' ' || project.name as name from shared_project project where project.id in (
      select line.project_id from shared_budget_line line where line.year = ${year} and line.project_id is not null and line.deleted_at is null
        and (${reach}::bigint[] is null or line.dept_id = any(${reach}::bigint[])))
    order by project.no`.execute(unit.db)
  return rows
}
