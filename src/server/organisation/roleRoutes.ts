/** The page of a role beside its record (60.2): what can be granted, what is, to whom, and a copy. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { applicationActions } from '#src/define/names.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, permissionDenied, ValidationError } from '#src/define/problem.ts'
import type { RouteDefinition, UnitOfWork } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { setPeople } from './memberships.ts'
import { grantsOfRole, setMenus } from './roleGrants.ts'
import { requestButtons, requestGrants, requestScopes } from './roleProposals.ts'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const version = z.number().int()
/** More than the product has of either. */
const ids = z.array(id).max(5000)
const scope = z.number().int().min(0).max(4)

const ofOwnType = `^cst_\\w+:(${applicationActions.join('|')})$`

/** Everything that can be granted, as a tree is drawn of it: of permissions those that something asks for, and those of the bureau's own types. */
async function grantable(unit: UnitOfWork, language: Language, asked: readonly string[]) {
  const menus = await sql<{
    id: number
    parent: number | null
    title: string
    titleEn: string
    icon: string
    isCatalog: boolean
    visible: boolean
    state: boolean
  }>`
    select id, parent, title, title_en, icon, is_catalog, visible, state from menu
    where deleted_at is null and not (built_in and (web_path like '%{%' or (permissions = '{}' and not is_catalog))) order by sort, id`.execute(
    unit.db,
  )
  const buttons = await sql<
    BilingualName & { id: number; menuId: number | null; value: string; adminOnly: boolean; sort: number }
  >`
    select id, menu_id, name, name_en, value, admin_only, sort from permission
    where deleted_at is null and (value = any(${[...asked]}::text[]) or value ~ ${ofOwnType}) order by sort, id`.execute(
    unit.db,
  )
  return {
    menus: menus.rows.map(({ titleEn, title, ...menu }) => ({
      ...menu,
      title: nameIn(language, { name: title, nameEn: titleEn }),
    })),
    buttons: buttons.rows.map(({ name, nameEn, ...button }) => ({
      ...button,
      name: nameIn(language, { name: name === '' ? button.value : name, nameEn }),
    })),
  }
}

/** People of a role, those out of service included: they have it again when they come back. */
async function peopleOfRole(unit: UnitOfWork, language: Language, roleId: number) {
  const { rows } = await sql<
    BilingualName & { id: number; username: string; state: boolean; deptName: string; deptNameEn: string; post: string }
  >`
    select u.id, u.name, u.name_en, u.username, u.state, u.post, d.name as dept_name, d.name_en as dept_name_en
    from user_role m join app_user u on u.id = m.user_id join department d on d.id = u.dept_id
    where m.role_id = ${roleId} and u.deleted_at is null order by d.sort, d.id, u.emp_no`.execute(unit.db)
  return rows.map(({ name, nameEn, deptName, deptNameEn, ...person }) => ({
    ...person,
    name: nameIn(language, { name, nameEn }),
    deptName: nameIn(language, { name: deptName, nameEn: deptNameEn }),
  }))
}

interface CopyRequest {
  readonly name: string
  readonly key: string
}

/** A role of one's own with all that the other grants. Buttons of administration stay behind: no business role has them (SYS-25). */
async function copyRole(
  unit: UnitOfWork,
  userId: number,
  roleId: number,
  { name, key }: CopyRequest,
): Promise<{ id: number }> {
  const now = unit.clock.now()
  const taken = await sql`select from role where key = ${key}`.execute(unit.db)
  if (taken.rows.length > 0) throw new ValidationError({ key: [{ key: 'check.taken' }] })
  const { rows } = await sql<{ id: number }>`
    insert into role (key, name, sort, data_scope, scope_dept_ids, remark, created_at, created_by, updated_at, updated_by)
    select ${key}, ${name}, sort + 1, data_scope, scope_dept_ids, remark, ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz, ${userId}::bigint
    from role where id = ${roleId} and deleted_at is null returning id`.execute(unit.db)
  const copy = rows[0]
  if (!copy) throw notFound()
  await sql`
    insert into role_permission (role_id, permission_id, data_scope, scope_dept_ids)
    select ${copy.id}::bigint, g.permission_id, g.data_scope, g.scope_dept_ids from role_permission g join permission p on p.id = g.permission_id
    where g.role_id = ${roleId} and not p.admin_only and p.deleted_at is null`.execute(unit.db)
  // By trigger it was shown the menus of its buttons; it is shown those of the other.
  await sql`delete from role_menu where role_id = ${copy.id}`.execute(unit.db)
  await sql`
    insert into role_menu (role_id, menu_id) select ${copy.id}::bigint, menu_id from role_menu where role_id = ${roleId}`.execute(
    unit.db,
  )
  unit.changed('role', copy.id)
  unit.traced({ record: 'role', id: copy.id, before: null, after: { key, name, copyOf: roleId } })
  return copy
}

