/** What stands on the plain sign-in page before anybody has signed in (10.1). */
import { sql } from 'kysely'
import { type KeptValues, keptValues } from '#src/define/forms/values.ts'
import type { Language } from '#src/define/messages.ts'
import { type Clock, type Executor, route, type Settings, type UnitOfWork } from '#src/define/server.ts'
import type { Columns } from '#src/define/tables.server.ts'
import type { Announcement } from './reading.ts'

/** How many are told. */
const SHOWN = 3
/** Milliseconds for which one answer serves everybody who asks this node. */
const CACHE_MS = 30_000

type Row = Columns<'article', 'title' | 'titleEn'> & { readonly publishedOn: string }

/** What one server keeps: a new answer for every period of `KEPT`. */
type CurrentAnnouncements = KeptValues<number, readonly Row[]>
/** By the settings, which a server has once. */
const kept = new WeakMap<Settings, CurrentAnnouncements>()

/** A change of the articles shows at once on the node that made it, and on the others when their answer is old. */
export function forgetAnnouncements(unit: UnitOfWork): void {
  kept.get(unit.settings)?.forget()
}

async function newest(db: Executor, clock: Clock): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select title, title_en, to_char(publish_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as published_on from article
    where state = 'published' and is_public and target_dept_ids = '{}' and pinned_until >= ${clock.today()}::date
      and publish_at <= ${clock.now()} and (expire_at is null or expire_at > ${clock.now()}) and deleted_at is null
    order by publish_at desc, id desc limit ${SHOWN}`.execute(db)
  return rows
}

/** Asked of the database once for everybody who asks meanwhile; a failure is not kept. */
function announcements({ settings, db, clock }: UnitOfWork): Promise<readonly Row[]> {
  const own = kept.get(settings) ?? keptValues((reader: Executor) => newest(reader, clock), 1)
  kept.set(settings, own)
  return own.of(db, Math.floor(clock.now().getTime() / CACHE_MS))
}

const worded =
  (language: Language) =>
  ({ title, titleEn, publishedOn }: Row): Announcement => ({
    title: language === 'en' ? (titleEn ?? title) : title,
    publishedOn,
  })

/** The newest pinned articles that are meant for everybody; with a token or without. */
export const announcementsRoute = route({
  method: 'GET',
  url: '/api/article/announcements/',
  permission: 'public',
  handle: async ({ unit, language }) => (await announcements(unit)).map(worded(language)),
})
