/** SYS-139: who gets a role with which something is decided, is put in charge of a division, or comes back into office, needs a second person of another administrator role. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { only } from '#src/server/database/only.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import { holdsOffice } from './handover.ts'
import { officeRoles } from './rightsOfOffice.ts'

/** The roles of a person as they are to become. */
export interface RolesContent {
  readonly id: number
  readonly roleIds: readonly number[]
  /** Departments in charge of, for a division leader. */
  readonly leaderOf: readonly number[]
  /** Nobody confirms what they gain themselves. */
  readonly barred: readonly number[]
}

/** An account that is to be in service again with all it holds. */
export interface EnableContent {
  readonly id: number
}

interface Held {
  readonly name: string
  readonly nameEn: string
  readonly roleIds: readonly number[]
  readonly charge: readonly number[]
  readonly basis: string
}

/** What a person holds now. */
export async function heldRights(unit: UnitOfWork, id: number): Promise<Held | null> {
  const { rows } = await sql<Held>`
    select u.name, u.name_en, coalesce(array_agg(m.role_id order by m.role_id) filter (where m.role_id is not null), '{}') as role_ids,
      coalesce((select c.dept_ids from user_role c join role r on r.id = c.role_id where c.user_id = u.id and r.key = 'divisionLeader'), '{}') as charge,
      u.state::text || coalesce(string_agg(m.role_id || coalesce(m.dept_ids::text, ''), ' ' order by m.role_id), '') as basis
    from app_user u left join user_role m on m.user_id = u.id where u.id = ${id} and u.deleted_at is null group by u.id`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

/** What the person holds, and what the roles they are to have grant: a role without holders is widened at once (SYS-139). */
export async function basisOfRoles(unit: UnitOfWork, { id, roleIds }: RolesContent): Promise<string | null> {
  const held = await heldRights(unit, id)
  if (held === null) return null
  const { rows } = await sql<{ versions: string }>`
    select coalesce(string_agg(id || 'v' || version, ' ' order by id), '') as versions from role where id = any(${[...roleIds]}::bigint[])`.execute(
    unit.db,
  )
  return `${held.basis} ${only(rows).versions}`
}

/** Locks these roles, so that their grants stay as they are until the transaction ends; widening one of them waits and then sees its new holders. */
export async function keepRoles(unit: UnitOfWork, roleIds: readonly number[]): Promise<void> {
  await sql`select from role where id = any(${[...roleIds]}::bigint[]) order by id for key share`.execute(unit.db)
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** What waits instead of these roles; null where nothing is gained with which something is decided. What is taken away alone is taken at once. @throws as `propose` */
export async function holdRoles(
  unit: UnitOfWork,
  access: Access,
  asked: Omit<RolesContent, 'barred'>,
): Promise<ProposedAnswer | null> {
  const content: RolesContent = { ...asked, barred: [asked.id] }
  const held = await heldRights(unit, content.id)
  if (held === null) return null
  const given = content.roleIds.filter((id) => !held.roleIds.includes(id))
  await keepRoles(unit, given)
  const stays = content.leaderOf.length > 0 && !isSameSet(content.leaderOf, held.charge)
  if ((await officeRoles(unit, given)).length === 0 && !stays) return null
  const { name, nameEn } = held
  const basis = (await basisOfRoles(unit, content)) ?? ''
  const subject = `userRoles:${content.id}`
  return propose(unit, access, { kind: 'userRoles', subject, content, basis, name, nameEn, seats: ['administrator'] })
}

/** What waits instead of enabling an account that holds an office or a role; null for every other. @throws as `propose` */
export async function holdEnabling(
  unit: UnitOfWork,
  access: Access,
  content: EnableContent,
): Promise<ProposedAnswer | null> {
  if (!(await holdsOffice(unit, content.id))) return null
  const held = await heldRights(unit, content.id)
  if (held === null) return null
  const { name, nameEn, basis } = held
  const subject = `accountEnable:${content.id}`
  return propose(unit, access, { kind: 'accountEnable', subject, content, basis, name, nameEn, seats: ['security'] })
}

/** Names of roles and departments, for whoever confirms. */
export async function namesOfRights(
  unit: UnitOfWork,
  language: Language,
  { roleIds, leaderOf }: Pick<RolesContent, 'roleIds' | 'leaderOf'>,
): Promise<{ readonly roles: string; readonly charge: string }> {
  const name = language === 'en' ? sql`coalesce(nullif(name_en, ''), name)` : sql`name`
  const { rows } = await sql<{ roles: string | null; charge: string | null }>`
    select (select string_agg(${name}, ', ' order by sort, id) from role where id = any(${[...roleIds]}::bigint[])) as roles,
      (select string_agg(${name}, ', ' order by sort, id) from department where id = any(${[...leaderOf]}::bigint[])) as charge`.execute(
    unit.db,
  )
  const { roles, charge } = only(rows)
  return { roles: roles ?? '', charge: charge ?? '' }
}
