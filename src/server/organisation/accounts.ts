/** Switching accounts off and on (60.1). What somebody leaves behind is moved in the same transaction (INV-15). */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { HoldingDefinition } from '#src/define/holdings.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import { listOf, notFound, RuleError, ValidationError, versionConflict } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { recordProposals } from '#src/define/services.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { replacePassword } from '#src/server/access/passwords.ts'
import { scopeFilter } from '#src/server/access/scope.ts'
import { revokeAll } from '#src/server/access/session.ts'
import { clearSecondFactor } from '#src/server/access/signIn/secondFactor.ts'
import { only } from '#src/server/database/only.ts'
import { holdReset } from './accountProposals.ts'
import { announceReset } from './credentialNotices.ts'
import { handOver } from './handover.ts'
import { leavingOf } from './leaving.ts'
import { holdEnabling } from './rightsProposals.ts'
import { keepAdministrators } from './roles.ts'
import { refuseAdministrators } from './separation.ts'
import { hasLeftTraces } from './traces.ts'

/** Which accounts a permission reaches: those of the departments in its scope, or one's own. */
const scope = { department: 'deptId', owner: 'id' }

export interface Account {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly mobile: string
  readonly state: boolean
  readonly version: number
}
/** Who does something to an account. */
export interface Action {
  readonly unit: UnitOfWork
  readonly access: Access
  readonly language: Language
}
/** An account as an action on it answers. */
export type AccountState = Pick<Account, 'id' | 'state' | 'version'>

/** The account, locked. @throws Refusal 4004 out of scope, 4009 for a version nobody has any more. */
export async function lockAccount(
  unit: UnitOfWork,
  access: Access,
  permission: Permission,
  id: number,
  version: number | undefined,
): Promise<Account> {
  const { rows } = await sql<Account>`
    select u.id, u.name, u.username, u.mobile, u.state, u.version from app_user u
    where u.id = ${id} and u.deleted_at is null and ${reach(access, permission)} for update of u`.execute(unit.db)
  const account = rows[0]
  if (!account) throw notFound()
  if (version !== undefined && version !== account.version) throw versionConflict()
  return account
}

