/** Messages written by hand (60.10): one sending, a notice for each recipient. */
import { sql } from 'kysely'
import type { SentNotice } from '#src/define/answers/notices.ts'
import { momentText, parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'
import { richText, saidIn } from './richText.ts'

/** SYS-102: messages one person may send on one day. */
const MAX_A_DAY = 30
/** Minutes in which a message can be taken back. */
const RECALL_MINUTES = 10
const MINUTE = 60_000

/** Dictionary noticeTarget. */
export const target = { all: 0, users: 1, roles: 2, departments: 3 } as const

export interface Sending {
  readonly senderId: number
  readonly contentType: 'SYSTEM' | 'REMIND'
  readonly title: string
  readonly content: string
  readonly link: string
  readonly targetType: number
  readonly targets: readonly number[]
  /** When it is to go out; null: at once. */
  readonly sendAt: Date | null
}

/** Days ahead a message may be planned. */
const FARTHEST_DAYS = 365
/** Bytes of a message with its markup. */
const MAX_BYTES = 20 * 1024

/** SYS-105: a title is plain text; markup and control characters do not survive, whatever the sender's editor made. */
export function plainText(text: string): string {
  return (
    text
      .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
      .replace(/<br\s*\/?>|<\/(?:p|div|li|h\d)\s*>/gi, '\n')
      .replace(/<\/?[a-z!][^>]*>?/gi, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim()
  )
}

/** People in service whom the target names. Departments include those below them. */
async function recipients(
  unit: UnitOfWork,
  { targetType, targets }: Pick<Sending, 'targetType' | 'targets'>,
): Promise<readonly number[]> {
  const named = [...targets]
  const wanted = {
    [target.all]: sql`true`,
    [target.users]: sql`u.id = any(${named}::bigint[])`,
    [target.roles]: sql`exists (select from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.id = any(${named}::bigint[]) and r.state and r.deleted_at is null)`,
    [target.departments]: sql`u.dept_id in (
      with recursive below as (
        select id from department where id = any(${named}::bigint[]) and deleted_at is null
        union select d.id from department d join below on d.parent = below.id where d.deleted_at is null)
      select id from below)`,
  }[targetType]
  const { rows } = await sql<{
    id: number
  }>`select u.id from app_user u where u.state and u.deleted_at is null and ${wanted ?? sql`false`} order by u.id`.execute(
    unit.db,
  )
  return rows.map((row) => row.id)
}

async function assertPace(unit: UnitOfWork, senderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sending ${senderId}`}, 2))`.execute(unit.db)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from notice_sending where sender_id = ${senderId} and created_at >= ${parseMoment(unit.clock.today())}`.execute(
    unit.db,
  )
  if ((rows[0]?.n ?? 0) >= MAX_A_DAY) throw new RuleError('rule.SYS-102', MAX_A_DAY)
}

interface Waiting extends Pick<Sending, 'senderId' | 'contentType' | 'title' | 'link' | 'targetType' | 'targets'> {
  readonly id: number
}

/** A notice for each recipient; the sending knows how many. */
async function deliver(unit: UnitOfWork, sending: Waiting): Promise<number> {
  const to = await recipients(unit, sending)
  await sql`
    update notice_sending set sent_at = ${unit.clock.now()}, sent_count = ${to.length} where id = ${sending.id}`.execute(
    unit.db,
  )
  if (to.length > 0)
    unit.notify({
      to,
      contentType: sending.contentType,
      title: { key: 'notice.written', params: [sending.title] },
      link: sending.link,
      sending: sending.id,
    })
  // The sender's own list, on every page of theirs.
  unit.changed('notice', sending.senderId)
  return to.length
}

function checked(unit: UnitOfWork, sending: Sending): { title: string; content: string } {
  const title = plainText(sending.title)
  if (title.length < 2) throw new ValidationError({ title: [{ key: 'check.tooShort', params: [2] }] })
  const content = richText(sending.content)
  if (saidIn(content) === '') throw new ValidationError({ content: [{ key: 'check.required' }] })
  if (Buffer.byteLength(content) > MAX_BYTES)
    throw new ValidationError({ content: [{ key: 'check.tooLong', params: [MAX_BYTES] }] })
  const { sendAt } = sending
  const now = unit.clock.now()
  if (sendAt !== null && sendAt <= now)
    throw new ValidationError({ sendAt: [{ key: 'check.notBefore', params: [momentText(now)] }] })
  const last = new Date(now.getTime() + FARTHEST_DAYS * 24 * 60 * MINUTE)
  if (sendAt !== null && sendAt > last)
    throw new ValidationError({ sendAt: [{ key: 'check.notAfter', params: [momentText(last)] }] })
  return { title, content }
}

/** Sends a message, or keeps it until its time. @throws RuleError rule.SYS-102, ValidationError when it says nothing or nobody in service is meant. */
export async function send(unit: UnitOfWork, sending: Sending): Promise<{ id: number; sent: number }> {
  await assertPace(unit, sending.senderId)
  if ((await recipients(unit, sending)).length === 0)
    throw new ValidationError({ targets: [{ key: 'check.notFound' }] })
  const { title, content } = checked(unit, sending)
  const { rows } = await sql<{ id: number }>`
    insert into notice_sending (sender_id, content_type, title, content, link, target_type, targets, sent_count, send_at, sent_at, created_at)
    values (${sending.senderId}, ${sending.contentType}, ${title}, ${content}, ${sending.link}, ${sending.targetType}, ${[...sending.targets]}::bigint[], 0,
      ${sending.sendAt}, ${sending.sendAt === null ? unit.clock.now() : null}, ${unit.clock.now()})
    returning id`.execute(unit.db)
  const id = only(rows).id
  unit.traced({
    record: 'noticeSending',
    id,
    before: null,
    after: { title, targetType: sending.targetType, targets: sending.targets.join(',') },
  })
  if (sending.sendAt === null) return { id, sent: await deliver(unit, { ...sending, id, title }) }
  unit.changed('notice', sending.senderId)
  return { id, sent: 0 }
}

/** Sends what is due; a sender who left meanwhile no longer speaks. */
async function sendDue(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<Waiting & { isActive: boolean }>`
    select s.id, s.sender_id, s.content_type, s.title, s.link, s.target_type, s.targets, (u.state and u.deleted_at is null) as is_active
    from notice_sending s join app_user u on u.id = s.sender_id
    where s.sent_at is null and s.recalled_at is null and s.send_at <= ${unit.clock.now()} order by s.send_at, s.id for update of s`.execute(
    unit.db,
  )
  for (const row of rows) {
    if (row.isActive) await deliver(unit, row)
    else await sql`update notice_sending set recalled_at = ${unit.clock.now()} where id = ${row.id}`.execute(unit.db)
  }
}

export const sendPlanned: JobDefinition = { name: 'notice.send', every: { minutes: 1 }, run: sendDue }

interface SentRow {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  readonly link: string
  readonly targetType: number
  readonly targets: readonly number[]
  readonly targetNames: readonly string[]
  readonly sentCount: number
  readonly readCount: number
  readonly createdAt: Date
  readonly sendAt: Date | null
  readonly sentAt: Date | null
  readonly recalledAt: Date | null
}

/** Names of targets shown of one message. */
const MAX_NAMES = 5

/** What can still be taken back: what waits, and what went out within ten minutes. */
const mayRecall = (row: Pick<SentRow, 'sentAt' | 'recalledAt'>, now: Date): boolean =>
  row.recalledAt === null && (row.sentAt === null || now.getTime() - row.sentAt.getTime() <= RECALL_MINUTES * MINUTE)

/** A page of what the person has sent or planned, newest first. */
export async function sentMessages(
  unit: UnitOfWork,
  userId: number,
  { page, limit, search, language }: { page: number; limit: number; search: string | undefined; language: Language },
): Promise<{ rows: readonly SentNotice[]; total: number }> {
  const wanted = sql`s.sender_id = ${userId} ${search === undefined ? sql`` : sql`and s.title ilike ${`%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`}`
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from notice_sending s where ${wanted}`.execute(unit.db)
  const name = namedIn(language, 't')
  const names = (table: string) =>
    sql`(select json_agg(${name}) from (select * from ${sql.table(table)} x where x.id = any(s.targets) order by x.id limit ${MAX_NAMES}) t)`
  const { rows } = await sql<SentRow>`
    select s.id, s.content_type, s.title, s.content, s.link, s.target_type, s.targets, s.sent_count, s.created_at, s.send_at, s.sent_at, s.recalled_at,
      coalesce(case s.target_type when 1 then ${names('app_user')} when 2 then ${names('role')} when 3 then ${names('department')} end, '[]') as target_names,
      (select count(*) from notice n where n.sending_id = s.id and n.read_at is not null) as read_count
    from notice_sending s where ${wanted} order by s.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    unit.db,
  )
  const now = unit.clock.now()
  const moment = (at: Date | null): string | null => (at === null ? null : momentText(at))
  const shown = rows.map(
    ({ createdAt, link, sendAt, sentAt, recalledAt, ...row }): SentNotice => ({
      ...row,
      link: link === '' ? null : link,
      state: recalledAt !== null ? 'recalled' : sentAt === null ? 'waiting' : 'sent',
      mayRecall: mayRecall({ sentAt, recalledAt }, now),
      send_datetime: moment(sendAt),
      sent_datetime: moment(sentAt),
      create_datetime: momentText(createdAt),
    }),
  )
  return { rows: shown, total: counted[0]?.total ?? 0 }
}

/** Takes a message back: from those who have not read it, or before it goes out at all. @throws Refusal 4004, RuleError notice.recallLate after ten minutes. */
export async function recall(unit: UnitOfWork, userId: number, id: number): Promise<{ recalled: number }> {
  const { rows } = await sql<Pick<SentRow, 'sentAt' | 'recalledAt'>>`
    select sent_at, recalled_at from notice_sending where id = ${id} and sender_id = ${userId} for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  if (!mayRecall(rows[0], unit.clock.now())) throw new RuleError('notice.recallLate', RECALL_MINUTES)
  await sql`update notice_sending set recalled_at = ${unit.clock.now()} where id = ${id}`.execute(unit.db)
  const gone = await sql<{
    recipientId: number
  }>`delete from notice where sending_id = ${id} and read_at is null returning recipient_id`.execute(unit.db)
  for (const { recipientId } of gone.rows) unit.changed('notice', recipientId)
  unit.changed('notice', userId)
  return { recalled: gone.rows.length }
}

/** What a message can be addressed to: roles or departments in use. */
export async function targetChoices(
  unit: UnitOfWork,
  language: Language,
): Promise<Readonly<Record<'roles' | 'departments', readonly { readonly id: number; readonly name: string }[]>>> {
  const name = language === 'en' ? sql`coalesce(nullif(name_en, ''), name)` : sql`name`
  const { rows } = await sql<{ kind: 'roles' | 'departments'; id: number; name: string }>`
    select 'roles' as kind, id, ${name} as name, sort from role where state and deleted_at is null
    union all select 'departments', id, ${name}, sort from department where state and deleted_at is null order by kind, sort, id`.execute(
    unit.db,
  )
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => ({ id: row.id, name: row.name }))
  return { roles: of('roles'), departments: of('departments') }
}
