import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, permissionDenied } from '#src/define/problem.ts'
import type { ApplicationCard, ApplicationStart } from '#src/define/tickets/types.ts'
import { pinyinOf } from '#src/server/organisation/pinyin.ts'
import { loadLookups, withLabels } from '#src/server/records/lookups.ts'
import { aliasesOf } from '#src/server/search/found.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import { newForm } from '../forms/forms.ts'
import { prefill } from '../forms/prefill.ts'
import { applicantFacts, readApplicant } from '../participants/people.ts'
import { withTitleIn } from '../summary/line.ts'
import { applicantInfo } from './detail.ts'
import type { Reader } from './lines.ts'

interface CardRow {
  readonly key: string
  readonly favourite: boolean
  readonly running: number
  readonly averageDays: number | null
}

/** Finished tickets that the average looks at: recent ones tell enough, and a busy type costs no more than a quiet one. */
const SAMPLE = 200
const DAYS = 90

/** APP-01: published types this person may start, in their order. */
export async function cardsOf({ engine, unit, language }: Reader, access: Access): Promise<readonly ApplicationCard[]> {
  const allowed = engine.applications.values().filter(({ key }) => engine.mayStart(access, key))
  const since = new Date(unit.clock.now().getTime() - DAYS * 86_400_000)
  const { rows } = await sql<CardRow>`
    select w.key, exists (select from workflow_favourite f where f.workflow_id = w.id and f.user_id = ${access.userId}) as favourite,
      (select count(*)::int from ticket t where t.applicant_id = ${access.userId} and t.type = w.key and t.deleted_at is null
        and t.status in ('running', 'handling')) as running,
      (select avg(extract(epoch from d.finished_at - d.submitted_at))::float8 / 86400 from (
        select finished_at, submitted_at from ticket t where t.type = w.key and t.status = 'completed' and t.deleted_at is null
          and t.finished_at >= ${since} order by t.finished_at desc limit ${SAMPLE}) d) as average_days
    from workflow w where w.status = 'published' and w.deleted_at is null and w.key = any(${allowed.map((application) => application.key)}::text[])
    order by w.sort, w.id`.execute(unit.db)
  return rows.flatMap((row): ApplicationCard[] => {
    const application = engine.applications.get(row.key)
    if (!application) return []
    const text = (name: string, of = language) => engine.texts.find(of, `applications.${row.key}.${name}`) ?? ''
    return [
      {
        key: row.key,
        group: application.group,
        icon: application.icon,
        route: application.route,
        title: text('title', 'zhHans'),
        titleEn: text('title', 'en'),
        purpose: text('purpose'),
        guide: text('guide'),
        aliases: aliasesOf(engine, row.key),
        ...pinyinOf(text('title', 'zhHans')),
        favourite: row.favourite,
        running: row.running,
        averageDays: row.averageDays === null ? null : Math.round(row.averageDays * 10) / 10,
      },
    ]
  })
}

/** What the application page needs to begin: form, permissions and first values; with `fromId` those of an earlier ticket. */
export async function startOf(reader: Reader, access: Access, key: string, fromId?: number): Promise<ApplicationStart> {
  const { engine, unit, language } = reader
  const application = engine.applications.get(key)
  if (!application) throw notFound()
  if (!engine.mayStart(access, key)) throw permissionDenied()
  const version = await engine.versions.current(unit.db, key)
  if (!version) throw notFound()
  const applicant = await readApplicant(unit.db, access.userId)
  const formInput = { engine, unit, version, applicant, ticketId: null }
  const fresh = await newForm(formInput)
  const given = fromId === undefined ? fresh : { ...fresh, ...(await prefill(reader, access, formInput, fromId)) }
  // The writer of a form sees its values unmasked.
  const defaults = openFields(engine.vault, version.fields, given)
  const lookups = await loadLookups(engine.records, { db: unit.db, language }, version.fields, [defaults])
  return {
    key,
    versionNo: version.no,
    columns: application.columns,
    title: engine.texts.find(language, `applications.${key}.title`) ?? key,
    guide: engine.texts.find(language, `applications.${key}.guide`) ?? '',
    isFirst: !(await hasSubmitted(unit, access.userId, key)),
    form: version.form,
    fieldPermissions: version.start,
    applicantInfo: applicantInfo(language, applicant),
    applicantFacts: applicantFacts(applicant),
    defaults: withTitleIn(engine.texts, language, key, withLabels(version.fields, defaults, lookups), applicant),
  }
}

/** Whether the person has submitted a ticket of the type. */
async function hasSubmitted({ db }: Pick<Reader['unit'], 'db'>, userId: number, type: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from ticket where applicant_id = ${userId} and type = ${type} and submitted_at is not null and deleted_at is null
  ) as found`.execute(db)
  return rows[0]?.found === true
}

/** Stars or unstars a type. */
export async function setFavourite(
  { engine, unit }: Pick<Reader, 'engine' | 'unit'>,
  access: Access,
  key: string,
  isFavourite: boolean,
): Promise<void> {
  if (!engine.mayStart(access, key)) throw permissionDenied()
  const chosen = sql`select ${access.userId}::bigint, id, ${unit.clock.now()}::timestamptz from workflow where key = ${key} and deleted_at is null`
  await (isFavourite
    ? sql`insert into workflow_favourite (user_id, workflow_id, created_at) ${chosen} on conflict do nothing`
    : sql`delete from workflow_favourite where user_id = ${access.userId} and workflow_id = (select id from workflow where key = ${key} and deleted_at is null)`
  ).execute(unit.db)
}
