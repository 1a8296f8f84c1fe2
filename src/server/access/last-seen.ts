/** When sessions were last in use: written for all of them together, since each write of its own would be a commit that everybody waits for on the embedded engine. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { coalesce } from '#src/server/coalesce.ts'
import type { Database } from '#src/server/database/database.ts'

/** Milliseconds for which a time that stands in the session is new enough. */
const WRITE_INTERVAL_MS = 60_000
/** Milliseconds between two writes. */
const WRITE_EVERY = 1_000

/** Notes the use of sessions. */
export interface LastSeen {
  /** The session is in use now, and `lastSeenAt` is what stands in it; at most once a minute that becomes a write, behind the call. */
  note(sessionId: string, lastSeenAt: Date, now: Date): void
}

export function createLastSeen(database: Database, log: Logger): LastSeen {
  let waiting = new Map<string, Date>()
  const write = coalesce(
    async () => {
      if (waiting.size === 0 || database.pool.ending) return
      const seen = JSON.stringify([...waiting].map(([id, at]) => ({ id, at })))
      waiting = new Map()
      await sql`
        update session s set last_seen_at = seen.at from jsonb_to_recordset(${seen}::jsonb) as seen (id uuid, at timestamptz)
        where s.id = seen.id`.execute(database.db)
    },
    // On a full disk people still read; the next call of the session notes it again.
    (error) => log.warn({ err: error }, 'the use of sessions could not be noted'),
    WRITE_EVERY,
  )
  return {
    note(sessionId, lastSeenAt, now) {
      if (now.getTime() - lastSeenAt.getTime() < WRITE_INTERVAL_MS) return
      waiting.set(sessionId, now)
      void write()
    },
  }
}
