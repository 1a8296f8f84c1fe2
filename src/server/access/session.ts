import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor, UnitOfWork } from '#src/define/server.ts'
import type { Revisions } from '#src/server/caches.ts'
import { statement } from '#src/server/database/statement.ts'
import { hashToken, newRefreshToken } from './tokens.ts'

/** Hours of a session that was not asked to stay (LOG-05). */
const SHORT_HOURS = 12
const HOUR = 3_600_000
/** Hours by which a session may seem to have been opened in the future: a clock that is set back by hours throws nobody out, but what one that was wrong by months has opened does not last for months. */
const MAX_AHEAD = 24
/** Sessions opened later than that by the clock are none. */
const ahead = (now: Date): Date => new Date(now.getTime() + MAX_AHEAD * HOUR)

/** A session as every request needs it: one query brings the person, the revisions of all caches and the stored answer of a replayed action. */
export interface SessionState {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly deptId: number
  readonly isDemo: boolean
  readonly mustChangePassword: boolean
  /** Another person replaced the credentials and the owner has not taken them over (SYS-138). */
  readonly isHandedOver: boolean
  readonly passwordChangedAt: Date
  readonly lastSeenAt: Date
  readonly revisions: Revisions
  /** What was answered under this idempotency key before; null when nothing. */
  readonly storedAnswer: { readonly fingerprint: string; readonly answer: unknown } | null
}

/** What a session is asked for with. */
interface SessionLookup {
  readonly sessionId: string
  readonly idempotencyKey: string | null
  readonly now: Date
  /** Answers stored before are forgotten. */
  readonly storedSince: Date
  /** Sessions opened later than that are none. */
  readonly ahead: Date
}

const find = statement<SessionLookup, SessionState>()`
  select u.id as user_id, u.username, u.name, u.dept_id, u.is_demo, u.must_change_password, u.handed_over_at is not null as is_handed_over, u.password_changed_at, s.last_seen_at,
    (select json_object_agg(r.name, r.value) from revision r) as revisions,
    (select json_build_object('fingerprint', i.fingerprint, 'answer', i.answer) from idempotency i
      where i.user_id = u.id and i.key = ${'idempotencyKey'} and i.created_at > ${'storedSince'}) as stored_answer
  from session s join app_user u on u.id = s.user_id
  where s.id = ${'sessionId'}::uuid and s.revoked_at is null and s.expires_at > ${'now'} and s.created_at <= ${'ahead'} and u.state and u.deleted_at is null`

/** The session when it stands: not revoked, not run out, its user enabled. */
export async function findSession(
  db: Executor,
  sessionId: string,
  idempotencyKey: string | null,
  now: Date,
): Promise<SessionState | null> {
  const storedSince = new Date(now.getTime() - 24 * HOUR)
  const [state = null] = await find(db, { sessionId, idempotencyKey, now, storedSince, ahead: ahead(now) })
  return state
}

/** A session just opened, with the one token that can renew it. */
export interface OpenedSession {
  readonly sessionId: string
  readonly refresh: string
  readonly expiresAt: Date
}

/** Hours that a session of the person may last for one of their roles (`login.roleHours`); Infinity when none of them says so. */
export async function mostHours(unit: UnitOfWork, userId: number): Promise<number> {
  const bounds = new Map(unit.settings.json<readonly (readonly [role: string, hours: number])[]>('login.roleHours'))
  if (bounds.size === 0) return Infinity
  const { rows } = await sql<{ key: string }>`
    select r.key from user_role m join role r on r.id = m.role_id
    where m.user_id = ${userId} and r.key = any(${[...bounds.keys()]}::text[]) and r.state and r.deleted_at is null`.execute(
    unit.db,
  )
  return Math.min(...rows.map(({ key }) => bounds.get(key) ?? Infinity))
}

