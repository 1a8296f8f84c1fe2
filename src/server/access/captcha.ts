import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import { captchaPicture, captchaText } from './captchaPicture.ts'
import { hashToken } from './tokens.ts'

/** Seconds a captcha may be answered (10.1). */
const SECONDS = 120

/** A question for the sign-in page; `text` is what a test needs and no answer ever carries. */
export interface Captcha {
  readonly key: string
  readonly imageBase: string
  readonly text: string
}

const hashOf = (key: string, text: string): string => hashToken(`${key} ${text.trim().toUpperCase()}`)

/** Makes a captcha; only its hash is kept. */
export async function createCaptcha(base: Base): Promise<Captcha> {
  const key = randomUUID()
  const text = captchaText()
  const expiresAt = new Date(base.clock.now().getTime() + SECONDS * 1000)
  await sql`insert into captcha (key, hash, expires_at) values (${key}::uuid, ${hashOf(key, text)}, ${expiresAt})`.execute(
    base.db,
  )
  return { key, imageBase: captchaPicture(text), text }
}

/** Whether the answer is right. The captcha is used up by asking, right or wrong. */
export async function spendCaptcha(base: Base, key: string, text: string): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(key)) return false
  const { rows } = await sql<{ hash: string; expiresAt: Date }>`
    delete from captcha where key = ${key}::uuid returning hash, expires_at`.execute(base.db)
  const kept = rows[0]
  return kept !== undefined && kept.hash === hashOf(key, text) && kept.expiresAt > base.clock.now()
}
