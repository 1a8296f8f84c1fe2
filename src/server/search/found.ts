/** The four groups of the command palette; each shows only what the reader may see (INV-11). */
import { type RawBuilder, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { FoundAction, FoundPage, FoundPerson, FoundTicket } from '#src/define/search.ts'
import type { Base } from '#src/define/server.ts'
import { type MenuRow, openMenu, titleIn } from '#src/server/access/menu.ts'
import { escapeLike } from '#src/server/records/filters.ts'
import type { Engine } from '#src/server/tickets/engine.ts'
import { visibleTo } from '#src/server/tickets/visibility.ts'
import { bestOf } from './match.ts'
import { holds, peopleWords, ticketWords } from './words.ts'

/** Lines of one group. */
const MOST = 6
/** A ticket is looked for by two characters at least: one is in most titles. */
const SHORTEST_TICKET = 2

/** Pages of the person's menu by title, pinyin and initials. */
export async function findPages(
  engine: Engine,
  base: Base,
  access: Access,
  language: Language,
  wish: string,
): Promise<readonly FoundPage[]> {
  const rows = await openMenu(base, access, engine.mayStart)
  const pages = rows.filter((row) => row.visible && !row.isCatalog && !row.isLink)
  const cataloguesOf = (row: MenuRow): string[] => {
    const above = rows.find((other) => other.id === row.parent)
    return above === undefined ? [] : [...cataloguesOf(above), titleIn(above, language)]
  }
  const names = ({ title, titleEn }: MenuRow) => ({ chinese: title, english: titleEn })
  return bestOf(pages, names, wish, MOST).map((row) => ({
    path: row.webPath,
    title: titleIn(row, language),
    catalogues: cataloguesOf(row),
    icon: row.icon,
  }))
}

/** The wish without the verb before it: "apply for leave" asks for leave. */
function objectOf(engine: Engine, wish: string): string {
  const text = wish.trim().toLowerCase()
  const verbs = (['zhHans', 'en'] as const)
    .flatMap((language) => engine.texts.say(language, { key: 'search.verbs' }).split('|'))
    .toSorted((a, b) => b.length - a.length)
  const verb = verbs.find((one) => text.startsWith(one))
  return verb === undefined ? text : text.slice(verb.length).trim()
}

/** Applications the person may start, by title, pinyin and initials, with or without a verb. */
export async function findActions(
  engine: Engine,
  base: Base,
  access: Access,
  language: Language,
  wish: string,
): Promise<readonly FoundAction[]> {
  const { rows } = await sql<{ key: string }>`
    select key from workflow where status = 'published' and deleted_at is null order by sort, id`.execute(base.db)
  const titleOf = (key: string, of: Language): string => engine.texts.find(of, `applications.${key}.title`) ?? ''
  const applications = rows.flatMap(({ key }) => {
    const application = engine.applications.get(key)
    return application && engine.mayStart(access, key) ? [application] : []
  })
  const names = ({ key }: { key: string }) => ({ chinese: titleOf(key, 'zhHans'), english: titleOf(key, 'en') })
  return bestOf(applications, names, objectOf(engine, wish), MOST).map(({ key, route, icon }) => ({
    key,
    path: route,
    title: titleOf(key, language),
    icon,
  }))
}

/** Tickets the person may see (WF-18), by number and title, newest first. */
export function ticketQuery(access: Access, wish: string): RawBuilder<FoundTicket> {
  return sql<FoundTicket>`
    select t.id, t.no, t.title, t.status, u.name as applicant_name
    from ticket t join app_user u on u.id = t.applicant_id
    where t.deleted_at is null and ${holds(ticketWords('t'), wish)} and ${visibleTo(access)}
    order by t.updated_at desc, t.id desc limit ${MOST}`
}

export async function findTickets(base: Base, access: Access, wish: string): Promise<readonly FoundTicket[]> {
  const text = wish.trim()
  if (text.length < SHORTEST_TICKET || !access.may('ticket:Search')) return []
  return (await ticketQuery(access, text).execute(base.db)).rows
}

/** Colleagues in service by name, pinyin, initials, username, number and post: names and posts only, which everybody may know. */
export function colleagueQuery(wish: string): RawBuilder<FoundPerson> {
  return sql<FoundPerson>`
    select u.id, u.name, u.username, d.name as dept_name, u.post from app_user u join department d on d.id = u.dept_id
    where u.state and u.deleted_at is null and ${holds(peopleWords('u'), wish)}
    order by u.name ilike ${`${escapeLike(wish)}%`} desc, d.sort, u.emp_no limit ${MOST}`
}

export async function findColleagues(base: Base, wish: string): Promise<readonly FoundPerson[]> {
  const text = wish.trim()
  return text === '' ? [] : (await colleagueQuery(text).execute(base.db)).rows
}
