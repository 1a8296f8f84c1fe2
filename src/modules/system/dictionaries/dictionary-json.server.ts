/** Dictionaries out and in as JSON (60.5): `{dictionaries: [{key, name, nameEn, type, entries: [...]}]}`. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { FileAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { recordOperation } from '#src/define/operations/operations.ts'
import { type Problem, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { announceDictionaries } from './dictionary.server.ts'
import { isValueOf } from './dictionary.ts'

const type = z.number().int().min(0).max(7)
const sort = z.number().int().min(0).max(9999)

const entry = z.strictObject({
  value: z.string().overwrite(trimText).min(1).max(200),
  label: z.string().overwrite(trimText).min(1).max(50),
  labelEn: z.string().overwrite(trimText).min(1).max(80),
  type: type.optional(),
  color: z.enum(['', 'info', 'success', 'warning', 'error', 'primary']).default(''),
  sort: sort.default(0),
  status: z.boolean().default(true),
  isDefault: z.boolean().default(false),
})
const dictionary = z.strictObject({
  key: z
    .string()
    .overwrite(trimText)
    .regex(/^[A-Za-z][A-Za-z0-9_-]{1,63}$/),
  name: z.string().overwrite(trimText).min(1).max(50),
  nameEn: z.string().overwrite(trimText).min(1).max(80),
  type: type.default(0),
  sort: sort.default(999),
  entries: z.array(entry).max(1000),
})
type Given = z.infer<typeof dictionary>

const body = z.strictObject({ dictionaries: z.array(dictionary).min(1).max(300) })

interface Stored extends Given {
  readonly system: boolean
  readonly extensible: boolean
}

/** The named dictionaries, all without a name. */
async function readAll(unit: UnitOfWork, keys: readonly string[] | null): Promise<readonly Stored[]> {
  const { rows } = await sql<Stored>`
    select d.key, d.name, d.name_en, d.type::int as type, d.sort, d.system, d.extensible,
      coalesce((select json_agg(json_build_object('value', e.value, 'label', e.label, 'labelEn', e.label_en, 'type', coalesce(e.type, d.type)::int, 'color', e.color,
        'sort', e.sort, 'status', e.status, 'isDefault', e.is_default) order by e.sort, e.id)
        from dictionary_entry e where e.dictionary_key = d.key and e.deleted_at is null), '[]'::json) as entries
    from dictionary d where d.deleted_at is null and (${keys}::text[] is null or d.key = any(${keys}::text[])) order by d.sort, d.key`.execute(
    unit.db,
  )
  return rows
}

/** SYS-51, SYS-52 and doubles, by place in the file. */
function problemsOf(given: readonly Given[], stored: ReadonlyMap<string, Stored>): Record<string, Problem[]> {
  const problems: Record<string, Problem[]> = {}
  const seen = new Set<string>()
  for (const [at, { key, type: own, entries }] of given.entries()) {
    const place = `dictionaries.${at}`
    if (seen.has(key)) problems[`${place}.key`] = [{ key: 'check.duplicate' }]
    seen.add(key)
    const before = stored.get(key)
    const known = new Set(before?.entries.map((one) => one.value))
    const values = new Set<string>()
    if (entries.filter((one) => one.isDefault).length > 1)
      problems[`${place}.entries`] = [{ key: 'check.most', params: [1] }]
    for (const [index, one] of entries.entries()) {
      const kind = String(one.type ?? before?.type ?? own)
      const problem: Problem | null = values.has(one.value)
        ? { key: 'check.duplicate' }
        : !isValueOf(kind, one.value)
          ? { key: 'rule.SYS-52', params: [one.value, { dictionary: 'valueType', value: kind }] }
          : before?.system === true && !before.extensible && !known.has(one.value)
            ? { key: 'rule.SYS-51', params: [key] }
            : null
      if (problem) problems[`${place}.entries.${index}.value`] = [problem]
      values.add(one.value)
    }
  }
  return problems
}

