/** How sign-ins from an address with many failures are slowed down (LOG-03): nobody is locked out, and guessing gets slow. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { MAX_CLOCK_SKEW_MS } from '#src/server/clock.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Days a name counts as known at an address after a sign-in there. */
const KNOWN_DAYS = 30
/** Failures from one address within `FAILURE_WINDOW_MS` before it is slowed down. */
const FREE_FAILURES = 20
const FAILURE_WINDOW_MS = 10 * MINUTE
/** Further failures after which the delay doubles. */
const FAILURES_PER_STEP = 5
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
/** Sign-ins of one address that may wait at once on a node; names known there never wait. */
const MAX_WAITING = 20

/** Milliseconds a sign-in waits after that many failures from its address: 1 s from the twentieth on, doubled at every fifth further one, at most 30 s. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.floor((failures - FREE_FAILURES) / FAILURES_PER_STEP))
}

/** Milliseconds by which an attempt from `ip` is slowed down now. */
export async function delayAt(unit: UnitOfWork, ip: string): Promise<number> {
  const now = unit.clock.now().getTime()
  // What failed later than that failed by a clock that was wrong.
  const [since, until] = [new Date(now - FAILURE_WINDOW_MS), new Date(now + MAX_CLOCK_SKEW_MS)]
  const { rows } = await sql<{ failures: number }>`
    select count(*) as failures from login_log
    where ip = ${ip} and not success and reason <> 'rateLimited' and at > ${since} and at <= ${until}`.execute(unit.db)
  return delayAfter(rows[0]?.failures ?? 0)
}

/** Whether the name was signed in from that address lately. */
export async function isKnownAt(unit: UnitOfWork, username: string, ip: string): Promise<boolean> {
  const since = new Date(unit.clock.now().getTime() - KNOWN_DAYS * DAY)
  const { rows } = await sql`
    select 1 from login_log where username = ${username} and ip = ${ip} and success and at > ${since} limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** Lets slowed attempts wait. */
export interface AddressQueue {
  /** Waits outside of any transaction. False when too many attempts of the address wait already. */
  wait(ip: string, milliseconds: number): Promise<boolean>
}

/** Counts who waits by address; `pause` resolves after that many milliseconds. */
export function createAddressQueue(pause: (milliseconds: number) => Promise<unknown>): AddressQueue {
  const waiting = new Map<string, number>()
  return {
    async wait(ip, milliseconds) {
      const before = waiting.get(ip) ?? 0
      if (before >= MAX_WAITING) return false
      waiting.set(ip, before + 1)
      try {
        await pause(milliseconds)
        return true
      } finally {
        const left = (waiting.get(ip) ?? 1) - 1
        if (left > 0) waiting.set(ip, left)
        else waiting.delete(ip)
      }
    },
  }
}
