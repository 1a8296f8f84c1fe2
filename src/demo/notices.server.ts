/** What the bells of the demo hold (70.3): each task and outcome of a demo ticket was sent once; the newest are unread. */
import { sql } from 'kysely'
import type { Text } from '#machines/ticket/definition/definition.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { saidText } from '#src/server/tickets/summary/line.ts'
import { type Engine, engineOf } from '#src/server/tickets/versions/engine.ts'

/** Notices of the last days that nobody has opened yet, for each person. */
const UNREAD = 6
const UNREAD_DAYS = 3
const DAY = 86_400_000

/** Announcements of the system administrator to everybody, newest first, days before the seed. */
const announcements: readonly (readonly [daysAgo: number, title: string, content: string])[] = [
  [1, '本周六凌晨系统维护通知', '本周六0:00至2:00进行系统维护，期间暂停访问，请提前保存数据。'],
  [6, '年度预算执行情况填报提醒', '请各预算单位于月底前核对预算执行情况，如有差异请联系财务科。'],
  [14, '报销票据粘贴规范更新', '即日起电子发票须同时上传原始文件，系统将自动查重。'],
  [27, '办公用品季度申领开始', '本季度办公用品申领已开始，每人限额见申请页面。'],
  [41, '警务保障平台移动端上线', '手机浏览器已可办理审批与查询，账号与电脑端一致。'],
]

/** What was once sent about a ticket, and the ticket as a notice names it. */
interface TicketNotice {
  readonly person: number
  readonly key: string
  readonly at: Date
  /** When it was settled by a decision, or read. */
  readonly doneAt: Date | null
  /** Whether the person still has an open task on the ticket. */
  readonly asks: boolean
  readonly ticketId: number
  readonly no: string
  readonly type: string
  readonly title: string
  readonly summary: Text | null
  readonly amount: string | null
  readonly applicantId: number
  readonly applicantName: string
  readonly applicantNameEn: string
}

/** Who was asked for what, who got a copy, and how the applicants' tickets ended. */
async function ticketNotices(unit: UnitOfWork): Promise<readonly TicketNotice[]> {
  const { rows } = await sql<TicketNotice>`
    select sent.person, sent.key, sent.at, sent.done_at, sent.asks, t.id as ticket_id, t.no, t.type, t.title, t.summary, t.amount,
      a.id as applicant_id, a.name as applicant_name, a.name_en as applicant_name_en
    from (
      select k.ticket_id, p.person, 'notice.ticket.task' as key, k.opened_at as at,
        case when k.status <> 'open' then coalesce(k.decided_at, (select min(e.at) from ticket_event e where e.ticket_id = k.ticket_id and e.at > k.opened_at), k.opened_at) end as done_at,
        k.status = 'open' as asks
      from ticket_task k cross join lateral (values (k.assignee_id), (k.on_behalf_of)) as p (person)
      where p.person is not null and k.opened_at is not null and k.kind <> 'cc' and k.relation <> 'self'
      union all
      select c.ticket_id, c.user_id, 'notice.ticket.copy', c.created_at, c.read_at, false from ticket_cc c
      union all
      select t.id, t.applicant_id, 'notice.ticket.' || t.status, last.at, last.at + interval '2 hours', false
      from ticket t join lateral (select max(e.at) as at from ticket_event e where e.ticket_id = t.id) as last on true
      where t.status in ('returned', 'rejected', 'completed', 'voided')
    ) as sent join ticket t on t.id = sent.ticket_id join app_user u on u.id = sent.person join app_user a on a.id = t.applicant_id
    where u.state and sent.at <= ${unit.clock.now()} order by sent.at, t.id, sent.person`.execute(unit.db)
  return rows
}

/** Notices of the demo's tickets as the engine writes them: named by their summary line, standing with their ticket, asking while the task is open. */
async function seedTicketNotices(engine: Engine, unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const rows = (await ticketNotices(unit)).map(({ applicantId, applicantName, applicantNameEn, ...notice }) => {
    const applicant = notice.person === applicantId ? null : { name: applicantName, nameEn: applicantNameEn }
    return {
      recipient: notice.person,
      title: { key: notice.key, params: [notice.no, saidText(engine, { ...notice, applicant })] },
      link: `/workflow/ticket/${notice.ticketId}`,
      ticket: notice.ticketId,
      asks: notice.asks,
      at: notice.at,
      read: notice.doneAt === null || notice.doneAt <= now ? notice.doneAt : now,
    }
  })
  await sql`
    insert into notice (recipient_id, content_type, title, link, ticket_id, asks, created_at, read_at)
    select n.recipient, 'TICKET', n.title, n.link, n.ticket, n.asks, n.at, n.read
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (recipient bigint, title jsonb, link text, ticket bigint, asks boolean, at timestamptz, read timestamptz)`.execute(
    unit.db,
  )
}

async function seedAnnouncements(unit: UnitOfWork, now: Date): Promise<void> {
  for (const [daysAgo, title, content] of announcements.toReversed()) {
    const at = new Date(now.getTime() - daysAgo * DAY)
    await sql`
      with sender as (select id from app_user where username = 'fang54'),
      people as (select id from app_user where state and deleted_at is null),
      sending as (
        insert into notice_sending (sender_id, content_type, title, content, target_type, targets, sent_count, sent_at, created_at)
        select sender.id, 'SYSTEM', ${title}, ${content}, 0, '{}', (select count(*) from people), ${at}::timestamptz, ${at}::timestamptz from sender returning id)
      insert into notice (recipient_id, sending_id, content_type, title, created_at)
      select people.id, sending.id, 'SYSTEM', ${JSON.stringify({ key: 'notice.written', params: [title] })}::jsonb, ${at}::timestamptz from people, sending`.execute(
      unit.db,
    )
  }
}

/** All but the newest few of each person were opened within a day. */
async function markRead(unit: UnitOfWork, now: Date): Promise<void> {
  const since = new Date(now.getTime() - UNREAD_DAYS * DAY)
  await sql`
    update notice set read_at = least(created_at + interval '5 hours', ${now}::timestamptz) where read_at is null and id not in (
      select id from (select id, created_at, row_number() over (partition by recipient_id order by created_at desc, id desc) as place from notice where read_at is null) as newest
      where place <= ${UNREAD} and created_at > ${since})`.execute(unit.db)
}

/** Fills the bells of the demo, after its tickets. */
export async function seedNotices(services: Services, unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  await seedTicketNotices(engineOf(services), unit)
  await seedAnnouncements(unit, now)
  await markRead(unit, now)
}
