import type { Access } from '#src/define/access.ts'
import type { Services } from '#src/server/app/services.ts'
import { accessOf } from './access.ts'
import type { SessionState } from './session.ts'
import { findSession } from './session.ts'

const DAY = 86_400_000

/** A valid token's person and session. */
export interface SignedIn {
  readonly access: Access
  readonly state: SessionState
  /** LOG-04: only the password change is open. */
  readonly mustChangePassword: boolean
}

/** The token out of an Authorization header; the prefix `JWT` is accepted too (97-api). */
export function bearerOf(header: string | undefined): string | null {
  return /^(?:Bearer|JWT) +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** LOG-04: set by an administrator, or older than `login.pwdDays`. Demo accounts keep their documented password. */
export function mustChangePassword(
  services: Services,
  user: { isDemo: boolean; mustChangePassword: boolean; passwordChangedAt: Date },
): boolean {
  if (user.isDemo && !services.mode.production && !user.mustChangePassword) return false
  const days = services.settings.number('login.pwdDays')
  const age = services.clock.now().getTime() - user.passwordChangedAt.getTime()
  return user.mustChangePassword || (days > 0 && age > days * DAY)
}

/** Who a token speaks for, asked of the database each time, so that sign-out, disabling and role changes count at once (SYS-14). Null when it does not stand. */
export async function authenticate(
  services: Services,
  token: string,
  idempotencyKey: string | null = null,
): Promise<SignedIn | null> {
  const claims = await services.tokens.verify(token, services.clock.now())
  if (!claims) return null
  const signedIn = await personOf(services, claims.sessionId, idempotencyKey)
  return signedIn?.state.userId === claims.userId ? signedIn : null
}

/** Whose session it is, when it stands. */
export async function personOf(
  services: Services,
  sessionId: string,
  idempotencyKey: string | null = null,
): Promise<SignedIn | null> {
  const now = services.clock.now()
  const state = await findSession(services.database.db, sessionId, idempotencyKey, now)
  if (!state) return null
  await services.caches.renew(state.revisions)
  services.lastSeen.note(sessionId, state.lastSeenAt, now)
  const person = {
    userId: state.userId,
    name: state.name,
    departmentId: state.deptId,
    sessionId,
    isHandedOver: state.isHandedOver,
  }
  return {
    access: accessOf(person, services.directory),
    state,
    mustChangePassword: mustChangePassword(services, state),
  }
}
