import { sql } from 'kysely'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import type { Scope } from '#src/define/access.ts'
import type { Executor } from '#src/define/server.ts'
import { administratorScopes } from './administrators.ts'

/** Data scope codes of dictionary dataScope. */
type ScopeCode = 0 | 1 | 2 | 3 | 4

/** A department as every tree and picker needs it. */
export interface Department {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly parent: number | null
  readonly sort: number
  readonly leaderId: number | null
  readonly isBudgetUnit: boolean
  readonly state: boolean
}

/** What the roles of one person grant: scope by permission, scopes of several roles united. */
export interface Grants {
  readonly roles: readonly string[]
  readonly scopes: ReadonlyMap<string, Scope>
}

/** Departments, roles and grants, held in memory until their revision changes. */
export interface Directory {
  load(db: Executor): Promise<void>
  /** In tree order: parents before children, siblings by sort. */
  departments(): readonly Department[]
  department(id: number): Department | undefined
  /** The department and everything below it. */
  below(id: number): readonly number[]
  grantsOf(userId: number, departmentId: number): Grants
  /** Whether the person has the role, enabled or not. */
  holds(userId: number, roleId: number): boolean
  /** What a role grants seen from a department, without the rules of people; empty when the role is out of use. */
  grantsOfRole(roleId: number, departmentId: number): readonly RoleGrant[]
  /** The person's roles that grant the permission, each with its scope, before the rules of people narrow them. */
  sourcesOf(userId: number, departmentId: number, permission: string): readonly GrantSource[]
  /** Roles in use that grant the permission, by sort. */
  rolesGranting(permission: string): readonly Role[]
  /** Whether there is such a permission. */
  isRegistered(permission: string): boolean
  /** Enabled roles of a person, by sort. */
  rolesOf(userId: number): readonly Role[]
}

/** A role with its data scope. */
export interface Role {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly dataScope: ScopeCode
  readonly scopeDeptIds: readonly number[]
}
/** A role of a person that grants a permission, with its scope. */
export interface GrantSource {
  readonly role: Role
  readonly permission: string
  readonly scope: Scope
}
/** One permission of a role. */
export interface RoleGrant {
  readonly permission: string
  /** How far it is granted, as `grantOrigin` writes it. */
  readonly origin: string
  readonly scope: Scope
}
/** A data scope as text, to see whether it is another one now. */
export const grantOrigin = (code: number, departments: readonly number[]): string =>
  `${code} ${departments.join(',')}`.trim()

interface Membership {
  readonly userId: number
  readonly roleId: number
  readonly deptIds: readonly number[] | null
}
interface Grant {
  readonly roleId: number
  readonly value: string
  readonly dataScope: ScopeCode | null
  readonly scopeDeptIds: readonly number[] | null
}

/** Unites two scopes: whoever may see a row by one role sees it (97-api, known weaknesses). */
export function unite(a: Scope | undefined, b: Scope): Scope {
  if (a === undefined) return b
  if (a === 'all' || b === 'all') return 'all'
  return { departments: [...new Set([...a.departments, ...b.departments])], self: a.self || b.self }
}

