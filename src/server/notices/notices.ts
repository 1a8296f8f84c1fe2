/** Notices of one person: reading them and marking them (60.10). */
import { sql } from 'kysely'
import type { Notice } from '#src/define/answers/notices.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, type Problem } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Texts } from '#src/server/texts.ts'

/** What a list of notices is narrowed by. */
export interface NoticeFilter {
  readonly isRead: boolean | undefined
  readonly contentType: string | undefined
  /** Part of a title or of a sender's name. */
  readonly search: string | undefined
  readonly page: number
  readonly limit: number
  /** Only those that still ask the person to act. */
  readonly toAct?: boolean | undefined
  /** One row for each ticket: its newest notice, with how many there are. */
  readonly grouped?: boolean | undefined
}

interface NoticeRow {
  readonly id: number
  readonly contentType: string
  readonly title: Problem
  readonly content: string | null
  readonly link: string
  readonly senderId: number | null
  readonly senderName: string | null
  readonly senderNameEn: string | null
  readonly createdAt: Date
  readonly readAt: Date | null
  readonly ticketId: number | null
  readonly asks: boolean
  /** Notices in its group, and how many of them are unread. */
  readonly count: number
  readonly unread: number
}

/** A notice on the wire; names as in the API family, titles in the reader's language. */
const shown =
  (texts: Texts, language: Language) =>
  (row: NoticeRow): Notice => ({
    id: row.id,
    contentType: row.contentType,
    title: texts.say(language, row.title),
    content: row.content ?? '',
    link: row.link === '' ? null : row.link,
    sender: row.senderId,
    senderName: nameIn(language, { name: row.senderName ?? '', nameEn: row.senderNameEn ?? '' }),
    is_read: row.readAt !== null,
    read_datetime: row.readAt ? momentText(row.readAt) : null,
    create_datetime: momentText(row.createdAt),
    ticket: row.ticketId,
    asks: row.asks,
    count: row.count,
    unread: row.unread,
  })

const columns = sql`n.id, n.content_type, n.title, s.content, n.link, s.sender_id, u.name as sender_name, u.name_en as sender_name_en, n.created_at, n.read_at, n.ticket_id, n.asks`
const alone = sql`1 as count, (n.read_at is null)::int as unread`
/** Notices of one ticket stand together; every other one by itself. */
const groupOf = sql`coalesce(n.ticket_id, -n.id)`
const tables = sql`notice n left join notice_sending s on s.id = n.sending_id left join app_user u on u.id = s.sender_id`

/** A page of the person's own notices, newest first, and how many there are in all. */
export async function receivedNotices(
  unit: UnitOfWork,
  texts: Texts,
  language: Language,
  userId: number,
  filter: NoticeFilter,
): Promise<{ rows: Notice[]; total: number }> {
  const { isRead, contentType, search, page, limit, toAct = false, grouped = false } = filter
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const wanted = sql`n.recipient_id = ${userId}
    ${toAct ? sql`and n.asks` : sql``}
    ${isRead === undefined ? sql`` : isRead ? sql`and n.read_at is not null` : sql`and n.read_at is null`}
    ${contentType === undefined ? sql`` : sql`and n.content_type = ${contentType}`}
    ${search === undefined ? sql`` : sql`and (n.title ->> 'params' ilike ${pattern} or u.name ilike ${pattern} or u.name_en ilike ${pattern})`}`
  const { rows: counted } = await sql<{
    total: number
  }>`select ${grouped ? sql`count(distinct ${groupOf})` : sql`count(*)`} as total from ${search === undefined ? sql`notice n` : tables} where ${wanted}`.execute(
    unit.db,
  )
  const { rows } = await sql<NoticeRow>`
    select ${columns}, ${grouped ? sql`g.count, g.unread` : alone} from ${
      grouped
        ? sql`(select distinct on (${groupOf}) n.id, n.created_at, count(*) over (partition by ${groupOf})::int as count,
            (count(*) filter (where n.read_at is null) over (partition by ${groupOf}))::int as unread
          from ${tables} where ${wanted} order by ${groupOf}, n.created_at desc, n.id desc) g join notice n on n.id = g.id
          left join notice_sending s on s.id = n.sending_id left join app_user u on u.id = s.sender_id`
        : sql`${tables}`
    } ${grouped ? sql`` : sql`where ${wanted}`} order by n.created_at desc, n.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    unit.db,
  )
  return { rows: rows.map(shown(texts, language)), total: counted[0]?.total ?? 0 }
}

/** One of the person's notices, read from now on. @throws Refusal 4004 for anybody else's. */
export async function readNotice(
  unit: UnitOfWork,
  texts: Texts,
  language: Language,
  userId: number,
  id: number,
): Promise<Notice> {
  const { numAffectedRows } =
    await sql`update notice set read_at = ${unit.clock.now()} where id = ${id} and recipient_id = ${userId} and read_at is null`.execute(
      unit.db,
    )
  if (numAffectedRows === 1n) unit.changed('notice', userId)
  const { rows } =
    await sql<NoticeRow>`select ${columns}, ${alone} from ${tables} where n.id = ${id} and n.recipient_id = ${userId}`.execute(
      unit.db,
    )
  if (!rows[0]) throw notFound()
  return shown(texts, language)(rows[0])
}

/** Reads all of the person's notices of one ticket. */
export async function readTicketNotices(unit: UnitOfWork, userId: number, ticketId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update notice set read_at = ${unit.clock.now()} where recipient_id = ${userId} and ticket_id = ${ticketId} and read_at is null`.execute(
    unit.db,
  )
  if (numAffectedRows !== 0n) unit.changed('notice', userId)
}

/** Deletes all of the person's notices of one ticket. @throws Refusal 4004 when there are none. */
export async function removeTicketNotices(unit: UnitOfWork, userId: number, ticketId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from notice where recipient_id = ${userId} and ticket_id = ${ticketId}`.execute(unit.db)
  if (numAffectedRows === 0n) throw notFound()
  unit.changed('notice', userId)
}

/** Marks all of the person's notices. */
export async function markAll(unit: UnitOfWork, userId: number, as: 'read' | 'unread'): Promise<void> {
  if (as === 'read')
    await sql`update notice set read_at = ${unit.clock.now()} where recipient_id = ${userId} and read_at is null`.execute(
      unit.db,
    )
  else
    await sql`update notice set read_at = null where recipient_id = ${userId} and read_at is not null`.execute(unit.db)
  unit.changed('notice', userId)
}

/** Deletes one of the person's notices. @throws Refusal 4004 for anybody else's. */
export async function removeNotice(unit: UnitOfWork, userId: number, id: number): Promise<void> {
  const { numAffectedRows } = await sql`delete from notice where id = ${id} and recipient_id = ${userId}`.execute(
    unit.db,
  )
  if (numAffectedRows === 0n) throw notFound()
  unit.changed('notice', userId)
}
