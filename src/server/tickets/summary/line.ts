/** The summary line of a ticket (20.6): made when its form is written, so that no list, widget or notice has to read forms. */

import { sql } from 'kysely'
import type { Text } from '#machines/ticket/definition/definition.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { fieldsOfPart, type SummaryPart } from '#src/define/forms/summary.ts'
import { type Language, languages } from '#src/define/messages.ts'
import { problemOf } from '#src/define/problem.ts'
import type { Executor } from '#src/define/server.ts'
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { isEmpty, type Lookups } from '#src/fields/kind.ts'
import { kindOf, printValue } from '#src/fields/kinds.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { printMoney } from '#src/fields/money/cents.ts'
import type { Services } from '#src/server/app/services.ts'
import { loadLookups, pick } from '#src/server/records/lookups.ts'
import { selection, tableOf } from '#src/server/records/model.ts'
import { fromStored, type StoredRow } from '#src/server/records/rows.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'

type Texts = Services['texts']

/** Characters of one part. */
const MAX_PART_LENGTH = 40
/** Values of a sub-table that are named; the rest is counted. */
const MAX_NAMED_ROWS = 3
const SEPARATOR = ' · '
/** The day and the minute of a moment. */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)/

/** Every reader of a list sees the line, so it leaves out fields that are masked for some. */
const isOpenField = (field: Field | undefined): field is Field =>
  field !== undefined && field.maskedUnless === undefined

const onOneLine = (text: string): string => {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.\u3002]$/, '')
  const letters = [...line]
  return letters.length > MAX_PART_LENGTH ? `${letters.slice(0, MAX_PART_LENGTH - 1).join('')}…` : line
}

const dayFormats: Readonly<Record<Language, readonly [plain: Intl.DateTimeFormat, withYear: Intl.DateTimeFormat]>> = {
  zhHans: [dayFormat('zh-CN', 'long', false), dayFormat('zh-CN', 'long', true)],
  en: [dayFormat('en-GB', 'short', false), dayFormat('en-GB', 'short', true)],
}

function dayFormat(tag: string, month: 'long' | 'short', withYear: boolean): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, { timeZone: 'UTC', day: 'numeric', month, ...(withYear && { year: 'numeric' }) })
}

/** Days as people write them, the year only where it is not that of today. */
function periodText(texts: Texts, language: Language, days: readonly string[], today: string): string {
  const [from, to] = [...new Set(days.filter((day) => day !== ''))]
  if (from === undefined) return ''
  const yearOf = (day: string): string => day.slice(0, 4)
  const [plain, dated] = dayFormats[language]
  const last = to ?? from
  const first = yearOf(from) === yearOf(today) && yearOf(last) === yearOf(today) ? plain : dated
  if (to === undefined) return first.format(new Date(from))
  // The range of a Chinese locale is written in figures.
  if (language === 'en') return first.formatRange(new Date(from), new Date(to))
  const second = yearOf(from) === yearOf(to) ? plain : dated
  return texts.say(language, {
    key: 'ticket.summary.period',
    params: [first.format(new Date(from)), second.format(new Date(to))],
  })
}

function countText(texts: Texts, language: Language, unit: 'days' | 'people', value: FieldValue | undefined): string {
  const count = Array.isArray(value) ? value.length : Number(value ?? 0)
  if (count === 0) return ''
  return texts.say(language, {
    key: count === 1 ? `ticket.summary.${unit}One` : `ticket.summary.${unit}`,
    params: [count],
  })
}

/** What the parts of one form are printed with. */
interface Printing {
  readonly texts: Texts
  readonly language: Language
  readonly today: string
  readonly fields: Fields
  readonly lookups: Lookups
  /** Fields of the records that references point at, by language, part and id. */
  readonly pointed: ReadonlyMap<string, string>
}

type Within = Extract<SummaryPart, { readonly within: string }>

const pointedKey = (language: Language, { within, field }: Within, id: unknown): string =>
  `${language} ${within}.${field} ${String(id)}`

