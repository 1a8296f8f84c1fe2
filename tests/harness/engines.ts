import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type ConnectOptions, connect, type Database } from '#src/server/database/connect.ts'
import { projectRoot } from '#src/server/database/root.ts'

/** The two engines every suite runs on. */
export type EngineKind = Database['kind']

/** A database of one test, dropped when it is closed. */
export interface TestDatabase extends Database {
  /** Where further connections (a second node) reach it; undefined on the embedded engine. */
  readonly url: string | undefined
}

/** A prepared database that fresh ones are copied from, built once and kept under its key. */
export interface Template {
  /** Changes whenever `prepare` would give something else. */
  key: string
  prepare(database: Database): Promise<void>
}

const serverUrl = process.env.TEST_POSTGRES_URL

/** The engines of this run: PostgreSQL only where `postgres.setup.ts` found or started one. */
export const engines: readonly EngineKind[] = serverUrl === undefined ? ['embedded'] : ['embedded', 'postgres']

/** One engine, for what no engine can answer differently: who may call what, the plans of the same planner, the paths of a chart walked on both in part. PostgreSQL where there is one. */
export const oneEngine: readonly EngineKind[] = engines.slice(-1)

/** How many of `count` random runs an engine makes: all on one, a quarter on the other, where only the statements can differ. */
export const runsOn = (kind: EngineKind, count: number): number =>
  oneEngine.includes(kind) ? count : Math.ceil(count / 4)

const EMPTY: Template = { key: 'empty', prepare: () => Promise.resolve() }

/** A fresh database of its own, empty or copied from `template`. */
export function createDatabase(
  kind: EngineKind,
  template: Template = EMPTY,
  options: ConnectOptions = {},
): Promise<TestDatabase> {
  return kind === 'embedded' ? createEmbedded(template, options) : createPostgres(template, options)
}

async function createEmbedded(template: Template, options: ConnectOptions): Promise<TestDatabase> {
  const image = await imageOf(template)
  return { ...(await connect({ ...options, template: image })), url: undefined }
}

const KEPT_UNUSED = 3 * 3_600_000
const folder = join(projectRoot(), 'node_modules/.cache/embedded')

// Images outlive the run: building one takes seconds. Two builders at once write the same thing under two names.
async function imageOf(template: Template): Promise<string> {
  const image = join(folder, `${nameOf(template)}.tar`)
  if (existsSync(image)) {
    utimesSync(image, new Date(), new Date())
  } else {
    mkdirSync(folder, { recursive: true })
    removeUnused()
    const database = await connect(template === EMPTY ? {} : { template: await imageOf(EMPTY) })
    try {
      await template.prepare(database)
      const draft = `${image}.${randomBytes(6).toString('hex')}`
      await database.dump(draft)
      renameSync(draft, image)
    } finally {
      await database.close()
    }
  }
  return image
}

function removeUnused(): void {
  for (const name of readdirSync(folder)) {
    const image = join(folder, name)
    const { mtimeMs } = statSync(image, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
    if (Date.now() - mtimeMs > KEPT_UNUSED) {
      rmSync(image, { force: true })
    }
  }
}

async function createPostgres(template: Template, options: ConnectOptions): Promise<TestDatabase> {
  const source = template === EMPTY ? undefined : `template_${nameOf(template)}`
  const name = `test_${randomBytes(8).toString('hex')}`
  await withServer(async (server) => {
    if (source !== undefined) {
      await prepareOnce(server, source, template)
    }
    const copied = source === undefined ? '' : ` template ${source}${await copyingFiles(server)}`
    await server.query(`create database ${name}${copied}`)
  })
  const url = urlOf(name)
  const database = await connect({ ...options, databaseUrl: url })
  let closing: Promise<void> | undefined
  const drop = async () => {
    await database.close()
    await withServer((server) => server.query(`drop database ${name} with (force)`))
  }
  return {
    ...database,
    url,
    close: () => {
      closing ??= drop()
      return closing
    },
  }
}

/** Has the files of a template copied: to log each of its pages, as is usual, takes three times the processor. Servers before 15 know no other way. */
async function copyingFiles(server: pg.Client): Promise<string> {
  const { rows } = await server.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  return (rows[0]?.version ?? 0) >= 150_000 ? ' strategy file_copy' : ''
}

async function prepareOnce(server: pg.Client, name: string, template: Template): Promise<void> {
  // Each template has a lock of its own: others are made meanwhile.
  await server.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  try {
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const draft = `${name}_draft`
      await server.query(`drop database if exists ${draft} with (force)`)
      await server.query(`create database ${draft}`)
      const database = await connect({ databaseUrl: urlOf(draft) })
      await template.prepare(database).finally(() => database.close())
      await server.query(`alter database ${draft} rename to ${name}`)
    }
  } finally {
    await server.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  }
}

/** Resolves once no connection under this application name is left: a killed client's statements are done or undone then. */
export async function connectionsGone(databaseUrl: string, application: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await withServer(async (server) => {
    for (let isAlone = false; !isAlone; ) {
      const { rowCount } = await server.query(
        'select from pg_stat_activity where datname = $1 and application_name = $2',
        [name, application],
      )
      isAlone = rowCount === 0
    }
  })
}

async function withServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: urlOf('postgres') })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

const engineVersion = readFileSync(join(projectRoot(), 'node_modules/@electric-sql/pglite/package.json'))

function nameOf(template: Template): string {
  return createHash('sha256').update(engineVersion).update(template.key).digest('hex').slice(0, 16)
}

function urlOf(database: string): string {
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${database}`
  return url.href
}