function groupBy<T>(rows: readonly T[], key: (row: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

export function createDirectory(): Directory {
  let departments: readonly Department[] = []
  let byId: ReadonlyMap<number, Department> = new Map()
  let children: ReadonlyMap<number, readonly Department[]> = new Map()
  let roles: ReadonlyMap<number, Role> = new Map()
  let memberships: ReadonlyMap<number, readonly Membership[]> = new Map()
  let grants: ReadonlyMap<number, readonly Grant[]> = new Map()
  let permissions: ReadonlySet<string> = new Set()
  let answered = new Map<string, Grants>()

  const below = (id: number): readonly number[] => [id, ...(children.get(id) ?? []).flatMap((child) => below(child.id))]

  const scopeOf = (code: ScopeCode, custom: readonly number[], departmentId: number): Scope => {
    switch (code) {
      case 0:
        return { departments: [], self: true }
      case 1:
        return { departments: below(departmentId), self: false }
      case 2:
        return { departments: [departmentId], self: false }
      case 3:
        return 'all'
      case 4:
        return { departments: custom, self: false }
    }
  }

  const rolesOf = (userId: number): readonly Role[] => {
    const held = new Set((memberships.get(userId) ?? []).map((membership) => membership.roleId))
    return [...roles.values()].filter((role) => held.has(role.id))
  }

  /** What each role of the person grants. */
  const sources = (userId: number, departmentId: number): readonly GrantSource[] =>
    (memberships.get(userId) ?? []).flatMap((membership) => {
      const role = roles.get(membership.roleId)
      if (!role) return []
      return (grants.get(role.id) ?? []).map((grant) => {
        const custom = grant.scopeDeptIds ?? membership.deptIds ?? role.scopeDeptIds
        const scope = scopeOf(grant.dataScope ?? role.dataScope, custom, departmentId)
        return { role, permission: grant.value, scope }
      })
    })

  const compute = (userId: number, departmentId: number): Grants => {
    const scopes = new Map<string, Scope>()
    for (const { permission, scope } of sources(userId, departmentId))
      scopes.set(permission, unite(scopes.get(permission), scope))
    const keys = rolesOf(userId).map((role) => role.key)
    const isAdministrator = keys.some(isAdministratorRole)
    return {
      roles: keys,
      scopes: isAdministrator ? administratorScopes(scopes, (permission) => permissions.has(permission)) : scopes,
    }
  }

  return {
    async load(db) {
      const rows = (
        await sql<Department>`
          select id, key, name, name_en, parent, sort, leader_id, is_budget_unit, state from department
          where deleted_at is null order by sort, id`.execute(db)
      ).rows
      byId = new Map(rows.map((row) => [row.id, row]))
      children = groupBy(
        rows.filter((row) => row.parent !== null),
        (row) => row.parent ?? 0,
      )
      departments = rows
        .filter((row) => row.parent === null)
        .flatMap((root) => below(root.id))
        .flatMap((id) => byId.get(id) ?? [])
      const roleRows = (
        await sql<Role>`select id, key, name, name_en, data_scope::int, coalesce(scope_dept_ids, '{}') as scope_dept_ids from role where state and deleted_at is null order by sort, id`.execute(
          db,
        )
      ).rows
      roles = new Map(roleRows.map((role) => [role.id, role]))
      const memberRows = (await sql<Membership>`select user_id, role_id, dept_ids from user_role`.execute(db)).rows
      memberships = groupBy(memberRows, (row) => row.userId)
      const grantRows = (
        await sql<Grant>`
          select g.role_id, p.value, g.data_scope, g.scope_dept_ids
          from role_permission g join permission p on p.id = g.permission_id and p.deleted_at is null`.execute(db)
      ).rows
      grants = groupBy(grantRows, (row) => row.roleId)
      const known = await sql<{ value: string }>`select value from permission where deleted_at is null`.execute(db)
      permissions = new Set(known.rows.map(({ value }) => value))
      answered = new Map()
    },
    departments: () => departments,
    department: (id) => byId.get(id),
    below,
    holds: (userId, roleId) => (memberships.get(userId) ?? []).some((membership) => membership.roleId === roleId),
    rolesOf,
    sourcesOf: (userId, departmentId, permission) =>
      sources(userId, departmentId).filter((source) => source.permission === permission),
    rolesGranting: (permission) =>
      [...roles.values()].filter(({ id }) => grants.get(id)?.some(({ value }) => value === permission)),
    isRegistered: (permission) => permissions.has(permission),
    grantsOfRole(roleId, departmentId) {
      const role = roles.get(roleId)
      if (role === undefined) return []
      return (grants.get(roleId) ?? []).map(({ value, dataScope, scopeDeptIds }) => {
        const code = dataScope ?? role.dataScope
        const custom = scopeDeptIds ?? role.scopeDeptIds
        return { permission: value, origin: grantOrigin(code, custom), scope: scopeOf(code, custom, departmentId) }
      })
    },
    grantsOf(userId, departmentId) {
      const key = `${userId} ${departmentId}`
      let found = answered.get(key)
      if (!found) {
        found = compute(userId, departmentId)
        answered.set(key, found)
      }
      return found
    },
  }
}