function withinText(printing: Printing, part: Within, value: FieldValue | undefined): string {
  const { fields, lookups, texts, language, pointed } = printing
  const field = fields[part.within]
  if (field?.kind === 'reference') return pointed.get(pointedKey(language, part, value)) ?? ''
  const inner = field?.kind === 'lines' ? field.fields[part.field] : undefined
  if (!isOpenField(inner)) return ''
  const all = rowsOf(value ?? null).map(
    ({ [part.field]: own }) => pointed.get(pointedKey(language, part, own)) ?? printValue(inner, own, lookups),
  )
  const named = [...new Set(all.filter((text) => text !== ''))]
  const first = named.slice(0, MAX_NAMED_ROWS).join(texts.say(language, { key: 'ticket.eligiblePeople.separator' }))
  return named.length > MAX_NAMED_ROWS
    ? texts.say(language, { key: 'ticket.summary.more', params: [first, named.length] })
    : first
}

function partText(printing: Printing, part: SummaryPart, form: FormData): string {
  const { texts, language, fields, lookups, today } = printing
  if (typeof part === 'string') {
    const field = fields[part]
    if (!isOpenField(field) || isEmpty(form[part])) return ''
    const text = printValue(field, form[part], lookups)
    const moment = MOMENT.exec(text)
    if (moment !== null && kindOf(field).compares(field) === 'date')
      return `${periodText(texts, language, [moment[1] ?? ''], today)} ${moment[2]}`
    return kindOf(field).compares(field) === 'money'
      ? texts.say(language, { key: 'ticket.summary.money', params: [text] })
      : text
  }
  if ('from' in part) {
    const days = [form[part.from], form[part.to]].map((day) => (typeof day === 'string' ? day.slice(0, 10) : ''))
    return periodText(texts, language, days, today)
  }
  if ('count' in part) return countText(texts, language, part.unit, form[part.count])
  return withinText(printing, part, form[part.within])
}

/** Which record a part looks into, by which of its fields, and under which ids. */
function aimOf(fields: Fields, part: SummaryPart, forms: readonly FormData[]) {
  if (typeof part === 'string' || !('within' in part)) return null
  const field = fields[part.within]
  const inner = field?.kind === 'lines' ? field.fields[part.field] : undefined
  const values = forms.map((form) => form[part.within] ?? null)
  if (field?.kind === 'reference') return { part, record: field.record, shown: part.field, ids: values }
  if (inner?.kind !== 'reference' || part.show === undefined) return null
  const ids = values.flatMap((value) => rowsOf(value).map((row) => row[part.field]))
  return { part, record: inner.record, shown: part.show, ids }
}

/** The named fields of the records that the forms point at, in one query for each part. */
async function pointedAt(
  engine: Engine,
  db: Executor,
  parts: readonly SummaryPart[],
  fields: Fields,
  forms: readonly FormData[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const aim of parts.map((part) => aimOf(fields, part, forms))) {
    const model = aim === null ? undefined : engine.records.models.get(aim.record)
    const field = aim === null ? undefined : model?.fields[aim.shown]
    const ids = [...new Set((aim?.ids ?? []).map(Number).filter((id) => id > 0))]
    if (aim === null || model === undefined || !isOpenField(field) || ids.length === 0) continue
    const { rows } = await sql<StoredRow>`
      select ${selection(model)} from ${tableOf(model)} where r.id = any(${ids}::bigint[])`.execute(db)
    const records = rows.map((row) => fromStored(model, row))
    for (const language of languages) {
      const lookups = await loadLookups(engine.records, { db, language }, { [aim.shown]: field }, records)
      for (const record of records)
        found.set(pointedKey(language, aim.part, record.id), printValue(field, record[aim.shown], lookups))
    }
  }
  return found
}

/** The lines of many forms of one version, in a handful of queries; empty where a form says nothing yet. The amount is not among them: it stands in a column, or {@link saidText} adds it. */
export async function summariesOf(
  engine: Engine,
  db: Executor,
  version: Pick<Version, 'type' | 'fields' | 'form'>,
  forms: readonly FormData[],
  today: string,
): Promise<readonly Text[]> {
  const parts = engine.applications.get(version.type)?.summary
  if (parts === undefined) return forms.map(() => ({ zhHans: '', en: '' }))
  const shown = parts.filter((part) => part !== version.form.amountField)
  const { fields } = version
  const pointed = await pointedAt(engine, db, parts, fields, forms)
  const named = pick(fields, shown.filter((part) => typeof part === 'string' || 'within' in part).flatMap(fieldsOfPart))
  const { texts } = engine.records.services
  const inLanguage = async (language: Language): Promise<readonly string[]> => {
    const lookups = await loadLookups(engine.records, { db, language }, named, forms)
    const printing: Printing = { texts, language, today, fields, lookups, pointed }
    return forms.map((form) =>
      shown
        .map((part) => onOneLine(partText(printing, part, form)))
        .filter((text) => text !== '')
        .join(SEPARATOR),
    )
  }
  const chinese = await inLanguage('zhHans')
  const english = await inLanguage('en')
  return forms.map((_, index) => ({ zhHans: chinese[index] ?? '', en: english[index] ?? '' }))
}

