/** How things are called that calls are about: one query for each kind of thing, whatever the number of rows. */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#src/define/messages.ts'
import type { OtherSubject } from '#src/define/operations/operations.ts'
import type { Services } from '#src/server/app/services.ts'
import { titleOf as exportTitle } from '#src/server/exports/job.ts'
import { titlesOfModel } from '#src/server/records/lookups.ts'
import { type Reading, recordsOf } from '#src/server/records/records.ts'
import { spokenModel } from './titles.ts'

/** Names by id or key. */
export type Names = ReadonlyMap<string, string>

interface Named {
  readonly key: string
  readonly name: string
}
type NamesOf = (services: Services, reading: Reading, keys: readonly string[]) => Promise<Names>

const byName = (rows: readonly Named[]): Names => new Map(rows.map(({ key, name }) => [key, name]))

/** Ids that fit the column; a refused path may hold anything else. */
const idsIn = (keys: readonly string[]): readonly number[] =>
  keys.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)

const inLanguage = (language: Language, zh: string, en: string): RawBuilder<string> =>
  language === 'en' ? sql<string>`coalesce(nullif(${sql.ref(en)}, ''), ${sql.ref(zh)})` : sql<string>`${sql.ref(zh)}`

/** Names that one statement reads. */
const queried =
  (statement: (ids: readonly number[], language: Language) => RawBuilder<Named>): NamesOf =>
  async (_services, { db, language }, keys) => {
    const ids = idsIn(keys)
    return ids.length === 0 ? new Map() : byName((await statement(ids, language).execute(db)).rows)
  }

/** Names that stand in the texts. */
const fromTexts =
  (keyOf: (key: string) => string): NamesOf =>
  async ({ texts }, { language }, keys) =>
    byName(
      keys.flatMap((key) => {
        const name = texts.find(language, keyOf(key))
        return name === null ? [] : [{ key, name }]
      }),
    )

const applicationTitle = (key: string): string => `applications.${key}.title`

/** The text that belongs to the key which one statement reads for each id. */
const fromTextsOf =
  (
    statement: (ids: readonly number[]) => RawBuilder<{ key: string; word: string }>,
    sayName: (services: Services, language: Language, word: string) => string | null,
  ): NamesOf =>
  async (services, { db, language }, keys) => {
    const ids = idsIn(keys)
    if (ids.length === 0) return new Map()
    const { rows } = await statement(ids).execute(db)
    return byName(rows.map(({ key, word }) => ({ key, name: sayName(services, language, word) ?? word })))
  }

const subjects: Readonly<Record<OtherSubject, NamesOf>> = {
  application: fromTexts(applicationTitle),
  job: fromTexts((key) => `jobs.names.${key}`),
  config: queried(
    (ids, language) =>
      sql<Named>`select id::text as key, ${inLanguage(language, 'title', 'title_en')} as name from config_item where id = any(${ids}::bigint[])`,
  ),
  delegation: queried(
    (ids, language) =>
      sql<Named>`select s.id::text as key, ${inLanguage(language, 'u.name', 'u.name_en')} as name
        from substitute s join app_user u on u.id = s.substitute_id where s.id = any(${ids}::bigint[])`,
  ),
  exportJob: fromTextsOf(
    (ids) => sql`select id::text as key, resource as word from export_job where id = any(${ids}::bigint[])`,
    ({ texts }, language, word) => exportTitle(texts, language, word),
  ),
  noticeSending: queried(
    (ids) => sql<Named>`select id::text as key, title as name from notice_sending where id = any(${ids}::bigint[])`,
  ),
  passwordReset: queried(
    (ids, language) =>
      sql<Named>`select p.id::text as key, ${inLanguage(language, 'u.name', 'u.name_en')} as name
        from password_reset_request p join app_user u on u.id = p.user_id where p.id = any(${ids}::bigint[])`,
  ),
  proposal: queried(
    (ids, language) =>
      sql<Named>`select id::text as key, ${inLanguage(language, 'name', 'name_en')} as name from proposal where id = any(${ids}::bigint[])`,
  ),
  registration: queried(
    (ids) => sql<Named>`select id::text as key, name from registration_request where id = any(${ids}::bigint[])`,
  ),
  session: async (_services, { db, language }, keys) => {
    const { rows } = await sql<Named>`
      select s.id::text as key, ${inLanguage(language, 'u.name', 'u.name_en')} as name
      from session s join app_user u on u.id = s.user_id where s.id::text = any(${[...keys]}::text[])`.execute(db)
    return byName(rows)
  },
  ticket: queried(
    (ids) =>
      sql<Named>`select id::text as key, coalesce(nullif(no, ''), title) as name from ticket where id = any(${ids}::bigint[])`,
  ),
  ticketView: queried(
    (ids) => sql<Named>`select id::text as key, name from ticket_view where id = any(${ids}::bigint[])`,
  ),
  workflow: fromTextsOf(
    (ids) => sql`select id::text as key, key as word from workflow where id = any(${ids}::bigint[])`,
    ({ texts }, language, word) => texts.find(language, applicationTitle(word)),
  ),
}

const isOther = (of: string): of is OtherSubject => Object.hasOwn(subjects, of)

/** Names of rows of a record, or of one of the other subjects. */
export async function namesOf(
  services: Services,
  reading: Reading,
  of: string,
  keys: readonly string[],
): Promise<Names> {
  if (keys.length === 0) return new Map()
  if (isOther(of)) return subjects[of](services, reading, keys)
  const records = recordsOf(services)
  const model = spokenModel(records, of)
  if (model === undefined) return new Map()
  const titles = await titlesOfModel(records, reading, model, idsIn(keys))
  return new Map([...titles].map(([id, title]) => [String(id), title]))
}
