import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedName } from '#src/define/names.ts'
import type { Announcement } from '#src/server/live/feed.ts'
import { createRecent, RECENT_MS } from '#src/server/live/recent.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, openBureau } from './node.ts'

describe.each(oneEngine)('a line that opens after its page began to read on %s', (engine) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(() => bureau.close())

  const announce = (record: string, id: number | null = null) =>
    write(bureau.services, async (unit) => unit.changed(record as AnnouncedName, id))
  let ends = 0
  /** What a new line hears until an announcement made after it opened; of such ends nothing, since that of the line before may still be on its way. */
  const messagesOf = async (username: string, missed?: number) => {
    ends += 1
    const end = `end${ends}`
    const { token } = await bureau.signIn(username)
    const line = bureau.connect(token, {}, missed)
    await new Promise((resolve) => line.socket.once('open', resolve))
    await announce(end)
    await line.next(({ record }) => record === end)
    line.socket.terminate()
    return line.messages
      .filter(({ record }) => !/^end\d+$/.test(String(record)))
      .map(({ contentType, record, id }) => [contentType, record, id])
  }

  it('is sent once what changed meanwhile, and its message as a change of the bell', async () => {
    const witness = await bureau.join('zhang39')
    await announce('menu', 7)
    await announce('menu', 7)
    const { userId } = await bureau.signIn('pan42')
    await write(bureau.services, async (unit) =>
      unit.notify({ to: [userId], contentType: 'REMIND', title: { key: 'notice.written', params: ['Hello'] } }),
    )
    await announce('sent')
    await witness.next(({ record }) => record === 'sent')
    const menus = ['RECORD', 'menu', null]
    const bell = ['RECORD', 'notice', null]

    const caught = await messagesOf('pan42', 10)
    expect(caught.filter(([, record]) => record === 'menu')).toEqual([menus])
    expect(caught).toContainEqual(bell)
    expect(caught.map(([type]) => type)).not.toContain('REMIND')

    const others = await messagesOf('qin17', 10)
    expect(others).toContainEqual(menus)
    expect(others).not.toContainEqual(bell)

    expect(await messagesOf('pan42')).toEqual([])
    witness.socket.terminate()
  })

  it('is told to read everything again where the server began to run after the page', async () => {
    expect((await messagesOf('pan42', 3_600_000))[0]).toEqual(['MISSED', undefined, undefined])
  })
})

describe('what a node sent lately', () => {
  const announcement = (id: number): Announcement => ({
    id,
    contentType: 'RECORD',
    record: 'menu',
    recordId: null,
    register: null,
    recipients: null,
    body: null,
  })

  it('is kept for seventy seconds and then no longer claimed to be complete', () => {
    let now = 0
    const recent = createRecent(() => now)
    recent.add(announcement(1))
    now = RECENT_MS - 1
    recent.add(announcement(2))
    const within = (milliseconds: number) => recent.within(milliseconds, 0)?.map(({ id }) => id) ?? null
    expect(within(10)).toEqual([2])
    expect(within(RECENT_MS - 1)).toEqual([1, 2])
    now = RECENT_MS + 1
    expect(within(RECENT_MS - 1)).toEqual([2])
    expect(within(RECENT_MS + 1)).toBeNull()
  })

  it('is not complete before the node began to run, nor where too much was sent', () => {
    let now = 1_000
    const recent = createRecent(() => now)
    now = 1_500
    expect(recent.within(500, 5_000)).toEqual([])
    expect(recent.within(501, 0)).toBeNull()
    for (let id = 0; id <= 5_000; id += 1) recent.add(announcement(id))
    expect(recent.within(100, 0)).toBeNull()
    now = 2_000
    recent.add(announcement(6_000))
    expect(recent.within(100, 0)?.map(({ id }) => id)).toEqual([6_000])
  })
})