/** Opens a session: 30 days (`base.rememberDays`) when asked to stay, else 12 hours, and never longer than `mostHours`; all are absolute (LOG-05). */
export async function openSession(
  unit: UnitOfWork,
  session: {
    userId: number
    ip: string
    agent: string
    remember: boolean
    mostHours?: number
    /** When the second factor that was asked for was set up; null without one. */
    secondFactorSince?: Date | null
  },
): Promise<OpenedSession> {
  const now = unit.clock.now()
  const lifetimeHours = session.remember ? unit.settings.number('base.rememberDays') * 24 : SHORT_HOURS
  const hours = Math.min(lifetimeHours, session.mostHours ?? Infinity)
  const expiresAt = new Date(now.getTime() + hours * HOUR)
  const sessionId = randomUUID()
  const refresh = newRefreshToken()
  await sql`
    with opened as (
      insert into session (id, user_id, ip, agent, remember, created_at, last_seen_at, expires_at, second_factor_since)
      values (${sessionId}::uuid, ${session.userId}, ${session.ip}, ${session.agent}, ${session.remember}, ${now}, ${now}, ${expiresAt}, ${session.secondFactorSince ?? null})
      returning id)
    insert into refresh_token (hash, session_id, created_at, expires_at)
    select ${hashToken(refresh)}, id, ${now}::timestamptz, ${expiresAt}::timestamptz from opened`.execute(unit.db)
  return { sessionId, refresh, expiresAt }
}

/** Ends sessions; their live connections close on every node. */
export async function revokeSession(
  unit: UnitOfWork,
  sessionId: string,
  reason: 'signOut' | 'reuse' | 'kick',
): Promise<void> {
  await sql`
    update session set revoked_at = ${unit.clock.now()}, revoke_reason = ${reason}
    where id = ${sessionId}::uuid and revoked_at is null`.execute(unit.db)
}

/** Ends all sessions of a person but one (PER-02). */
export async function revokeOthers(
  unit: UnitOfWork,
  userId: number,
  keep: string,
  reason: 'passwordChanged',
): Promise<void> {
  await sql`
    update session set revoked_at = ${unit.clock.now()}, revoke_reason = ${reason}
    where user_id = ${userId} and id <> ${keep}::uuid and revoked_at is null`.execute(unit.db)
}

/** Ends all sessions of a person (FGT-03, 60.1). */
export async function revokeAll(unit: UnitOfWork, userId: number, reason: 'passwordReset' | 'disabled'): Promise<void> {
  await sql`
    update session set revoked_at = ${unit.clock.now()}, revoke_reason = ${reason}
    where user_id = ${userId} and revoked_at is null`.execute(unit.db)
}

/** Milliseconds in which the token just used is taken once more: its answer may have been lost (LOG-05). */
const GRACE_MS = 30_000

/** Uses up a refresh token for the next one. A token used before is taken once more for 30 s; later, or a second time, it ends the whole session (LOG-05). Anything else that is no live token changes nothing. */
export async function rotate(
  unit: UnitOfWork,
  token: string,
): Promise<(OpenedSession & { userId: number; remember: boolean }) | null> {
  const now = unit.clock.now()
  const hash = hashToken(token)
  const { rows } = await sql<{
    sessionId: string
    userId: number
    remember: boolean
    expiresAt: Date
    usedAt: Date | null
    parent: string | null
    isRepeatable: boolean
    live: boolean
  }>`
    select t.session_id, s.user_id, s.remember, s.expires_at, t.used_at, t.parent,
      coalesce(t.repeated_at is null and t.used_at > ${new Date(now.getTime() - GRACE_MS)} and t.used_at <= ${ahead(now)}, false) as is_repeatable,
      (s.revoked_at is null and s.expires_at > ${now} and s.created_at <= ${ahead(now)} and u.state and u.deleted_at is null) as live
    from refresh_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id
    where t.hash = ${hash} for update of t`.execute(unit.db)
  const found = rows[0]
  if (!found?.live) return null
  if (found.usedAt !== null && !found.isRepeatable) {
    await revokeSession(unit, found.sessionId, 'reuse')
    return null
  }
  const refresh = newRefreshToken()
  await sql`
    update refresh_token set used_at = coalesce(used_at, ${now}), repeated_at = case when used_at is not null then ${now}::timestamptz end
    where hash = ${hash}`.execute(unit.db)
  // Of two tokens given for the same one, the first that is used is the one that arrived: the other is nobody's.
  await sql`
    update refresh_token set used_at = ${now}, repeated_at = ${now}
    where session_id = ${found.sessionId}::uuid and parent = ${found.parent} and hash <> ${hash} and used_at is null`.execute(
    unit.db,
  )
  await sql`
    insert into refresh_token (hash, session_id, parent, created_at, expires_at)
    values (${hashToken(refresh)}, ${found.sessionId}::uuid, ${hash}, ${now}, ${found.expiresAt})`.execute(unit.db)
  return {
    sessionId: found.sessionId,
    userId: found.userId,
    remember: found.remember,
    refresh,
    expiresAt: found.expiresAt,
  }
}