function assertBoth(access: Access): void {
  if (!access.may('role:SetMenu')) throw permissionDenied()
}

/** Each action asks for its own permission (§0.6 role). */
export const roleRoutes = (asked: () => readonly string[]): readonly RouteDefinition[] => [
  route({
    method: 'GET',
    url: '/api/system/role/grantable/',
    permission: 'role:Retrieve',
    handle: ({ unit, language }) => grantable(unit, language, asked()),
  }),
  route({
    method: 'GET',
    url: '/api/system/role/:id/grants/',
    permission: 'role:Retrieve',
    params: idParams,
    handle: ({ unit, params }) => grantsOfRole(unit, params.id),
  }),
  // Both actions in one call, so that a role is never left half changed.
  route({
    method: 'PUT',
    url: '/api/system/role/:id/grants/',
    operation: operation('role.grants', rowOf('role')),
    permission: 'role:SetButton',
    params: idParams,
    body: z.strictObject({ menus: ids, buttons: ids, version }),
    handle: ({ unit, access, params, body, language }) => {
      assertBoth(access)
      return requestGrants(unit, access, language, params.id, body)
    },
  }),
  route({
    method: 'PUT',
    url: '/api/system/role/:id/menus/',
    operation: operation('role.menus', rowOf('role')),
    permission: 'role:SetMenu',
    params: idParams,
    body: z.strictObject({ menus: ids, version }),
    handle: ({ unit, access, params, body }) => setMenus(unit, access, params.id, body),
  }),
  route({
    method: 'PUT',
    url: '/api/system/role/:id/buttons/',
    operation: operation('role.buttons', rowOf('role')),
    permission: 'role:SetButton',
    params: idParams,
    body: z.strictObject({ buttons: ids, version }),
    handle: ({ unit, access, params, body, language }) => requestButtons(unit, access, language, params.id, body),
  }),
  route({
    method: 'PUT',
    url: '/api/system/role/:id/data_scope/',
    operation: operation('role.dataScope', rowOf('role')),
    permission: 'role:SetDataScope',
    params: idParams,
    body: z.strictObject({
      dataScope: scope,
      scopeDeptIds: z.array(id).max(200).default([]),
      overrides: z
        .array(z.strictObject({ id, dataScope: scope.nullable(), scopeDeptIds: z.array(id).max(200).default([]) }))
        .max(1000),
      version,
    }),
    handle: ({ unit, access, params, body }) => requestScopes(unit, access, params.id, body),
  }),
  route({
    method: 'GET',
    url: '/api/system/role/:id/users/',
    permission: 'role:Retrieve',
    params: idParams,
    handle: async ({ unit, params, language }) => {
      await grantsOfRole(unit, params.id)
      return peopleOfRole(unit, language, params.id)
    },
  }),
  route({
    method: 'PUT',
    url: '/api/system/role/:id/users/',
    operation: operation('role.users', rowOf('role')),
    permission: 'role:SetUser',
    params: idParams,
    body: z.strictObject({ add: z.array(id).max(200).default([]), remove: z.array(id).max(200).default([]) }),
    handle: async ({ unit, access, params, body, language }) => {
      await grantsOfRole(unit, params.id)
      const waiting = await setPeople(unit, access, language, params.id, body)
      return waiting ?? peopleOfRole(unit, language, params.id)
    },
  }),
  route({
    method: 'POST',
    url: '/api/system/role/:id/copy/',
    operation: operation('role.copy', rowOf('role')),
    permission: 'role:Create',
    params: idParams,
    body: z.strictObject({
      name: z.string().overwrite(trimText).min(2).max(30),
      key: z.string().regex(/^[a-z][A-Za-z]{2,31}$/),
    }),
    handle: ({ unit, access, params, body }) => copyRole(unit, access.userId, params.id, body),
  }),
]
