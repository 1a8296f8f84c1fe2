import pg from 'pg'
import type { Database } from '../database.ts'
import { appliedMigrations } from '../migrate.ts'
import { inPatientTransaction, patiently, withPatientClient } from '../patient.ts'
import { ArchiveError, type Manifest, readArchive, writeArchive } from './archive.ts'
import { readForeignKeys, readSequences, readTables, type TableShape } from './schema.ts'

const BATCH = 500
/** Number of the advisory lock that readers of the whole database hold. */
const SNAPSHOT_LOCK = 7_203_118
/** Tables whose shipped rows a migration writes; an archive brings its own. */
const FILLED_BY_MIGRATIONS: readonly string[] = ['revision', 'asset_class', 'car_check_template']

/** How many rows an export wrote or an import stored. */
export interface TransferResult {
  rows: number
}

/**
 * Writes every row of the database as of one moment into the archive `file`, while others go on working, with what
 * `audit` says of that moment. Values travel as PostgreSQL's own text, so either engine reads back exactly what the other held.
 */
export async function exportArchive(
  database: Database,
  file: string,
  audit?: (query: Query) => Promise<string>,
): Promise<TransferResult> {
  return withSnapshot(database, [], async ({ manifest: described, rows, query }) => {
    const manifest = audit ? { ...described, audit: await audit(query) } : described
    await writeArchive(file, manifest, rows)
    return { rows: countRows(manifest) }
  })
}

/** The whole database as of one moment. */
export interface Snapshot {
  readonly manifest: Manifest
  /** Row by row, in the order of the manifest. */
  readonly rows: AsyncGenerator<string>
  readonly query: Query
}

/** Lets `work` read every row as of one moment, while others go on working; of the tables in `without` none. A second one waits for the first (BKP-01). */
export async function withSnapshot<T>(
  database: Database,
  without: readonly string[],
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const migrations = await appliedMigrations(database)
  return withPatientClient(database, async (client) => {
    // The lock outlives its transaction, whose snapshot would be older than what the first reader waited for.
    await inPatientTransaction(client, () => patiently(client, `select pg_advisory_lock(${SNAPSHOT_LOCK})`))
    const result = await inPatientTransaction(
      client,
      async () => {
        const tables = (await readTables(client)).filter(({ name }) => !without.includes(name))
        const manifest = await describe(client, tables, migrations)
        return work({ manifest, rows: readRows(client, tables), query: queryOn(client) })
      },
      'isolation level repeatable read read only',
    )
    await client.query(`select pg_advisory_unlock(${SNAPSHOT_LOCK})`)
    return result
  })
}

/**
 * Fills an empty, migrated database from an archive, all or nothing: rows, sequences and then the foreign keys, which
 * the engine checks anew. `assertWhole` compares what is there then with what the archive says of its audit logs. Throws ArchiveError for a truncated, altered or foreign archive, and an Error when the
 * database holds anything or has other migrations than the archive.
 */
export async function importArchive(
  database: Database,
  file: string,
  assertWhole?: (audit: string | undefined, query: Query) => Promise<void>,
): Promise<TransferResult> {
  const { manifest, rows, close } = await readArchive(file)
  try {
    await fillEmpty(database, manifest, rows, async (query) => assertWhole?.(manifest.audit, query))
    return { rows: countRows(manifest) }
  } finally {
    await close()
  }
}

/** Fills an empty, migrated database, all or nothing; `before` runs ahead of the commit. @throws as {@link importArchive} */
export async function fillEmpty(
  database: Database,
  manifest: Manifest,
  rows: AsyncGenerator<string>,
  before: (query: Query) => Promise<void>,
): Promise<void> {
  checkMigrations(manifest, await appliedMigrations(database))
  await withPatientClient(database, async (client) => {
    await inPatientTransaction(client, async () => {
      await fill(client, manifest, rows)
      await before(queryOn(client))
    })
    await patiently(client, 'analyze')
  })
}

/** Reads rows on the connection of a transfer. */
export type Query = (text: string) => Promise<readonly Record<string, unknown>[]>
const queryOn =
  (client: pg.PoolClient): Query =>
  async (text) =>
    (await patiently(client, text)).rows

async function describe(
  client: pg.PoolClient,
  tables: TableShape[],
  migrations: Manifest['migrations'],
): Promise<Manifest> {
  const described: Manifest['tables'] = []
  for (const table of tables) {
    const { rows } = await patiently(client, `select count(*) as count from ${table.name}`)
    described.push({
      name: table.name,
      columns: table.columns.map((column) => column.name),
      rows: Number(rows[0]?.count),
    })
  }
  return { format: 'zhihui-jingbao/1', migrations, tables: described, sequences: await readSequences(client) }
}

