import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Problem } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { hashToken } from '../tokens.ts'
import { captchaPicture, captchaText } from './captchaPicture.ts'

/** Seconds a captcha may be answered (10.1). */
const SECONDS = 120

/** A question for the sign-in page; `text` is the answer, which a test needs and no call ever carries. */
export interface Captcha {
  readonly key: string
  readonly text: string
}
/** Letters in a picture, as a data URL. */
export interface PictureCaptcha extends Captcha {
  readonly imageBase: string
}
/** A small sum in words, for people who cannot read the picture. */
export interface SpokenCaptcha extends Captcha {
  readonly question: Problem
}

/** Full-width digits and letters, as Chinese keyboards give them, are the same answer. */
const hashOf = (key: string, text: string): string => hashToken(`${key} ${text.normalize('NFKC').trim().toUpperCase()}`)

/** Only the hash of the answer is kept. */
async function keep(unit: UnitOfWork, text: string, seconds = SECONDS): Promise<Captcha> {
  const key = randomUUID()
  const expiresAt = new Date(unit.clock.now().getTime() + seconds * 1000)
  await sql`insert into captcha (key, hash, expires_at) values (${key}::uuid, ${hashOf(key, text)}, ${expiresAt})`.execute(
    unit.db,
  )
  return { key, text }
}

/** Makes a picture of letters. */
export async function createCaptcha(unit: UnitOfWork): Promise<PictureCaptcha> {
  const captcha = await keep(unit, captchaText())
  return { ...captcha, imageBase: captchaPicture(captcha.text) }
}

/** Makes a sum whose parts and answer are between 1 and 99. */
export async function createSpokenCaptcha(unit: UnitOfWork): Promise<SpokenCaptcha> {
  const [small, large] = [randomInt(2, 20), randomInt(21, 80)]
  const isSum = randomInt(2) === 0
  const captcha = await keep(unit, String(isSum ? large + small : large - small))
  return { ...captcha, question: { key: isSum ? 'captcha.sum' : 'captcha.difference', params: [large, small] } }
}

/** Seconds in which the second step of a sign-in follows the first. */
const PASS_SECONDS = 300

/** A captcha whose answer is the username, for somebody who has solved one and knows the password: the second step asks for no other. */
export async function createPass(unit: UnitOfWork, username: string): Promise<string> {
  return (await keep(unit, username, PASS_SECONDS)).key
}

/** Whether the answer is right. The captcha is used up by asking, right or wrong. */
export async function spendCaptcha(unit: UnitOfWork, key: string, text: string): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(key)) return false
  const { rows } = await sql<{ hash: string; expiresAt: Date }>`
    delete from captcha where key = ${key}::uuid returning hash, expires_at`.execute(unit.db)
  const kept = rows[0]
  return kept !== undefined && kept.hash === hashOf(key, text) && kept.expiresAt > unit.clock.now()
}
