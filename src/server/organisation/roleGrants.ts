/** What a role grants: menus and buttons (60.2). Every change takes the role's lock and its version, and tells the browsers (SYS-14). */
import { sql } from 'kysely'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import type { Access } from '#src/define/access.ts'
import type { ButtonGrant } from '#src/define/accounts.ts'
import type { RoleGrants } from '#src/define/answers/organisation.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError, ValidationError, versionConflict } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { keepRightsApart } from './rightsApart.ts'
import { EVERYBODY } from './roles.ts'

/** A role as it is granted to. */
export interface GrantedRole extends BilingualName {
  readonly id: number
  readonly key: string
  readonly version: number
  readonly dataScope: string
}

export async function grantsOfRole(unit: UnitOfWork, roleId: number): Promise<RoleGrants> {
  const role = await sql<{ version: number }>`
    select version from role where id = ${roleId} and deleted_at is null`.execute(unit.db)
  if (!role.rows[0]) throw notFound()
  const menus = await sql<{ id: number }>`
    select m.id from role_menu g join menu m on m.id = g.menu_id where g.role_id = ${roleId} and m.deleted_at is null order by m.id`.execute(
    unit.db,
  )
  const buttons = await sql<ButtonGrant>`
    select p.id, p.value, g.data_scope, g.scope_dept_ids from role_permission g join permission p on p.id = g.permission_id
    where g.role_id = ${roleId} and p.deleted_at is null order by p.id`.execute(unit.db)
  return { version: role.rows[0].version, menus: menus.rows.map((row) => row.id), buttons: buttons.rows }
}

/** SYS-24: whether the role is one's own, the role of everybody apart. */
export const isOwnRole = (access: Access, role: Pick<GrantedRole, 'key'>): boolean =>
  role.key !== EVERYBODY && access.roles.includes(role.key)

/** The role, locked, whoever's it is. @throws Refusal 4004, 4009 */
export async function lockAnyRole(unit: UnitOfWork, roleId: number, version: number): Promise<GrantedRole> {
  const { rows } = await sql<GrantedRole>`
    select id, key, name, name_en, version, data_scope from role where id = ${roleId} and deleted_at is null for update`.execute(
    unit.db,
  )
  const role = rows[0]
  if (!role) throw notFound()
  if (role.version !== version) throw versionConflict()
  return role
}

/** The role, locked. @throws Refusal 4004, 4009; RuleError SYS-24 for a role of one's own. */
export async function lockRole(
  unit: UnitOfWork,
  access: Access,
  roleId: number,
  version: number,
): Promise<GrantedRole> {
  const role = await lockAnyRole(unit, roleId, version)
  if (isOwnRole(access, role)) throw new RuleError('rule.SYS-24')
  return role
}

/** The next version, announced and traced. */
export async function touch(
  unit: UnitOfWork,
  access: Access,
  role: GrantedRole,
  change: { before: Readonly<Record<string, unknown>>; after: Readonly<Record<string, unknown>> },
): Promise<{ version: number }> {
  await sql`
    update role set version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${access.userId} where id = ${role.id}`.execute(
    unit.db,
  )
  unit.changed('role', role.id)
  unit.traced({ record: 'role', id: role.id, ...change })
  return { version: role.version + 1 }
}

/** Writing permissions of the auditor do not exist (§0.5). */
const reading = /:(Search|Retrieve|Register|Export)$/

/** What one administrator must not hold, because it is another's (SYS-15). */
function isAnothers(role: string, value: string): boolean {
  if (role === 'sysAdmin')
    return /^(role|session|whiteList|accessCheck):|^user:(AssignRole|Unlock|ResetPassword)$/.test(value)
  if (role === 'securityAdmin')
    return /^(menu|menuButton|dictionary|config|backup):|^user:(Create|Update|Delete|Import|Enable|Disable)$/.test(
      value,
    )
  return role === 'auditor' && !reading.test(value)
}

interface ButtonRow {
  readonly id: number
  readonly value: string
  readonly adminOnly: boolean
}

/** SYS-25 and SYS-15, for what is added. */
function checkButtons(role: GrantedRole, added: readonly ButtonRow[], language: Language): void {
  const isAdministrator = isAdministratorRole(role.key)
  for (const { value, adminOnly } of added) {
    if (adminOnly && !isAdministrator) throw new RuleError('rule.SYS-25', value)
    if (isAdministrator && isAnothers(role.key, value))
      throw new RuleError('rule.SYS-15', nameIn(language, role), value)
  }
}

interface Grants {
  /** Null leaves them as they are. */
  readonly menus: readonly number[] | null
  readonly buttons: readonly number[]
}

