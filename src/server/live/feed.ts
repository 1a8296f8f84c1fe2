import { sql } from 'kysely'
import type { TicketFacts } from '#src/define/answers/live.ts'
import type { Problem } from '#src/define/problem.ts'
import type { Executor } from '#src/define/server.ts'

/** A message to people: its sentence, where it leads, and the ticket it is about. */
export interface MessageBody {
  readonly title: Problem
  readonly link: string
  readonly ticket?: TicketFacts
}

/** One row of table outbox. */
export interface Announcement {
  readonly id: number
  readonly contentType: 'RECORD' | 'TICKET' | 'SYSTEM' | 'REMIND' | 'ARTICLE'
  /** null for a message to people. */
  readonly record: string | null
  readonly recordId: number | null
  readonly register: string | null
  readonly recipients: readonly number[] | null
  /** A message's title and link, or what a ticket's watchers are told. */
  readonly body: MessageBody | TicketFacts | null
}

interface FeedRow extends Announcement {
  readonly horizon: string
  /** Its transaction is older than everything still open: it will not be read again. */
  readonly isSettled: boolean
}

/** This node's place in the outbox: every committed row is handed out exactly once, whatever the order of the commits. */
export interface Feed {
  /** What was committed since the last call; nothing at the first. */
  next(): Promise<readonly Announcement[]>
}

/**
 * Numbers are given out before the commit, so a row may appear behind one that was read already. Therefore each call
 * reads from the oldest transaction that was open at the call before, and leaves out what it has seen.
 */
export function createFeed(db: Executor): Feed {
  let horizon: string | null = null
  let seen: ReadonlySet<number> = new Set()

  const first = async (): Promise<void> => {
    const { rows } = await sql<{ horizon: string; seen: number[] }>`
      select h.horizon::text as horizon, array(select id from outbox where txid >= h.horizon) as seen
      from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) h`.execute(db)
    horizon = rows[0]?.horizon ?? null
    seen = new Set(rows[0]?.seen)
  }

  return {
    async next() {
      if (horizon === null) {
        await first()
        return []
      }
      const { rows } = await sql<FeedRow | { horizon: string; id: null }>`
        select h.horizon::text as horizon, o.txid < h.horizon as is_settled,
          o.id, o.content_type, o.record, o.record_id, o.register, o.recipients, o.body
        from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) h
        left join outbox o on o.txid >= ${horizon}::xid8 order by o.id`.execute(db)
      const found = rows.filter((row) => row.id !== null)
      const fresh = found.filter((row) => !seen.has(row.id))
      horizon = rows[0]?.horizon ?? horizon
      seen = new Set(found.filter((row) => !row.isSettled).map((row) => row.id))
      return fresh
    },
  }
}
