/** Messages written by hand (60.10): one sending, a notice for each recipient. */
import { sql } from 'kysely'
import { momentText, parseMoment } from '#src/define/days.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'

/** SYS-102: messages one person may send on one day. */
const MOST_A_DAY = 30
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
}

/** SYS-105: a message is plain text; markup and control characters do not survive, whatever the sender's editor made. */
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
async function recipients(base: Base, { targetType, targets }: Sending): Promise<readonly number[]> {
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
    base.db,
  )
  return rows.map((row) => row.id)
}

async function assertPace(base: Base, senderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sending ${senderId}`}, 2))`.execute(base.db)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from notice_sending where sender_id = ${senderId} and created_at >= ${parseMoment(base.clock.today())}`.execute(
    base.db,
  )
  if ((rows[0]?.n ?? 0) >= MOST_A_DAY) throw new RuleError('rule.SYS-102', MOST_A_DAY)
}

/** Sends a message. @throws RuleError rule.SYS-102, ValidationError when nobody in service is meant. */
export async function send(base: Base, sending: Sending): Promise<{ id: number; sent: number }> {
  await assertPace(base, sending.senderId)
  const to = await recipients(base, sending)
  if (to.length === 0) throw new ValidationError({ targets: [{ key: 'check.notFound' }] })
  const title = plainText(sending.title)
  if (title.length < 2) throw new ValidationError({ title: [{ key: 'check.tooShort', params: [2] }] })
  const content = plainText(sending.content)
  const now = base.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into notice_sending (sender_id, content_type, title, content, link, target_type, targets, sent_count, created_at)
    values (${sending.senderId}, ${sending.contentType}, ${title}, ${content}, ${sending.link}, ${sending.targetType}, ${[...sending.targets]}::bigint[], ${to.length}, ${now})
    returning id`.execute(base.db)
  const id = only(rows).id
  base.notify({
    to,
    contentType: sending.contentType,
    title: { key: 'notice.written', params: [title] },
    link: sending.link,
    sending: id,
  })
  return { id, sent: to.length }
}

interface SentRow {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  readonly link: string
  readonly targetType: number
  readonly targets: readonly number[]
  readonly sentCount: number
  readonly readCount: number
  readonly createdAt: Date
}

/** A page of what the person has sent, newest first. */
export async function sentMessages(base: Base, userId: number, { page, limit }: { page: number; limit: number }) {
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from notice_sending where sender_id = ${userId}`.execute(base.db)
  const { rows } = await sql<SentRow>`
    select s.id, s.content_type, s.title, s.content, s.link, s.target_type, s.targets, s.sent_count, s.created_at,
      (select count(*) from notice n where n.sending_id = s.id and n.read_at is not null) as read_count
    from notice_sending s where s.sender_id = ${userId} order by s.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    base.db,
  )
  const shown = rows.map(({ createdAt, link, ...row }) => ({
    ...row,
    link: link === '' ? null : link,
    create_datetime: momentText(createdAt),
  }))
  return { rows: shown, total: counted[0]?.total ?? 0 }
}

/** Takes a message back from those who have not read it. @throws Refusal 4004, RuleError notice.recallLate after ten minutes. */
export async function recall(base: Base, userId: number, id: number): Promise<{ recalled: number }> {
  const { rows } = await sql<{
    createdAt: Date
  }>`select created_at from notice_sending where id = ${id} and sender_id = ${userId}`.execute(base.db)
  if (!rows[0]) throw notFound()
  if (base.clock.now().getTime() - rows[0].createdAt.getTime() > RECALL_MINUTES * MINUTE)
    throw new RuleError('notice.recallLate', RECALL_MINUTES)
  const gone = await sql<{
    recipientId: number
  }>`delete from notice where sending_id = ${id} and read_at is null returning recipient_id`.execute(base.db)
  for (const { recipientId } of gone.rows) base.changed('notice', recipientId)
  return { recalled: gone.rows.length }
}