/** Creates keys and entries that are new, and updates what people read of those that are there; all or none. Values and types of known entries stay (SYS-51). */
async function importAll(
  unit: UnitOfWork,
  userId: number,
  given: readonly Given[],
): Promise<{ created: number; updated: number }> {
  await sql`select id from dictionary where key = any(${given.map((one) => one.key)}::text[]) and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  const stored = new Map(
    (
      await readAll(
        unit,
        given.map((one) => one.key),
      )
    ).map((one) => [one.key, one]),
  )
  const problems = problemsOf(given, stored)
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const now = unit.clock.now()
  const rows = given.flatMap(({ key, type: own, entries }) =>
    entries.map((one) => ({ ...one, key, type: String(one.type ?? stored.get(key)?.type ?? own) })),
  )
  await sql`
    insert into dictionary (key, name, name_en, type, sort, created_at, created_by, updated_at, updated_by)
    select g.key, g.name, g."nameEn", g.type, g.sort, ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz, ${userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(key text, name text, "nameEn" text, type text, sort int)
    on conflict (key) where deleted_at is null do update set name = excluded.name, name_en = excluded.name_en, sort = excluded.sort,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = dictionary.version + 1`.execute(
    unit.db,
  )
  const withDefault = rows.filter((one) => one.isDefault).map((one) => one.key)
  await sql`update dictionary_entry set is_default = false where is_default and dictionary_key = any(${withDefault}::text[])`.execute(
    unit.db,
  )
  const saved = await sql<{ fresh: boolean }>`
    insert into dictionary_entry (dictionary_key, value, label, label_en, type, color, sort, status, is_default, created_at, created_by, updated_at, updated_by)
    select g.key, g.value, g.label, g."labelEn", g.type, g.color, g.sort, g.status, g."isDefault", ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz, ${userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(key text, value text, label text, "labelEn" text, type text, color text, sort int, status boolean, "isDefault" boolean)
    on conflict (dictionary_key, value) where deleted_at is null do update set label = excluded.label, label_en = excluded.label_en, color = excluded.color, sort = excluded.sort,
      status = excluded.status, is_default = excluded.is_default, updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = dictionary_entry.version + 1
    returning xmax = 0 as fresh`.execute(unit.db)
  for (const after of await readAll(
    unit,
    given.map((one) => one.key),
  ))
    unit.traced({
      record: 'dictionary',
      id: 0,
      before: stored.has(after.key) ? { ...stored.get(after.key) } : null,
      after: { ...after },
    })
  unit.changed('dictionaryEntry', null)
  announceDictionaries(unit)
  const created = saved.rows.filter((row) => row.fresh).length
  return { created, updated: saved.rows.length - created }
}

export const dictionaryJsonRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/system/dictionary/export_json/',
    operation: recordOperation('dictionary', 'export'),
    permission: 'dictionary:Export',
    query: z.strictObject({ keys: z.string().max(10_000).optional() }),
    handle: async ({ unit, query }) => {
      const keys = (query.keys ?? '').split(',').filter((key) => key !== '')
      const found = await readAll(unit, keys.length > 0 ? keys : null)
      const dictionaries = found.map(({ system: _system, extensible: _extensible, ...one }) => one)
      return new FileAnswer({
        name: `dictionary_${momentText(unit.clock.now()).replace(/\D/g, '')}.json`,
        mime: 'application/json; charset=utf-8',
        content: Buffer.from(JSON.stringify({ dictionaries }, null, 2)),
        rows: found.reduce((sum, one) => sum + one.entries.length, 0),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/api/system/dictionary/import_json/',
    operation: recordOperation('dictionary', 'import'),
    permission: 'dictionary:Import',
    body,
    handle: ({ unit, access, body: { dictionaries } }) => importAll(unit, access.userId, dictionaries),
  }),
]
