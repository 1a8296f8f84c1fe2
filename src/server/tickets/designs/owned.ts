/** Changes of workflows whose group has an owner: what they are made for, and whose confirmation they need (SYS-137). */
import { sql } from 'kysely'
import { groupsOf, isGateway, stopgapOf, type WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type ConfirmingRole, type GuardedGroup, isGuarded } from '#src/define/workflows/proposals.ts'
import { officeRoles } from '#src/server/organisation/rightsOfOffice.ts'

/** Owners who must confirm a change from the first groups to the second. */
export const seatsOf = (...groups: readonly (readonly string[])[]): readonly GuardedGroup[] =>
  [...new Set(groups.flat())].filter(isGuarded)

/** Roles and people whom the steps of a version ask to decide or to do something, by name; copies are only read. */
function askedBy(definition: WorkflowDefinition): {
  readonly roles: ReadonlySet<string>
  readonly people: ReadonlySet<number>
} {
  const groups = definition.states
    .filter((state) => !isGateway(state) && state.kind !== 'cc')
    .flatMap((state) => [...groupsOf(state.participant), ...[stopgapOf(state)].filter((group) => group !== null)])
  return {
    roles: new Set(groups.flatMap((group) => (group.type === 'role' ? [group.role] : []))),
    people: new Set(groups.flatMap((group) => (group.type === 'user' ? [group.userId] : []))),
  }
}

const without = <T>(all: ReadonlySet<T>, known: ReadonlySet<T> | undefined): readonly T[] =>
  [...all].filter((one) => known?.has(one) !== true)

/** Whether a version would let a person decide who decides nothing now: the holders of a role that only reads, or a person whose account the publisher made, and whose first password the publisher was shown. */
async function givesOffice(
  unit: UnitOfWork,
  publisher: number,
  before: WorkflowDefinition | null,
  after: WorkflowDefinition,
): Promise<boolean> {
  const [known, asked] = [before === null ? null : askedBy(before), askedBy(after)]
  const { rows: roles } = await sql<{ id: number }>`
    select r.id from role r where r.key = any(${without(asked.roles, known?.roles)}::text[]) and r.deleted_at is null
      and exists (select from user_role m join app_user u on u.id = m.user_id where m.role_id = r.id and u.deleted_at is null)`.execute(
    unit.db,
  )
  const ids = roles.map(({ id }) => id)
  if ((await officeRoles(unit, ids)).length < ids.length) return true
  const { rows: people } = await sql`
    select from app_user where id = any(${without(asked.people, known?.people)}::bigint[]) and created_by = ${publisher}`.execute(
    unit.db,
  )
  return people.length > 0
}

/** Who must confirm a version: the owner of its group (SYS-137); in other groups a security administrator or the auditor, where it lets a person decide who decides nothing now (SYS-139). No person else. */
export async function seatsOfVersion(
  unit: UnitOfWork,
  publisher: number,
  groups: readonly string[],
  before: WorkflowDefinition | null,
  after: WorkflowDefinition,
): Promise<readonly ConfirmingRole[]> {
  const owners = seatsOf(groups)
  if (owners.length > 0) return owners
  return (await givesOffice(unit, publisher, before, after)) ? ['security'] : []
}

/** A draft that is to be put in force. */
export interface VersionContent {
  readonly id: number
  readonly revision: number
}

/** Names the draft and the version in force together: another text when either is another one. Null without a draft. */
export async function versionBasis(unit: UnitOfWork, { id }: VersionContent): Promise<string | null> {
  const { rows } = await sql<{ basis: string }>`
    select concat_ws(' ', coalesce(w.current_version_id, 0), d.id, d.revision, d.content_hash) as basis
    from workflow w join workflow_version d on d.workflow_id = w.id and d.status = 'draft'
    where w.id = ${id} and w.deleted_at is null`.execute(unit.db)
  return rows[0]?.basis ?? null
}

/** Names the state a workflow is in and the version it runs. */
export async function workflowBasis(unit: UnitOfWork, { id }: { readonly id: number }): Promise<string | null> {
  const { rows } = await sql<{ basis: string }>`
    select concat_ws(' ', status, current_version_id) as basis from workflow where id = ${id} and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0]?.basis ?? null
}