/** The line of one form. */
export async function summaryOf(
  engine: Engine,
  db: Executor,
  version: Version,
  form: FormData,
  today: string,
): Promise<Text> {
  const [text = { zhHans: '', en: '' }] = await summariesOf(engine, db, version, [form], today)
  return text
}

/** What tickets are called by. */
interface Called {
  readonly type: string
  readonly title: string
}

/** Day at the end of the title that a ticket gets by itself (FS-HEAD). */
const AUTOMATIC_END = /-(\d{8})$/

/** Whether the title is the automatic one, which says no more than the columns for type, applicant and day. */
export function isAutomaticTitle(texts: Texts, { type, title }: Called): boolean {
  const name = texts.find('zhHans', `applications.${type}.title`) ?? type
  return title.startsWith(`${name}-`) && AUTOMATIC_END.test(title)
}

/** The title in the reader's language, where it is the automatic one; its applicant by that name. */
export function titleIn(texts: Texts, language: Language, ticket: Called, applicant: string): string {
  if (language === 'zhHans' || !isAutomaticTitle(texts, ticket)) return ticket.title
  const name = texts.find(language, `applications.${ticket.type}.title`) ?? ticket.type
  return `${name} - ${applicant} - ${AUTOMATIC_END.exec(ticket.title)?.[1] ?? ''}`
}

/** The title as it is stored: an automatic one that an English form has sent back becomes the Chinese one again. */
export function storedTitle(texts: Texts, { type, title }: Called, applicant: Named): string {
  const name = texts.find('en', `applications.${type}.title`) ?? type
  const day = AUTOMATIC_END.exec(title.replace(/ - (\d{8})$/, '-$1'))?.[1] ?? ''
  const isOwn = [applicant.name, applicant.nameEn].some((person) => title === `${name} - ${person} - ${day}`)
  return isOwn ? `${texts.find('zhHans', `applications.${type}.title`) ?? type}-${applicant.name}-${day}` : title
}

interface Named {
  readonly name: string
  readonly nameEn: string
}

/** The form with its title in the reader's language, where it is the automatic one. */
export function withTitleIn(
  texts: Texts,
  language: Language,
  type: string,
  form: FormData,
  applicant: Named,
): FormData {
  if (typeof form.title !== 'string') return form
  return { ...form, title: titleIn(texts, language, { type, title: form.title }, nameIn(language, applicant)) }
}

/** What of a ticket is said where there are no columns: in a notice, in the bell. */
export interface TicketAnnouncement extends Called {
  readonly summary: Text | null
  /** Decimal string, CNY. */
  readonly amount: string | null
  /** Null where the reader is the applicant. */
  readonly applicant: Named | null
}

/** The whole request in one line, in both languages: type or title, applicant, summary, amount. The amount of a confidential type is not announced (FIN-83). */
export function saidText(engine: Pick<Engine, 'texts' | 'applications'>, ticket: TicketAnnouncement): Text {
  const { texts } = engine
  const isAutomatic = isAutomaticTitle(texts, ticket)
  const isAmountSaid = ticket.amount !== null && engine.applications.get(ticket.type)?.isConfidential !== true
  const line = (language: Language): string => {
    const type = texts.find(language, `applications.${ticket.type}.title`) ?? ticket.type
    const money = problemOf('ticket.summary.money', printMoney(ticket.amount ?? '0'))
    return [
      isAutomatic ? type : ticket.title,
      ticket.applicant === null ? '' : nameIn(language, ticket.applicant),
      ticket.summary?.[language] ?? '',
      isAmountSaid ? texts.say(language, money) : '',
    ]
      .filter((text) => text !== '')
      .join(SEPARATOR)
  }
  return { zhHans: line('zhHans'), en: line('en') }
}
