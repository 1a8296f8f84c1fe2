/** What one transaction announces, as rows: for the wires (table outbox) and for the bells (table notice). */
import { sql } from 'kysely'
import type { TicketFacts } from '#src/define/answers/live.ts'
import type { Executor, TicketNews, UnitOfWork } from '#src/define/server.ts'
import { statement } from '#src/server/database/statement.ts'
import type { Change, Message } from '#src/server/work.ts'

/** A row of table outbox, as `feed.ts` reads it. */
interface Announced {
  readonly contentType: string
  readonly record?: string
  readonly id?: number | null
  readonly register?: string | null
  readonly recipients?: readonly number[]
  readonly body?: unknown
}

/** One message to one person. */
interface Notice {
  readonly recipient: number
  readonly contentType: Message['contentType']
  readonly title: Message['title']
  readonly link: string
  readonly sending: number | null
  readonly asks: boolean
  /** The ticket it leads to; its notices stand together. */
  readonly ticket: number | null
}

const ticketIn = (link: string): number | null => {
  const id = /^\/workflow\/ticket\/(\d{1,15})$/.exec(link)?.[1]
  return id === undefined ? null : Number(id)
}

/** One notice per event and recipient: the same text about the same thing counts once. */
function noticesOf(messages: readonly Message[]): readonly Notice[] {
  const all = messages.flatMap(({ to, contentType, title, link = '', sending = null, asks = false }) =>
    to.map((recipient): Notice => ({ recipient, contentType, title, link, sending, asks, ticket: ticketIn(link) })),
  )
  return [
    ...new Map(all.map((one) => [JSON.stringify([one.recipient, one.title, one.link, one.sending]), one])).values(),
  ]
}

const muteOf = ({ recipient, contentType }: Notice): string => `${recipient} ${contentType}`

/** Who wants to hear nothing of which kind of message; what tickets ask of people cannot be muted, so most announcements need not look. */
async function mutesOf(db: Executor, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
  const people = notices.filter(({ contentType }) => contentType !== 'TICKET').map(({ recipient }) => recipient)
  if (people.length === 0) return new Set()
  const { rows } = await sql<{ mute: string }>`
    select user_id || ' ' || content_type as mute from notice_mute where user_id = any(${people}::bigint[])`.execute(db)
  return new Set(rows.map(({ mute }) => mute))
}

/** A notice that says which ticket it is about. */
const isAboutTicket = (notice: Notice): notice is Notice & { readonly ticket: number } =>
  notice.contentType === 'TICKET' && notice.ticket !== null

/** The recipients of one text together; for whoever muted it nothing pops up, but the bell counts. */
function messageRows(
  notices: readonly Notice[],
  mutes: ReadonlySet<string>,
  tickets: ReadonlyMap<number, TicketFacts>,
): readonly Announced[] {
  const groups = new Map<string, Announced & { readonly recipients: number[] }>()
  const bells = new Set<number>()
  for (const notice of notices) {
    const { recipient, contentType, title, link } = notice
    const ticket = isAboutTicket(notice) ? tickets.get(notice.ticket) : undefined
    const key = JSON.stringify([contentType, title, link])
    const group = groups.get(key) ?? { contentType, body: { title, link, ticket }, recipients: [] }
    groups.set(key, group)
    if (mutes.has(muteOf(notice))) bells.add(recipient)
    else group.recipients.push(recipient)
  }
  return [...groups.values(), ...[...bells].map((id) => ({ contentType: 'RECORD', record: 'notice', id }))]
}

