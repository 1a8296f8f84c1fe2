import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Executor } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { type MigrationFolder, migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { createDatabase, oneEngine } from '#tests/harness/engines.ts'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly needed: boolean
}

/** Something of the type, as plain as it can be. */
const sample: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  smallint: '1',
  numeric: '1',
  boolean: 'true',
  text: `'x'`,
  date: `'2026-01-01'`,
  'timestamp with time zone': `'2026-01-01 08:00+08'`,
  jsonb: `'{}'`,
  json: `'{}'`,
  ARRAY: `'{}'`,
  bytea: `'x'`,
  uuid: `gen_random_uuid()`,
}

/** A row in every table that takes a plain one and has none yet; what a check refuses stays empty. Returns the tables that got one. */
async function fill(db: Executor, known: ReadonlySet<string>): Promise<readonly string[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type, c.is_nullable = 'NO' and c.column_default is null as needed
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_identity = 'NO' and c.is_generated = 'NEVER' and c.table_name <> 'schema_migration'
    order by 1, c.ordinal_position`.execute(db)
  const filled: string[] = []
  for (const table of new Set(rows.map((row) => row.table))) {
    if (known.has(table)) continue
    const needed = rows.filter((row) => row.table === table && row.needed)
    const values = needed.map(({ type }) => sample[type] ?? 'null')
    const names = needed.map(({ column }) => `"${column}"`)
    const insert = needed.length === 0 ? 'default values' : `(${names.join()}) values (${values.join()})`
    await sql.raw('savepoint one').execute(db)
    try {
      await sql.raw(`insert into "${table}" ${insert} on conflict do nothing`).execute(db)
      filled.push(table)
    } catch {
      await sql.raw('rollback to savepoint one').execute(db)
    }
  }
  return filled
}

/** The folders as they were when `count` files of them all were there. */
const first = (folders: readonly MigrationFolder[], count: number): MigrationFolder[] => {
  let left = count
  return folders.map(({ name, files }) => {
    const names = Object.keys(files).toSorted().slice(0, Math.max(0, left))
    left -= names.length
    return { name, files: Object.fromEntries(names.map((file) => [file, files[file] ?? ''])) }
  })
}

it.each(oneEngine)(
  'every version of the schema is migrated with rows in its tables on %s',
  async (kind) => {
    const database = await createDatabase(kind)
    try {
      const folders = migrationFolders(modules.map(({ name }) => name))
      const count = folders.reduce((sum, { files }) => sum + Object.keys(files).length, 0)
      const filled = new Set<string>()
      for (let version = 1; version <= count; version += 1) {
        await migrate(database, first(folders, version))
        await database.db.transaction().execute(async (db) => {
          await sql`set local session_replication_role = replica`.execute(db)
          for (const table of await fill(db, filled)) filled.add(table)
        })
      }
      // Most tables have rows, or this says nothing.
      expect(filled.size).toBeGreaterThan(60)
    } finally {
      await database.close()
    }
  },
  300_000,
)
