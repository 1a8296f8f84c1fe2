/** Displays and their tokens: read only, one board, from listed addresses, until a day or until revoked (10.2). */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addressesOf, writtenAddresses } from '#src/define/addresses.server.ts'
import { addDays, momentText } from '#src/define/days.ts'
import { notFound, RuleError, unauthorized, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Display } from './board.types.ts'

const PREFIX = 'jbd_'
/** A display that was seen within so many milliseconds is not written down again. */
const SEEN_MS = 60_000

/** Random values of 256 bits need no slow hash. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The addresses in one spelling. @throws ValidationError where a part is no address, or no one would be kept out */
function checkedAddresses(text: string): string {
  const written = writtenAddresses(text)
  if ('list' in written) return written.list
  throw new ValidationError({
    addresses: [{ key: written.fault === 'everywhere' ? 'home.everywhere' : 'home.addresses' }],
  })
}

export interface NewDisplay {
  readonly name: string
  readonly addresses: string
  /** Days from today on which its token counts, the last included. */
  readonly days: number
}

/** A display with its token, which is answered this once. @throws RuleError `home.sameDisplay`, ValidationError for the addresses */
export async function createDisplay(
  unit: UnitOfWork,
  access: Access,
  { name, addresses, days }: NewDisplay,
): Promise<{ id: number; token: string }> {
  const list = checkedAddresses(addresses)
  await sql`select pg_advisory_xact_lock(hashtext('home_display'))`.execute(unit.db)
  const same = await sql`select from home_display where name = ${name}`.execute(unit.db)
  if (same.rows.length > 0) throw new RuleError('home.sameDisplay').at('name')
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
  const { rows } = await sql<{ id: number }>`
    insert into home_display (name, addresses, token_hash, expires_on, created_at, created_by)
    values (${name}, ${list}, ${hashOf(token)}, ${addDays(unit.clock.today(), days)}, ${unit.clock.now()}, ${access.userId}) returning id`.execute(
    unit.db,
  )
  return { id: rows[0]?.id ?? 0, token }
}

/** All displays, the newest first. */
export async function displaysOf(unit: UnitOfWork): Promise<readonly Display[]> {
  const { rows } = await sql<Omit<Display, 'seenAt'> & { readonly seenAt: Date | null }>`
    select id, name, addresses, to_char(expires_on, 'YYYY-MM-DD') as expires_on, seen_at,
      case when revoked_at is not null then 'revoked' when expires_on < ${unit.clock.today()}::date then 'expired' else 'inForce' end as state
    from home_display order by id desc`.execute(unit.db)
  return rows.map((row) => ({ ...row, seenAt: row.seenAt === null ? null : momentText(row.seenAt) }))
}

/** Counts from the next call on. @throws Refusal 4004 */
export async function revokeDisplay(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  const { rows } = await sql`
    update home_display set revoked_at = ${unit.clock.now()}, revoked_by = ${access.userId} where id = ${id} and revoked_at is null returning id`.execute(
    unit.db,
  )
  if (rows.length === 0) throw notFound()
}

/** Lets a display read, and notes when it last did. @throws Refusal 401 for a token that does not count, or not from this address */
export async function admitDisplay(unit: UnitOfWork, token: string, ip: string): Promise<void> {
  const { rows } = await sql<{ id: number; addresses: string; seenAt: Date | null }>`
    select id, addresses, seen_at from home_display
    where token_hash = ${hashOf(token)} and revoked_at is null and expires_on >= ${unit.clock.today()}::date`.execute(
    unit.db,
  )
  const display = rows[0]
  if (display === undefined || addressesOf(display.addresses)?.(ip) !== true) throw unauthorized()
  const now = unit.clock.now()
  if (display.seenAt !== null && now.getTime() - display.seenAt.getTime() < SEEN_MS) return
  await sql`update home_display set seen_at = ${now} where id = ${display.id}`.execute(unit.db)
}
