import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { MAX_CLOCK_SKEW_MS } from '#src/server/clock.ts'

/** Minutes an access token lives; the refresh token renews it. */
export const ACCESS_MINUTES = 15
/** Milliseconds an access token can have left: one with more was signed by a clock that was wrong. */
export const MAX_TOKEN_LIFE_MS = ACCESS_MINUTES * 60_000 + MAX_CLOCK_SKEW_MS

const ISSUER = 'jingbao'

/** Who an access token speaks for; whether its session still stands is asked of the database with every request. */
export interface TokenClaims {
  readonly userId: number
  readonly sessionId: string
}

/** Signs and reads access tokens (JWT, HS256 only). */
export interface Tokens {
  sign(claims: TokenClaims, now: Date): Promise<string>
  /** Null for anything that is not a valid, unexpired token of this server. */
  verify(token: string, now: Date): Promise<TokenClaims | null>
}

/** A token that proved good, and until when (seconds since 1970). */
interface Proved {
  readonly claims: TokenClaims
  readonly expires: number
}

/** Tokens whose proof is remembered: more than there are people at work at a time. */
const REMEMBERED = 5000

/** The secret must have at least 32 bytes. */
export function createTokens(secret: Uint8Array): Tokens {
  if (secret.length < 32) throw new Error('the signing secret needs at least 32 bytes')
  // Made once: from bytes, every signature and every check would make it anew.
  const key = webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  // The same token comes with every call of a quarter of an hour; to check its signature anew waits for a thread each time.
  const proved = new Map<string, Proved>()
  const remember = (token: string, known: Proved): TokenClaims => {
    const [oldest] = proved.keys()
    if (proved.size >= REMEMBERED && oldest !== undefined) proved.delete(oldest)
    proved.set(token, known)
    return known.claims
  }
  return {
    async sign({ userId, sessionId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_MINUTES * 60)
        .sign(await key)
    },
    async verify(token, now) {
      const known = proved.get(token)
      const left = known === undefined ? 0 : known.expires * 1000 - now.getTime()
      if (known !== undefined && left > 0 && left <= MAX_TOKEN_LIFE_MS) return known.claims
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          currentDate: now,
        })
        const userId = Number(payload.sub)
        const sessionId = payload.sid
        // Signed by a clock that was ahead, it would hold for as long as that was.
        if ((payload.iat ?? 0) * 1000 > now.getTime() + MAX_CLOCK_SKEW_MS) return null
        if (!Number.isSafeInteger(userId) || typeof sessionId !== 'string') return null
        return remember(token, { claims: { userId, sessionId }, expires: payload.exp ?? 0 })
      } catch {
        // Every way in which a token can be bad is the same to the caller: it is not one.
        return null
      }
    },
  }
}

/** A new refresh token: 256 random bits. Only its hash is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How refresh tokens and captcha answers stand in the database. Random values of 256 bits need no slow hash; captchas live 120 s. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
