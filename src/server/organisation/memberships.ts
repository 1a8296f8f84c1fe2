/** The dialog in which one person's roles are set (60.1 AssignRole). */

import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { RoleName } from '#src/define/names.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { taskAssignment } from '#src/define/services.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { findAccount, lockAccount } from './accounts.ts'
import { holdRoles } from './rightsProposals.ts'
import { changeRoles, checkRolesOf, MAX_ROLES, setRolesOf } from './roles.ts'
import { refuseAdministrators } from './separation.ts'

/** Role whose scope is what a person is in charge of. */
const IN_CHARGE: RoleName = 'divisionLeader'

interface RoleRow extends BilingualName {
  readonly id: number
  readonly key: string
}

/** A role held, with the departments in charge of where the role has them. */
interface Held {
  readonly key: string
  readonly roleId: number
  readonly deptIds: readonly number[] | null
}

async function heldBy(unit: UnitOfWork, userId: number): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select r.key, m.role_id, m.dept_ids from user_role m join role r on r.id = m.role_id
    where m.user_id = ${userId} order by r.sort, r.id`.execute(unit.db)
  return rows
}

/** Departments a division leader is in charge of; none for anybody else. */
const chargeOf = (held: readonly Held[]): readonly number[] => held.find((one) => one.key === IN_CHARGE)?.deptIds ?? []

/** What a person's roles become. */
export interface Assignment {
  readonly id: number
  readonly roleIds: readonly number[]
  /** Departments in charge of, for a division leader. */
  readonly leaderOf: readonly number[]
  readonly version?: number | undefined
}

/** Sets the roles of a person and what they are in charge of, or says what waits instead (SYS-139). @throws as `changeRoles`, `propose`, 4009 */
export async function assignRoles(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  assignment: Assignment,
): Promise<ProposedAnswer | null> {
  const { id, version } = assignment
  await lockAccount(unit, access, 'user:AssignRole', id, version)
  const roleIds = [...new Set(assignment.roleIds)]
  await checkRolesOf(unit, access, language, id, roleIds)
  const isInCharge = await holdsCharge(unit, roleIds)
  if (isInCharge && assignment.leaderOf.length === 0)
    throw new ValidationError({ leaderOf: [{ key: 'check.required' }] })
  const leaderOf = isInCharge ? [...new Set(assignment.leaderOf)] : []
  const held = await holdRoles(unit, access, { id, roleIds, leaderOf })
  if (held !== null) return held
  await writeRoles(unit, access, language, assignment)
  return null
}

/** Whether one of the roles is that of people in charge of divisions. */
async function holdsCharge(unit: UnitOfWork, roleIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from role where id = any(${[...roleIds]}::bigint[]) and key = ${IN_CHARGE}`.execute(unit.db)
  return rows.length > 0
}

/** Sets the roles of a person and what they are in charge of; in force with the next request, and pushed (SYS-14). @throws as `changeRoles`, 4009 */
export async function writeRoles(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  { id, roleIds, leaderOf, version }: Assignment,
): Promise<void> {
  await lockAccount(unit, access, 'user:AssignRole', id, version)
  const charge = chargeOf(await heldBy(unit, id))
  await setRolesOf(unit, access, language, id, [...new Set(roleIds)])
  if (leaderOf.length > 0) await setCharge(unit, id, charge, [...new Set(leaderOf)])
  await sql`update app_user set version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${access.userId} where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('user', id)
}

async function setCharge(
  unit: UnitOfWork,
  id: number,
  before: readonly number[],
  leaderOf: readonly number[],
): Promise<void> {
  const isInCharge = (await heldBy(unit, id)).some((held) => held.key === IN_CHARGE)
  if (!isInCharge) return
  await refuseAdministrators(unit, [id], 'inCharge')
  const { numAffectedRows } = await sql`
    update user_role m set dept_ids = array(select d.id from department d where d.id = any(${[...leaderOf]}::bigint[]) and d.deleted_at is null order by d.id)
    from role r where r.id = m.role_id and r.key = ${IN_CHARGE} and m.user_id = ${id}
      and coalesce(m.dept_ids, '{}') is distinct from ${[...leaderOf].sort((a, b) => a - b)}::bigint[]`.execute(unit.db)
  if (numAffectedRows !== 1n) return
  unit.changed('access', id)
  unit.traced({
    record: 'user',
    id,
    before: { leaderOf: before },
    after: { leaderOf: chargeOf(await heldBy(unit, id)) },
  })
  if (before.some((dept) => !leaderOf.includes(dept))) await unit.service(taskAssignment).personLeft(id)
}

/** Roles in force, in their order. */
export async function assignableRoles(unit: UnitOfWork, language: Language) {
  const { rows } = await sql<RoleRow>`
    select id, key, name, name_en from role where state and deleted_at is null order by sort, id`.execute(unit.db)
  return rows.map((role) => ({ id: role.id, key: role.key, name: nameIn(language, role) }))
}

/** What the dialog starts from. */
export async function readAssignment(unit: UnitOfWork, access: Access, language: Language, id: number) {
  const account = await findAccount(unit, access, 'user:AssignRole', id)
  const held = await heldBy(unit, id)
  return {
    id,
    name: account.name,
    version: account.version,
    roleIds: held.map((one) => one.roleId),
    leaderOf: chargeOf(held),
    most: MAX_ROLES,
    roles: await assignableRoles(unit, language),
  }
}

/** SetUser: takes a role from people at once, and gives it, or says what waits instead (SYS-139). @throws as `changeRoles` and `propose` */
export async function setPeople(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  roleId: number,
  { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
): Promise<ProposedAnswer | null> {
  const of = (people: readonly number[]) => people.map((userId) => ({ userId, roleId }))
  // Both are checked before anything is written: all or nothing.
  await changeRoles(unit, access, language, 'role:SetUser', { give: of(add), take: of(remove), isTrial: true })
  let waiting: ProposedAnswer | null = null
  const atOnce: number[] = []
  for (const id of [...new Set(add)].sort((one, other) => one - other)) {
    const held = await heldBy(unit, id)
    const roleIds = [...new Set([...held.map((one) => one.roleId), roleId])]
    const answer = await holdRoles(unit, access, { id, roleIds, leaderOf: chargeOf(held) })
    if (answer === null) atOnce.push(id)
    waiting = answer ?? waiting
  }
  await changeRoles(unit, access, language, 'role:SetUser', { give: of(atOnce), take: of(remove) })
  return waiting
}
