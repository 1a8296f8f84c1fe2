/** SYS-139: which rights of a role decide something, who gains by a wider role, and how far a data scope reaches. */
import { sql } from 'kysely'
import { administratorRoles } from '#machines/ticket/definition/separation.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { provideService, type ServiceProvision } from '#src/define/services.ts'
import { type RoleReach, roleRights } from '#src/define/workflows/roleRights.ts'
import { EVERYBODY } from './roles.ts'

/** Permissions that only read; a role of others decides, pays, posts or dispatches something. */
const READING = ':(Search|Retrieve|Register|Export)$'

/** Whether permission `p` does more than read, and more than everybody may. */
const decides = sql`p.value !~ ${READING} and not exists (
  select from role_permission e join role all_people on all_people.id = e.role_id where all_people.key = ${EVERYBODY} and e.permission_id = p.id)`

/** Those of the permissions with which something is decided. */
export async function rightsThatDecide(unit: UnitOfWork, permissionIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from permission p where p.id = any(${[...permissionIds]}::bigint[]) and ${decides} order by p.id`.execute(
    unit.db,
  )
  return rows.map(({ id }) => id)
}

/** Those of the roles with which something is decided: administrators', those a workflow asks, and those that write more than everybody may. */
export async function officeRoles(unit: UnitOfWork, roleIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from role r where r.id = any(${[...roleIds]}::bigint[]) and r.key <> ${EVERYBODY} and (r.key = any(${[...administratorRoles]}::text[])
      or exists (select from role_permission g join permission p on p.id = g.permission_id where g.role_id = r.id and ${decides})
      or exists (select from workflow w join workflow_version v on v.id = w.current_version_id, json_array_elements(v.definition -> 'states') s
        where w.deleted_at is null and s -> 'participant' ->> 'role' = r.key))`.execute(unit.db)
  return rows.map(({ id }) => id)
}

/** People who have the role, those out of service included: they have it again when they come back. */
export async function holdersOfRole(unit: UnitOfWork, roleId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from user_role m join app_user u on u.id = m.user_id where m.role_id = ${roleId} and u.deleted_at is null order by u.id`.execute(
    unit.db,
  )
  return rows.map(({ id }) => id)
}

/** People who may not confirm a wider role: its holders. None for the role that all people hold, which could not be confirmed otherwise. */
export async function barredBy(unit: UnitOfWork, roleId: number): Promise<readonly number[]> {
  const { rows } = await sql`select from role where id = ${roleId} and key = ${EVERYBODY}`.execute(unit.db)
  return rows.length > 0 ? [] : holdersOfRole(unit, roleId)
}

/** Data scopes by how far they reach, as dictionary dataScope counts: oneself, the department, with those below, all. */
const widths = [0, 2, 1, 3]
const [ALL, CUSTOM] = [3, 4]

/** Whether a data scope reaches no row that the other does not, for every holder. */
export function isWithin(inner: RoleReach, outer: RoleReach): boolean {
  if (outer.dataScope === ALL) return true
  if (inner.dataScope === CUSTOM || outer.dataScope === CUSTOM)
    return inner.dataScope === outer.dataScope && inner.scopeDeptIds.every((id) => outer.scopeDeptIds.includes(id))
  return widths.indexOf(inner.dataScope) <= widths.indexOf(outer.dataScope)
}

/** A permission of a role with a data scope of its own, or none. */
interface Grant {
  readonly id: number
  readonly dataScope: number | null
  readonly scopeDeptIds: readonly number[] | null
}

/** What a role reaches, as it is or as it is to be; the scopes of single permissions stand for themselves. */
export interface ReachOfRole extends RoleReach {
  readonly overrides: ReadonlyMap<number, RoleReach>
}

/** The data scopes of a role now. */
export async function reachOfRole(
  unit: UnitOfWork,
  roleId: number,
): Promise<ReachOfRole & { readonly state: boolean }> {
  const { rows } = await sql<{ dataScope: number; scopeDeptIds: number[]; state: boolean }>`
    select data_scope::int as data_scope, coalesce(scope_dept_ids, '{}') as scope_dept_ids, state from role where id = ${roleId}`.execute(
    unit.db,
  )
  const { rows: grants } = await sql<Grant>`
    select permission_id as id, data_scope, scope_dept_ids from role_permission where role_id = ${roleId} and data_scope is not null`.execute(
    unit.db,
  )
  const own = rows[0] ?? { dataScope: 0, scopeDeptIds: [], state: false }
  const overrides = grants.map(
    ({ id, dataScope, scopeDeptIds }) => [id, { dataScope: dataScope ?? 0, scopeDeptIds: scopeDeptIds ?? [] }] as const,
  )
  return { ...own, overrides: new Map(overrides) }
}

/** Permissions with which holders of the role would decide over rows that they do not reach now; none where it has no holders. */
export async function widenedBy(unit: UnitOfWork, roleId: number, after: ReachOfRole): Promise<readonly number[]> {
  if ((await holdersOfRole(unit, roleId)).length === 0) return []
  const before = await reachOfRole(unit, roleId)
  const { rows } = await sql<{ id: number }>`
    select permission_id as id from role_permission where role_id = ${roleId}`.execute(unit.db)
  const strong = await rightsThatDecide(
    unit,
    rows.map(({ id }) => id),
  )
  const reaching = (id: number, reach: ReachOfRole): RoleReach => reach.overrides.get(id) ?? reach
  return strong.filter((id) => !isWithin(reaching(id, after), reaching(id, before)))
}

/** The record of a role asks here before it is written. */
export const roleRightsService: ServiceProvision = provideService(roleRights, (unit) => ({
  async widens(roleId, { isInUse, ...reach }) {
    const { overrides, state } = await reachOfRole(unit, roleId)
    const widened = await widenedBy(unit, roleId, { ...reach, overrides })
    if (widened.length > 0) return true
    const comesBack = isInUse && !state && (await officeRoles(unit, [roleId])).length > 0
    return comesBack && (await holdersOfRole(unit, roleId)).length > 0
  },
  barred: (roleId) => barredBy(unit, roleId),
}))
