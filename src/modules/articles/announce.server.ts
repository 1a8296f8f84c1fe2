/** The message about an article to those who may read it, once for each publication (ART-03), and the articles of other modules. */
import { sql } from 'kysely'
import { type Announcement, announcements } from '#src/define/announcements.ts'
import { adding, changing } from '#src/define/records/rows.server.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { provideService, type ServiceProvision } from '#src/define/services.ts'
import type { NewRow } from '#src/define/tables.server.ts'
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

/** Sends the messages about published articles whose time has come and that have none yet, as they are now: what was withdrawn or changed before its time is read again. */
export async function announceDue(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const rows = await unit.db
    .updateTable('article')
    .set({ announcedAt: now })
    .where('state', '=', 'published')
    .where('announcedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('publishAt', '<=', now)
    .where((article) => article.or([article('expireAt', 'is', null), article('expireAt', '>', now)]))
    .returning(['id', 'title', 'targetDeptIds'])
    .execute()
  for (const { id, title, targetDeptIds } of rows.toSorted((one, other) => one.id - other.id)) {
    unit.notify({
      to: await readersOf(unit, targetDeptIds),
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

async function add(
  unit: UnitOfWork,
  { title, titleEn, category, body, deptIds, byUser }: Omit<Announcement, 'expireAt' | 'source'>,
  more: Partial<NewRow<'article'>>,
): Promise<number> {
  const article = { title, titleEn, category, summary: summaryOf(body), body, targetDeptIds: deptIds, ...more }
  return (await adding(unit, 'article', article, byUser).returning('id').executeTakeFirstOrThrow()).id
}

async function publish(unit: UnitOfWork, given: Announcement): Promise<number> {
  const { expireAt, source = null } = given
  const id = await add(unit, given, { publishAt: unit.clock.now(), expireAt, source, state: 'published' })
  forgetAnnouncements(unit)
  await announceDue(unit)
  return id
}

async function revise(
  unit: UnitOfWork,
  id: number,
  { title, titleEn, body, byUser }: Pick<Announcement, 'title' | 'titleEn' | 'body' | 'byUser'>,
): Promise<void> {
  const revision = { title, titleEn, body, summary: summaryOf(body), announcedAt: null }
  await changing(unit, 'article', revision, byUser).where('id', '=', id).execute()
  unit.changed('article', id)
  forgetAnnouncements(unit)
  await announceDue(unit)
}

async function draft(unit: UnitOfWork, given: Omit<Announcement, 'expireAt' | 'source'>): Promise<number> {
  const id = await add(unit, given, { state: 'draft' })
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
  revise: (id, given) => revise(unit, id, given),
  draft: (given) => draft(unit, given),
}))
