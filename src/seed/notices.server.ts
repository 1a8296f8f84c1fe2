/** What the bells of the demo hold (70.3): each task and outcome of a demo ticket was told once; the newest are unread. */
import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'

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

/** Who was asked for what, and how the applicants' tickets ended: one statement each. */
async function seedTicketNotices(base: Base, now: Date): Promise<void> {
  await sql`
    insert into notice (recipient_id, content_type, title, link, created_at, read_at)
    select told.person, 'TICKET', jsonb_build_object('key', told.key, 'params', jsonb_build_array(t.no, t.title)), '/workflow/ticket/' || t.id, told.at,
      case when told.done_at is not null then told.done_at end
    from (
      select k.ticket_id, k.assignee_id as person, 'notice.ticket.task' as key, k.opened_at as at, k.decided_at as done_at
      from ticket_task k where k.opened_at is not null and k.kind <> 'cc' and k.relation <> 'self'
      union all
      select t.id, t.applicant_id, 'notice.ticket.' || t.status, last.at, last.at + interval '2 hours'
      from ticket t join lateral (select max(e.at) as at from ticket_event e where e.ticket_id = t.id) as last on true
      where t.status in ('returned', 'rejected', 'completed', 'voided')
    ) as told join ticket t on t.id = told.ticket_id join app_user u on u.id = told.person
    where u.state and told.at <= ${now} order by told.at`.execute(base.db)
}

async function seedAnnouncements(base: Base, now: Date): Promise<void> {
  for (const [daysAgo, title, content] of announcements.toReversed()) {
    const at = new Date(now.getTime() - daysAgo * DAY)
    await sql`
      with sender as (select id from app_user where username = 'fang54'),
      people as (select id from app_user where state and deleted_at is null),
      sending as (
        insert into notice_sending (sender_id, content_type, title, content, target_type, targets, sent_count, created_at)
        select sender.id, 'SYSTEM', ${title}, ${content}, 0, '{}', (select count(*) from people), ${at}::timestamptz from sender returning id)
      insert into notice (recipient_id, sending_id, content_type, title, created_at)
      select people.id, sending.id, 'SYSTEM', ${JSON.stringify({ key: 'notice.written', params: [title] })}::jsonb, ${at}::timestamptz from people, sending`.execute(
      base.db,
    )
  }
}

/** All but the newest few of each person were opened within a day. */
async function markRead(base: Base, now: Date): Promise<void> {
  const since = new Date(now.getTime() - UNREAD_DAYS * DAY)
  await sql`
    update notice set read_at = least(created_at + interval '5 hours', ${now}::timestamptz) where read_at is null and id not in (
      select id from (select id, created_at, row_number() over (partition by recipient_id order by created_at desc, id desc) as place from notice where read_at is null) as newest
      where place <= ${UNREAD} and created_at > ${since})`.execute(base.db)
}

export async function seedNotices(base: Base): Promise<void> {
  const now = base.clock.now()
  await seedTicketNotices(base, now)
  await seedAnnouncements(base, now)
  await markRead(base, now)
}
