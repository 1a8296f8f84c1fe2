import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import {
  administratorNames,
  createFirstAdministrators,
  type FirstAdministrator,
  isSetUp,
} from '#src/catalogue/administrators.server.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { seedNotices } from '#src/demo/notices.server.ts'
import { seedTickets } from '#src/demo/tickets/seedTickets.server.ts'
import { modules } from '#src/modules.ts'
import { hashPassword, oneTimePassword } from '../access/passwords.ts'
import { type LockedDemo, lockDemoAccounts, refuseDemoAccounts } from '../access/signIn/demoAccounts.ts'
import { createTokens } from '../access/tokens.ts'
import { closeUnconfirmed } from '../access/whiteListUpgrade.ts'
import { startHeads } from '../audit/audit.ts'
import { createAuditKeys } from '../audit/keys.ts'
import { commandOperation } from '../audit/operations/command.ts'
import { appendOperations } from '../audit/operations/log.ts'
import { proveInProcess } from '../backups/apart.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import { connect } from '../database/connect.ts'
import { databaseFailuresTo } from '../database/failures.ts'
import { grantServerRole } from '../database/grants.ts'
import { migrate, migrationFolders } from '../database/migrate.ts'
import { projectRoot } from '../database/root.ts'
import { createDraining } from '../http/draining.ts'
import { startJobs } from '../jobs/runner.ts'
import { openLive } from '../live/live.ts'
import { createOutbox, type LiveOutbox } from '../live/outbox.ts'
import { auditSecrets, dataSecrets, signingSecret } from '../secret.ts'
import { createVault } from '../secrets/vault.ts'
import { publishShipped } from '../tickets/versions/shipped.ts'
import { write } from '../work.ts'
import { buildApp } from './app.ts'
import { placeOf } from './backup.ts'
import type { Environment } from './environment.ts'
import type { SeedOptions } from './seed.ts'
import { seedDemo, seedDemoLogs, seedShipped } from './seed.ts'
import type { Services } from './services.ts'
import { createServices } from './services.ts'
import { preparing } from './startRefusal.ts'

/** A server that answers. */
export interface RunningServer {
  /** `http://HOST:PORT`. */
  readonly url: string
  /** Lets running requests end, then closes everything. */
  close(): Promise<void>
}

/** Standard output carries only what a starter waits for. */
const logOf = (environment: Environment): Logger => pino({ level: environment.logLevel }, pino.destination(2))

function assemble(environment: Environment, log: Logger, database: Database, outbox: LiveOutbox): Services {
  const dataDir = resolve(environment.dataDir)
  return createServices({
    database,
    clock: systemClock(environment.testNow ?? undefined),
    mode: {
      production: environment.production,
      captcha: environment.captcha,
      dataDir,
      publicOrigin: environment.publicOrigin,
      adminFrom: environment.adminFrom,
      scanner: environment.scanner,
      webHookHosts: environment.webHookHosts,
      auditDir: resolve(environment.auditDir),
    },
    tokens: createTokens(signingSecret(environment.jwtSecret, dataDir)),
    vault: createVault(dataSecrets(environment.dataKey, dataDir)),
    auditKeys: createAuditKeys(auditSecrets(environment.auditKey, dataDir)),
    backups: {
      ...placeOf(environment),
      proveApart: (file, signal) => proveInProcess(join(projectRoot(), 'dist/server/main.js'), file, signal),
    },
    outbox,
    log,
  })
}

/** Runs the migrations, as the owner of the tables where that is another role than the server's, which then gets its rights. */
export async function migrateDatabase(database: Database, migrateDatabaseUrl: string | null): Promise<void> {
  const folders = migrationFolders(modules.map((module) => module.name))
  if (migrateDatabaseUrl === null || database.kind === 'embedded') return void (await migrate(database, folders))
  const { rows } = await database.pool.query<{ role: string }>('select current_user as role')
  const owner = await connect({ databaseUrl: migrateDatabaseUrl, poolSize: 1 })
  try {
    await migrate(owner, folders)
    await grantServerRole(owner, rows[0]?.role ?? '')
  } finally {
    await owner.close()
  }
}

/** `npm run serve -- --migrate`: so that the server itself need not know the owner of its tables. */
export async function migrateOnly(environment: Environment): Promise<void> {
  const database = await openDatabase(environment, logOf(environment))
  try {
    await migrateDatabase(database, environment.migrateDatabaseUrl)
  } finally {
    await database.close()
  }
}

/** Brings the database to what this release needs; several nodes may do it at once. */
async function prepare(services: Services, environment: Environment): Promise<void> {
  await preparing('the migration of the database', () =>
    migrateDatabase(services.database, environment.migrateDatabaseUrl),
  )
  await preparing('the seed of the database', () => seed(services))
}

