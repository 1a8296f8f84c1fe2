import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from './database.ts'
import { inPatientTransaction, patiently, withPatientClient } from './patient.ts'
import { projectRoot } from './root.ts'

/** A folder of migrations; its name is part of what is recorded, so it never changes. */
export interface MigrationFolder {
  name: string
  path: string
}

interface Migration {
  name: string
  text: string
  sha256: string
}

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/
const LOCK = 7_203_911

const CREATE = `create table if not exists schema_migration (
  position integer generated always as identity primary key,
  name text not null unique,
  sha256 text not null
)`

/** The product's folders in order: those of the server first, then those of the given modules. */
export function migrationFolders(modules: readonly string[]): MigrationFolder[] {
  const source = join(projectRoot(), 'src')
  return [
    { name: 'server', path: join(source, 'server/database/migrations') },
    ...modules.map((name) => ({ name, path: join(source, 'modules', name, 'migrations') })),
  ]
}

/**
 * Applies what is missing of `folders`, file by file in order, each in its own transaction, and returns the names of
 * what it applied. Several nodes may run it at once; a killed run is continued by the next. Throws when a file was
 * changed after it had been applied, or when SQL fails (then that file left nothing behind).
 */
export async function migrate(database: Database, folders: readonly MigrationFolder[]): Promise<string[]> {
  const migrations = folders.flatMap(readFolder)
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

/** The migrations a database has, in the order of their application, each with the hash of its text. */
export async function appliedMigrations(database: Database): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await database.pool.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by position',
  )
  return rows
}

function readFolder(folder: MigrationFolder): Migration[] {
  if (!existsSync(folder.path)) {
    return []
  }
  const files = readdirSync(folder.path).sort()
  const numbers = new Set<string>()
  return files.map((file) => {
    const number = FILE.exec(file)?.[1]
    if (number === undefined) {
      throw new Error(`${folder.name}/${file} is no migration: it should be called NNNN_name.sql`)
    }
    if (numbers.has(number)) {
      throw new Error(`the migrations of ${folder.name} have the number ${number} twice`)
    }
    numbers.add(number)
    const text = readFileSync(join(folder.path, file), 'utf8').replaceAll('\r\n', '\n')
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
    await patiently(client, `select pg_advisory_xact_lock(${LOCK})`)
    return work()
  })
}
