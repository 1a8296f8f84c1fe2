import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { modules } from '#src/modules.ts'
import { moduleServers } from '#src/server/app/moduleServers.ts'
import { columnName, modelOf, type RecordModel, selection, tableOf } from '#src/server/records/model.ts'
import { createVault } from '#src/server/secrets/vault.ts'
import { createDatabase, engines, type TestDatabase } from '#tests/harness/engines.ts'
import { migratedDatabase } from '#tests/harness/migrated.ts'

const servers = moduleServers(modules)
const models = new Map<string, RecordModel>(
  modules.flatMap((module) =>
    module.records.map(
      (definition) =>
        [
          definition.name,
          modelOf(
            definition,
            servers.get(module.name)?.records?.[definition.name] ?? {},
            createVault(['a data key that only the tests know']),
          ),
        ] as const,
    ),
  ),
)

describe('every record definition', () => {
  const flat = (fields: Fields): readonly (readonly [string, Fields[string]])[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      [name, field] as const,
      ...(field.kind === 'lines' ? flat(field.fields) : []),
    ])

  it.each([...models.values()].map((model) => [model.definition.name, model] as const))(
    '%s names only fields it has',
    (_name, model) => {
      const { definition } = model
      const known = new Set(Object.keys(model.fields))
      const named = [
        ...definition.titleFields,
        ...definition.list.columns,
        ...definition.list.filters,
        ...definition.list.search,
        ...(definition.form ?? []),
        ...(definition.naturalKey ?? []),
        ...Object.values(definition.scope).flat(),
        ...Object.keys(model.server.computed ?? {}),
        ...(definition.list.order ?? '-id').split(',').map((name) => name.replace(/^-/, '')),
      ]
      expect(named.filter((name) => !known.has(name) && name !== 'id')).toEqual([])
      // Entities of the specification keep its snake_case names (0.1).
      const shape = definition.name === 'menu' ? /^[a-z]+(_[a-z]+)*([A-Z][a-z]+)?$/ : /^[a-z][A-Za-z0-9]*$/
      for (const [name] of flat(model.fields)) expect(name).toMatch(shape)
    },
  )

  it.each([...models.values()].map((model) => [model.definition.name, model] as const))(
    '%s refers to records that exist',
    (_name, model) => {
      const targets = flat(model.fields).flatMap(([, field]) => (field.kind === 'reference' ? [field.record] : []))
      expect(targets.filter((target) => target !== 'ticket' && !models.has(target))).toEqual([])
    },
  )

  it.each([...models.values()].map((model) => [model.definition.name, model] as const))(
    '%s has work for every action, and an action for all work',
    (_name, model) => {
      expect(Object.keys(model.server.actions ?? {}).sort()).toEqual(Object.keys(model.definition.actions ?? {}).sort())
    },
  )

  it('has a name, a path and a table of its own', () => {
    const definitions = [...models.values()].map((model) => model.definition)
    expect(definitions).toHaveLength(modules.flatMap((module) => module.records).length)
    for (const each of [
      definitions.map((definition) => definition.path),
      definitions.map((definition) => definition.table),
    ])
      expect(new Set(each).size).toBe(each.length)
    for (const { path } of definitions) expect(path).toMatch(/^\/api\/[a-z0-9_/]+\/$/)
  })
})

describe.each(engines)('the tables of all records on %s', (kind) => {
  let database: TestDatabase
  let types: ReadonlyMap<string, string>
  beforeAll(async () => {
    database = await createDatabase(kind, migratedDatabase)
    const { rows } = await sql<{ place: string; type: string }>`
      select c.relname || '.' || a.attname as place, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped`.execute(
      database.db,
    )
    types = new Map(rows.map((row) => [row.place, row.type]))
  })
  afterAll(() => database.close())

  const shortNames: Readonly<Record<string, string>> = { 'timestamp with time zone': 'timestamptz' }
  const typeOf = (place: string): string | undefined => {
    const type = types.get(place)
    return type === undefined ? undefined : (shortNames[type] ?? type)
  }

  it.each([...models.values()].map((model) => [model.definition.name, model] as const))(
    '%s has every column with the type of its field',
    (_name, { definition, columns }) => {
      const wanted = new Map(
        [...columns.values()]
          .filter((column) => column.isStored)
          .map((column) => [columnName(column.name), kindOf(column.field).column(column.field)]),
      )
      wanted.set('id', 'bigint')
      if (definition.appendOnly !== true) wanted.set('deleted_at', 'timestamptz')
      const actual = new Map([...wanted.keys()].map((column) => [column, typeOf(`${definition.table}.${column}`)]))
      expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(wanted))
    },
  )

  it.each([...models.values()].map((model) => [model.definition.name, model] as const))(
    '%s can be read: its computed columns are valid SQL',
    async (_name, model) => {
      await expect(
        sql`select ${selection(model)} from ${tableOf(model)} limit 1`.execute(database.db),
      ).resolves.toBeDefined()
    },
  )
})
