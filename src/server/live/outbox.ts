/** The transactional outbox: what a decision announces stands in its own transaction and is sent after the commit (I18). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { JobDefinition } from '#src/define/server.ts'
import { coalesce } from '#src/server/coalesce.ts'
import type { Database } from '#src/server/database/database.ts'
import type { Outbox } from '#src/server/work.ts'
import { announce } from './announce.ts'

/** Channel that wakes the other nodes; the payload is the node that wrote. */
export const OUTBOX_CHANNEL = 'outbox'

/** Milliseconds between two calls of the other nodes, and between two looks of this one: what is decided within them goes out together. */
export const TOGETHER = 20
/** Hours an announcement can still be fetched by a node that was cut off. */
const KEPT_HOURS = 24
const HOUR = 3_600_000

/** An outbox that this process can hear. */
export interface LiveOutbox extends Outbox {
  /** Names this process among the nodes. */
  readonly node: string
  /** Calls `listener` after each commit of this process that announced something; the answer ends that. */
  onWake(listener: () => void): () => void
  /** Makes the calls that are still due. The database must be open. */
  settle(): Promise<void>
}

/**
 * An outbox on this database. The other nodes are called after the commit and not by it: PostgreSQL lets transactions that
 * notify commit one after the other, each with its own way to the disk (decision 0028). A call that is lost costs them the
 * seconds until they look by themselves.
 */
export function createOutbox(database: Database): LiveOutbox {
  const node = randomUUID()
  const listeners = new Set<() => void>()
  const callOthers = coalesce(
    async () => {
      // A node that has closed its database has called everybody before, or leaves it to their own looking.
      if (!database.pool.ending) await database.pool.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, node])
    },
    (error) => database.onError(error instanceof Error ? error : new Error(String(error))),
    TOGETHER,
  )
  return {
    node,
    store: announce,
    wake: () => {
      for (const listener of listeners) listener()
      if (database.notifyAvailable) void callOthers()
    },
    onWake: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    settle: () => (database.notifyAvailable ? callOthers() : Promise.resolve()),
  }
}

/** Removes announcements that every node has sent long ago. */
export const pruneOutbox: JobDefinition = {
  name: 'outbox.prune',
  every: { minutes: 60 },
  run: async (unit) => {
    await sql`delete from outbox where created_at < ${new Date(unit.clock.now().getTime() - KEPT_HOURS * HOUR)}`.execute(
      unit.db,
    )
  },
}
