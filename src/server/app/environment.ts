import { join } from 'node:path'
import { z } from 'zod'
import { type Addresses, addressesOf } from '#src/define/addresses.server.ts'
import { StartRefusedError } from './startRefusal.ts'

/** Never part of a message: a password stands in it. */
const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

const flag = z.enum(['on', 'off'])
/** Addresses and networks separated by commas. */
const addressList = z
  .string()
  .refine((text) => addressesOf(text) !== null)
  .optional()

/** Environment variables of 97-api, checked before anything else happens. */
const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'is not a PostgreSQL URL (postgres://user:password@host:5432/database)')
    .optional(),
  /** PostgreSQL as the owner of the tables, where the server is another role. */
  MIGRATE_DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'is not a PostgreSQL URL (postgres://user:password@host:5432/database)')
    .optional(),
  CAPTCHA: flag.default('on'),
  TEST_NOW: z.string().optional(),
  JWT_SECRET: z.string().min(32).optional(),
  /** Keys for sensitive columns, at least 32 characters each, separated by commas; the first seals, the others still open. */
  DATA_KEY: z
    .string()
    .regex(/^[^,]{32,}(,[^,]{32,})*$/)
    .optional(),
  /** Keys that sign the audit logs, as DATA_KEY; the first signs, the others still check. */
  AUDIT_KEY: z
    .string()
    .regex(/^[^,]{32,}(,[^,]{32,})*$/)
    .optional(),
  /** Where the heads of the audit logs are kept outside the database. */
  AUDIT_DIR: z.string().min(1).optional(),
  /** Folder of the backups, and the second place to which each is copied. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_COPY_DIR: z.string().min(1).optional(),
  /** Where the proxy in front stands (`on` is this machine): X-Forwarded-For counts only from there. */
  TRUST_PROXY: z
    .string()
    .refine((text) => /^(off|on)$/.test(text) || addressesOf(text) !== null)
    .default('off'),
  METRICS_FROM: addressList,
  ADMIN_FROM: addressList,
  PUBLIC_ORIGIN: z
    .string()
    .regex(/^https?:\/\/[^/]+$/)
    .optional(),
  /** `host:port` of a virus scanner with the protocol of clamd. */
  FILE_SCANNER: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/)
    .optional(),
  /** Hosts that web hooks may call although they are not public, or without TLS, separated by commas. */
  WEB_HOOK_HOSTS: z
    .string()
    .regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/)
    .optional(),
  RATE_LIMIT: z.coerce.number().int().min(0).default(6000),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
})

export interface Environment {
  readonly production: boolean
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Runs the migrations instead of `databaseUrl`; null when they are the same role. */
  readonly migrateDatabaseUrl: string | null
  readonly captcha: boolean
  readonly testNow: Date | null
  /** Null in the demo without one: a generated key is kept in the data folder. */
  readonly jwtSecret: string | null
  /** Keys for sensitive texts at rest, newest first, separated by commas. Null as above. */
  readonly dataKey: string | null
  /** Keys that sign the audit logs, newest first, separated by commas. Null as above. */
  readonly auditKey: string | null
  /** Folder of the heads of the audit logs; default `audit` in the data folder. */
  readonly auditDir: string
  /** Folder of the backups; default `backups` in the data folder. */
  readonly backupDir: string
  /** Second place to which each backup is copied; null makes no copy. */
  readonly backupCopyDir: string | null
  /** Addresses of the proxies in front; false believes none. */
  readonly trustProxy: string | false
  /** Who may read `/metrics` besides this machine. */
  readonly metricsFrom: Addresses | null
  /** From where administrators may sign in and work; null is from everywhere. */
  readonly adminFrom: Addresses | null
  readonly publicOrigin: string | null
  readonly scanner: { readonly host: string; readonly port: number } | null
  /** Hosts that web hooks may call although they are not public, or without TLS. */
  readonly webHookHosts: readonly string[]
  /** Requests a minute from one address; 0 is no limit. */
  readonly rateLimit: number
  readonly logLevel: string
}

/** Reads the environment; throws with the names of what is wrong. Production refuses what only tests may have and asks for its secrets. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = variables.safeParse(given)
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefusedError(`environment: ${wrong.join('; ')}`)
  }
  const env = result.data
  const production = env.NODE_ENV === 'production'
  const testNow = env.TEST_NOW === undefined ? null : new Date(env.TEST_NOW)
  if (testNow && Number.isNaN(testNow.getTime())) throw new StartRefusedError('environment: TEST_NOW is not a time')
  if (production && env.CAPTCHA === 'off')
    throw new StartRefusedError('environment: CAPTCHA=off is refused in production')
  if (production && testNow) throw new StartRefusedError('environment: TEST_NOW is refused in production')
  if (production && env.JWT_SECRET === undefined)
    throw new StartRefusedError('environment: production needs JWT_SECRET with at least 32 characters')
  if (production && env.DATA_KEY === undefined)
    throw new StartRefusedError('environment: production needs DATA_KEY with at least 32 characters')
  if (production && env.AUDIT_KEY === undefined)
    throw new StartRefusedError('environment: production needs AUDIT_KEY with at least 32 characters')
  if (!production && !isLoopback(env.HOST))
    throw new StartRefusedError('environment: the demo listens on loopback only; use HOST=127.0.0.1 or production mode')
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL ?? null,
    captcha: env.CAPTCHA === 'on',
    testNow,
    jwtSecret: env.JWT_SECRET ?? null,
    dataKey: env.DATA_KEY ?? null,
    auditKey: env.AUDIT_KEY ?? null,
    auditDir: env.AUDIT_DIR ?? join(env.DATA_DIR, 'audit'),
    backupDir: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
    backupCopyDir: env.BACKUP_COPY_DIR ?? null,
    trustProxy: proxiesOf(env.TRUST_PROXY),
    metricsFrom: env.METRICS_FROM === undefined ? null : addressesOf(env.METRICS_FROM),
    adminFrom: env.ADMIN_FROM === undefined ? null : addressesOf(env.ADMIN_FROM),
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    scanner: addressOf(env.FILE_SCANNER),
    webHookHosts: (env.WEB_HOOK_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
    rateLimit: env.RATE_LIMIT,
    logLevel: env.LOG_LEVEL,
  }
}

function proxiesOf(text: string): string | false {
  if (text === 'off') return false
  // Never a whole range of private addresses: people's own computers have such.
  return text === 'on' ? 'loopback' : text
}

function addressOf(text: string | undefined): { host: string; port: number } | null {
  const [host, port] = text?.split(':') ?? []
  return host === undefined || port === undefined ? null : { host, port: Number(port) }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
