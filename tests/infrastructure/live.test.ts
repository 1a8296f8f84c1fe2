import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedName } from '#src/define/names.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, type Listening, openBureau } from './node.ts'

const minutes = (count: number): number => count * 60_000

describe.each(oneEngine)('the live connection on %s', (engine) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(() => bureau.close())

  const announce = (record: string, id: number | null = null) =>
    write(bureau.services, async (unit) => unit.changed(record as AnnouncedName, id))
  const tell = (to: readonly number[], key: string, link = '') =>
    write(bureau.services, async (unit) =>
      unit.notify({ to, contentType: 'REMIND', title: { key: 'notice.written', params: [key] }, link }),
    )

  /** The session was looked at: an authenticated call or heartbeat has arrived. */
  const seenAt = async (sessionId: string, moment: Date): Promise<void> => {
    for (;;) {
      const { rows } =
        await sql`select from session where id = ${sessionId}::uuid and last_seen_at >= ${moment}`.execute(
          bureau.database.db,
        )
      if (rows.length > 0) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('leaves one person ten lines: the oldest gives way, told by a code of its own', async () => {
    const person = await bureau.signIn('xi44')
    const lines: Listening[] = []
    for (let count = 0; count < 11; count += 1) {
      const line = bureau.connect(person.token)
      await new Promise((resolve) => line.socket.once('open', resolve))
      lines.push(line)
    }
    expect(await lines[0]!.closed).toBe(4429)
    expect(lines.slice(1).map(({ socket }) => socket.readyState)).toEqual(Array.from({ length: 10 }, () => 1))
    for (const { socket } of lines) socket.terminate()
  })

  it('delivers an announcement once to each socket, with the unread count', async () => {
    const pan = await bureau.join('pan42')
    await announce('menu', 7)
    await announce('end')
    await pan.next(({ record }) => record === 'end')
    expect(pan.messages.filter(({ record }) => record === 'menu')).toEqual([
      { contentType: 'RECORD', content: '', record: 'menu', id: null, unread: 0 },
    ])
    pan.socket.terminate()
  })

  it('SYS-103 sends a message only to its recipients, as title and link in their language', async () => {
    const [pan, other] = [await bureau.join('pan42'), await bureau.join('zhang39')]
    await tell([pan.userId, pan.userId], 'Hello', '/home')
    await announce('end1')
    await other.next(({ record }) => record === 'end1')
    await pan.next(({ record }) => record === 'end1')
    expect(pan.messages.filter(({ contentType }) => contentType === 'REMIND')).toEqual([
      { contentType: 'REMIND', content: 'Hello', link: '/home', unread: 1 },
    ])
    expect(other.messages.filter(({ contentType }) => contentType === 'REMIND')).toEqual([])
    pan.socket.terminate()
    other.socket.terminate()
  })

  it('a transaction that rolls back announces nothing', async () => {
    const pan = await bureau.join('pan42')
    const undone = write(bureau.services, async (unit) => {
      unit.changed('undone' as AnnouncedName, null)
      unit.notify({ to: [pan.userId], contentType: 'SYSTEM', title: { key: 'notice.written', params: ['undone'] } })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await announce('end2')
    await pan.next(({ record }) => record === 'end2')
    expect(pan.messages.some(({ record, content }) => record === 'undone' || content === 'undone')).toBe(false)
    pan.socket.terminate()
  })

  it('refuses a token that is none, with 4401', async () => {
    expect(await bureau.connect('no-token').closed).toBe(4401)
  })

  it('refuses an expired token and one of an ended session, with 4401', async () => {
    const { token, sessionId } = await bureau.signIn('pan42')
    bureau.clock.advance(minutes(16))
    expect(await bureau.connect(token).closed).toBe(4401)
    bureau.clock.advance(-minutes(16))
    await bureau.signOut(sessionId)
    expect(await bureau.connect(token).closed).toBe(4401)
  })

  describe('opened by a ticket', () => {
    const ticketOf = async (token: string): Promise<string> => {
      const { data } = await bureau.call('POST', '/api/system/socket_ticket/', token, {})
      return (data as { ticket: string }).ticket
    }
    const opened = (line: Listening) => new Promise((resolve) => line.socket.once('open', resolve))

    it('delivers like one opened by a token, and stands as long as the token of its heartbeat', async () => {
      const { token } = await bureau.signIn('pan42')
      const line = bureau.connect(await ticketOf(token))
      await opened(line)
      line.beat(token)
      await announce('ticketed')
      await line.next(({ record }) => record === 'ticketed')
      bureau.clock.advance(minutes(14))
      bureau.live.tick()
      expect(line.socket.readyState).toBe(line.socket.OPEN)
      bureau.clock.advance(minutes(2))
      bureau.live.tick()
      expect(await line.closed).toBe(4401)
      bureau.clock.advance(-minutes(16))
    })

    it('opens one line only, within 30 seconds, and of a session that stands', async () => {
      const { token, sessionId } = await bureau.signIn('pan42')
      const used = await ticketOf(token)
      const first = bureau.connect(used)
      await opened(first)
      expect(await bureau.connect(used).closed).toBe(4401)
      const late = await ticketOf(token)
      bureau.clock.advance(30_000)
      expect(await bureau.connect(late).closed).toBe(4401)
      bureau.clock.advance(-30_000)
      const orphan = await ticketOf(token)
      await bureau.signOut(sessionId)
      expect(await bureau.connect(orphan).closed).toBe(4401)
      expect(await bureau.connect('ticket-none').closed).toBe(4401)
      first.socket.terminate()
    })

    it('is closed without a heartbeat that names its token', async () => {
      const { token } = await bureau.signIn('pan42')
      const line = bureau.connect(await ticketOf(token))
      await opened(line)
      bureau.clock.advance(10_000)
      bureau.live.tick()
      expect(await line.closed).toBe(4401)
      bureau.clock.advance(-10_000)
    })

    it('stands in the database as a hash only', async () => {
      const { token } = await bureau.signIn('pan42')
      const ticket = await ticketOf(token)
      const { rows } = await sql<{ hash: string }>`select hash from socket_ticket`.execute(bureau.database.db)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.map(({ hash }) => hash)).not.toContain(ticket)
    })
  })

  it('tells every browser of a published version, as VERSION', async () => {
    const pan = await bureau.join('pan42')
    await announce('appVersion', 3)
    expect(await pan.next(({ contentType }) => contentType === 'VERSION')).toEqual({
      contentType: 'VERSION',
      content: '',
      unread: expect.any(Number),
    })
    pan.socket.terminate()
  })

  it('sends the notice of an article to its readers', async () => {
    const pan = await bureau.join('pan42')
    await write(bureau.services, async (unit) =>
      unit.notify({
        to: [pan.userId],
        contentType: 'ARTICLE',
        title: { key: 'notice.written', params: ['News'] },
        link: '/publicarticles/1',
      }),
    )
    expect(await pan.next(({ contentType }) => contentType === 'ARTICLE')).toMatchObject({
      content: 'News',
      link: '/publicarticles/1',
    })
    pan.socket.terminate()
  })

  it('refuses a page of a foreign origin before the handshake, and takes its own and the public one', async () => {
    const { token } = await bureau.signIn('pan42')
    expect(await bureau.connect(token, { origin: 'https://evil.example' }).closed).toBe(1006)
    for (const origin of [bureau.url, 'https://bureau.example']) {
      const line = bureau.connect(token, { origin })
      await new Promise((resolve) => line.socket.once('open', resolve))
      line.socket.terminate()
    }
  })

  it('ends a line that was opened by a clock months ahead, once that is set right', async () => {
    const ahead = 400 * 24 * 3_600_000
    bureau.clock.advance(ahead)
    const line = await bureau.join('pan42')
    bureau.clock.advance(-ahead)
    bureau.live.tick()
    expect(await line.closed).toBe(4401)
  })

  it('closes at once when the session ends', async () => {
    const pan = await bureau.join('pan42')
    await bureau.signOut(pan.sessionId)
    expect(await pan.closed).toBe(4401)
  })

  it('closes at once when the user is disabled', async () => {
    const pan = await bureau.join('pan42')
    await sql`update app_user set state = false where id = ${pan.userId}`.execute(bureau.database.db)
    expect(await pan.closed).toBe(4401)
    await sql`update app_user set state = true where id = ${pan.userId}`.execute(bureau.database.db)
  })

  it('closes a client that is silent for ten seconds, and keeps one that beats', async () => {
    const [silent, beating] = [await bureau.join('pan42'), await bureau.join('zhang39')]
    for (let second = 0; second < 9; second += 1) bureau.live.tick()
    await new Promise((resolve) => {
      beating.socket.once('pong', resolve)
      beating.beat(beating.token)
      beating.socket.ping()
    })
    bureau.live.tick()
    bureau.live.tick()
    expect(await silent.closed).toBe(4408)
    expect(beating.socket.readyState).toBe(beating.socket.OPEN)
    beating.socket.terminate()
  })

  it('a heartbeat with the newer token extends the connection beyond the old one', async () => {
    const [renewed, forgetful] = [await bureau.join('pan42'), await bureau.join('zhang39')]
    bureau.clock.advance(minutes(10))
    const newer = await bureau.services.tokens.sign(
      { userId: renewed.userId, sessionId: renewed.sessionId },
      bureau.clock.now(),
    )
    renewed.beat(newer)
    await seenAt(renewed.sessionId, bureau.clock.now())
    // An older token after a newer one changes nothing.
    renewed.beat(renewed.token)
    await announce('renewed')
    await renewed.next(({ record }) => record === 'renewed')
    bureau.clock.advance(minutes(6))
    bureau.live.tick()
    expect(await forgetful.closed).toBe(4401)
    expect(renewed.socket.readyState).toBe(renewed.socket.OPEN)
    bureau.clock.advance(-minutes(16))
    renewed.socket.terminate()
  })

  it("closes on another user's token, on a bad one, on anything that is no heartbeat and on a huge frame", async () => {
    const other = await bureau.signIn('zhang39')
    const abuses: readonly (readonly [send: string | Buffer, code: number])[] = [
      [JSON.stringify({ token: other.token }), 4401],
      [JSON.stringify({ token: 'rubbish' }), 4401],
      ['hello', 1008],
      [JSON.stringify({ hello: 1 }), 1008],
      [Buffer.from('binary'), 1008],
      ['x'.repeat(1024 * 1024), 1009],
    ]
    for (const [abuse, code] of abuses) {
      const pan = await bureau.join('pan42')
      pan.socket.send(abuse)
      expect(await pan.closed).toBe(code)
    }
  })

  it('closes a client that floods', async () => {
    const pan = await bureau.join('pan42')
    await new Promise((resolve) => {
      pan.socket.once('pong', resolve)
      for (let count = 0; count < 100; count += 1) pan.beat(pan.token)
      pan.socket.ping()
    })
    bureau.live.tick()
    expect(await pan.closed).toBe(1008)
  })

  it('cuts off a reader that does not read instead of keeping everything for it', async () => {
    const pan = await bureau.join('pan42')
    const connected = bureau.app.websocketServer.clients
    const before = connected.size
    pan.socket.pause()
    const text = 'x'.repeat(500_000)
    for (let count = 0; count < 40 && connected.size === before; count += 1)
      await tell([pan.userId], `${count} ${text}`)
    while (connected.size === before) await new Promise((resolve) => setImmediate(resolve))
    expect(connected.size).toBe(before - 1)
    pan.socket.terminate()
  })

  it('tells of a record only to those who may search it, and of rows only to those who reach all', async () => {
    const [all, none] = [await bureau.join('he20'), await bureau.join('pan42')]
    await announce('payment', 5)
    await announce('end3')
    await all.next(({ record }) => record === 'end3')
    await none.next(({ record }) => record === 'end3')
    expect(none.messages.filter(({ record }) => record === 'payment')).toEqual([])
    expect(all.messages.find(({ record }) => record === 'payment')).toMatchObject({
      record: 'payment',
      id: 5,
    })
    all.socket.terminate()
    none.socket.terminate()
  })
})
