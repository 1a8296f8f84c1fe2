/** The second factor of a person: offered, proved, asked for at sign-in, reset. */
import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'
import type { Vault } from '#src/server/secrets/vault.ts'
import { hashWithSalt } from '../passwords.ts'
import { keyUri, matchingStep, newSecret } from './totp.ts'

/** Recovery codes made at once. */
const RECOVERY_CODES = 10
/** Signs in each half of one. */
const GROUP = 5
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

interface Stored {
  readonly secret: string
  readonly confirmedAt: Date | null
  readonly lastStep: number
  /** Of the recovery codes; null before there were any. */
  readonly recoverySalt: string | null
}

async function find(unit: UnitOfWork, userId: number, lock = false): Promise<Stored | null> {
  const locking = lock ? sql`for update` : sql``
  const { rows } = await sql<Stored>`
    select secret, confirmed_at, last_step::float8 as last_step, recovery_salt from second_factor where user_id = ${userId} ${locking}`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

/** Since when the person has one in force; null without one. */
export const secondFactorSince = async (unit: UnitOfWork, userId: number): Promise<Date | null> =>
  (await find(unit, userId))?.confirmedAt ?? null

/** Whether a role of the person demands one (`login.totpRoles`). */
export async function isRequired(unit: UnitOfWork, userId: number): Promise<boolean> {
  const roles = unit.settings.json<readonly string[]>('login.totpRoles')
  if (roles.length === 0) return false
  const { rows } = await sql`
    select from user_role m join role r on r.id = m.role_id
    where m.user_id = ${userId} and r.key = any(${[...roles]}::text[]) and r.state and r.deleted_at is null limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** How it stands with the person. */
export async function readSecondFactor(unit: UnitOfWork, userId: number) {
  const stored = await find(unit, userId)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_code where user_id = ${userId} and used_at is null`.execute(unit.db)
  return {
    isOn: stored !== null && stored.confirmedAt !== null,
    isRequired: await isRequired(unit, userId),
    confirmedAt: stored?.confirmedAt ? momentText(stored.confirmedAt) : null,
    recoveryLeft: only(rows).left,
  }
}

/** A secret to be put into an app; the one that was shown before and not yet proved stays the same. @throws RuleError when there is one in force */
export async function offer(
  unit: UnitOfWork,
  vault: Vault,
  person: { readonly userId: number; readonly username: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  const stored = await find(unit, person.userId, true)
  if (stored?.confirmedAt) throw new RuleError('secondFactor.isOn')
  const secret = stored ? vault.open(stored.secret) : newSecret()
  if (!stored)
    await sql`insert into second_factor (user_id, secret, created_at) values (${person.userId}, ${vault.seal(secret)}, ${unit.clock.now()})`.execute(
      unit.db,
    )
  return { secret, uri: keyUri(unit.settings.string('base.siteTitle'), person.username, secret) }
}

/** Whether the code is right; it is used up. A secret that waited for its proof is in force from now on. */
export async function takeCode(unit: UnitOfWork, vault: Vault, userId: number, code: string): Promise<boolean> {
  const stored = await find(unit, userId, true)
  if (!stored) return false
  const now = unit.clock.now()
  const step = matchingStep(vault.open(stored.secret), code, now, stored.lastStep)
  if (step !== null) {
    await sql`update second_factor set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now}::timestamptz) where user_id = ${userId}`.execute(
      unit.db,
    )
    return true
  }
  const signs = signsOf(code)
  if (!stored.confirmedAt || stored.recoverySalt === null || signs.length !== GROUP * 2) return false
  const { numAffectedRows } = await sql`
    update recovery_code set used_at = ${now}
    where user_id = ${userId} and hash = ${await hashWithSalt(signs, stored.recoverySalt)} and used_at is null`.execute(
    unit.db,
  )
  return numAffectedRows === 1n
}

const signsOf = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

const recoveryCode = (): string => {
  const group = (): string => Array.from({ length: GROUP }, () => READABLE[randomInt(READABLE.length)]).join('')
  return `${group()}-${group()}`
}

/** New recovery codes in place of the old; told once. */
export async function renewRecoveryCodes(unit: UnitOfWork, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  const salt = randomBytes(16).toString('base64')
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(signsOf(code), salt)))
  await sql`update second_factor set recovery_salt = ${salt} where user_id = ${userId}`.execute(unit.db)
  await sql`delete from recovery_code where user_id = ${userId}`.execute(unit.db)
  await sql`insert into recovery_code (user_id, hash, created_at)
    select ${userId}::bigint, unnest(${hashes}::text[]), ${unit.clock.now()}::timestamptz`.execute(unit.db)
  unit.traced({ record: 'user', id: userId, before: null, after: { recoveryCodes: codes.length } })
  return codes
}

/** Takes the second factor away, so that the person sets up another. @throws RuleError when there is none */
export async function clearSecondFactor(unit: UnitOfWork, userId: number): Promise<void> {
  const { numAffectedRows } = await sql`delete from second_factor where user_id = ${userId}`.execute(unit.db)
  if (numAffectedRows !== 1n) throw new RuleError('secondFactor.isOff')
  await sql`delete from recovery_code where user_id = ${userId}`.execute(unit.db)
}
