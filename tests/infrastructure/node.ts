/** One or two real server nodes on one seeded database: they listen on loopback, send what the outbox holds, and people connect to them. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import WebSocket from 'ws'
import type { AnnouncedName } from '#src/define/names.ts'
import { openSession, revokeSession } from '#src/server/access/session.ts'
import { createTokens } from '#src/server/access/tokens.ts'
import { buildApp } from '#src/server/app/app.ts'
import { createServices, type Services } from '#src/server/app/services.ts'
import { createAuditKeys } from '#src/server/audit/keys.ts'
import { type MovableClock, movableClock } from '#src/server/clock.ts'
import { connect, type Database } from '#src/server/database/connect.ts'
import { type Live, openLive } from '#src/server/live/live.ts'
import { createOutbox } from '#src/server/live/outbox.ts'
import { createVault } from '#src/server/secrets/vault.ts'
import { write } from '#src/server/work.ts'
import { seededBureau, T0 } from '#tests/harness/app.ts'
import { backupsApart } from '#tests/harness/backups.ts'
import { createDatabase, type EngineKind, type TestDatabase } from '#tests/harness/engines.ts'
import { parserFile } from '#tests/harness/parserFile.ts'

const tokens = createTokens(Buffer.from('a signing key that only the tests know'))

/** A message as it arrives at a client. */
export interface Received {
  readonly contentType: string
  readonly content: string
  readonly unread: number
  readonly link?: string
  readonly record?: string
  readonly id?: number | null
  readonly ticketId?: number | null
}

/** A connected client. */
export interface Listening {
  readonly socket: WebSocket
  readonly messages: readonly Received[]
  /** The first message, here already or still to come, that fits. */
  next(fits: (message: Received) => boolean): Promise<Received>
  /** Close code, once it is closed. */
  readonly closed: Promise<number>
  beat(token: string): void
}

export interface Node {
  readonly services: Services
  readonly live: Live
  readonly app: FastifyInstance
  readonly clock: MovableClock
  readonly database: Database
  readonly url: string
  /** Opens a session and gives its first token. */
  signIn(username: string): Promise<{ userId: number; sessionId: string; token: string }>
  signOut(sessionId: string): Promise<void>
  /** `missed`: milliseconds the page says to have been reading without a line. */
  connect(token: string, options?: WebSocket.ClientOptions, missed?: number): Listening
  /** A client that is certainly taken in: a message to it went through. */
  join(username: string): Promise<Listening & { userId: number; sessionId: string; token: string }>
  /** Calls the API as somebody. */
  call(
    method: string,
    path: string,
    token: string,
    body?: unknown,
  ): Promise<{ code: number; data: unknown; total?: number; errKey?: string }>
  close(): Promise<void>
}

function listening(socket: WebSocket): Listening {
  const messages: Received[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as Received)
    for (const look of [...waiting]) look()
  })
  // A refused handshake is told by the close as well.
  socket.on('error', () => undefined)
  return {
    socket,
    messages,
    closed: new Promise((resolve) => socket.on('close', (code) => resolve(code))),
    next: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = messages.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    beat: (token) => socket.send(JSON.stringify({ token })),
  }
}

async function openNode(database: Database, clock: MovableClock, dataDir: string): Promise<Node> {
  const outbox = createOutbox(database)
  const services = createServices({
    database,
    clock,
    tokens,
    outbox,
    vault: createVault(['a data key that only the tests know']),
    auditKeys: createAuditKeys(['an audit key that only the tests know']),
    backups: backupsApart(),
    mode: { production: false, captcha: false, dataDir, publicOrigin: 'https://bureau.example', adminFrom: null },
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    parser: { file: parserFile },
  })
  await services.caches.load()
  const live = await openLive(services, outbox, { ticking: false })
  const app = await buildApp({ services, live })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let marks = 0

  const signIn: Node['signIn'] = async (username) => {
    const { rows } = await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(
      database.db,
    )
    const userId = rows[0]!.id
    const { sessionId } = await write(services, (unit) =>
      openSession(unit, { userId, ip: '127.0.0.1', agent: 'test', remember: true }),
    )
    return { userId, sessionId, token: await tokens.sign({ userId, sessionId }, clock.now()) }
  }
  const open: Node['connect'] = (token, options, missed) => {
    const query = new URLSearchParams({ language: 'en', ...(missed !== undefined && { missed: String(missed) }) })
    return listening(new WebSocket(`${url.replace('http', 'ws')}/ws/${token}/?${query}`, options))
  }
  return {
    services,
    live,
    app,
    clock,
    database,
    url,
    signIn,
    connect: open,
    signOut: (sessionId) => write(services, (unit) => revokeSession(unit, sessionId, 'signOut')),
    async join(username) {
      const person = await signIn(username)
      const line = open(person.token)
      await new Promise((resolve) => line.socket.once('open', resolve))
      marks += 1
      await write(services, async (unit) => unit.changed(`mark${marks}` as AnnouncedName, null))
      await line.next(({ record }) => record === `mark${marks}`)
      return { ...line, ...person }
    },
    async call(method, path, token, body) {
      const headers = {
        authorization: `Bearer ${token}`,
        'accept-language': 'en',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as { code: number; data: unknown }
    },
    async close() {
      await app.close()
    },
  }
}

/** A fresh seeded database with one node; `second` starts another one beside it (PostgreSQL only). */
export interface Bureau extends Node {
  second(): Promise<Node>
}

export async function openBureau(engine: EngineKind): Promise<Bureau> {
  const database: TestDatabase = await createDatabase(engine, seededBureau)
  // The bells of the demo are full; these tests count from nothing.
  await sql`delete from notice`.execute(database.db)
  await sql`delete from notice_sending`.execute(database.db)
  const clock = movableClock(T0)
  const dataDir = mkdtempSync(join(tmpdir(), 'files-'))
  const node = await openNode(database, clock, dataDir)
  const others: { node: Node; database: Database }[] = []
  return {
    ...node,
    async second() {
      const other = await connect({ databaseUrl: database.url })
      const started = await openNode(other, clock, dataDir)
      others.push({ node: started, database: other })
      return started
    },
    async close() {
      for (const other of others) {
        await other.node.close()
        await other.database.close()
      }
      await node.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
