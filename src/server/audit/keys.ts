/** The keys of the audit logs (SYS-134): who has only the database can change rows, but cannot compute what signs them. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonical } from '#src/server/tickets/log/canonical.ts'

/** Characters of a secret at least. */
export const SHORTEST_SECRET = 32

/** A message authentication code and the id of the key that made it. */
export interface Signature {
  readonly keyId: string
  /** HMAC-SHA-256 in hexadecimal. */
  readonly mac: string
}

/** What came of looking at a signature; `unknownKey`: it was made with a key that is not here. */
export type SignatureCheck = 'valid' | 'wrong' | 'unknownKey'

export interface AuditKeys {
  /** Signs the canonical text of a value with the newest key. */
  sign(value: unknown): Signature
  check(value: unknown, signature: Signature): SignatureCheck
}

/** The first secret signs, the others still check what they signed (key rotation). @throws Error for one shorter than 32 characters */
export function createAuditKeys(secrets: readonly [string, ...string[]]): AuditKeys {
  if (secrets.some((secret) => secret.length < SHORTEST_SECRET))
    throw new Error(`an audit key needs at least ${SHORTEST_SECRET} characters`)
  const keys = new Map(
    secrets.map((secret) => {
      const key = createHash('sha256').update(`audit key ${secret}`).digest()
      return [createHash('sha256').update(key).digest('hex').slice(0, 8), key] as const
    }),
  )
  const [[keyId, newest] = ['', Buffer.alloc(0)]] = keys
  const macOf = (key: Buffer, value: unknown): Buffer => createHmac('sha256', key).update(canonical(value)).digest()
  return {
    sign: (value) => ({ keyId, mac: macOf(newest, value).toString('hex') }),
    check(value, signature) {
      const key = keys.get(signature.keyId)
      if (!key) return 'unknownKey'
      const wanted = macOf(key, value)
      const given = Buffer.from(signature.mac, 'hex')
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? 'valid' : 'wrong'
    },
  }
}
