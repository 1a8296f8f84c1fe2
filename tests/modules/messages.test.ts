import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendPlanned } from '#src/server/notices/sendings.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const PATH = '/api/v1/sms/notice/'
const MINUTE = 60_000

interface Sent {
  readonly id: number
  readonly title: string
  readonly state: string
  readonly mayRecall: boolean
  readonly sentCount: number
  readonly send_datetime: string | null
  readonly targetNames: readonly string[]
}

describe.each(oneEngine)('messages written by hand on %s', (engine) => {
  let app: TestApp
  let fang: Client
  let pan: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    fang = await app.as('fang54')
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())

  const send = (more: Record<string, unknown>) =>
    fang.post<{ id: number; sent: number }>(`${PATH}send/`, {
      title: '演练通知',
      content: '<p>下午三点</p>',
      contentType: 'SYSTEM',
      targetType: 1,
      targets: [pan.userId],
      ...more,
    })
  const sentRow = async (id: number): Promise<Sent> =>
    (await fang.get<Sent[]>(`${PATH}get_self_send/`)).data.find((row) => row.id === id)!
  const titles = async (): Promise<readonly string[]> =>
    (await pan.get<{ title: string }[]>(`${PATH}get_self_receive/`)).data.map((notice) => notice.title)
  const look = () => write(app.services, (unit) => sendPlanned.run(unit))

  it('60.10 goes out when its time has come, to those who belong to the target then', async () => {
    const { data } = await send({ title: '定时一', sendAt: '2026-03-11 11:00:00' })
    expect(data.sent).toBe(0)
    expect(await sentRow(data.id)).toMatchObject({
      state: 'waiting',
      sentCount: 0,
      send_datetime: '2026-03-11 11:00:00',
    })
    await look()
    expect(await titles()).not.toContain('定时一')
    app.clock.advance(61 * MINUTE)
    await look()
    await look()
    expect((await titles()).filter((title) => title === '定时一')).toHaveLength(1)
    expect(await sentRow(data.id)).toMatchObject({ state: 'sent', sentCount: 1 })
  })

  it('60.10 can be taken back before it goes out, and within ten minutes after', async () => {
    const { data: planned } = await send({ title: '定时二', sendAt: '2026-03-12 08:00:00' })
    expect((await fang.post(`${PATH}${planned.id}/recall/`)).code).toBe(2000)
    app.clock.advance(24 * 60 * MINUTE)
    await look()
    expect(await titles()).not.toContain('定时二')
    expect(await sentRow(planned.id)).toMatchObject({ state: 'recalled', mayRecall: false })

    const { data: late } = await send({ title: '太迟' })
    app.clock.advance(11 * MINUTE)
    expect(await fang.post(`${PATH}${late.id}/recall/`)).toMatchObject({ code: 4001, errKey: 'notice.recallLate' })
    expect((await sentRow(late.id)).mayRecall).toBe(false)
    const yu = await app.as('yu55')
    expect((await yu.post(`${PATH}${late.id}/recall/`)).code).toBe(4004)
  })

  it.each([
    ['a time that is past', { sendAt: '2026-01-01 08:00:00' }],
    ['a time too far away', { sendAt: '2029-01-01 08:00:00' }],
    ['a time that is none', { sendAt: 'tomorrow' }],
    ['content that says nothing', { content: '<p><br></p><script>alert(1)</script>' }],
    ['content of more than 20 KB', { content: `<p>${'字'.repeat(7000)}</p>` }],
    ['a target that is nobody', { targets: [999_999] }],
  ])('60.10 refuses %s', async (_what, more) => {
    expect((await send(more)).code).toBe(4000)
  })

  it('60.10 names the targets, and is found by a part of its title or its sender', async () => {
    const { data: targets } = await fang.get<{ roles: { id: number; name: string }[]; departments: object[] }>(
      `${PATH}targets/`,
    )
    const role = targets.roles.find((one) => one.name === '出纳')!
    const { data } = await send({ title: '给出纳', targetType: 2, targets: [role.id] })
    expect((await sentRow(data.id)).targetNames).toEqual(['出纳'])
    expect((await pan.get(`${PATH}targets/`)).code).toBe(4003)
    expect(
      (await fang.get<Sent[]>(`${PATH}get_self_send/`, { query: { search: '给出' } })).data.map((row) => row.title),
    ).toEqual(['给出纳'])
    const found = await pan.get<{ title: string }[]>(`${PATH}get_self_receive/`, { query: { search: '定时一' } })
    expect(found.data.map((row) => row.title)).toEqual(['定时一'])
    expect((await pan.get(`${PATH}get_self_receive/`, { query: { search: '100%' } })).total).toBe(0)
  })

  it('SYS-104 the unread count is the total of the unread list, whatever happens', async () => {
    const unread = async (): Promise<number> =>
      (await pan.get(`${PATH}get_self_receive/`, { query: { is_read: 'false' } })).total ?? -1
    const start = await unread()
    const { data } = await send({ title: '计数' })
    expect(await unread()).toBe(start + 1)
    await fang.post(`${PATH}${data.id}/recall/`)
    expect(await unread()).toBe(start)
  })
})
