import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedName } from '#src/define/names.ts'
import { listen } from '#src/server/database/notify.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { OUTBOX_CHANNEL } from '#src/server/live/outbox.ts'
import { write } from '#src/server/work.ts'
import { engines } from '#tests/harness/engines.ts'
import { type Bureau, type Node, openBureau } from './node.ts'

describe.runIf(engines.includes('postgres'))('two nodes on one PostgreSQL', () => {
  let first: Bureau
  let second: Node
  beforeAll(async () => {
    first = await openBureau('postgres')
    second = await first.second()
  })
  afterAll(() => first.close())

  /** A node that dies between its commit and its call. */
  const dying = (): Node['services'] => {
    const { services } = first
    return { ...services, outbox: { ...services.outbox, wake: () => undefined } }
  }

  // The first of all, while no call of an earlier commit is on its way.
  it('calls the others after the commit and not by it, which would let one commit at a time reach the disk', async () => {
    const { database } = second.services
    const heard: string[] = []
    let isNotified = (): void => undefined
    const notified = new Promise<void>((resolve) => {
      isNotified = resolve
    })
    const hear = (payload: string): void => {
      heard.push(payload)
      if (payload === 'afterwards') isNotified()
    }
    const stop = await listen(database, OUTBOX_CHANNEL, hear, isNotified)
    await write(dying(), async (unit) => unit.changed('uncalled' as AnnouncedName, null))
    await sql`select pg_notify(${OUTBOX_CHANNEL}, 'afterwards')`.execute(first.services.database.db)
    await notified
    await stop()
    expect(heard).toEqual(['afterwards'])
  })

  it('I18 each delivers what either of them committed, once', async () => {
    const [here, there] = [await first.join('pan42'), await second.join('pan42')]
    for (const node of [first, second]) {
      for (let count = 0; count < 20; count += 1)
        await write(node.services, async (unit) => unit.changed(`action${count}` as AnnouncedName, null))
    }
    await write(first.services, async (unit) => unit.changed('last' as AnnouncedName, null))
    for (const line of [here, there]) {
      await line.next(({ record }) => record === 'last')
      const actions = line.messages.map(({ record }) => String(record)).filter((record) => record.startsWith('action'))
      expect(actions.length).toBe(40)
      expect(new Set(actions).size).toBe(20)
      line.socket.terminate()
    }
  })

  it('delivers rows whose numbers were given out long before their commit', async () => {
    const there = await second.join('pan42')
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    // The slow transaction takes its number first and commits last.
    const slow = write(first.services, async (unit) => {
      await first.services.outbox.store(unit, [{ record: 'slow', id: null }], [])
      await gate
    })
    await write(first.services, async (unit) => unit.changed('quick' as AnnouncedName, null))
    await there.next(({ record }) => record === 'quick')
    release()
    await slow
    await write(first.services, async (unit) => unit.changed('after' as AnnouncedName, null))
    await there.next(({ record }) => record === 'after')
    expect(there.messages.filter(({ record }) => record === 'slow')).toHaveLength(1)
    there.socket.terminate()
  })

  it('I18 finds by itself what another committed that died before it called: within 15 seconds', async () => {
    for (let passed = 0; passed < 8; passed += 1) second.live.tick()
    const there = await second.join('pan42')
    await write(dying(), async (unit) => unit.changed('orphan' as AnnouncedName, null))
    for (let passed = 8; passed < 15; passed += 1) second.live.tick()
    await there.next(({ record }) => record === 'orphan')
    expect(there.messages.filter(({ record }) => record === 'orphan')).toHaveLength(1)
    there.socket.terminate()
  })

  it('a sign-out on one node closes the connection on the other', async () => {
    const there = await second.join('pan42')
    await first.signOut(there.sessionId)
    expect(await there.closed).toBe(4401)
  })

  it('a notice read on one node changes the bell on the other', async () => {
    const there = await second.join('zhang39')
    await write(first.services, async (unit) =>
      unit.notify({ to: [there.userId], contentType: 'SYSTEM', title: { key: 'notice.written', params: ['bell'] } }),
    )
    const { unread } = await there.next(({ content }) => content === 'bell')
    const { token } = await first.signIn('zhang39')
    await first.call('GET', '/api/v1/sms/notice/mark_all_read/', token)
    const bell = await there.next(({ record }) => record === 'notice')
    expect([unread, bell.unread]).toEqual([1, 0])
    there.socket.terminate()
  })

  it('two runners do a due duty once', async () => {
    const done: string[] = []
    const duty = { name: 'trial.twoRunners', every: { minutes: 5 }, work: async () => void done.push('done') }
    await enlist(first.services, [duty])
    await enlist(second.services, [duty])
    await Promise.all([runDueJobs(first.services, [duty]), runDueJobs(second.services, [duty])])
    expect(done).toEqual(['done'])
  })
})
