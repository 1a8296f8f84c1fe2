/** Which sessions have a live connection, for those who watch over them (60.1): kept with the session, so that every node's are seen. */
import { sql } from 'kysely'
import type { Services } from '#src/server/app/services.ts'
import type { Hub } from './hub.ts'

/** Seconds between two reports of all connections of a node. */
export const REPORT_EVERY = 60

export interface Presence {
  came(sessionId: string): void
  /** A line of the session is gone; it is away when it was the last one here. */
  left(sessionId: string): void
  /** Reports all sessions that have a line here. */
  report(): void
}

export function createPresence({ database, clock, log }: Services, hub: Hub): Presence {
  const tell = (sessionIds: readonly string[], at: Date | null): void => {
    if (sessionIds.length === 0) return
    void sql`update session set line_seen_at = ${at} where id = any(${[...sessionIds]}::uuid[])`
      .execute(database.db)
      .catch((error: unknown) => log.error({ err: error }, 'who is connected could not be kept'))
  }
  const here = (): ReadonlySet<string> => new Set(hub.lines().map((line) => line.sessionId))
  return {
    came: (sessionId) => tell([sessionId], clock.now()),
    left(sessionId) {
      if (!here().has(sessionId)) tell([sessionId], null)
    },
    report: () => tell([...here()], clock.now()),
  }
}
