import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { createDatabase, engines, type TestDatabase } from '#tests/harness/engines.ts'
import { renamedConstraints } from './renamedConstraints.ts'
import { schemaText } from './schemaText.ts'

/** The schema of the last database that was made by the chain of migrations before the baseline (decision 0048). */
const before = readFileSync(new URL('schemaBeforeBaseline.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

/** Sequences of logs: the chain changed its tables and began with 2. */
const BEGUN_WITH_TWO = /^(sequence (?:operation|login|frontend)_log_id_seq bigint) from 2 /

/** Counters of changes: the chain had changed the rows they count. */
const COUNTER = /^(row revision .*"value": )\d+\}$/

function renamed(line: string): string {
  const name = /^constraint \w+\.(\w+) /.exec(line)?.[1] ?? ''
  const rule = renamedConstraints.get(name)
  if (rule !== undefined) return line.replace(`.${name} `, `.${rule} `)
  return line.replace(BEGUN_WITH_TWO, '$1 from 1 ').replace(COUNTER, (_, start: string) => `${start}1}`)
}

/** Number of the last migration of each owner that belongs to the baseline. Modules that came later have none. */
const BASELINE_ENDS: ReadonlyMap<string, string> = new Map([
  ['server', '0008'],
  ...['leave', 'budget', 'projects', 'finance', 'analysis', 'affairs', 'articles'].map(
    (name) => [name, '0001'] as const,
  ),
])

const baseline = migrationFolders(modules.map(({ name }) => name)).map(({ name, files }) => ({
  name,
  files: Object.fromEntries(
    Object.entries(files).filter(([file]) => file.slice(0, 4) <= (BASELINE_ENDS.get(name) ?? '')),
  ),
}))

describe.each(engines)('baseline of migrations on %s', (kind) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createDatabase(kind)
    await migrate(database, baseline)
  })
  afterAll(async () => {
    await database.close()
  })

  it('makes the schema of the chain before it, but for the names of constraints', async () => {
    expect(await schemaText(database)).toEqual(before.map(renamed).sort())
  })

  it('renames constraints that were there, each to a name of its own', async () => {
    const names = before.flatMap((line) => /^constraint \w+\.(\w+) /.exec(line)?.[1] ?? [])
    expect([...renamedConstraints.keys()].filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(renamedConstraints.values()).size).toBe(renamedConstraints.size)
  })

  it('leaves no check and no unique constraint with a name that PostgreSQL made up', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'x')
       and conname ~ '_(check|key|excl)\\d*$' and conrelid <> 'schema_migration'::regclass`,
    )
    expect(rows).toEqual([])
  })

  it('says of every table in one sentence what it holds', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'schema_migration' and coalesce(obj_description(oid, 'pg_class'), '') !~ '^[A-Z].{15,150}[.]$'`,
    )
    expect(rows).toEqual([])
  })
})
