/** What a bureau that begins needs for a test: an empty PostgreSQL database under a role without privileges, the production server on it, and people who come in through the front door. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import writeXlsxFile from 'write-excel-file/node'
import { type Environment, readEnvironment } from '#src/server/app/environment.ts'
import { audit } from '#src/server/audit/audit.ts'
import { createAuditKeys } from '#src/server/audit/keys.ts'
import type { Finding } from '#src/server/audit/verify.ts'
import { connect } from '#src/server/database/connect.ts'
import { createDatabase } from '#tests/harness/engines.ts'

/** Where the bureau lives. */
export interface Place {
  readonly environment: Environment
  remove(): Promise<void>
}

/** A database of its own, owned by a role that may do nothing else, and a lesser role for the server. */
export async function emptyPlace(): Promise<Place> {
  const database = await createDatabase('postgres')
  const url = new URL(database.url ?? '')
  const role = `bureau_${randomBytes(6).toString('hex')}`
  const server = `${role}_server`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create role ${role} login password 'only-for-this-test' nosuperuser nocreatedb nocreaterole`)
  await admin.query(`create role ${server} login password 'only-for-this-test' nosuperuser nocreatedb nocreaterole`)
  await admin.query(`alter database ${url.pathname.slice(1)} owner to ${role}`)
  await admin.query('revoke all on schema public from public')
  await admin.query(`grant all on schema public to ${role}`)
  await admin.end()
  url.password = 'only-for-this-test'
  url.username = role
  const owner = url.href
  url.username = server
  const dataDir = mkdtempSync(join(tmpdir(), 'bureau-'))
  const environment = readEnvironment({
    NODE_ENV: 'production',
    DATABASE_URL: url.href,
    MIGRATE_DATABASE_URL: owner,
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(32).toString('base64url'),
    DATA_KEY: randomBytes(32).toString('base64url'),
    AUDIT_KEY: randomBytes(32).toString('base64url'),
    HOST: '127.0.0.1',
    PORT: '0',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'silent',
  })
  return {
    environment,
    remove: async () => {
      await database.close()
      const last = new pg.Client({ connectionString: new URL('/postgres', database.url).href })
      await last.connect()
      await last.query(`drop role ${server}`)
      await last.query(`drop role ${role}`)
      await last.end()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** What the audit of the bureau finds while its server runs. */
export async function auditFindings({ environment }: Place): Promise<readonly Finding[]> {
  const database = await connect({ databaseUrl: environment.databaseUrl ?? '' })
  const keys = createAuditKeys([environment.auditKey ?? ''])
  try {
    return (await audit(database.db, keys, environment)).findings
  } finally {
    await database.close()
  }
}

/** The envelope of an answer. */
export interface Said<T> {
  readonly code: number
  readonly msg: string
  readonly errKey?: string
  readonly errors?: unknown
  readonly data: T
  readonly total?: number
}

async function send<T>(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<Said<T>> {
  const answer = await fetch(url, {
    method,
    headers: {
      'accept-language': 'zh-Hans',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Said<T>
}

/** Answers the sum that the sign-in page asks those who cannot read its picture. */
export async function answeredCaptcha(origin: string): Promise<{ captcha: string; captchaKey: string }> {
  const { data } = await send<{ key: string; question: string }>(
    `${origin}/api/captcha/?kind=text`,
    'GET',
    undefined,
    {},
  )
  const [, left, sign, right] = /(\d+) (加|减) (\d+)/.exec(data.question) ?? []
  const answer = sign === '加' ? Number(left) + Number(right) : Number(left) - Number(right)
  return { captcha: String(answer), captchaKey: data.key }
}

/** Somebody at a computer of their own. */
export interface Person {
  get<T = unknown>(path: string): Promise<Said<T>>
  post<T = unknown>(path: string, body?: unknown): Promise<Said<T>>
  put<T = unknown>(path: string, body: unknown): Promise<Said<T>>
  /** Sends a table of texts as the workbook of an import. */
  sheet<T = unknown>(path: string, rows: readonly (readonly string[])[]): Promise<Said<T>>
}

/** Nobody yet. */
export const visitor = (origin: string, ip: string, token?: string): Person => {
  const headers = {
    'x-forwarded-for': ip,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return {
    get: (path) => send(origin + path, 'GET', undefined, headers),
    post: (path, body = {}) => send(origin + path, 'POST', body, headers),
    put: (path, body) => send(origin + path, 'PUT', body, headers),
    sheet: async <T>(path: string, rows: readonly (readonly string[])[]) => {
      const form = new FormData()
      const content = await writeXlsxFile(rows.map((row) => [...row])).toBuffer()
      form.set('file', new Blob([new Uint8Array(content)]), 'import.xlsx')
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: { 'accept-language': 'zh-Hans', ...headers },
        body: form,
      })
      return (await answer.json()) as Said<T>
    },
  }
}

/** Signs in with captcha and password. */
export async function enter(
  origin: string,
  ip: string,
  username: string,
  password: string,
): Promise<Said<{ access: string; mustChangePassword: boolean }> & { person: Person }> {
  const said = await visitor(origin, ip).post<{ access: string; mustChangePassword: boolean }>('/api/login/', {
    username,
    password,
    ...(await answeredCaptcha(origin)),
  })
  return { ...said, person: visitor(origin, ip, said.data?.access) }
}
