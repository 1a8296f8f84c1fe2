/** Time-based one-time passwords (RFC 6238: SHA-1, 30 s, 6 digits). Pure. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Steps before and after the present one that count too: clocks of phones differ. */
const WINDOW = 1
/** Bytes of a secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in Base32. */
export function newSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** The time step of a moment. */
export const stepOf = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS)

/** The code of a time step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code this is, among those around `now` and later than `after`; null when it is none of them. */
export function matchingStep(secret: string, code: string, now: Date, after: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const present = stepOf(now)
  for (let step = present - WINDOW; step <= present + WINDOW; step += 1) {
    const isCode = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))
    if (isCode && step > after) return step
  }
  return null
}

/** What an authenticator app reads from the picture. */
export function keyUri(issuer: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
