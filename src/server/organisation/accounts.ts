/** Switching accounts off and on (60.1). What somebody leaves behind is moved in the same transaction (INV-15). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { substitutes, taskAssignment } from '#src/define/ledgers.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError, versionConflict } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { scopeFilter } from '#src/server/access/scope.ts'
import { revokeAll } from '#src/server/access/session.ts'
import { keepAdministrators } from './roles.ts'

/** Which accounts a permission reaches: those of the departments in its scope, or one's own. */
const scope = { department: 'deptId', owner: 'id' }

export interface Account {
  readonly id: number
  readonly state: boolean
  readonly version: number
}

/** The account, locked. @throws Refusal 4004 out of scope, 4009 for a version nobody has any more. */
async function lockAccount(
  base: Base,
  access: Access,
  permission: string,
  id: number,
  version: number | undefined,
): Promise<Account> {
  const { rows } = await sql<Account>`
    select u.id, u.state, u.version from app_user u
    where u.id = ${id} and u.deleted_at is null and ${reach(access, permission)} for update of u`.execute(base.db)
  const account = rows[0]
  if (!account) throw notFound()
  if (version !== undefined && version !== account.version) throw versionConflict()
  return account
}

const reach = (access: Access, permission: string): RawBuilder<SqlBool> => scopeFilter(access, permission, scope, 'u')

async function setState(base: Base, access: Access, { id }: Account, state: boolean): Promise<Account> {
  const { rows } = await sql<Account>`
    update app_user set state = ${state}, updated_at = ${base.clock.now()}, updated_by = ${access.userId}, version = version + 1
    where id = ${id} returning id, state, version`.execute(base.db)
  base.changed('user', id)
  base.traced({ record: 'user', id, before: { state: !state }, after: { state } })
  return rows[0] ?? { id, state, version: 0 }
}

/** Numbers of tickets for a message. */
async function numbersOf(base: Base, tickets: readonly number[]): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select no from ticket where id = any(${[...tickets]}::bigint[]) order by id limit 5`.execute(base.db)
  return rows.map((row) => row.no).join(', ') + (tickets.length > rows.length ? ' …' : '')
}

/** Sessions end, delegations end, open tasks go to whom the rules find now. @throws RuleError SYS-11 oneself, SYS-03 the last administrator, INV-15 when nobody else can take a task over. */
export async function disable(
  base: Base,
  access: Access,
  id: number,
  version: number | undefined,
  language: Language,
): Promise<Account> {
  const account = await lockAccount(base, access, 'user:Disable', id, version)
  if (id === access.userId) throw new RuleError('rule.SYS-11')
  if (!account.state) throw new RuleError('record.stateInvalid')
  await keepAdministrators(base, language, id)
  const disabled = await setState(base, access, account, false)
  await revokeAll(base, id, 'disabled')
  await base.ledger(substitutes).endFor(id, base.clock.now())
  const left = await base.ledger(taskAssignment).personLeft(id)
  if (left.length > 0) throw new RuleError('rule.INV-15', await numbersOf(base, left))
  return disabled
}

export async function enable(base: Base, access: Access, id: number, version: number | undefined): Promise<Account> {
  const account = await lockAccount(base, access, 'user:Enable', id, version)
  if (account.state) throw new RuleError('record.stateInvalid')
  return setState(base, access, account, true)
}
