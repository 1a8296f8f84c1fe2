/** Production over the data of a demo: refused while anybody could sign in with the password of the demo (SYS-133). */
import { randomBytes } from 'node:crypto'
import { demoAccounts } from '#src/demo/demoAccounts.server.ts'
import type { Services } from '#src/server/app/services.ts'
import { StartRefusedError } from '#src/server/app/startRefusal.ts'
import { commandOperation } from '#src/server/audit/operations/command.ts'
import { appendOperations } from '#src/server/audit/operations/log.ts'
import { write } from '#src/server/work.ts'
import { hashPassword, oneTimePassword, replacePassword } from '../passwords.ts'
import { revokeAll } from '../session.ts'

/** Accounts that the message names; of the others it says how many they are. */
const NAMED_ACCOUNTS = 5

/** @throws StartRefusedError while accounts have the password of the demo; it names the two ways out. */
export async function refuseDemoAccounts({ database }: Services): Promise<void> {
  const accounts = await demoAccounts(database)
  if (accounts.length === 0) return
  const names = accounts.slice(0, NAMED_ACCOUNTS).map(({ username }) => username)
  const more = accounts.length - names.length
  throw new StartRefusedError(
    `${accounts.length} accounts still have the published demo password: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ` +
      'Production does not start over them. Point DATABASE_URL or DATA_DIR to a database without the demo, ' +
      'or lock these accounts: npm run serve -- --lock-demo-accounts',
  )
}

/** What locking did. */
export interface LockedDemo {
  /** Accounts that lost the password of the demo. */
  readonly locked: number
  /** Administrators among them without whom nobody could administer, each with a one-time password. */
  readonly administrators: readonly { readonly username: string; readonly password: string }[]
}

/**
 * Takes the password of the demo from every account that has it, and ends its sessions. It stays in service, with its tickets:
 * the security administrator resets the password of whoever really works here. Doing it again does nothing.
 */
export async function lockDemoAccounts(services: Services): Promise<LockedDemo> {
  const accounts = await demoAccounts(services.database)
  // Slow hashes are made outside of the transaction. Nobody knows the password of the others.
  const unknown = await hashPassword(randomBytes(32).toString('base64url'))
  const made = new Map<number, { readonly password: string; readonly hash: string }>()
  for (const { id } of accounts.filter(({ isNeeded }) => isNeeded)) {
    const password = oneTimePassword()
    made.set(id, { password, hash: await hashPassword(password) })
  }
  return write(services, async (unit) => {
    for (const { id } of accounts) {
      await replacePassword(unit, id, made.get(id)?.hash ?? unknown)
      await revokeAll(unit, id, 'passwordReset')
    }
    const usernames = accounts.map(({ username }) => username)
    if (accounts.length > 0)
      await appendOperations(unit, services.auditKeys, [
        commandOperation(services, '/setup/lock_demo_accounts/', { usernames }),
      ])
    return {
      locked: accounts.length,
      administrators: accounts.flatMap(({ id, username }) => {
        const password = made.get(id)?.password
        return password === undefined ? [] : [{ username, password }]
      }),
    }
  })
}