/** The account as it is, without keeping it. @throws Refusal 4004 out of scope */
export async function findAccount(
  unit: UnitOfWork,
  access: Access,
  permission: Permission,
  id: number,
): Promise<Account> {
  const { rows } = await sql<Account>`
    select u.id, u.name, u.username, u.mobile, u.state, u.version from app_user u
    where u.id = ${id} and u.deleted_at is null and ${reach(access, permission)}`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const reach = (access: Access, permission: Permission): RawBuilder<SqlBool> =>
  scopeFilter(access, permission, scope, 'u')

async function setState(unit: UnitOfWork, access: Access, { id }: Account, state: boolean): Promise<AccountState> {
  const { rows } = await sql<AccountState>`
    update app_user set state = ${state}, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1
    where id = ${id} returning id, state, version`.execute(unit.db)
  unit.changed('user', id)
  unit.traced({ record: 'user', id, before: { state: !state }, after: { state } })
  return rows[0] ?? { id, state, version: 0 }
}

/** How an account is switched off. */
export interface Farewell {
  readonly version?: number | undefined
  /** What the person holds was looked over. */
  readonly confirmed?: boolean | undefined
  /** Who takes over what can be handed over. */
  readonly successorId?: number | null | undefined
}

/**
 * Sessions and delegations end, what can be handed over goes to the successor, open tasks go to whom the rules find now.
 * @throws RuleError SYS-11 oneself, SYS-03 the last administrator, `user.leavingUnconfirmed` (its data: the lines) while
 * something is held that nobody looked over, `user.successorNeeded`, INV-15 when nobody else can take a task over
 */
export async function disable(
  { unit, access, language }: Action,
  holdings: readonly HoldingDefinition[],
  id: number,
  { version, confirmed, successorId = null }: Farewell,
): Promise<AccountState> {
  const account = await lockAccount(unit, access, 'user:Disable', id, version)
  if (id === access.userId) throw new RuleError('rule.SYS-11')
  if (!account.state) throw new RuleError('record.stateInvalid')
  await keepAdministrators(unit, language, id)
  const held = await leavingOf(unit, holdings, id)
  if (held.length > 0 && confirmed !== true) throw new RuleError('user.leavingUnconfirmed', account.name).with(held)
  if (successorId === null && held.some(({ successor }) => successor === 'needed'))
    throw new RuleError('user.successorNeeded', account.name).with(held)
  if (successorId !== null) await checkSuccessor(unit, id, successorId)
  const disabled = await setState(unit, access, account, false)
  for (const { release } of holdings) await release?.(unit, id, successorId)
  if (successorId !== null) await proposeLeader({ unit, access, language }, id, successorId)
  return disabled
}

/** The departments of a leader wait for the successor (SYS-139); until then the next leader above decides. */
async function proposeLeader({ unit, access, language }: Action, leaderId: number, successorId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from department where leader_id = ${leaderId} and deleted_at is null order by id`.execute(unit.db)
  for (const { id } of rows)
    await unit.service(recordProposals).hold('dept', id, { leaderId: successorId }, { access, language })
}

/** Names of people in a message. */
const NAMES = 5

/** Many at once, all or none. @throws RuleError as `disable`; `user.leavingUnconfirmed` names everybody who still holds something */
export async function disableMany(
  action: Action,
  holdings: readonly HoldingDefinition[],
  ids: readonly number[],
  confirmed: boolean,
): Promise<void> {
  const holders: string[] = []
  for (const id of confirmed ? [] : ids) {
    const { name } = await lockAccount(action.unit, action.access, 'user:Disable', id, undefined)
    if ((await leavingOf(action.unit, holdings, id)).length > 0) holders.push(name)
  }
  if (holders.length > 0) {
    throw new RuleError('user.leavingUnconfirmed', listOf(holders.slice(0, NAMES), holders.length > NAMES ? ' …' : ''))
  }
  for (const id of ids) await disable(action, holdings, id, { confirmed })
}

/** @throws ValidationError unless it is somebody else who can act; RuleError sys.separation */
async function checkSuccessor(unit: UnitOfWork, id: number, successorId: number): Promise<void> {
  const { rows } = await sql`
    select from app_user where id = ${successorId} and id <> ${id} and state and deleted_at is null for share`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new ValidationError({ successorId: [{ key: 'user.successorUnknown' }] })
  await refuseAdministrators(unit, [successorId], 'successor', 'successorId')
}

/** Puts an account in service again, or says what waits instead: its old roles and offices come back with it (SYS-139). @throws as `putInService` and `propose` */
export async function enable(
  unit: UnitOfWork,
  access: Access,
  id: number,
  version: number | undefined,
): Promise<AccountState | ProposedAnswer> {
  const account = await lockAccount(unit, access, 'user:Enable', id, version)
  if (account.state) throw new RuleError('record.stateInvalid')
  await refuseTakenMobile(unit, account)
  return (await holdEnabling(unit, access, { id })) ?? setState(unit, access, account, true)
}

/** The same without a second person. @throws RuleError when the mobile number went to somebody else meanwhile. */
export async function putInService(
  unit: UnitOfWork,
  access: Access,
  id: number,
  version: number | undefined,
): Promise<AccountState> {
  const account = await lockAccount(unit, access, 'user:Enable', id, version)
  if (account.state) throw new RuleError('record.stateInvalid')
  await refuseTakenMobile(unit, account)
  return setState(unit, access, account, true)
}

async function refuseTakenMobile(unit: UnitOfWork, { id, mobile, name }: Account): Promise<void> {
  const { rows } =
    await sql`select from app_user where mobile = ${mobile} and mobile <> '' and id <> ${id} and state and deleted_at is null`.execute(
      unit.db,
    )
  if (rows.length > 0) throw new RuleError('user.mobileTaken', name)
}

/** Into another department; what they file from now on belongs there. @throws ValidationError when nobody can be moved there; RuleError SYS-140 for oneself */
export async function moveTo(unit: UnitOfWork, access: Access, id: number, deptId: number): Promise<AccountState> {
  await lockAccount(unit, access, 'user:Update', id, undefined)
  if (id === access.userId) throw new RuleError('rule.SYS-140')
  const { rows: open } = await sql`
    select from department where id = ${deptId} and state and deleted_at is null for share`.execute(unit.db)
  if (open.length === 0) throw new ValidationError({ deptId: [{ key: 'check.notFound' }] })
  const { rows } = await sql<AccountState & { was: number }>`
    update app_user u set dept_id = ${deptId}, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = u.version + 1
    from (select dept_id as was from app_user where id = ${id}) before where u.id = ${id}
    returning u.id, u.state, u.version, before.was`.execute(unit.db)
  const { was, ...moved } = only(rows)
  unit.changed('user', id)
  unit.traced({ record: 'user', id, before: { deptId: was }, after: { deptId } })
  return moved
}

/** The last failures no longer lock the name (LOG-02). */
export async function unlock(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  const account = await lockAccount(unit, access, 'user:Unlock', id, undefined)
  await sql`update app_user set failures_after = coalesce((select max(id) from login_log), 0) where id = ${account.id}`.execute(
    unit.db,
  )
  unit.changed('user', id)
  unit.traced({ record: 'user', id, before: { locked: true }, after: { locked: false } })
}

/** A password for one sign-in, or the proposal that waits instead (SYS-138); every session ends. Nobody resets the own one so. */
export async function giveOneTimePassword(
  unit: UnitOfWork,
  access: Access,
  id: number,
  passwordHash: string,
): Promise<Account | ProposedAnswer> {
  const account = await lockAccount(unit, access, 'user:ResetPassword', id, undefined)
  if (id === access.userId) throw new RuleError('selfService.ownReset')
  if (!account.state) throw new RuleError('login.disabled')
  const held = await holdReset(unit, access, { id, credential: 'passwordReset' })
  if (held !== null) return held
  await replacePassword(unit, id, passwordHash)
  await handOver(unit, id, access.userId)
  await revokeAll(unit, id, 'passwordReset')
  unit.changed('user', id)
  unit.traced({ record: 'user', id, before: null, after: { oneTime: true } })
  await announceReset(unit, 'passwordReset', { by: access.userId, of: id })
  return account
}

/** SYS-13: only an account that nothing in the house knows goes away; any other is disabled. @throws RuleError SYS-11, SYS-03, SYS-13 */
export async function remove(unit: UnitOfWork, access: Access, id: number, language: Language): Promise<void> {
  const account = await lockAccount(unit, access, 'user:Delete', id, undefined)
  if (id === access.userId) throw new RuleError('rule.SYS-11')
  await keepAdministrators(unit, language, id)
  if (await hasLeftTraces(unit, id)) throw new RuleError('rule.SYS-13', account.name)
  await revokeAll(unit, id, 'disabled')
  await sql`
    update app_user set state = false, deleted_at = ${unit.clock.now()}, updated_at = ${unit.clock.now()}, updated_by = ${access.userId},
      version = version + 1 where id = ${id}`.execute(unit.db)
  await sql`delete from user_role where user_id = ${id}`.execute(unit.db)
  unit.changed('user', id)
  unit.traced({
    record: 'user',
    id,
    before: { name: account.name, username: account.username, state: account.state },
    after: null,
  })
}

/** Takes somebody's second factor away, or says what waits instead (SYS-138); every session ends, and they are told. Nobody resets the own one so. */
export async function resetSecondFactor(unit: UnitOfWork, access: Access, id: number): Promise<ProposedAnswer | null> {
  await lockAccount(unit, access, 'user:ResetPassword', id, undefined)
  if (id === access.userId) throw new RuleError('selfService.ownReset')
  const held = await holdReset(unit, access, { id, credential: 'secondFactorReset' })
  if (held !== null) return held
  await clearSecondFactor(unit, id)
  await handOver(unit, id, access.userId)
  await revokeAll(unit, id, 'passwordReset')
  unit.changed('user', id)
  unit.traced({ record: 'user', id, before: { secondFactor: true }, after: { secondFactor: false } })
  await announceReset(unit, 'secondFactorReset', { by: access.userId, of: id })
  return null
}
