/** SYS-24: what a role of one's own grants is changed by two. One holder proposes, another one confirms. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { type Named, nameIn } from './names.ts'
import { type GrantedRole, isOwnRole, lockAnyRole, setGrants } from './roleGrants.ts'

/** The grants of a role as somebody wishes them. */
export interface GrantWish {
  readonly menus: readonly number[]
  readonly buttons: readonly number[]
  /** The role as the wisher saw it. */
  readonly version: number
}

interface Stored extends GrantWish, Named {
  readonly proposedBy: number
  readonly proposedAt: Date
}

/** A wish that waits for another holder of the role. */
export interface Proposal extends GrantWish {
  readonly byName: string
  readonly at: string
  readonly isOwn: boolean
}

async function find(base: Base, roleId: number): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    select p.menus, p.buttons, p.role_version as version, p.proposed_by, p.proposed_at, u.name, u.name_en
    from role_proposal p join app_user u on u.id = p.proposed_by join role r on r.id = p.role_id and r.version = p.role_version
    where p.role_id = ${roleId}`.execute(base.db)
  return rows[0] ?? null
}

/** What waits for a role; nothing once the role changed otherwise. */
export async function proposalOf(
  base: Base,
  access: Access,
  language: Language,
  roleId: number,
): Promise<Proposal | null> {
  const found = await find(base, roleId)
  if (found === null) return null
  const { menus, buttons, version, proposedBy, proposedAt } = found
  const isOwn = proposedBy === access.userId
  return { menus, buttons, version, byName: nameIn(language, found), at: momentText(proposedAt), isOwn }
}

/** Grants at once for another's role; for one's own it keeps the wish and tells the other holders. */
export async function wishGrants(
  base: Base,
  access: Access,
  language: Language,
  roleId: number,
  wish: GrantWish,
): Promise<{ version: number; proposed: boolean }> {
  const role = await lockAnyRole(base, roleId, wish.version)
  await withdraw(base, roleId)
  if (!isOwnRole(access, role)) return { ...(await setGrants(base, access, language, role, wish)), proposed: false }
  await propose(base, access, role, wish)
  return { version: role.version, proposed: true }
}

async function propose(base: Base, access: Access, role: GrantedRole, wish: GrantWish): Promise<void> {
  await sql`
    insert into role_proposal (role_id, menus, buttons, role_version, proposed_by, proposed_at)
    values (${role.id}, ${[...wish.menus]}::bigint[], ${[...wish.buttons]}::bigint[], ${role.version}, ${access.userId}, ${base.clock.now()})`.execute(
    base.db,
  )
  const { rows: others } = await sql<{ id: number }>`
    select u.id from user_role m join app_user u on u.id = m.user_id
    where m.role_id = ${role.id} and u.id <> ${access.userId} and u.state and u.deleted_at is null`.execute(base.db)
  base.notify({
    to: others.map(({ id }) => id),
    contentType: 'REMIND',
    title: { key: 'roles.proposed', params: [role.name] },
    link: `/system/role/${role.id}`,
  })
  base.changed('role', role.id)
  const after = { proposedButtons: wish.buttons.length, proposedMenus: wish.menus.length }
  base.traced({ record: 'role', id: role.id, before: null, after })
}

const withdraw = async (base: Base, roleId: number): Promise<void> =>
  void (await sql`delete from role_proposal where role_id = ${roleId}`.execute(base.db))

/** Another holder lets the wish come true. @throws Refusal 4004 without one, 4009; RuleError SYS-24 for the wisher */
export async function confirmProposal(
  base: Base,
  access: Access,
  language: Language,
  roleId: number,
  version: number,
): Promise<{ version: number }> {
  const role = await lockAnyRole(base, roleId, version)
  const wish = await find(base, roleId)
  if (wish === null) throw notFound()
  if (wish.proposedBy === access.userId) throw new RuleError('rule.SYS-24')
  await withdraw(base, roleId)
  const done = await setGrants(base, access, language, role, wish)
  base.notify({ to: [wish.proposedBy], contentType: 'SYSTEM', title: { key: 'roles.confirmed', params: [role.name] } })
  return done
}

/** The wisher takes it back, or another one refuses it. */
export async function dropProposal(base: Base, access: Access, roleId: number, version: number): Promise<void> {
  const role = await lockAnyRole(base, roleId, version)
  const wish = await find(base, roleId)
  if (wish === null) throw notFound()
  await withdraw(base, roleId)
  base.changed('role', roleId)
  base.traced({ record: 'role', id: roleId, before: { proposedBy: wish.name }, after: { proposedBy: null } })
  if (wish.proposedBy !== access.userId)
    base.notify({ to: [wish.proposedBy], contentType: 'SYSTEM', title: { key: 'roles.refused', params: [role.name] } })
}
