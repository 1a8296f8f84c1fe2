import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { Executor, JobDefinition, UnitOfWork } from '#src/define/server.ts'
import type { Vault } from '#src/server/secrets/vault.ts'
import type { Envelope } from './envelope.ts'

/** Hours a first answer is kept. */
export const KEPT_HOURS = 24
const HOUR = 3_600_000

/** An action that names itself, so that a repetition is recognised (FORM-STD). */
export interface ActionKey {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
}

/** The header of a key, and the older name it may be sent under as well. */
export const KEY_HEADER = 'Idempotency-Key'
export const OLD_KEY_HEADER = 'X-Idempotency-Key'
const keyHeaders = [OLD_KEY_HEADER, KEY_HEADER] as const

/** What a key looks like; a UUID does. */
const KEY = '[\\w-]{8,64}'
export const KEY_PATTERN = `^${KEY}$`
const QUOTED_KEY = new RegExp(`^("?)(${KEY})\\1$`)

/** X-Idempotency-Key of the request, or Idempotency-Key, there also in quotes; refuses one that is no plain token, and two that differ. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  if (request.method === 'GET') return null
  let key: string | null = null
  for (const name of keyHeaders) {
    const header = request.headers[name.toLowerCase()]
    if (header === undefined) continue
    const token = QUOTED_KEY.exec(String(header))?.[2]
    if (token === undefined || (key !== null && token !== key))
      throw new ValidationError({ [name]: [{ key: 'check.format' }] })
    key = token
  }
  return key
}

/** What has to be the same for a repetition to be one. */
export function fingerprintOf(request: FastifyRequest, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, body]))
    .digest('base64url')
}

/** The kept answer when it belongs to the same content; other content under the same key is refused. */
export function replayOf(
  vault: Vault,
  action: ActionKey,
  kept: { readonly fingerprint: string; readonly answer: unknown },
): Envelope {
  if (kept.fingerprint !== action.fingerprint) throw new RuleError('idempotency.mismatch')
  return JSON.parse(vault.open(String(kept.answer))) as Envelope
}

/** Keeps the answer in the action's own transaction, sealed: it may show what the tables keep sealed. When another action under the same key was faster, this one fails and rolls back. */
export async function keepAnswer(vault: Vault, unit: UnitOfWork, action: ActionKey, answer: Envelope): Promise<void> {
  const now = unit.clock.now()
  const lapsed = new Date(now.getTime() - KEPT_HOURS * HOUR)
  const { numAffectedRows } = await sql`
    insert into idempotency as kept (user_id, key, fingerprint, answer, created_at)
    values (${action.userId}, ${action.key}, ${action.fingerprint}, ${JSON.stringify(vault.seal(JSON.stringify(answer)))}::json, ${now})
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
      where kept.created_at <= ${lapsed}`.execute(unit.db)
  if (numAffectedRows === 0n) throw new Error('the action was done by another request under the same key')
}

/** What was answered under the key by an action that ended in the meantime. */
export async function findStored(
  db: Executor,
  action: ActionKey,
  now: Date,
): Promise<{ fingerprint: string; answer: unknown } | null> {
  const { rows } = await sql<{ fingerprint: string; answer: unknown }>`
    select fingerprint, answer from idempotency
    where user_id = ${action.userId} and key = ${action.key} and created_at > ${new Date(now.getTime() - KEPT_HOURS * HOUR)}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Removes lapsed answers. */
export const forgetAnswers: JobDefinition = {
  name: 'idempotency.forget',
  every: { minutes: 60 },
  run: async (unit) => {
    const lapsed = new Date(unit.clock.now().getTime() - KEPT_HOURS * HOUR)
    await sql`delete from idempotency where created_at <= ${lapsed}`.execute(unit.db)
  },
}
