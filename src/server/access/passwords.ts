import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { isCommon } from './signIn/commonPasswords.ts'

/** How many earlier passwords may not come back. */
const REMEMBERED = 5

/** argon2id with the library's defaults (19 MiB, 2 passes), the OWASP minimum. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** The same slow hash with a salt of the caller's (base64), for short secrets that are looked up by it. */
export function hashWithSalt(secret: string, salt: string): Promise<string> {
  return hash(secret, { salt: Buffer.from(salt, 'base64') })
}

let dummyHash: Promise<string> | null = null

/** Whether the password fits. For an unknown user (`null`) the same work is done, so that the time does not tell who exists (LOG-01). */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const fits = await verify(stored ?? (await dummyHash), password)
  return stored !== null && fits
}

/** `password.weak`: at least 10 characters and three of upper case, lower case, digits, symbols. */
export function isWeak(password: string): boolean {
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  return password.length < 10 || password.length > 64 || kinds < 3
}

/** Characters nobody confuses when a password is read out. */
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A password for one sign-in, in groups that can be read out; 80 random bits and more. */
export function oneTimePassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => READABLE[randomInt(READABLE.length)]).join('')
  const password = [group(), group(), group()].join('-')
  return isWeak(password) ? oneTimePassword() : password
}

/** Sets a password somebody else made, which its owner must change at the next sign-in; the last failures no longer lock the name. */
export async function replacePassword(unit: UnitOfWork, userId: number, passwordHash: string): Promise<void> {
  const now = unit.clock.now()
  await sql`
    insert into password_history (user_id, password_hash, created_at)
    select id, password_hash, ${now} from app_user where id = ${userId}`.execute(unit.db)
  await sql`
    update app_user set password_hash = ${passwordHash}, password_changed_at = ${now}, must_change_password = true,
      failures_after = coalesce((select max(id) from login_log), 0)
    where id = ${userId}`.execute(unit.db)
}

/** Sets a new password chosen by its owner; refuses weak and common ones and the last five (10.3), at the field `newPassword`. */
export async function changePassword(unit: UnitOfWork, userId: number, password: string): Promise<void> {
  if (isWeak(password)) throw new RuleError('password.weak').at('newPassword')
  const { rows } = await sql<{ passwordHash: string; username: string | null }>`
    select password_hash, username from app_user where id = ${userId}
    union all (select password_hash, null from password_history where user_id = ${userId} order by id desc limit ${REMEMBERED})`.execute(
    unit.db,
  )
  if (isCommon(password, rows[0]?.username ?? '')) throw new RuleError('password.common').at('newPassword')
  for (const row of rows)
    if (await verify(row.passwordHash, password)) throw new RuleError('password.reused', REMEMBERED).at('newPassword')
  const passwordHash = await hashPassword(password)
  const now = unit.clock.now()
  await sql`
    insert into password_history (user_id, password_hash, created_at)
    select id, password_hash, ${now} from app_user where id = ${userId}`.execute(unit.db)
  await sql`
    update app_user set password_hash = ${passwordHash}, password_changed_at = ${now}, must_change_password = false,
      pwd_change_count = pwd_change_count + 1
    where id = ${userId}`.execute(unit.db)
}
