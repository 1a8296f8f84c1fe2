import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { modules } from '#src/modules.ts'
import {
  administratorNames,
  createFirstAdministrators,
  type FirstAdministrator,
  isSetUp,
} from '#src/seed/administrators.server.ts'
import { DEMO_PASSWORD } from '#src/seed/bureau.server.ts'
import type { SeedOptions } from '#src/seed/seed.server.ts'
import { seedDemo, seedDemoLogs, seedShipped } from '#src/seed/seed.server.ts'
import { seedTickets } from '#src/seed/tickets/seedTickets.server.ts'
import { hashPassword, oneTimePassword } from './access/passwords.ts'
import { createTokens } from './access/tokens.ts'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { Database } from './database/connect.ts'
import { connect } from './database/connect.ts'
import { migrate, migrationFolders } from './database/migrate.ts'
import { projectRoot } from './database/root.ts'
import type { Environment } from './environment.ts'
import { createDraining } from './http/draining.ts'
import { startJobs } from './jobs/runner.ts'
import { openLive } from './live/live.ts'
import { createOutbox, type LiveOutbox } from './live/outbox.ts'
import { appendOperations, createOperationLog, type Operation } from './operations/log.ts'
import { dataSecrets, signingSecret } from './secret.ts'
import { createVault } from './secrets/vault.ts'
import type { Services } from './services.ts'
import { createServices } from './services.ts'
import { publishShipped } from './tickets/shipped.ts'
import { write } from './work.ts'

/** A server that answers. */
export interface RunningServer {
  /** `http://HOST:PORT`. */
  readonly url: string
  /** Lets running requests end, then closes everything. */
  close(): Promise<void>
}

function assemble(environment: Environment, database: Database, outbox: LiveOutbox): Services {
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
    },
    tokens: createTokens(signingSecret(environment.jwtSecret, dataDir)),
    vault: createVault(dataSecrets(environment.dataKey, dataDir)),
    outbox,
    // Standard output carries only what a starter waits for.
    log: pino({ level: environment.logLevel }, pino.destination(2)),
  })
}

/** Brings the database to what this release needs; several nodes may do it at once. */
async function prepare(services: Services): Promise<void> {
  await migrate(services.database, migrationFolders(modules.map((module) => module.name)))
  const seeding: SeedOptions = {
    modules: services.modules,
    moduleServers: services.moduleServers,
    write: (work) => write(services, work),
    reload: () => services.caches.load(),
    publishShipped,
    seedTickets: (base) => seedTickets(services, base),
  }
  await seedShipped(seeding)
  if (!services.mode.production) {
    await seedDemo(seeding, () => hashPassword(DEMO_PASSWORD))
    return seedDemoLogs(seeding, appendOperations)
  }
  await services.caches.load()
}

async function openDatabase(environment: Environment): Promise<Database> {
  return connect({
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
  const database = await openDatabase(environment)
  try {
    const services = assemble(environment, database, createOutbox(database))
    await prepare(services)
    const passwords = { make: oneTimePassword, hash: hashPassword }
    const made = await write(services, (base) => createFirstAdministrators(base, passwords, usernames))
    if (made.length === 0) throw new Error('set-up is closed: this database has its people')
    const log = createOperationLog(services)
    log.add(setUpOperation(services, usernames))
    await log.flush()
    return made
  } finally {
    await database.close()
  }
}

/** How the auditor finds set-up in the operation log: nobody was signed in, and it came from the machine itself. */
const setUpOperation = (services: Services, usernames: readonly string[]): Operation => ({
  userId: null,
  module: 'setup',
  method: 'POST',
  path: '/setup/first_administrators/',
  status: 200,
  code: 2000,
  durationMs: 0,
  ip: '127.0.0.1',
  agent: 'command line',
  requestId: randomUUID(),
  request: JSON.stringify({ usernames }),
  diff: null,
  at: services.clock.now(),
})

/** Connections that may wait to be taken in, as far as the system lets them: with Node's 511 some of the thousands that come back at once after an interruption are reset. */
const MOST_WAITING = 4096

async function listen(app: FastifyInstance, environment: Environment): Promise<string> {
  const address = await app.listen({ host: environment.host, port: environment.port, backlog: MOST_WAITING })
  const host = environment.host.includes(':') ? `[${environment.host}]` : environment.host
  return `http://${host}:${new URL(address).port || environment.port}`
}

/** Opens the database, prepares it, and listens. */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const database = await openDatabase(environment)
  try {
    const outbox = createOutbox(database)
    const services = assemble(environment, database, outbox)
    await prepare(services)
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
    const jobs = await startJobs(services)
    return {
      url,
      close: async () => {
        await Promise.all([jobs.close(), draining.begin()])
        await app.close()
        await unfollow()
        await outbox.settle()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
