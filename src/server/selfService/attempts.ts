import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { MAX_CLOCK_SKEW_MS } from '#src/server/clock.ts'

/** What is limited: registrations by address, forgotten passwords by username. */
type AttemptKind = 'registration' | 'passwordReset'

/** Days a count can matter. */
const KEPT_DAYS = 2
const DAY = 86_400_000

/** Counts an attempt, unless so many were made since; then the answer is false. Calls sent at once count one by one. */
export async function countAttempt(
  unit: UnitOfWork,
  attempt: { readonly kind: AttemptKind; readonly subject: string },
  limit: { readonly most: number; readonly since: Date },
): Promise<boolean> {
  const { kind, subject } = attempt
  // What was counted by a clock that was wrong would count for as long as that was ahead.
  const soon = new Date(unit.clock.now().getTime() + MAX_CLOCK_SKEW_MS)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${subject}`}, 3))`.execute(unit.db)
  const { numAffectedRows } = await sql`
    insert into self_service_attempt (kind, subject, at)
    select ${kind}, ${subject}, ${unit.clock.now()}::timestamptz
    where (select count(*) from self_service_attempt where kind = ${kind} and subject = ${subject} and at > ${limit.since} and at <= ${soon}) < ${limit.most}::int`.execute(
    unit.db,
  )
  return numAffectedRows === 1n
}

/** Forgets attempts that no limit looks at any more. */
export async function forgetAttempts(unit: UnitOfWork): Promise<void> {
  const before = new Date(unit.clock.now().getTime() - KEPT_DAYS * DAY)
  await sql`delete from self_service_attempt where at < ${before}`.execute(unit.db)
}