async function* readRows(client: pg.PoolClient, tables: TableShape[]): AsyncGenerator<string> {
  for (const table of tables) {
    const values = table.columns.map((column) => `${column.name}::text`).join(', ')
    await client.query(`declare archive cursor for select to_json(array[${values}])::text as line from ${table.name}`)
    for (;;) {
      const { rows } = await patiently(client, `fetch ${BATCH} from archive`)
      if (rows.length === 0) {
        break
      }
      for (const row of rows) {
        yield String(row.line)
      }
    }
    await client.query('close archive')
  }
}

function checkMigrations(manifest: Manifest, applied: Manifest['migrations']): void {
  const label = (entry: { name: string; sha256: string }) => `${entry.name} ${entry.sha256}`
  const here = new Set(applied.map(label))
  const there = new Set(manifest.migrations.map(label))
  const differing = [...manifest.migrations, ...applied].find(
    (entry) => !(here.has(label(entry)) && there.has(label(entry))),
  )
  if (differing !== undefined) {
    throw new Error(
      `the archive and the database differ in the migration ${differing.name}: use the version that wrote it`,
    )
  }
}

async function fill(client: pg.PoolClient, manifest: Manifest, rows: AsyncGenerator<string>): Promise<void> {
  const shapes = new Map((await readTables(client)).map((shape) => [shape.name, shape]))
  const foreignKeys = await readForeignKeys(client)
  for (const { name } of shapes.values()) {
    await refuseFilled(client, name)
    await client.query(`alter table ${name} disable trigger user`)
  }
  // Rows refer to each other in circles, so the references are checked when all are there.
  for (const key of foreignKeys) {
    await client.query(`alter table ${key.table} drop constraint ${key.name}`)
  }
  for (const { name, columns, rows: count } of manifest.tables) {
    const shape = shapes.get(name)
    if (shape === undefined || columns.join() !== shape.columns.map((column) => column.name).join()) {
      throw new ArchiveError(`the archive does not fit the table ${name} of this database`)
    }
    await insert(client, shape, count, rows)
  }
  if ((await rows.next()).done !== true) {
    throw new ArchiveError('the archive was altered: it holds more rows than it says')
  }
  await restoreSequences(client, manifest)
  await client.query('set constraints all immediate')
  for (const key of foreignKeys) {
    await patiently(client, `alter table ${key.table} add constraint ${key.name} ${key.definition}`)
  }
  for (const { name } of shapes.values()) {
    await client.query(`alter table ${name} enable trigger user`)
  }
}

async function refuseFilled(client: pg.PoolClient, table: string): Promise<void> {
  if (FILLED_BY_MIGRATIONS.includes(table)) {
    await client.query(`delete from ${table}`)
    return
  }
  const { rowCount } = await client.query(`select 1 from ${table} limit 1`)
  if (rowCount !== 0) {
    throw new Error(`an archive is imported into an empty database only, and ${table} holds rows`)
  }
}

async function insert(
  client: pg.PoolClient,
  shape: TableShape,
  count: number,
  rows: AsyncGenerator<string>,
): Promise<void> {
  const names = shape.columns.map((column) => column.name).join(', ')
  const values = shape.columns.map((column, index) => `(line->>${index})::${column.type}`).join(', ')
  const text = `insert into ${shape.name} (${names}) overriding system value
    select ${values} from json_array_elements($1::json) as line`
  for (let done = 0; done < count; ) {
    const lines: string[] = []
    while (lines.length < Math.min(BATCH, count - done)) {
      const { value } = await rows.next()
      lines.push(value)
    }
    const stored = await patiently(client, text, [`[${lines.join(',')}]`]).catch(asArchiveError)
    if (stored.rowCount !== lines.length) {
      throw new ArchiveError(`the archive was altered: rows of ${shape.name} are not one to a line`)
    }
    done += lines.length
  }
}

// Class 22 is malformed data and 23 a broken constraint: the archive is at fault, not the database.
function asArchiveError(error: unknown): never {
  if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) {
    throw new ArchiveError(`the archive holds a row that the database refuses: ${error.message}`, { cause: error })
  }
  throw error
}

async function restoreSequences(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  const known = new Set((await readSequences(client)).map((sequence) => sequence.name))
  for (const { name, last, called } of manifest.sequences) {
    if (!known.has(name)) {
      throw new ArchiveError(`the archive has a sequence ${name} that this database has not`)
    }
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, last, called])
  }
}

export function countRows(manifest: Manifest): number {
  return manifest.tables.reduce((sum, table) => sum + table.rows, 0)
}