/** What becomes of the buttons, before anything is written. @throws ValidationError, RuleError SYS-15, SYS-25, SYS-46 */
async function buttonChange(unit: UnitOfWork, role: GrantedRole, buttons: readonly number[], language: Language) {
  const { rows: all } = await sql<ButtonRow>`
    select id, value, admin_only from permission where deleted_at is null`.execute(unit.db)
  const before = (await grantsOfRole(unit, role.id)).buttons
  const wanted = new Set(buttons)
  if (buttons.some((id) => !all.some((button) => button.id === id)))
    throw new ValidationError({ buttons: [{ key: 'check.notFound' }] })
  const added = all.filter(({ id }) => wanted.has(id) && !before.some((one) => one.id === id))
  const removed = before.filter(({ id }) => !wanted.has(id))
  checkButtons(role, added, language)
  // SYS-46: the menu page needs its list.
  if (role.key === 'sysAdmin' && removed.some(({ value }) => value === 'menu:Search'))
    throw new RuleError('rule.SYS-46')
  return { added, removed }
}

/** Exactly these buttons; those that stay keep their scope. Each brings its menu along (SYS-23, by trigger). @throws as `buttonChange`, RuleError SYS-12 */
async function changeButtons(unit: UnitOfWork, role: GrantedRole, buttons: readonly number[], language: Language) {
  const { added, removed } = await buttonChange(unit, role, buttons, language)
  await sql`
    delete from role_permission where role_id = ${role.id} and permission_id = any(${removed.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
  await sql`
    insert into role_permission (role_id, permission_id) select ${role.id}::bigint, unnest(${added.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
  if (added.length > 0) await keepRightsApart(unit, language, role)
  return {
    before: { removed: removed.map(({ value }) => value) },
    after: { added: added.map(({ value }) => value) },
  }
}

/** What becomes of the menus, before anything is written. @throws ValidationError, RuleError SYS-46 */
async function menuChange(unit: UnitOfWork, role: GrantedRole, menus: readonly number[]) {
  const { rows: known } = await sql<{ id: number; title: string; webPath: string }>`
    select id, title, web_path from menu where not is_catalog and deleted_at is null`.execute(unit.db)
  const wanted = new Set(menus)
  if (menus.some((id) => !known.some((menu) => menu.id === id)))
    throw new ValidationError({ menus: [{ key: 'check.notFound' }] })
  const before = new Set((await grantsOfRole(unit, role.id)).menus)
  const added = known.filter(({ id }) => wanted.has(id) && !before.has(id))
  const removed = known.filter(({ id }) => !wanted.has(id) && before.has(id))
  if (role.key === 'sysAdmin' && removed.some(({ webPath }) => webPath === '/system/menu'))
    throw new RuleError('rule.SYS-46')
  return { added, removed }
}

/** Exactly these menus. What a button opens stays granted with the button; only the line in the navigation goes. @throws as `menuChange` */
async function changeMenus(unit: UnitOfWork, role: GrantedRole, menus: readonly number[]) {
  const { added, removed } = await menuChange(unit, role, menus)
  await sql`
    delete from role_menu where role_id = ${role.id} and menu_id = any(${removed.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
  await sql`
    insert into role_menu (role_id, menu_id) select ${role.id}::bigint, unnest(${added.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
  return {
    before: { removedMenus: removed.map(({ title }) => title) },
    after: { addedMenus: added.map(({ title }) => title) },
  }
}

/** SetButton. The role is locked by the caller. */
export async function setButtons(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  role: GrantedRole,
  buttons: readonly number[],
): Promise<{ version: number }> {
  return touch(unit, access, role, await changeButtons(unit, role, buttons, language))
}

/** SetMenu. */
export async function setMenus(
  unit: UnitOfWork,
  access: Access,
  roleId: number,
  { menus, version }: { readonly menus: readonly number[]; readonly version: number },
): Promise<{ version: number }> {
  const role = await lockRole(unit, access, roleId, version)
  return touch(unit, access, role, await changeMenus(unit, role, menus))
}

/** Tells now what would be refused when the grants of the role are written; nothing of it stays. @throws as `changeButtons` and `changeMenus` */
export async function checkGrants(
  unit: UnitOfWork,
  language: Language,
  role: GrantedRole,
  { menus, buttons }: Grants,
): Promise<void> {
  await sql`savepoint trial_of_grants`.execute(unit.db)
  await changeButtons(unit, role, buttons, language)
  if (menus !== null) await changeMenus(unit, role, menus)
  await sql`rollback to savepoint trial_of_grants`.execute(unit.db)
}

/** SetMenu and SetButton together: all of it or nothing. The role is locked by the caller. */
export async function setGrants(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  role: GrantedRole,
  { menus, buttons }: Grants,
): Promise<{ version: number }> {
  if (menus === null) return setButtons(unit, access, language, role, buttons)
  const ofButtons = await changeButtons(unit, role, buttons, language)
  const ofMenus = await changeMenus(unit, role, menus)
  return touch(unit, access, role, {
    before: { ...ofButtons.before, ...ofMenus.before },
    after: { ...ofButtons.after, ...ofMenus.after },
  })
}
