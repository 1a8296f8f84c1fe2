/** An application of its own for one test: fresh seeded database, movable clock, people who are signed in at once. */

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import type { ModuleDefinition } from '#src/define/module.ts'
import type { ModuleServer } from '#src/define/server.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { seedNotices } from '#src/demo/notices.server.ts'
import { seedTickets } from '#src/demo/tickets/seedTickets.server.ts'
import { modules as shippedModules } from '#src/modules.ts'
import { hashPassword } from '#src/server/access/passwords.ts'
import { openSession } from '#src/server/access/session.ts'
import { createTokens, type TokenClaims } from '#src/server/access/tokens.ts'
import { buildApp } from '#src/server/app/app.ts'
import type { SeedOptions } from '#src/server/app/seed.ts'
import { seedDemo, seedShipped } from '#src/server/app/seed.ts'
import type { Mode, Services } from '#src/server/app/services.ts'
import { createServices } from '#src/server/app/services.ts'
import { createAuditKeys } from '#src/server/audit/keys.ts'
import type { BackupPlace } from '#src/server/backups/place.ts'
import type { MovableClock } from '#src/server/clock.ts'
import { movableClock } from '#src/server/clock.ts'
import type { Database } from '#src/server/database/connect.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { openLive } from '#src/server/live/live.ts'
import { createOutbox } from '#src/server/live/outbox.ts'
import { createVault } from '#src/server/secrets/vault.ts'
import { publishShipped } from '#src/server/tickets/versions/shipped.ts'
import type { Change, Message } from '#src/server/work.ts'
import { write } from '#src/server/work.ts'
import { parserFile } from '#tests/harness/parserFile.ts'
import { backupsApart } from './backups.ts'
import type { EngineKind, Template, TestDatabase } from './engines.ts'
import { createDatabase, oneEngine } from './engines.ts'
import { sourceHash } from './sourceHash.ts'

/** The day of the seed in tests: a Wednesday, 10:00 in Shanghai, a workday. */
export const T0 = new Date('2026-03-11T02:00:00Z')

/** The body of an answer; `data` as the test says it is. */
export interface Answer<T> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly errKey?: string
  readonly params?: readonly (string | number)[]
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly total?: number
  readonly data: T
  readonly raw: LightMyRequestResponse
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly language?: 'zh-Hans' | 'en'
  readonly idempotencyKey?: string
}

/** Calls as one person (or as nobody). */
export interface Client {
  /** A fresh access token of the session, however far the clock was moved; null for nobody. */
  token(): Promise<string | null>
  readonly userId: number
  get<T = unknown>(url: string, options?: CallOptions): Promise<Answer<T>>
  post<T = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>
  put<T = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>
  delete<T = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly services: Services
  readonly database: TestDatabase
  readonly clock: MovableClock
  /** What was announced and sent since the start, in order of the commits. */
  readonly announced: { readonly changes: Change[]; readonly messages: Message[] }
  /** A signed-in person, by username; the session is opened directly, without captcha and password. */
  as(username: string): Promise<Client>
  /** Nobody. */
  readonly guest: Client
  /** Nobody, from another address. */
  from(address: string): Client
  close(): Promise<void>
  /** Milliseconds for which the server let callers wait; nobody does in tests. */
  readonly pauses: number[]
}

export interface StartOptions {
  /** PostgreSQL where there is one: it asks less of the machine. */
  readonly engine?: EngineKind
  readonly mode?: Partial<Mode>
  readonly modules?: readonly ModuleDefinition[]
  readonly moduleServers?: ReadonlyMap<string, ModuleServer>
  /** What is in it: the demo bureau whole (default), its people without tickets, or only the shipped catalogue. */
  readonly bureau?: 'demo' | 'quiet' | 'empty'
  /** A database that is already there; default a fresh copy of the bureau. Closed with the app. */
  readonly database?: Database
  /** Options of `buildApp`. */
  readonly rateLimit?: number
  /** Where backups lie; default: a folder of this server alone, in which trials end at once. */
  readonly backups?: BackupPlace
  /** The built client, for windows: they get live connections, too. */
  readonly clientDir?: string
}

const LOCAL = '127.0.0.1'
const mode: Mode = {
  production: false,
  captcha: false,
  dataDir: 'node_modules/.cache/test-files',
  publicOrigin: null,
  adminFrom: null,
}
const tokens = createTokens(Buffer.from('a signing key that only the tests know'))

function servicesOn(
  database: Database,
  clock: MovableClock,
  options: Partial<StartOptions>,
  announced: TestApp['announced'],
  pauses: number[] = [],
  log: Logger = pino({ level: process.env.TEST_LOG ?? 'silent' }),
  outbox = createOutbox(database),
): Services {
  return createServices({
    database,
    clock,
    mode: { ...mode, ...options.mode },
    tokens,
    vault: createVault(['a data key that only the tests know']),
    auditKeys: createAuditKeys(['an audit key that only the tests know']),
    backups: options.backups ?? backupsApart(),
    outbox: {
      ...outbox,
      store: async (unit, changes, messages) => {
        await outbox.store(unit, changes, messages)
        announced.changes.push(...changes)
        announced.messages.push(...messages)
      },
    },
    log,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    parser: { file: parserFile },
    ...(options.modules && { modules: options.modules }),
    ...(options.moduleServers && { moduleServers: options.moduleServers }),
  })
}

interface Preparation {
  readonly at?: Date
  readonly log?: Logger
  readonly hasTickets?: boolean
}

