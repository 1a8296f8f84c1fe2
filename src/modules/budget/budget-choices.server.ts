import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { projects } from '#src/modules/projects/contract.ts'
import { budgetMessages } from './budget.messages.ts'
import type { BudgetChoice } from './budget.types.ts'

/** Lines of table alias `r` that people of a department may charge: active ones of the nearest budget unit above, and shared ones (70.1). */
export const chargeable = (
  departmentId: number,
): RawBuilder<SqlBool> => sql<SqlBool>`r.state = 'active' and (r.scope = 'shared' or r.dept_id = (
  with recursive up as (
    select id, parent, is_budget_unit, 0 as step from shared_department department where id = ${departmentId}
    union all select d.id, d.parent, d.is_budget_unit, up.step + 1 from shared_department d join up on d.id = up.parent)
  select id from up where is_budget_unit order by step limit 1))`

async function projectNames(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await unit.service(projects).named(ids)).map(({ id, name }) => [id, name]))
}

/** Active lines of the open years that a person may charge (FS-BUDGET): those of the nearest budget unit above, and shared ones (70.1). */
export async function budgetChoices(
  unit: UnitOfWork,
  access: Access,
  query: { search?: string | undefined; subjects?: string | undefined; id?: number | undefined },
  language: Language,
): Promise<readonly BudgetChoice[]> {
  const subjects = query.subjects ? query.subjects.split(',') : null
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const label = language === 'en' ? sql.ref('entry.label_en') : sql.ref('entry.label')
  const { rows } = await sql<{
    id: number
    projectId: number | null
    code: string
    name: string
    available: string
  }>`
    with recursive up as (
      select id, parent, is_budget_unit, 0 as step from shared_department department where id = ${access.departmentId}
      union all select department.id, department.parent, department.is_budget_unit, up.step + 1 from shared_department department join up on department.id = up.parent),
    unit as (select id from up where is_budget_unit order by step limit 1)
    select line.id, line.project_id, line.subject_code as code, ${label} as name,
      line.approved + line.adjust - line.frozen - line.used as available
    from budget_line line
    join budget_year year on year.year = line.year and year.state = 'executing'
    join shared_dictionary_entry entry on entry.dictionary_key = 'budgetSubject' and entry.value = line.subject_code and entry.deleted_at is null
    where line.deleted_at is null and line.state = 'active'
      and (line.scope = 'shared' or line.dept_id in (select id from unit))
      and (${subjects}::text[] is null or line.subject_code = any(${subjects}::text[]))
      and (${query.id ?? null}::bigint is null or line.id = ${query.id ?? null}::bigint)
      and (${search}::text is null or line.subject_code like ${search}::text or ${label} ilike ${search}::text)
    order by line.scope, line.subject_code, line.id limit 50`.execute(unit.db)
  const { option } = budgetMessages[language].budget
  const names = await projectNames(
    unit,
    rows.flatMap(({ projectId }) => projectId ?? []),
  )
  return rows.map(({ id, projectId, code, name, available }) => {
    // Two lines of one subject are told apart by what they are for.
    const parts = [code, projectId === null ? name : `${name} (${names.get(projectId) ?? projectId})`, available]
    return { id, label: fillText(option, parts), available }
  })
}
