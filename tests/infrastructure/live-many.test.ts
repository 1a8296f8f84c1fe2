/** Many at once on the live connection: everybody who comes back after an interruption, and those who begin a handshake and never end it. */
import { once } from 'node:events'
import { connect as open, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedName } from '#src/define/names.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, type Listening, openBureau } from './node.ts'

/** Lines a person may have on a node. */
const LINES = 10
const PEOPLE = 50
const UNFINISHED = 300

describe.each(oneEngine)('many people on the live connection, on %s', (engine) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(() => bureau.close())

  const announce = (record: string) =>
    write(bureau.services, async (unit) => unit.changed(record as AnnouncedName, null))

  it(`of ${PEOPLE * LINES} lines that break and come back at once: each is taken in and hears everything once`, async () => {
    const { rows } = await sql<{ username: string }>`
      select username from app_user where state and deleted_at is null order by id limit ${PEOPLE}`.execute(
      bureau.database.db,
    )
    const tokens = await Promise.all(rows.map(async ({ username }) => (await bureau.signIn(username)).token))
    expect(tokens.length).toBe(PEOPLE)
    const all = async (): Promise<readonly Listening[]> => {
      const lines = Array.from({ length: LINES }, () => tokens.map((token) => bureau.connect(token))).flat()
      await Promise.all(lines.map(({ socket }) => once(socket, 'open')))
      return lines
    }
    const first = await all()
    expect(bureau.live.size).toBe(first.length)
    for (const { socket } of first) socket.terminate()
    const second = await all()
    await announce('many')
    await Promise.all(second.map((line) => line.next(({ record }) => record === 'many')))
    const heard = second.map(({ messages }) => messages.filter(({ record }) => record === 'many').length)
    expect(heard).toEqual(second.map(() => 1))
    for (const { socket } of second) socket.terminate()
    await Promise.all(second.map(({ closed }) => closed))
  })

  it(`of ${UNFINISHED} handshakes that are never finished: they take nobody's place, and the server waits for them a bounded time`, async () => {
    const { hostname, port } = new URL(bureau.url)
    const sockets: Socket[] = []
    for (let count = 0; count < UNFINISHED; count += 1) {
      const socket = open(Number(port), hostname)
      await once(socket, 'connect')
      socket.write('GET /ws/x/ HTTP/1.1\r\nHost: bureau\r\nUpgrade: websocket\r\n')
      sockets.push(socket)
    }
    const pan = await bureau.join('pan42')
    await announce('through')
    await pan.next(({ record }) => record === 'through')
    const { headersTimeout, requestTimeout } = bureau.app.server
    // Zero would be for ever.
    for (const limit of [headersTimeout, requestTimeout]) expect(limit).toBeGreaterThan(0)
    expect(headersTimeout).toBeLessThanOrEqual(60_000)
    expect(requestTimeout).toBeLessThanOrEqual(300_000)
    pan.socket.terminate()
    for (const socket of sockets) socket.destroy()
  })
})
