import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { separation } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'

/** SYS-31: levels of the department tree, the root counted. */
const deepest = 5

interface Place {
  readonly id: number | null
  readonly parent: number | null
}

/** SYS-31: no cycle and at most five levels, with everything below coming along. */
export async function checkPlace(unit: UnitOfWork, place: Place): Promise<void> {
  if (place.parent === null) return
  // Two moves at once could each be right and make a cycle together.
  await sql`select id from department where deleted_at is null order by id for update`.execute(unit.db)
  const { rows } = await sql<{ cycle: boolean; above: number; below: number; known: boolean }>`
    with recursive up as (
      select id, parent, 1 as level from department where id = ${place.parent} and deleted_at is null
      union all select department.id, department.parent, up.level + 1 from department join up on department.id = up.parent where up.level < 50),
    down as (
      select id, 1 as level from department where id = ${place.id}::bigint
      union all select department.id, down.level + 1 from department join down on department.parent = down.id where department.deleted_at is null and down.level < 50)
    select coalesce((select bool_or(id = ${place.id}::bigint) from up), false) as cycle, coalesce((select max(level) from up), 0) as above,
      greatest(coalesce((select max(level) from down), 1), 1) as below, exists(select 1 from up) as known`.execute(
    unit.db,
  )
  const found = rows[0]
  if (!found?.known) throw new ValidationError({ parent: [{ key: 'dept.parentUnknown', params: [place.parent] }] })
  if (found.cycle || found.above + found.below > deepest) throw new RuleError('rule.SYS-31', deepest)
}

/** Name unique among siblings, key unique, leader enabled. */
export async function checkIdentity(unit: UnitOfWork, id: number | null, values: FormData): Promise<void> {
  const name = String(values.name)
  const key = String(values.key)
  const parent = typeof values.parent === 'number' ? values.parent : null
  const { rows } = await sql<{ sibling: boolean; taken: boolean; leader: boolean }>`
    select exists(select 1 from department where deleted_at is null and id is distinct from ${id}::bigint and parent is not distinct from ${parent}::bigint and name = ${name}) as sibling,
      exists(select 1 from department where deleted_at is null and id is distinct from ${id}::bigint and key = ${key}) as taken,
      ${values.leaderId ?? null}::bigint is null or exists(select 1 from app_user where id = ${values.leaderId ?? null}::bigint and state and deleted_at is null) as leader`.execute(
    unit.db,
  )
  const found = rows[0]
  if (found?.sibling) throw new ValidationError({ name: [{ key: 'dept.siblingName', params: [name] }] })
  if (found?.taken) throw new ValidationError({ key: [{ key: 'dept.keyTaken', params: [key] }] })
  if (!found?.leader)
    throw new ValidationError({ leaderId: [{ key: 'dept.leaderUnknown', params: [String(values.leaderId)] }] })
}

export const idsIn = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')

/** Whom a change names leader or deputy who was not before. */
export const newlyNamed = (
  field: 'leaderId' | 'deputyIds',
  values: FormData,
  before: Readonly<Record<string, unknown>> | null,
): readonly number[] => {
  const known = idsIn(before?.[field])
  return idsIn(values[field]).filter((id) => !known.includes(id))
}

/** Departments with people in them, or below them: whose leaders have people to decide about. */
export async function hasPeople(unit: UnitOfWork, id: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive down as (
      select id from department where id = ${id} and deleted_at is null
      union all select d.id from department d join down on d.parent = down.id where d.deleted_at is null)
    select from app_user u join down on down.id = u.dept_id where u.deleted_at is null limit 1`.execute(unit.db)
  return rows.length > 0
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/** SYS-139: whether a change of a department changes who decides: its leader, its deputies, the leaders above it, or the key by which workflows ask for it. */
export async function changesLeadership(
  unit: UnitOfWork,
  row: ({ readonly id: number } & Readonly<Record<string, unknown>>) | null,
  values: FormData,
): Promise<boolean> {
  const posts = ['leaderId', 'deputyIds'] as const
  if (row === null) return posts.some((post) => idsIn(values[post]).length > 0)
  const isChanged = (name: string): boolean => name in values && isOther(values[name], row[name])
  if (posts.some((post) => isOther(idsIn(post in values ? values[post] : row[post]), idsIn(row[post])))) return true
  if (isChanged('key')) return true
  return isChanged('parent') && hasPeople(unit, row.id)
}

/** SYS-131: who is newly named leader or deputy is no administrator. @throws RuleError sys.separation */
export async function checkLeaders(
  unit: UnitOfWork,
  values: FormData,
  before: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const { refuseAdministrators } = unit.service(separation)
  await refuseAdministrators(newlyNamed('leaderId', values, before), 'leader', 'leaderId')
  await refuseAdministrators(newlyNamed('deputyIds', values, before), 'deputy', 'deputyIds')
}

/** SYS-32: nothing may be left behind. Assets join with their module. */
export async function checkUnused(unit: UnitOfWork, id: number, name: string): Promise<void> {
  const { rows } = await sql<{ children: boolean; people: boolean; budget: boolean }>`
    select exists(select 1 from department where parent = ${id} and deleted_at is null) as children,
      exists(select 1 from app_user where dept_id = ${id} and deleted_at is null) as people,
      exists(select 1 from shared_budget_line where dept_id = ${id} and deleted_at is null) as budget`.execute(unit.db)
  const found = rows[0]
  const use = found?.children ? 'children' : found?.people ? 'people' : found?.budget ? 'budget' : null
  if (use) throw new RuleError('rule.SYS-32', name, { dictionary: 'deptUse', value: use })
}
