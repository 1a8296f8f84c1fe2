/** The log of what goes wrong in browsers (60.9): one row for the same fault of 24 hours, whoever meets it. */
import { sql } from 'kysely'
import { type Fault, fingerprintOf, withoutSecrets } from '#src/define/fault.ts'
import { rateLimited } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Reports of one session in a minute. */
const MAX_A_MINUTE = 30
/** Hours in which the same fault is one row. */
const GROUP_HOURS = 24
const MINUTE = 60_000
const HOUR = 3_600_000

/** Who reports. */
export interface Reporter {
  readonly userId: number
  readonly sessionId: string
  readonly agent: string
}

async function assertPace(unit: UnitOfWork, sessionId: string): Promise<void> {
  const now = unit.clock.now().getTime()
  const { rows } = await sql<{ faultCount: number }>`
    update session set fault_minute = ${new Date(now - (now % MINUTE))}::timestamptz,
      fault_count = case when fault_minute = ${new Date(now - (now % MINUTE))}::timestamptz then fault_count + 1 else 1 end
    where id = ${sessionId}::uuid returning fault_count`.execute(unit.db)
  if ((rows[0]?.faultCount ?? 0) > MAX_A_MINUTE) throw rateLimited()
}

/** Keeps a fault. @throws Refusal 4029 beyond 30 a minute of one session. */
export async function keepFault(unit: UnitOfWork, reporter: Reporter, fault: Fault): Promise<void> {
  await assertPace(unit, reporter.sessionId)
  const [message, stack, page] = [fault.message, fault.stack, fault.page].map(withoutSecrets)
  const fingerprint = fingerprintOf({ level: fault.level, message: message ?? '', stack: stack ?? '' })
  const now = unit.clock.now()
  // Two who meet a new fault at once make one row.
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 3))`.execute(unit.db)
  const { numAffectedRows } = await sql`
    update frontend_log set count = count + 1, at = ${now}
    where id = (select id from frontend_log where fingerprint = ${fingerprint} and first_at > ${new Date(now.getTime() - GROUP_HOURS * HOUR)}
      order by id desc limit 1)`.execute(unit.db)
  if (numAffectedRows === 1n) return
  await sql`
    insert into frontend_log (fingerprint, user_id, path, level, message, stack, version, agent, first_at, at)
    values (${fingerprint}, ${reporter.userId}, ${page}, ${fault.level}, ${message}, ${stack}, ${fault.version}, ${reporter.agent}, ${now}, ${now})`.execute(
    unit.db,
  )
}
