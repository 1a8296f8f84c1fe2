/** The four groups of the command palette; each shows only what the reader may see (INV-11). */

import { type RawBuilder, sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import type { RecordOption } from '#src/define/answers/records.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type {
  FoundAction,
  FoundDepartment,
  FoundDictionary,
  FoundPage,
  FoundPerson,
  FoundTicket,
} from '#src/define/records/search.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { escapeLike } from '#src/fields/sql.server.ts'
import type { Department, Directory } from '#src/server/access/directory.ts'
import { type MenuRow, openMenu, titleIn } from '#src/server/access/menu.ts'
import { visibleTo } from '#src/server/tickets/queries/visibility.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import { bestOf, nearestOf } from './match.ts'
import { holds, peopleWords, ticketWords } from './words.ts'

/** Lines of one group. */
const MAX_LINES_OF_GROUP = 6
/** A ticket is looked for by two characters at least: one is in most titles. */
const MIN_TICKET = 2

/** Pages of the person's menu by title, pinyin and initials. */
export async function findPages(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  language: Language,
  query: string,
): Promise<readonly FoundPage[]> {
  const rows = await openMenu(unit, access, engine.mayStart)
  const pages = rows.filter((row) => row.visible && !row.isCatalog && !row.isLink)
  const cataloguesOf = (row: MenuRow): string[] => {
    const above = rows.find((other) => other.id === row.parent)
    return above === undefined ? [] : [...cataloguesOf(above), titleIn(above, language)]
  }
  const routes = new Map(engine.applications.values().map((application) => [application.route, application.key]))
  const names = ({ title, titleEn, webPath }: MenuRow) => {
    const path = `/${webPath}`.replace(/^\/+/, '/')
    const type = routes.get(path)
    const aliases = type === undefined ? otherWords(engine, `search.pages.${path}`) : aliasesOf(engine, type)
    return { chinese: title, english: titleEn, aliases }
  }
  return bestOf(pages, names, query, MAX_LINES_OF_GROUP).map((row) => ({
    path: row.webPath,
    title: titleIn(row, language),
    catalogues: cataloguesOf(row),
    icon: row.icon,
  }))
}

/** The wish without the verb before it: "apply for leave" asks for leave. */
function objectOf(engine: Engine, query: string): string {
  const text = query.trim().toLowerCase()
  const verbs = (['zhHans', 'en'] as const)
    .flatMap((language) => engine.texts.say(language, { key: 'search.verbs' }).split('|'))
    .toSorted((a, b) => b.length - a.length)
  const verb = verbs.find((one) => text.startsWith(one))
  return verb === undefined ? text : text.slice(verb.length).trim()
}

/** The words under a key of the catalogues, in both languages. */
const otherWords = (engine: Pick<Engine, 'texts'>, key: string): readonly string[] =>
  (['zhHans', 'en'] as const).flatMap((language) => engine.texts.find(language, key)?.split('|') ?? [])

/** Other words an application is looked for by, in both languages. */
export const aliasesOf = (engine: Pick<Engine, 'texts'>, key: string): readonly string[] =>
  otherWords(engine, `applications.${key}.aliases`)

/** Departments in use by name, pinyin and initials. */
export function findDepartments(
  directory: Pick<Directory, 'departments'>,
  language: Language,
  query: string,
): readonly FoundDepartment[] {
  if (isBlank(query)) return []
  const all = directory.departments()
  const byId = new Map(all.map((one) => [one.id, one]))
  const nameOf = (one: Department): string => nameIn(language, one)
  const aboveOf = ({ parent }: Department): readonly string[] => {
    const above = parent === null ? undefined : byId.get(parent)
    return above === undefined ? [] : [...aboveOf(above), nameOf(above)]
  }
  const names = ({ name, nameEn }: Department) => ({ chinese: name, english: nameEn })
  const found = bestOf(
    all.filter(({ state }) => state),
    names,
    query,
    MAX_LINES_OF_GROUP,
  )
  return found.map((one) => ({ id: one.id, name: nameOf(one), above: aboveOf(one) }))
}

