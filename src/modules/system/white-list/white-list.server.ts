import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import {
  type JobDefinition,
  type RecordChange,
  type RecordServer,
  type RouteDefinition,
  route,
  type UnitOfWork,
} from '#src/define/server.ts'
import { type OpenableCall, openableCalls } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { whiteListMessages } from './white-list.messages.ts'
import { isAllowedPattern } from './white-list.ts'

/** Days without a call after which a row is listed as unused (SYS-123). */
const UNUSED_DAYS = 90
const DAY = 86_400_000
const GET = '0'

const callNamed = (unit: UnitOfWork, url: unknown): OpenableCall | undefined =>
  unit
    .service(openableCalls)
    .all()
    .find(({ pattern }) => pattern === url)

const withSlash = (url: string): string => (url.endsWith('/') || url.endsWith('*') ? url : `${url}/`)

/** SYS-121 and SYS-132: one of the reading calls that are declared as openable; what is open to nobody in particular is narrowed to nobody's rows. */
function checked(values: FormData, unit: UnitOfWork): FormData {
  const url = withSlash(String(values.url))
  if (!isAllowedPattern(url)) throw new RuleError('rule.SYS-121', url)
  if (values.method !== GET) throw new RuleError('rule.SYS-132')
  if (values.needLogin === false && values.dataScopeOn !== true) throw new RuleError('whiteList.openOnlyToRead')
  if (callNamed(unit, url) === undefined) throw new ValidationError({ url: [{ key: 'whiteList.notOpenable' }] })
  return { ...values, url }
}

/** Fields that open nothing more. */
const harmless: readonly string[] = ['reason', 'remark']

/** Switching an entry off opens nothing and needs nobody else; every other change of what it opens does (SYS-132). */
function opensMore({ action, row, values }: RecordChange): boolean {
  if (action === 'remove') return false
  if (row === null) return true
  const changed = Object.keys(values).filter((name) => String(values[name] ?? '') !== String(row[name] ?? ''))
  return changed.some((name) => !harmless.includes(name) && !(name === 'state' && values.state === false))
}

/** How many people are in service, and how many of them may read the call today. */
async function readersOf(
  unit: UnitOfWork,
  permission: OpenableCall['permission'],
): Promise<{ readonly all: number; readonly may: number }> {
  const { rows } = await sql<{ all: number; may: number }>`
    select count(*)::int as all, count(*) filter (where exists (
      select from user_role m join role r on r.id = m.role_id join role_permission g on g.role_id = r.id join permission p on p.id = g.permission_id
      where m.user_id = u.id and r.state and r.deleted_at is null and p.value = ${permission}))::int as may
    from app_user u where u.state and u.deleted_at is null`.execute(unit.db)
  return rows[0] ?? { all: 0, may: 0 }
}

const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** SYS-132: which call, what it answers, and who could not read it before. */
async function gainsOf(unit: UnitOfWork, language: Language, values: FormData): Promise<readonly string[]> {
  const words = whiteListMessages[language].whiteListGains
  const call = callNamed(unit, values.url)
  if (call === undefined) return [words.gone]
  const { all, may } = await readersOf(unit, call.permission)
  const what = (call.returns === null ? null : unit.textOf(language, call.returns)) ?? words.unnamed
  const parts = { url: String(values.url), what, all, may, more: all - may }
  const sentences = [
    fill(String(values.url).endsWith('*') ? words.oneOf : words.listOf, parts),
    fill(words.before, parts),
  ]
  if (values.needLogin === false) return [...sentences, fill(words.everybody, parts)]
  return [...sentences, fill(values.dataScopeOn === true ? words.ownRows : words.allRows, parts)]
}

const shownFields = ['url', 'needLogin', 'dataScopeOn', 'expiresAt', 'reason', 'state'] as const

function valueText(language: Language, value: unknown): string {
  const words = whiteListMessages[language].whiteListGains
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return value instanceof Date ? momentText(value) : String(value ?? '')
}

export const whiteListServer: RecordServer = {
  computed: {
    standing: `case when r.shipped then 'shipped' when not r.state then 'off' when r.confirmed_at is null then 'unconfirmed'
      when r.expires_at < (now() at time zone 'Asia/Shanghai')::date then 'expired' else 'inForce' end`,
  },
  beforeCreate: async (values, unit) => checked(values, unit),
  beforeUpdate: async (values, row, unit) => {
    // What opens nothing may be switched off or explained, whatever it was.
    if (!opensMore({ action: 'update', row, values })) return values
    return checked({ ...values, method: values.method ?? String(row.method) }, unit)
  },
  confirmation: {
    kind: 'whiteList',
    seats: async (change) => (opensMore(change) ? ['security'] : []),
    title: ({ row, values }) => {
      const name = withSlash(String(values.url ?? row?.url))
      return { name, nameEn: name }
    },
    async describe({ row, values }, unit, language) {
      const later: FormData = { ...(row as unknown as FormData | null), ...values }
      const named: FormData = { ...later, url: withSlash(String(later.url)) }
      const { fields } = whiteListMessages[language].records.whiteList
      return {
        gains: await gainsOf(unit, language, named),
        changes: shownFields.map((name) => ({
          label: fields[name],
          before: row === null ? '' : valueText(language, row[name]),
          after: valueText(language, named[name]),
        })),
      }
    },
    stamp: (confirmer, unit) => ({ confirmedBy: confirmer, confirmedAt: momentText(unit.clock.now()) }),
  },
}

/** The reading calls an entry can name, by what they answer. */
export const openableRoute: RouteDefinition = route({
  method: 'GET',
  url: '/api/system/white_list/openable/',
  permission: 'whiteList:Search',
  handle: async ({ unit, language }) =>
    unit
      .service(openableCalls)
      .all()
      .map(({ pattern, returns }) => ({
        value: pattern,
        label: (returns === null ? null : unit.textOf(language, returns)) ?? pattern,
        isOne: pattern.endsWith('*'),
      })),
})

async function markUnused(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    update white_list set unused = true
    where not unused and state and not shipped and deleted_at is null
      and coalesce(last_hit_at, created_at) < ${new Date(now.getTime() - UNUSED_DAYS * DAY)} returning id`.execute(
    unit.db,
  )
  if (rows.length === 0) return
  unit.changed('whiteList', null)
  const holders = await sql<{ id: number }>`
    select u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
    where r.key = 'securityAdmin' and r.state and u.state and u.deleted_at is null`.execute(unit.db)
  unit.notify({
    to: holders.rows.map((row) => row.id),
    contentType: 'REMIND',
    title: { key: 'whiteList.unusedNotice', params: [rows.length, UNUSED_DAYS] },
    link: '/system/whiteList?unused=true',
  })
}

/** SYS-123: rows nobody called for 90 days are listed and told to the security administrators. */
export const listUnused: JobDefinition = {
  name: 'whiteList.unused',
  every: { at: '05:30', missed: 'once' },
  run: markUnused,
}
