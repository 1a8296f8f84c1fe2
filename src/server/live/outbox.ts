/** The transactional outbox: what a decision announces stands in its own transaction and is sent after the commit (I18). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Base, JobDefinition } from '#src/define/server.ts'
import { coalesced } from '#src/server/coalesced.ts'
import type { Database } from '#src/server/database/database.ts'
import { deferred } from '#src/server/database/deferred.ts'
import type { Change, Message, Outbox } from '#src/server/work.ts'

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

interface Addressed {
  readonly recipient: number
  readonly contentType: Message['contentType']
  readonly title: Message['title']
  readonly link: string
  readonly sending: number | null
}

/** One notice per event and recipient: the same text about the same thing counts once. */
function addressed(messages: readonly Message[]): readonly Addressed[] {
  const all = messages.flatMap(({ to, contentType, title, link = '', sending = null }) =>
    to.map((recipient): Addressed => ({ recipient, contentType, title, link, sending })),
  )
  return [
    ...new Map(all.map((one) => [JSON.stringify([one.recipient, one.title, one.link, one.sending]), one])).values(),
  ]
}

/** What goes over the wires: the recipients of one text together. */
function grouped(messages: readonly Addressed[]) {
  const groups = new Map<string, { contentType: string; body: unknown; recipients: number[] }>()
  for (const { recipient, contentType, title, link } of messages) {
    const key = JSON.stringify([contentType, title, link])
    const group = groups.get(key) ?? { contentType, body: { title, link }, recipients: [] }
    group.recipients.push(recipient)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Changes of tickets go to those who may see them, everything else to the holders of the record's search permission; one statement, since round trips cost more than rows. */
async function store(base: Base, changes: readonly Change[], messages: readonly Message[]): Promise<void> {
  const notices = addressed(messages)
  const tickets = changes.flatMap(({ record, id }) => (record === 'ticket' && id !== null ? [{ id }] : []))
  const records = changes.filter(({ record, id }) => record !== 'ticket' || id === null)
  const now = base.clock.now()
  // Lists come as rows and not as arrays: their plan is then the same for all values, and PostgreSQL makes it once.
  await sql`${deferred}
    with record_rows as (
      insert into outbox (content_type, record, record_id, created_at)
      select 'RECORD', c.record, c.id, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as c (record text, id bigint)
    ), ticket_rows as (
      insert into outbox (content_type, record, record_id, register, recipients, body, created_at)
      select 'TICKET', 'ticket', t.id, case when t.round > 0 then t.type end,
        array(select t.applicant_id union select assignee_id from ticket_task k where k.ticket_id = t.id
          union select on_behalf_of from ticket_task k where k.ticket_id = t.id and on_behalf_of is not null
          union select user_id from ticket_cc c where c.ticket_id = t.id),
        jsonb_build_object('ticketId', t.id, 'no', t.no, 'status', t.status, 'version', t.revision), ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as c (id bigint) join ticket t on t.id = c.id
    ), notice_rows as (
      insert into notice (recipient_id, sending_id, content_type, title, link, created_at)
      select n.recipient, n.sending, n."contentType", n.title, n.link, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (recipient bigint, sending bigint, "contentType" text, title jsonb, link text)
    ), muted_rows as (
      -- Nothing pops up, but the bell counts.
      insert into outbox (content_type, record, record_id, created_at)
      select distinct 'RECORD', 'notice', n.recipient, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (recipient bigint, "contentType" text)
        join notice_mute q on q.user_id = n.recipient and q.content_type = n."contentType"
    )
    insert into outbox (content_type, recipients, body, created_at)
    select m."contentType", array(select r::bigint from jsonb_array_elements_text(m.recipients) r
        where not exists (select from notice_mute q where q.user_id = r::bigint and q.content_type = m."contentType")), m.body, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(grouped(notices))}::jsonb) as m ("contentType" text, recipients jsonb, body jsonb)`.execute(
    base.db.withoutPlugins(),
  )
}

/**
 * An outbox on this database. The other nodes are called after the commit and not by it: PostgreSQL lets transactions that
 * notify commit one after the other, each with its own way to the disk (decision 0029). A call that is lost costs them the
 * seconds until they look by themselves.
 */
export function createOutbox(database: Database): LiveOutbox {
  const node = randomUUID()
  const listeners = new Set<() => void>()
  const callOthers = coalesced(
    async () => {
      // A node that has closed its database has called everybody before, or leaves it to their own looking.
      if (!database.pool.ending) await database.pool.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, node])
    },
    (error) => database.onError(error instanceof Error ? error : new Error(String(error))),
    TOGETHER,
  )
  return {
    node,
    store,
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
  run: async (base) => {
    await sql`delete from outbox where created_at < ${new Date(base.clock.now().getTime() - KEPT_HOURS * HOUR)}`.execute(
      base.db,
    )
  },
}