/** What is told of tickets where whoever changed them did not say it. */
async function newsOf(
  db: Executor,
  ids: readonly number[],
): Promise<readonly (TicketNews & { readonly id: number })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TicketNews & { id: number }>`
    select t.id, t.no, t.status, t.revision, case when t.round > 0 then t.type end as register,
      array(select t.applicant_id union select assignee_id from ticket_task k where k.ticket_id = t.id
        union select on_behalf_of from ticket_task k where k.ticket_id = t.id and on_behalf_of is not null) as people
    from ticket t where t.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

type TicketChange = Change & { readonly record: 'ticket'; readonly id: number }
const isTicket = (change: Change): change is TicketChange => change.record === 'ticket' && change.id !== null

/** A ticket of this transaction, with what its watchers are told. */
type TicketState = TicketNews & { readonly id: number }

/** The tickets of a transaction: as those who changed them said, and read where nobody did. */
interface TicketStates {
  readonly reported: readonly TicketState[]
  readonly read: readonly TicketState[]
}

/** The tickets that changed, and those that notices are about. */
async function ticketStates(
  db: Executor,
  changes: readonly Change[],
  notices: readonly Notice[],
): Promise<TicketStates> {
  const tickets = changes.filter(isTicket)
  const withNews = tickets.flatMap(({ id, news }) => (news ? [{ id, ...news }] : []))
  const unsaid = tickets.flatMap(({ id, news }) => (news ? [] : [id]))
  const notified = notices.filter(isAboutTicket).map(({ ticket }) => ticket)
  const unknown = notified.filter((id) => !withNews.some((one) => one.id === id))
  return { reported: withNews, read: await newsOf(db, [...new Set([...unsaid, ...unknown])]) }
}

const factsOf = ({ id, no, status, revision }: TicketState): TicketFacts => ({
  ticketId: id,
  no,
  status,
  version: revision,
})

/** Changes of tickets go to those who may see them. */
function ticketRows(changes: readonly Change[], { reported, read }: TicketStates): readonly Announced[] {
  const changed = new Set(changes.filter(isTicket).map(({ id }) => id))
  return [...reported, ...read.filter(({ id }) => changed.has(id))].map((state) => {
    const { id, register, people } = state
    return { contentType: 'TICKET', record: 'ticket', id, register, recipients: people, body: factsOf(state) }
  })
}

/** Whose notices of which ticket are settled; whoever decided counts as that. */
function settledBy(changes: readonly Change[]) {
  const rows = changes
    .filter(isTicket)
    .flatMap(({ id, news }) =>
      (news?.settled ?? [])
        .toSorted((left, right) => Number(left.isDecider) - Number(right.isDecider))
        .map((one) => ({ ticket: id, ...one })),
    )
  return [...new Map(rows.map((row) => [`${row.ticket} ${row.person}`, row])).values()]
}

/**
 * Lists come as rows and not as arrays: their plan is then the same for all values, and PostgreSQL makes it once. It takes
 * a list of rows for 100 of them, and would rather read all notices than look so many up: `any` of an array it takes for
 * 10. Who got a copy sees the ticket as well.
 */
const write = statement<{
  readonly announced: string
  readonly notices: string
  readonly settled: string
  readonly now: Date
}>('deferred')`
  with decided as (
    select * from jsonb_to_recordset(${'settled'}::jsonb) as d (ticket bigint, person bigint, "isDecider" boolean)
  ), settled as (
    update notice n set read_at = coalesce(n.read_at, ${'now'}::timestamptz), asks = false
    from decided d
    where n.ticket_id = any (array(select ticket from decided)) and n.ticket_id = d.ticket and n.recipient_id = d.person
      and (n.asks or (d."isDecider" and n.read_at is null))
    returning n.recipient_id
  ), bells as (
    insert into outbox (content_type, record, record_id, created_at)
    select distinct 'RECORD', 'notice', recipient_id, ${'now'}::timestamptz from settled
  ), announced as (
    insert into outbox (content_type, record, record_id, register, recipients, body, created_at)
    select a."contentType", a.record, a.id, a.register,
      case when a."contentType" = 'TICKET' and a.id is not null
        then a.recipients || array(select user_id from ticket_cc where ticket_id = a.id) else a.recipients end,
      a.body, ${'now'}::timestamptz
    from jsonb_to_recordset(${'announced'}::jsonb)
      as a ("contentType" text, record text, id bigint, register text, recipients bigint[], body jsonb)
  )
  insert into notice (recipient_id, sending_id, content_type, title, link, ticket_id, asks, created_at)
  select n.recipient, n.sending, n."contentType", n.title, n.link, n.ticket, n.asks, ${'now'}::timestamptz
  from jsonb_to_recordset(${'notices'}::jsonb)
    as n (recipient bigint, sending bigint, "contentType" text, title jsonb, link text, ticket bigint, asks boolean)`

/** Stores in the deciding transaction what is sent after it (I18): changes of tickets for those who may see them, everything else for the holders of the record's search permission. */
export async function announce(
  unit: UnitOfWork,
  changes: readonly Change[],
  messages: readonly Message[],
): Promise<void> {
  const notices = noticesOf(messages)
  const records = changes
    .filter((change) => !isTicket(change))
    .map(({ record, id }): Announced => ({ contentType: 'RECORD', record, id }))
  const states = await ticketStates(unit.db, changes, notices)
  const facts = new Map([...states.reported, ...states.read].map((state) => [state.id, factsOf(state)]))
  const bells = messageRows(notices, await mutesOf(unit.db, notices), facts)
  const announced = [...records, ...ticketRows(changes, states), ...bells]
  await write(unit.db.withoutPlugins(), {
    announced: JSON.stringify(announced),
    notices: JSON.stringify(notices),
    settled: JSON.stringify(settledBy(changes)),
    now: unit.clock.now(),
  })
}
