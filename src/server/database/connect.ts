import { mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from '#src/define/tables.server.ts'
import type { Database } from './database.ts'
import { asDamage, refuseWithoutVersion } from './embedded/damage.ts'
import { EmbeddedEngine } from './embedded/embedded.ts'
import { EmbeddedListener } from './embedded/embedded-listener.ts'
import { PostgresListener } from './listener.ts'
import { type FolderLock, lockFolder } from './lock.ts'
import { maintain, quietOf } from './maintenance.ts'
import { driverPool, GuardedPool, reportLostConnections } from './pool.ts'
import { columnTypes } from './types.ts'

export type { Database } from './database.ts'
export { inTransaction } from './transaction.ts'

const TIME_ZONE = 'Asia/Shanghai'
const STATEMENT_TIMEOUT = 30_000
/** A node that is cut off, or a transaction that is stuck, leaves its locks behind. Others wait for them less long than a statement may run, and then go on. */
const IDLE_IN_TRANSACTION = 10_000
const POOL_SIZE = 10

/** Where the database is and how patient the server is with it. */
export interface ConnectOptions {
  /** A PostgreSQL URL; without it the embedded engine is used. */
  databaseUrl?: string | undefined
  /** Folder of the embedded engine; undefined or `:memory:` keeps everything in memory, for tests. */
  dataDir?: string | undefined
  /** Image made by `Database.dump` that an in-memory database starts from (1 s instead of 4 s). */
  template?: string | undefined
  /** Connections to PostgreSQL at most, 10 by default; the embedded engine has one. */
  poolSize?: number | undefined
  /** Milliseconds a statement may run, 30,000 by default; then it fails with SQLSTATE 57014. */
  statementTimeout?: number | undefined
  /** Milliseconds a transaction may stay open without a statement, 10,000 by default; then it is rolled back, its connection ended, and `onError` told (SQLSTATE 25P03). */
  idleTransactionTimeout?: number | undefined
  /** Shown by PostgreSQL beside each connection. */
  applicationName?: string | undefined
  /** Told about failures that no caller awaits; by default a process warning. */
  onError?: ((error: Error) => void) | undefined
}

/**
 * Opens the one database of this node. Rejects when PostgreSQL does not answer, when the embedded folder belongs to a
 * living process (FolderLockedError) or is damaged (DamagedFolderError), or when
 * its commits would not reach the disk.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  return options.databaseUrl === undefined || options.databaseUrl === ''
    ? connectEmbedded(options)
    : connectPostgres(options, options.databaseUrl)
}

function warn(error: Error): void {
  process.emitWarning(error)
}

async function connectPostgres(options: ConnectOptions, databaseUrl: string): Promise<Database> {
  const onError = options.onError ?? warn
  const timeout = options.statementTimeout ?? STATEMENT_TIMEOUT
  const connection: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: options.applicationName ?? 'zhihui-jingbao',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c TimeZone=${TIME_ZONE}`,
    types: columnTypes,
  }
  const pool = new GuardedPool({
    ...connection,
    max: options.poolSize ?? POOL_SIZE,
    pipeline: true,
    statement_timeout: timeout,
    // A dead network answers nothing at all: the client gives up a little after the server would have.
    query_timeout: timeout + 5_000,
    idle_in_transaction_session_timeout: options.idleTransactionTimeout ?? IDLE_IN_TRANSACTION,
  })
  reportLostConnections(pool, onError)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  const listener = new PostgresListener(connection, onError)
  const shutDown = async () => {
    await listener.close()
    await pool.end()
  }
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    db: kyselyOn(pool),
    pool,
    notifyAvailable: true,
    listener,
    onError,
    unhurried: (work) => work(),
    dump: () => Promise.reject(new Error('only an in-memory embedded database can be dumped')),
    close: () => {
      closing ??= shutDown()
      return closing
    },
  }
}

async function connectEmbedded(options: ConnectOptions): Promise<Database> {
  const onError = options.onError ?? warn
  const folder = folderOf(options.dataDir)
  const lock = folder === null ? undefined : lockFolder(`${folder}.lock`)
  try {
    if (folder !== null) refuseWithoutVersion(folder)
    const engine = await EmbeddedEngine.open({
      dataDir: folder,
      template: options.template ?? null,
      timeZone: TIME_ZONE,
      statementTimeout: options.statementTimeout ?? STATEMENT_TIMEOUT,
      idleTransactionTimeout: options.idleTransactionTimeout ?? IDLE_IN_TRANSACTION,
      onError,
    })
    return embeddedDatabase(engine, lock, onError)
  } catch (error) {
    lock?.release()
    throw asDamage(folder, error)
  }
}

function embeddedDatabase(engine: EmbeddedEngine, lock: FolderLock | undefined, onError: (error: Error) => void) {
  const listener = new EmbeddedListener((sql) => pool.query(sql))
  const pool: GuardedPool = new GuardedPool({
    stream: () => engine.connect(),
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    port: 5432,
    password: '',
    ssl: false,
    types: columnTypes,
    onConnect: (client) => listener.welcome(client),
  })
  reportLostConnections(pool, onError)
  const stop = lock === undefined ? () => Promise.resolve() : maintain(pool, quietOf(pool), onError)
  const shutDown = async () => {
    await stop()
    await pool.end()
    await engine.close()
    lock?.release()
  }
  let closing: Promise<void> | undefined
  const database: Database = {
    kind: 'embedded',
    db: kyselyOn(pool),
    pool,
    notifyAvailable: false,
    listener,
    onError,
    unhurried: (work) => engine.unhurried(work),
    dump: (path) => engine.dump(path),
    close: () => {
      closing ??= shutDown()
      return closing
    },
  }
  return database
}

function kyselyOn(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: driverPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

// The same folder reached by two paths must have one lock, so links are followed.
function folderOf(dataDir: string | undefined): string | null {
  if (dataDir === undefined || dataDir === ':memory:') {
    return null
  }
  const wanted = resolve(dataDir)
  mkdirSync(dirname(wanted), { recursive: true })
  return join(realpathSync(dirname(wanted)), basename(wanted))
}
