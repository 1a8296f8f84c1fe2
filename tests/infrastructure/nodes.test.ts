import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
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

  it('I18 each delivers what either of them committed, once', async () => {
    const [here, there] = [await first.join('pan42'), await second.join('pan42')]
    for (const node of [first, second]) {
      for (let count = 0; count < 20; count += 1)
        await write(node.services, async (base) => base.changed(`deed${count}`, null))
    }
    await write(first.services, async (base) => base.changed('last', null))
    for (const line of [here, there]) {
      await line.next(({ content }) => content['record'] === 'last')
      const deeds = line.messages
        .map(({ content }) => String(content['record']))
        .filter((record) => record.startsWith('deed'))
      expect(deeds.length).toBe(40)
      expect(new Set(deeds).size).toBe(20)
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
    const slow = write(first.services, async (base) => {
      await first.services.outbox.store(base, [{ record: 'slow', id: null }], [])
      await gate
    })
    await write(first.services, async (base) => base.changed('quick', null))
    await there.next(({ content }) => content['record'] === 'quick')
    release()
    await slow
    await write(first.services, async (base) => base.changed('after', null))
    await there.next(({ content }) => content['record'] === 'after')
    expect(there.messages.filter(({ content }) => content['record'] === 'slow')).toHaveLength(1)
    there.socket.terminate()
  })

  it('a sign-out on one node closes the connection on the other', async () => {
    const there = await second.join('pan42')
    await first.signOut(there.sessionId)
    expect(await there.closed).toBe(4401)
  })

  it('a notice read on one node changes the bell on the other', async () => {
    const there = await second.join('zhang39')
    await write(first.services, async (base) =>
      base.notify({ to: [there.userId], contentType: 'SYSTEM', title: { key: 'notice.written', params: ['bell'] } }),
    )
    const { unread } = await there.next(({ content }) => content['title'] === 'bell')
    const { token } = await first.signIn('zhang39')
    await first.call('GET', '/api/v1/sms/notice/mark_all_read/', token)
    const bell = await there.next(({ content }) => content['record'] === 'notice')
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
