/** The message about an article to those who may read it, once for each publication (ART-03), and the articles of other modules. */
import { sql } from 'kysely'
import { type Announcement, announcements } from '#src/define/announcements.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { provideService, type ServiceProvision } from '#src/define/services.ts'
import { forgetAnnouncements } from './announcements.server.ts'
import { summaryOf } from './summary.ts'

/** Who is in service in the departments and those below them; everybody when none is named. */
async function readersOf(unit: UnitOfWork, deptIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive audience as (select id from shared_department where id = any(${[...deptIds]}::bigint[])
      union select d.id from shared_department d join audience a on d.parent = a.id)
    select id from shared_app_user where deleted_at is null and state and (${deptIds.length === 0}::boolean or dept_id in (select id from audience)) order by id`.execute(
    unit.db,
  )
  return rows.map(({ id }) => id)
}

interface DueArticle {
  readonly id: number
  readonly title: string
  readonly deptIds: readonly number[]
}

/** Sends the messages about published articles whose time has come and that have none yet, as they are now: what was withdrawn or changed before its time is read again. */
export async function announceDue(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<DueArticle>`
    update article set announced_at = ${now}::timestamptz
    where state = 'published' and announced_at is null and deleted_at is null and publish_at <= ${now}::timestamptz and (expire_at is null or expire_at > ${now}::timestamptz)
    returning id, title, target_dept_ids as dept_ids`.execute(unit.db)
  for (const { id, title, deptIds } of rows.toSorted((one, other) => one.id - other.id)) {
    unit.notify({
      to: await readersOf(unit, deptIds),
      contentType: 'ARTICLE',
      title: { key: 'article.announced', params: [title] },
      link: `/publicarticles/${id}`,
    })
    unit.changed('article', id)
  }
}

const EVERY_MINUTES = 5

/** Articles with a time of their own; after a stop, all whose time came meanwhile. */
export const announceScheduled: JobDefinition = {
  name: 'article.announce',
  every: { minutes: EVERY_MINUTES },
  run: announceDue,
}

async function publish(unit: UnitOfWork, given: Announcement): Promise<number> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into article (title, title_en, category, summary, body, target_dept_ids, publish_at, expire_at, state, created_at, created_by, updated_at, updated_by)
    values (${given.title}, ${given.titleEn}, ${given.category}, ${summaryOf(given.body)}, ${given.body}, ${[...given.deptIds]}::bigint[], ${now}::timestamptz, ${given.expireAt}::timestamptz, 'published',
      ${now}::timestamptz, ${given.byUser}, ${now}::timestamptz, ${given.byUser}) returning id`.execute(unit.db)
  const id = Number(rows[0]?.id)
  forgetAnnouncements(unit)
  await announceDue(unit)
  return id
}

async function draft(unit: UnitOfWork, given: Omit<Announcement, 'expireAt'>): Promise<number> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into article (title, title_en, category, summary, body, target_dept_ids, state, created_at, created_by, updated_at, updated_by)
    values (${given.title}, ${given.titleEn}, ${given.category}, ${summaryOf(given.body)}, ${given.body}, ${[...given.deptIds]}::bigint[], 'draft',
      ${now}::timestamptz, ${given.byUser}, ${now}::timestamptz, ${given.byUser}) returning id`.execute(unit.db)
  const id = Number(rows[0]?.id)
  unit.notify({
    to: await unit.usersWithRole('articleEditor'),
    contentType: 'ARTICLE',
    title: { key: 'article.drafted', params: [given.title] },
    link: `/publicarticles?tab=manage&id=${id}`,
  })
  unit.changed('article', id)
  return id
}

export const announcementsService: ServiceProvision = provideService(announcements, (unit) => ({
  publish: (given) => publish(unit, given),
  draft: (given) => draft(unit, given),
}))
