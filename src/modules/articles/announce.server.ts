/** Articles that other modules publish, with a message to those who may read them (ART-03). */
import { sql } from 'kysely'
import { type Announcement, announcements } from '#src/define/announcements.ts'
import { type LedgerProvision, provideLedger } from '#src/define/ledgers.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { forgetAnnouncements } from './announcements.server.ts'
import { summaryOf } from './article.server.ts'

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

async function publish(unit: UnitOfWork, given: Announcement): Promise<number> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into article (title, title_en, category, summary, body, target_dept_ids, publish_at, expire_at, state, created_at, created_by, updated_at, updated_by)
    values (${given.title}, ${given.titleEn}, ${given.category}, ${summaryOf(given.body)}, ${given.body}, ${[...given.deptIds]}::bigint[], ${now}::timestamptz, ${given.expireAt}::timestamptz, 'published',
      ${now}::timestamptz, ${given.byUser}, ${now}::timestamptz, ${given.byUser}) returning id`.execute(unit.db)
  const id = Number(rows[0]?.id)
  forgetAnnouncements(unit)
  unit.changed('article', id)
  unit.notify({
    to: await readersOf(unit, given.deptIds),
    contentType: 'ARTICLE',
    title: { key: 'article.announced', params: [given.title] },
    link: `/publicarticles/${id}`,
  })
  return id
}

export const announcementsLedger: LedgerProvision = provideLedger(announcements, (unit) => ({
  publish: (given) => publish(unit, given),
}))
