import { createHash } from 'node:crypto'
import type pg from 'pg'
import { StartRefusedError } from '../app/startRefusal.ts'
import type { Database } from './database.ts'
import { inPatientTransaction, patiently, withPatientClient } from './patient.ts'

/** The migrations of one owner; its name is part of what is recorded, so it never changes. */
export interface MigrationFolder {
  readonly name: string
  /** Text of each file by its name, `NNNN_name.sql`. */
  readonly files: Readonly<Record<string, string>>
}

interface Migration {
  name: string
  text: string
  sha256: string
}

/** The first migration of the chain that the baseline replaced before anything was released (decision 0048). */
const BEFORE_BASELINE = 'server/0001_organisation.sql'

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/
/** Key of the advisory lock under which the schema changes. */
export const SCHEMA_LOCK = 7_203_911

const CREATE = `create table if not exists schema_migration (
  position integer generated always as identity primary key,
  name text not null unique,
  sha256 text not null
)`

/** Every migration of the product by its path; they are part of the built server. */
const texts = import.meta.glob<string>(['/src/server/database/migrations/*.sql', '/src/modules/*/migrations/*.sql'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

function filesBelow(folder: string): MigrationFolder['files'] {
  const found = Object.entries(texts).filter(([path]) => path.startsWith(folder))
  return Object.fromEntries(found.map(([path, text]) => [path.slice(folder.length), text]))
}

/** The product's migrations in order: those of the server first, then those of the given modules. */
export function migrationFolders(modules: readonly string[]): MigrationFolder[] {
  return [
    { name: 'server', files: filesBelow('/src/server/database/migrations/') },
    ...modules.map((name) => ({ name, files: filesBelow(`/src/modules/${name}/migrations/`) })),
  ]
}

/**
 * Applies what is missing of `folders`, file by file in order, each in its own transaction, and returns the names of
 * what it applied. Several nodes may run it at once; a killed run is continued by the next. Throws when a file was
 * changed after it had been applied, when SQL fails (then that file left nothing behind), or when the database is from
 * before the baseline.
 */
export async function migrate(database: Database, folders: readonly MigrationFolder[]): Promise<string[]> {
  const migrations = folders.flatMap(migrationsOf)
  if (await hasAll(database, migrations)) return []
  await assertMayMigrate(database)
  return withPatientClient(database, async (client) => {
    await locked(client, () => client.query(CREATE))
    const applied: string[] = []
    for (const migration of migrations) {
      if (await locked(client, () => apply(client, migration))) {
        applied.push(migration.name)
      }
    }
    return applied
  })
}

/**
 * Whether there is nothing to be applied; a server that only looks needs no right to create tables.
 * @throws StartRefusedError for a database from before the baseline
 */
async function hasAll(database: Database, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    `select case when has_schema_privilege('public', 'usage') then to_regclass('public.schema_migration') is not null end as there`,
  )
  if (rows[0]?.there !== true) return false
  const applied = new Map((await appliedMigrations(database)).map(({ name, sha256 }) => [name, sha256]))
  if (applied.has(BEFORE_BASELINE))
    throw new StartRefusedError(
      'this database was made by a development version whose data cannot be carried over: remove its data folder (DATA_DIR), or create an empty PostgreSQL database, and start again',
    )
  return migrations.every(({ name, sha256 }) => applied.get(name) === sha256)
}

/** @throws Error for a role that is not the owner of the tables */
async function assertMayMigrate(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ role: string; may: boolean }>(
    `select current_user as role, has_schema_privilege('public', 'create') as may`,
  )
  if (rows[0]?.may === false)
    throw new Error(
      `the database lacks migrations of this release, and the role ${rows[0].role} may not run them: run "npm run serve -- --migrate" with MIGRATE_DATABASE_URL first`,
    )
}

/** The migrations a database has, in the order of their application, each with the hash of its text. */
export async function appliedMigrations(database: Database): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await database.pool.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by position',
  )
  return rows
}

function migrationsOf(folder: MigrationFolder): Migration[] {
  const numbers = new Set<string>()
  return Object.entries(folder.files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, content]) => {
      const number = FILE.exec(file)?.[1]
      if (number === undefined) {
        throw new Error(`${folder.name}/${file} is no migration: it should be called NNNN_name.sql`)
      }
      if (numbers.has(number)) {
        throw new Error(`the migrations of ${folder.name} have the number ${number} twice`)
      }
      numbers.add(number)
      const text = content.replaceAll('\r\n', '\n')
      return { name: `${folder.name}/${file}`, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<boolean> {
  const { rows } = await client.query<{ sha256: string }>('select sha256 from schema_migration where name = $1', [
    migration.name,
  ])
  const known = rows[0]
  if (known !== undefined) {
    if (known.sha256 !== migration.sha256) {
      throw new Error(
        `${migration.name} was changed after it had been applied to this database; restore it and write a new migration`,
      )
    }
    return false
  }
  try {
    await patiently(client, migration.text)
  } catch (error) {
    throw new Error(`the migration ${migration.name} failed: ${String(error)}`, { cause: error })
  }
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [migration.name, migration.sha256])
  return true
}

// The lock ends with the transaction, so a killed node leaves none behind.
function locked<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  return inPatientTransaction(client, async () => {
    await patiently(client, `select pg_advisory_xact_lock(${SCHEMA_LOCK})`)
    return work()
  })
}