async function seed(services: Services): Promise<void> {
  const closed = await closeUnconfirmed(services)
  if (closed > 0) services.log.warn({ closed }, 'white list entries without a second confirmation were switched off')
  const seeding: SeedOptions = {
    modules: services.modules,
    moduleServers: services.moduleServers,
    write: (work) => write(services, work),
    reload: () => services.caches.load(),
    publishShipped,
    seedTickets: (unit) => seedTickets(services, unit),
    seedNotices: (unit) => seedNotices(services, unit),
  }
  await seedShipped(seeding)
  if (!services.mode.production) {
    await seedDemo(seeding, () => hashPassword(DEMO_PASSWORD))
    return seedDemoLogs(seeding, (unit, calls) => appendOperations(unit, services.auditKeys, calls))
  }
  await services.caches.load()
}

async function openDatabase(environment: Environment, log: Logger): Promise<Database> {
  return connect({
    onError: databaseFailuresTo(log),
    databaseUrl: environment.databaseUrl ?? undefined,
    dataDir: join(resolve(environment.dataDir), 'database'),
  })
}

/**
 * Makes the first three administrators of an empty production database, on the machine itself and once in its life. Their
 * one-time passwords are in the answer and nowhere else. @throws Error when set-up is closed
 */
export async function setUp(
  environment: Environment,
  given: readonly string[],
): Promise<readonly FirstAdministrator[]> {
  if (!environment.production) throw new Error('the demo brings its own people')
  const usernames = administratorNames(given)
  const log = logOf(environment)
  const database = await openDatabase(environment, log)
  try {
    const services = assemble(environment, log, database, createOutbox(database))
    await prepare(services, environment)
    const passwords = { make: oneTimePassword, hash: hashPassword }
    return await write(services, async (unit) => {
      const made = await createFirstAdministrators(unit, passwords, usernames)
      if (made.length === 0) throw new Error('set-up is closed: this database has its people')
      await appendOperations(unit, services.auditKeys, [
        commandOperation(services, '/setup/first_administrators/', { usernames }),
      ])
      return made
    })
  } finally {
    await database.close()
  }
}

/** `npm run serve -- --lock-demo-accounts`: nobody is left who signs in with the password of the demo (SYS-133). @throws Error for a demo */
export async function lockDemo(environment: Environment): Promise<LockedDemo> {
  if (!environment.production) throw new Error('the demo needs its accounts')
  const log = logOf(environment)
  const database = await openDatabase(environment, log)
  try {
    const services = assemble(environment, log, database, createOutbox(database))
    await migrateDatabase(database, environment.migrateDatabaseUrl)
    return await lockDemoAccounts(services)
  } finally {
    await database.close()
  }
}

/** Connections that may wait to be taken in, as far as the system lets them: with Node's 511 some of the thousands that come back at once after an interruption are reset. */
const MAX_WAITING = 4096

/** @throws the error of the system for a port that is taken or may not be used */
async function refuseBusyPort({ host, port }: Environment): Promise<void> {
  const trial = createServer()
  trial.listen({ host, port })
  await once(trial, 'listening')
  trial.close()
  await once(trial, 'close')
}

async function listen(app: FastifyInstance, environment: Environment): Promise<string> {
  const address = await app.listen({ host: environment.host, port: environment.port, backlog: MAX_WAITING })
  const host = environment.host.includes(':') ? `[${environment.host}]` : environment.host
  return `http://${host}:${new URL(address).port || environment.port}`
}

/** Opens the database, prepares it, and listens. */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const log = logOf(environment)
  // Said before a new database is made, which takes its time.
  await refuseBusyPort(environment)
  const database = await openDatabase(environment, log)
  try {
    const outbox = createOutbox(database)
    const services = assemble(environment, log, database, outbox)
    await prepare(services, environment)
    if (environment.production) await refuseDemoAccounts(services)
    if (!(await isSetUp(database)))
      console.log('nobody can sign in yet: run "npm run serve -- --first-administrators" once, on this machine')
    const unfollow = await services.caches.follow()
    const live = await openLive(services, outbox)
    const draining = createDraining()
    const clientDir = join(projectRoot(), 'dist/client')
    const app = await buildApp({
      services,
      live,
      draining,
      trustProxy: environment.trustProxy,
      ...(environment.metricsFrom && { metricsFrom: environment.metricsFrom }),
      ...(environment.rateLimit > 0 && { rateLimit: environment.rateLimit }),
      ...(existsSync(clientDir) && { clientDir }),
    })
    const url = await listen(app, environment)
    const heads = await startHeads(services, resolve(environment.auditDir))
    const jobs = await startJobs(services)
    return {
      url,
      close: async () => {
        await Promise.all([jobs.close(), draining.begin()])
        await app.close()
        await unfollow()
        await outbox.settle()
        await heads.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
