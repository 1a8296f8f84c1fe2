/** Giving and taking roles: the one place that knows which of them one person may hold (SYS-01, SYS-03, SYS-12, SYS-24). */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { administratorRoles, isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import type { Access } from '#src/define/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission, RoleName } from '#src/define/names.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { taskAssignment } from '#src/define/services.ts'
import { scopeFilter } from '#src/server/access/scope.ts'
import { refuseRightsTogether } from './rightsApart.ts'
import { refuseOpenTasks, refusePosts } from './separation.ts'

/** What everybody is, administrators included. */
export const EVERYBODY: RoleName = 'staff'

/** SYS-12: who pays does not check, who keeps the store does not approve its documents. */
const apart: readonly (readonly [RoleName, RoleName])[] = [
  ['cashier', 'financeOfficer'],
  ['cashier', 'financeLeader'],
  ['warehouseKeeper', 'assetManager'],
]

/** Roles of one person at most (60.1). */
export const MAX_ROLES = 6

/** Which accounts a permission reaches: those of the departments in its scope, or one's own. */
const accountScope = { department: 'deptId', owner: 'id' }

/** A role that one person has, or shall have. */
export interface Membership {
  readonly userId: number
  readonly roleId: number
}

interface RoleRow extends BilingualName {
  readonly id: number
  readonly key: string
}

/** Whether two roles exclude each other. */
export function areApart(left: string, right: string): boolean {
  if (left === right || left === EVERYBODY || right === EVERYBODY) return false
  if (isAdministratorRole(left) || isAdministratorRole(right)) return true
  return apart.some(([a, b]) => (a === left && b === right) || (a === right && b === left))
}

/** The first two roles of a set that one person may not hold together. */
export function conflictIn<R extends { readonly key: string }>(roles: readonly R[]): readonly [R, R] | null {
  for (const [index, left] of roles.entries()) {
    const right = roles.slice(index + 1).find((other) => areApart(left.key, other.key))
    if (right !== undefined) return [left, right]
  }
  return null
}

/** SYS-03: two administrators who end each other at once wait for each other at the role. `roleIds` narrows it to the roles that are taken. */
export async function keepAdministrators(
  unit: UnitOfWork,
  language: Language,
  userId: number,
  roleIds: readonly number[] | null = null,
): Promise<void> {
  const { rows: roles } = await sql<RoleRow>`
    select r.id, r.key, r.name, r.name_en from role r where r.key = any(${[...administratorRoles]}::text[])
      and (${roleIds === null} or r.id = any(${[...(roleIds ?? [])]}::bigint[]))
      and exists (select from user_role m where m.role_id = r.id and m.user_id = ${userId}) order by r.id for update of r`.execute(
    unit.db,
  )
  for (const role of roles) {
    const { rows } = await sql`
      select from user_role m join app_user u on u.id = m.user_id
      where m.role_id = ${role.id} and m.user_id <> ${userId} and u.state and u.deleted_at is null limit 1`.execute(
      unit.db,
    )
    if (rows.length === 0) throw new RuleError('rule.SYS-03', nameIn(language, role))
  }
}

/** Roles to be given and taken; a trial only tells what would be refused. */
export interface RoleChange {
  readonly give: readonly Membership[]
  readonly take: readonly Membership[]
  readonly isTrial?: boolean
}

/** Gives and takes roles in one go. `permission` says which accounts are in reach. @throws Refusal 4004 out of reach, RuleError SYS-24 for oneself, role.conflict, SYS-03; ValidationError above six roles or for a role that does not exist. */
export async function changeRoles(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  permission: Permission,
  { give, take, isTrial = false }: RoleChange,
): Promise<void> {
  const people = [...new Set([...give, ...take].map(({ userId }) => userId))].sort((a, b) => a - b)
  if (people.includes(access.userId)) throw new RuleError('rule.SYS-24')
  const reach: RawBuilder<SqlBool> = scopeFilter(access, permission, accountScope, 'u')
  const { rows: reached } = await sql<{ id: number }>`
    select u.id from app_user u where u.id = any(${people}::bigint[]) and u.deleted_at is null and ${reach} order by u.id for update of u`.execute(
    unit.db,
  )
  if (reached.length !== people.length) throw notFound()
  const { rows: roles } = await sql<RoleRow>`
    select id, key, name, name_en from role where deleted_at is null`.execute(unit.db)
  const { rows: held } = await sql<Membership>`
    select user_id, role_id from user_role where user_id = any(${people}::bigint[])`.execute(unit.db)
  for (const userId of people) {
    const before = held.filter((one) => one.userId === userId).map((one) => one.roleId)
    const taken = take.filter((one) => one.userId === userId && before.includes(one.roleId)).map((one) => one.roleId)
    const given = [...new Set(give.filter((one) => one.userId === userId).map((one) => one.roleId))].filter(
      (id) => !before.includes(id),
    )
    if (taken.length + given.length === 0) continue
    const after = [...before.filter((id) => !taken.includes(id)), ...given]
    if (given.some((id) => !roles.some((role) => role.id === id)))
      throw new ValidationError({ roles: [{ key: 'check.notFound' }] })
    if (after.length > MAX_ROLES) throw new ValidationError({ roles: [{ key: 'check.most', params: [MAX_ROLES] }] })
    const conflict = conflictIn(roles.filter((role) => after.includes(role.id)))
    if (conflict !== null && given.length > 0)
      throw new RuleError('role.conflict', nameIn(language, conflict[0]), nameIn(language, conflict[1]))
    if (given.length > 0) await refuseRightsTogether(unit, language, after)
    await keepAdministrators(unit, language, userId, taken)
    const keys = (ids: readonly number[]) => roles.filter((role) => ids.includes(role.id)).map((role) => role.key)
    const becomesAdministrator = keys(given).some(isAdministratorRole)
    if (becomesAdministrator) await refusePosts(unit, userId)
    if (isTrial) continue
    await move(unit, userId, given, taken)
    unit.traced({ record: 'user', id: userId, before: { roles: keys(before) }, after: { roles: keys(after) } })
    unit.changed('user', userId)
    unit.changed('access', userId)
    // What came by a role goes to whom the rules find now; where they find nobody else it stays.
    if (becomesAdministrator || (await hasTasksBy(unit, userId, keys(taken))))
      await unit.service(taskAssignment).personLeft(userId)
    if (becomesAdministrator) await refuseOpenTasks(unit, userId)
  }
}

async function move(
  unit: UnitOfWork,
  userId: number,
  given: readonly number[],
  taken: readonly number[],
): Promise<void> {
  await sql`delete from user_role where user_id = ${userId} and role_id = any(${[...taken]}::bigint[])`.execute(unit.db)
  await sql`
    insert into user_role (user_id, role_id) select ${userId}::bigint, unnest(${[...given]}::bigint[]) on conflict do nothing`.execute(
    unit.db,
  )
}

/** Whether something waits for the person because of one of these roles. */
async function hasTasksBy(unit: UnitOfWork, userId: number, roles: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from ticket_task k join ticket t on t.id = k.ticket_id join workflow_version v on v.id = t.version_id,
      json_array_elements(v.definition -> 'states') s
    where k.assignee_id = ${userId} and k.status in ('waiting', 'open', 'suspended') and s ->> 'key' = k.state
      and s -> 'participant' ->> 'role' = any(${[...roles]}::text[]) limit 1`.execute(unit.db)
  return rows.length > 0
}

/** AssignRole: exactly these roles, for one person. */
export async function setRolesOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  userId: number,
  roleIds: readonly number[],
  isTrial = false,
): Promise<void> {
  const { rows } = await sql<Membership>`select user_id, role_id from user_role where user_id = ${userId}`.execute(
    unit.db,
  )
  await changeRoles(unit, access, language, 'user:AssignRole', {
    give: roleIds.map((roleId) => ({ userId, roleId })),
    take: rows.filter(({ roleId }) => !roleIds.includes(roleId)),
    isTrial,
  })
}

/** Tells now what would be refused when these roles are set. @throws as `changeRoles` */
export const checkRolesOf = (
  unit: UnitOfWork,
  access: Access,
  language: Language,
  userId: number,
  roleIds: readonly number[],
): Promise<void> => setRolesOf(unit, access, language, userId, roleIds, true)