async function prepareShipped(
  database: Database,
  { at = T0, log, hasTickets = true }: Preparation = {},
): Promise<SeedOptions> {
  await migrate(database, migrationFolders(shippedModules.map((module) => module.name)))
  const services = servicesOn(database, movableClock(at), {}, { changes: [], messages: [] }, [], log)
  const seeding: SeedOptions = {
    modules: services.modules,
    moduleServers: services.moduleServers,
    write: (work) => write(services, work),
    reload: () => services.caches.load(),
    publishShipped,
    seedTickets: (unit) => (hasTickets ? seedTickets(services, unit) : Promise.resolve()),
    seedNotices: (unit) => (hasTickets ? seedNotices(services, unit) : Promise.resolve()),
  }
  await seedShipped(seeding)
  return seeding
}

/** A bureau that is seeded at another moment, with what its log says, line by line. */
export const bureauSeededAt = (moment: Date, lines: string[]): Template => ({
  key: `bureau ${moment.toISOString()} ${sourceHash()}`,
  prepare: async (database) =>
    seedDemo(
      await prepareShipped(database, {
        at: moment,
        log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
      }),
      () => hashPassword(DEMO_PASSWORD),
    ),
})

/** The migrated and seeded demo bureau as tests start from it; all its stories are in it. */
export const seededBureau = {
  key: `bureau ${T0.toISOString()} ${sourceHash()}`,
  prepare: async (database: Database): Promise<void> => {
    const lines: string[] = []
    await bureauSeededAt(T0, lines).prepare(database)
    const leftOut = lines.filter((line) => line.includes('left out'))
    if (leftOut.length > 0) throw new Error(leftOut.join('\n'))
  },
}

/** The people of the demo bureau without its tickets and notices, for what reads a whole log or every ticket again and again. */
export const quietBureau = {
  key: `quiet bureau ${T0.toISOString()} ${sourceHash()}`,
  prepare: async (database: Database): Promise<void> =>
    seedDemo(await prepareShipped(database, { hasTickets: false }), () => hashPassword(DEMO_PASSWORD)),
}

/** The shipped catalogue with nobody in it: production before its first start. */
const emptyBureau = {
  key: `empty bureau ${T0.toISOString()} ${sourceHash()}`,
  prepare: async (database: Database): Promise<void> => void (await prepareShipped(database)),
}

const bureaus = { demo: seededBureau, quiet: quietBureau, empty: emptyBureau }

interface Who {
  readonly userId: number
  readonly address: string
  sign(): Promise<string | null>
}

async function call<T>(
  app: FastifyInstance,
  { sign, address }: Who,
  request: InjectOptions,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const token = await sign()
  const raw = await app.inject({
    ...request,
    remoteAddress: address,
    ...(options.query && { query: { ...options.query } }),
    headers: {
      'accept-language': options.language ?? 'zh-Hans',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(options.idempotencyKey !== undefined && { 'x-idempotency-key': options.idempotencyKey }),
      ...options.headers,
    },
  })
  const isJson = String(raw.headers['content-type']).startsWith('application/json')
  const body = isJson ? raw.json<Record<string, unknown>>() : {}
  return { status: raw.statusCode, ...body, raw } as Answer<T>
}

function clientOf(app: FastifyInstance, who: Who): Client {
  return {
    token: who.sign,
    userId: who.userId,
    get: (url, options) => call(app, who, { method: 'GET', url }, options),
    post: (url, body, options) => call(app, who, { method: 'POST', url, payload: (body ?? {}) as object }, options),
    put: (url, body, options) => call(app, who, { method: 'PUT', url, payload: (body ?? {}) as object }, options),
    delete: (url, body, options) =>
      call(app, who, { method: 'DELETE', url, ...(body !== undefined && { payload: body as object }) }, options),
  }
}

/** Signs for a session, anew only when the clock was moved: the same token stands for every call of one moment. */
function signer(claims: TokenClaims, clock: MovableClock): () => Promise<string> {
  let signed: { readonly at: number; readonly token: Promise<string> } | null = null
  return () => {
    const now = clock.now()
    if (signed?.at !== now.getTime()) signed = { at: now.getTime(), token: tokens.sign(claims, now) }
    return signed.token
  }
}

/** Starts an application on a fresh copy of the seeded bureau. Close it. */
export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  const database: TestDatabase = options.database
    ? { url: undefined, ...options.database }
    : await createDatabase(options.engine ?? oneEngine[0] ?? 'embedded', bureaus[options.bureau ?? 'demo'])
  const clock = movableClock(T0)
  const announced: TestApp['announced'] = { changes: [], messages: [] }
  const pauses: number[] = []
  const outbox = createOutbox(database)
  const services = servicesOn(database, clock, options, announced, pauses, undefined, outbox)
  await services.caches.load()
  const app = await buildApp({
    services,
    ...(options.rateLimit !== undefined && { rateLimit: options.rateLimit }),
    ...(options.clientDir !== undefined && {
      clientDir: options.clientDir,
      // No second passes for the lines: the clock of a test jumps.
      live: await openLive(services, outbox, { ticking: false }),
    }),
  })
  await app.ready()

  const as = async (username: string): Promise<Client> => {
    const { rows } = await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(
      database.db,
    )
    const userId = rows[0]?.id
    if (userId === undefined) throw new Error(`nobody is called ${username}`)
    const session = await write(services, (unit) =>
      openSession(unit, { userId, ip: '127.0.0.1', agent: 'test', remember: true }),
    )
    return clientOf(app, { userId, address: LOCAL, sign: signer({ userId, sessionId: session.sessionId }, clock) })
  }
  return {
    app,
    services,
    database,
    clock,
    announced,
    pauses,
    as,
    guest: clientOf(app, { userId: 0, address: LOCAL, sign: async () => null }),
    from: (address) => clientOf(app, { userId: 0, address, sign: async () => null }),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
