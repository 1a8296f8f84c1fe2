/** How far a role reaches: its data scope, and those of buttons that differ (60.2). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ReachOfRole } from './rightsOfOffice.ts'
import { type GrantedRole, grantsOfRole, touch } from './roleGrants.ts'

/** A scope of a button of its own; null takes it away. */
export interface ScopeOverride {
  readonly id: number
  readonly dataScope: number | null
  readonly scopeDeptIds: readonly number[]
}

export interface ScopeRequest {
  readonly dataScope: number
  readonly scopeDeptIds: readonly number[]
  /** Granted buttons that differ from the role; all others follow it. */
  readonly overrides: readonly ScopeOverride[]
  readonly version: number
}

/** The scopes as they are to be; buttons without one follow the role. */
export const reachOf = ({ dataScope, scopeDeptIds, overrides }: ScopeRequest): ReachOfRole => ({
  dataScope,
  scopeDeptIds,
  overrides: new Map(
    overrides.flatMap((one) =>
      one.dataScope === null ? [] : [[one.id, { dataScope: one.dataScope, scopeDeptIds: one.scopeDeptIds }] as const],
    ),
  ),
})

/** Custom departments must be named and exist, and buttons be granted. Answers the granted buttons. @throws ValidationError */
export async function checkScopes(
  unit: UnitOfWork,
  role: GrantedRole,
  request: ScopeRequest,
): Promise<Awaited<ReturnType<typeof grantsOfRole>>['buttons']> {
  const custom = [request, ...request.overrides].filter(({ dataScope }) => dataScope === 4)
  // The departments of 分管领导 are each person's own (leaderOf): that role names none.
  const nameless = custom.filter((one) => one.scopeDeptIds.length === 0 && role.key !== 'divisionLeader')
  if (nameless.length > 0) throw new ValidationError({ scopeDeptIds: [{ key: 'check.required' }] })
  const named = [...new Set(custom.flatMap((one) => one.scopeDeptIds))]
  const { rows: known } = await sql<{ id: number }>`
    select id from department where id = any(${named}::bigint[]) and deleted_at is null`.execute(unit.db)
  if (known.length !== named.length) throw new ValidationError({ scopeDeptIds: [{ key: 'check.notFound' }] })
  const { buttons } = await grantsOfRole(unit, role.id)
  if (request.overrides.some(({ id }) => !buttons.some((button) => button.id === id)))
    throw new ValidationError({ overrides: [{ key: 'check.notFound' }] })
  return buttons
}

/** SetDataScope: the scope of the role, and of the buttons that differ. The role is locked by the caller. @throws as `checkScopes` */
export async function setDataScope(
  unit: UnitOfWork,
  access: Access,
  role: GrantedRole,
  request: ScopeRequest,
): Promise<{ version: number }> {
  const before = await checkScopes(unit, role, request)
  const overrides = request.overrides.map(({ id, dataScope, scopeDeptIds }) => ({
    id,
    scope: dataScope,
    departments: dataScope === 4 ? scopeDeptIds : null,
  }))
  await sql`
    update role_permission g set data_scope = o.scope,
      scope_dept_ids = case when json_typeof(o.departments) = 'array' then array(select json_array_elements_text(o.departments)::bigint) end
    from (select p.permission_id, w.scope, w.departments from role_permission p
      left join json_to_recordset(${JSON.stringify(overrides)}::json) as w(id bigint, scope int, departments json) on w.id = p.permission_id
      where p.role_id = ${role.id}) o
    where g.role_id = ${role.id} and g.permission_id = o.permission_id`.execute(unit.db)
  const departments = request.dataScope === 4 ? request.scopeDeptIds : []
  await sql`
    update role set data_scope = ${String(request.dataScope)}, scope_dept_ids = ${[...departments]}::bigint[] where id = ${role.id}`.execute(
    unit.db,
  )
  const overridesBefore = before.filter((button) => button.dataScope !== null)
  return touch(unit, access, role, {
    before: { dataScope: role.dataScope, overrides: overridesBefore },
    after: { dataScope: String(request.dataScope), scopeDeptIds: departments, overrides: request.overrides },
  })
}