/** Dictionaries by name, key, pinyin, other words and what is in them. */
export async function findDictionaries(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  language: Language,
  query: string,
): Promise<readonly FoundDictionary[]> {
  if (isBlank(query) || !access.may('dictionary:Search')) return []
  const { rows } = await sql<{ key: string; name: string; nameEn: string }>`
    select key, name, name_en from dictionary where deleted_at is null order by sort, key`.execute(unit.db)
  const { dictionaries } = engine.records.services
  const names = ({ key, name, nameEn }: (typeof rows)[number]) => ({
    chinese: name,
    english: nameEn,
    aliases: [
      key,
      ...otherWords(engine, `search.dictionaries.${key}`),
      ...(dictionaries.all().get(key) ?? []).flatMap((entry) => [entry.label, entry.labelEn]),
    ].filter((word) => word !== ''),
  })
  return bestOf(rows, names, query, MAX_LINES_OF_GROUP).map((row) => ({ key: row.key, name: nameIn(language, row) }))
}

/** Where nothing fits, the applications that come nearest. */
const MAX_NEAREST = 3

/** Applications the person may start, by title, pinyin and initials, with or without a verb. */
export async function findActions(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  language: Language,
  query: string,
): Promise<{ readonly actions: readonly FoundAction[]; readonly nearest: readonly FoundAction[] }> {
  const { rows } = await sql<{ key: string }>`
    select key from workflow where status = 'published' and deleted_at is null order by sort, id`.execute(unit.db)
  const titleOf = (key: string, of: Language): string => engine.texts.find(of, `applications.${key}.title`) ?? ''
  const applications = rows.flatMap(({ key }) => {
    const application = engine.applications.get(key)
    return application && engine.mayStart(access, key) ? [application] : []
  })
  const names = ({ key }: { key: string }) => ({
    chinese: titleOf(key, 'zhHans'),
    english: titleOf(key, 'en'),
    aliases: aliasesOf(engine, key),
  })
  const shown = (some: typeof applications): readonly FoundAction[] =>
    some.map(({ key, route, icon }) => ({ key, path: route, title: titleOf(key, language), icon }))
  const object = objectOf(engine, query)
  const actions = bestOf(applications, names, object, MAX_LINES_OF_GROUP)
  const nearest = actions.length === 0 ? nearestOf(applications, names, object, MAX_NEAREST) : []
  return { actions: shown([...actions]), nearest: shown([...nearest]) }
}

/** Tickets the person may see (WF-18), by number and title, newest first. */
export function ticketQuery(access: Access, query: string, limit = MAX_LINES_OF_GROUP): RawBuilder<FoundTicket> {
  return sql<FoundTicket>`
    select t.id, t.no, t.title, t.status, u.name as applicant_name
    from ticket t join app_user u on u.id = t.applicant_id
    where t.deleted_at is null and ${holds(ticketWords('t'), query)} and ${visibleTo(access)}
    order by t.updated_at desc, t.id desc limit ${limit}`
}

/** Choices a picker of tickets shows at most; the rest is found by typing on. */
const MAX_TICKET_CHOICES = 20

/** Tickets the person may see for a picker: by number and title, or those of known ids. */
export async function ticketChoices(
  unit: UnitOfWork,
  access: Access,
  query: string,
  ids: readonly number[],
): Promise<readonly RecordOption[]> {
  if (ids.length > 0) {
    const { rows } = await sql<RecordOption>`
      select t.id, t.no as label from ticket t where t.id = any(${[...ids]}::bigint[]) and t.deleted_at is null and ${visibleTo(access)}`.execute(
      unit.db,
    )
    return rows
  }
  const text = query.trim()
  if (text.length < MIN_TICKET) return []
  const { rows } = await ticketQuery(access, text, MAX_TICKET_CHOICES).execute(unit.db)
  return rows.map(({ id, no, title }) => ({ id, label: `${no} ${title}` }))
}

export async function findTickets(unit: UnitOfWork, access: Access, query: string): Promise<readonly FoundTicket[]> {
  const text = query.trim()
  if (text.length < MIN_TICKET || !access.may('ticket:Search')) return []
  return (await ticketQuery(access, text).execute(unit.db)).rows
}

/** Colleagues in service by name, pinyin, initials, username, number and post: names and posts only, which everybody may know. */
export function colleagueQuery(query: string): RawBuilder<FoundPerson> {
  return sql<FoundPerson>`
    select u.id, u.name, u.username, d.name as dept_name, u.post from app_user u join department d on d.id = u.dept_id
    where u.state and u.deleted_at is null and ${holds(peopleWords('u'), query)}
    order by u.name ilike ${`${escapeLike(query)}%`} desc, d.sort, u.emp_no limit ${MAX_LINES_OF_GROUP}`
}

export async function findColleagues(unit: UnitOfWork, query: string): Promise<readonly FoundPerson[]> {
  const text = query.trim()
  return text === '' ? [] : (await colleagueQuery(text).execute(unit.db)).rows
}
