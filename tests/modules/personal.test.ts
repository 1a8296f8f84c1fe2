import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'

interface Profile {
  readonly gender: string
  readonly mobile: string
  readonly email: string
  readonly officePhone: string
  readonly bankName: string
  readonly bankAccount: string
  readonly avatar: string
  readonly version: number
}

/** A PNG of one colour, as a data URL. */
function picture(side: number): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    return Buffer.concat([head, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((side * 3 + 1) * side))
  const content = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${content.toString('base64')}`
}

describe('the personal centre (10.3)', () => {
  let app: TestApp
  let pan: Client
  beforeAll(async () => {
    app = await startApp()
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())

  const profile = async (who = pan) => (await who.get<Profile>('/api/personal/profile/')).data
  const save = async (change: object, who = pan) => {
    const { gender, mobile, email, officePhone, bankName, version } = await profile(who)
    return who.put('/api/personal/profile/', { gender, mobile, email, officePhone, bankName, version, ...change })
  }
  const stored = async (column: 'bank_account' | 'avatar'): Promise<string> =>
    (
      await sql<{ value: string }>`select ${sql.ref(column)} as value from app_user where username = 'pan42'`.execute(
        app.database.db,
      )
    ).rows[0]!.value

  it('changes what is one’s own, and keeps what others changed meanwhile', async () => {
    const { version } = await profile()
    expect(await save({ officePhone: '010-1234', gender: '2' })).toMatchObject({
      code: 2000,
      data: { officePhone: '010-1234', gender: '2', version: version + 1 },
    })
    expect(await save({ officePhone: 'x', version })).toMatchObject({ code: 4009 })
    expect(await save({ name: '别名' })).toMatchObject({ code: 4000 })
  })

  it('PER-01 changes mobile and email only with the current password, and counts wrong ones as failed sign-ins', async () => {
    expect(await save({ mobile: '13912345678' })).toMatchObject({
      code: 4000,
      errors: { password: [expect.any(String)] },
    })
    expect(await save({ mobile: '13912345678', password: 'wrong' })).toMatchObject({
      code: 4001,
      errKey: 'password.wrong',
    })
    const { rows } = await sql`select from login_log where username = 'pan42' and reason = 'password'`.execute(
      app.database.db,
    )
    expect(rows).toHaveLength(1)
    expect(await save({ mobile: '10000000043', password: DEMO_PASSWORD })).toMatchObject({
      code: 4000,
      errors: { mobile: [expect.any(String)] },
    })
    expect(await save({ mobile: '13912345678', email: 'pan@example.cn', password: DEMO_PASSWORD })).toMatchObject({
      code: 2000,
      data: { mobile: '13912345678' },
    })
  })

  it('PER-03 seals the bank account, shows it masked, logs the change and tells the person', async () => {
    const sent = app.announced.messages.length
    expect(await save({ bankName: '', bankAccount: '6222000011112222' })).toMatchObject({
      code: 4001,
      errKey: 'personal.payeeIncomplete',
    })
    expect(await save({ bankName: '示范银行', bankAccount: '6222000011112222' })).toMatchObject({
      code: 2000,
      data: { bankAccount: '**** 2222' },
    })
    expect(await stored('bank_account')).toMatch(/^sealed:/)
    expect(app.announced.messages.slice(sent)).toEqual([
      expect.objectContaining({ to: [pan.userId], contentType: 'SYSTEM', title: { key: 'notice.payeeChanged' } }),
    ])
    await expect
      .poll(
        async () =>
          (
            await sql<{
              diff: string
              request: string
            }>`select diff, request from operation_log where path = '/api/personal/profile/' and code = 2000 order by id desc limit 1`.execute(
              app.database.db,
            )
          ).rows[0],
      )
      .toMatchObject({
        diff: expect.stringContaining('示范银行'),
        request: expect.not.stringContaining('6222000011112222'),
      })
    // Saving the page again without touching it changes and tells nothing.
    const after = app.announced.messages.length
    expect(await save({})).toMatchObject({ code: 2000, data: { bankAccount: '**** 2222' } })
    expect(app.announced.messages.slice(after)).toEqual([])
  })

  it('takes a picture by its content and size only', async () => {
    const put = (image: string) => pan.post('/api/personal/avatar/', { image })
    expect(await put(picture(64))).toMatchObject({ code: 4013 })
    expect(await put('data:image/png;base64,PHN2Zz48L3N2Zz4=')).toMatchObject({ code: 4013 })
    expect(await put('data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=')).toMatchObject({ code: 4013 })
    expect((await put('https://example.invalid/a.png')).code).toBe(4013)
    expect((await put(picture(256))).code).toBe(2000)
    expect((await pan.get<{ avatar: string }>('/api/system/user/user_info/')).data.avatar).toBe(picture(256))
    expect((await put('')).code).toBe(2000)
    expect(await stored('avatar')).toBe('')
  })

  it('PER-02 a new password ends the other sessions, and each can be ended by itself', async () => {
    const [other, third] = [await app.as('pan42'), await app.as('pan42')]
    const sessions = (
      await pan.get<{ id: string; isOwn: boolean }[]>('/api/personal/session/', { query: { limit: '100' } })
    ).data
    expect(sessions.filter((session) => session.isOwn)).toHaveLength(1)
    const own = sessions.find((session) => session.isOwn)
    expect(await pan.post(`/api/personal/session/${own?.id}/end/`)).toMatchObject({ code: 4001, errKey: 'session.own' })
    // Somebody else's session is nobody's business.
    const ge = await app.as('ge43')
    expect((await ge.post(`/api/personal/session/${own?.id}/end/`)).code).toBe(4004)
    const change = { oldPassword: DEMO_PASSWORD, newPassword: 'Another#2026!', confirm: 'Another#2026!' }
    expect((await pan.post('/api/system/user/change_password/', change)).code).toBe(2000)
    for (const gone of [other, third]) expect((await gone.get('/api/personal/profile/')).code).toBe(401)
    expect((await pan.get<unknown[]>('/api/personal/session/')).data).toHaveLength(1)
    const again = await app.as('pan42')
    const list = (await pan.get<{ id: string; isOwn: boolean }[]>('/api/personal/session/')).data
    for (const session of list.filter((one) => !one.isOwn))
      expect((await pan.post(`/api/personal/session/${session.id}/end/`)).code).toBe(2000)
    expect((await again.get('/api/personal/profile/')).code).toBe(401)
  })

  it('shows the last sign-ins, refused ones among them', async () => {
    await app.guest.post('/api/login/', { username: 'pan42', password: 'wrong' })
    const last = await pan.get<{ success: boolean; reason: string }[]>('/api/personal/sign_in/')
    expect(last.data[0]).toMatchObject({ success: false, reason: 'password' })
    expect(last.data.length).toBeLessThanOrEqual(20)
  })

  it('hands approvals over for a time: the engine asks the delegate, and no type twice at once', async () => {
    const zhang = await app.as('zhang39')
    const yun = await app.as('yun40')
    const give = (change: object = {}) =>
      zhang.post<{ id: number }>('/api/personal/delegation/', {
        toUserId: yun.userId,
        ticketTypes: ['leaveApproval'],
        startAt: '2026-03-11 09:00:00',
        endAt: '2026-03-20 09:00:00',
        reason: '学习',
        ...change,
      })
    expect(await give({ toUserId: zhang.userId })).toMatchObject({
      code: 4000,
      errors: { toUserId: [expect.any(String)] },
    })
    expect(await give({ endAt: '2026-04-11 09:00:00' })).toMatchObject({
      code: 4000,
      errors: { endAt: [expect.stringContaining('30')] },
    })
    expect(await give({ endAt: '2026-03-11 09:30:00' })).toMatchObject({
      code: 4000,
      errors: { endAt: [expect.any(String)] },
    })
    expect(await give({ ticketTypes: ['nonsense'] })).toMatchObject({ code: 4000 })
    expect(await give({ below: '0.00' })).toMatchObject({ code: 4000 })
    // What has no amount is below every sum (WF-06).
    const made = await give({ below: '5000', takesOpen: true })
    expect(made.code).toBe(2000)
    expect(await give({ ticketTypes: [] })).toMatchObject({ code: 4001, errKey: 'personal.delegationOverlap' })
    expect((await give({ ticketTypes: ['otherBusiness'] })).code).toBe(2000)
    const filer = await app.as('ge43')
    const filed = await submit(filer, 'leaveApproval', leaveForm('2026-06-10', '2026-06-10', { leaveType: 'personal' }))
    const handlers = (await ticketOf(filer, filed.data.id)).current.flatMap((state) =>
      state.handlers.map(({ id }) => id),
    )
    expect(handlers).toEqual([yun.userId])
    const own = await zhang.get<{ id: number; state: string }[]>('/api/personal/delegation/')
    expect(own.data.find(({ id }) => id === made.data.id)).toMatchObject({ below: '5000.00', takesOpen: true })
    expect(own.data.map((one) => one.state).filter((state) => state !== 'ended')).toEqual(['active', 'active'])
    expect((await yun.post(`/api/personal/delegation/${made.data.id}/end/`)).code).toBe(4004)
    expect((await zhang.post(`/api/personal/delegation/${made.data.id}/end/`)).code).toBe(2000)
    expect(
      (await zhang.get<{ id: number; state: string }[]>('/api/personal/delegation/')).data.find(
        (one) => one.id === made.data.id,
      )?.state,
    ).toBe('ended')
  })

  it('pushes what is wanted: a muted type arrives without popping up, tickets cannot be muted', async () => {
    expect((await pan.get('/api/personal/push/')).data).toEqual({
      TICKET: true,
      SYSTEM: true,
      REMIND: true,
      ARTICLE: true,
    })
    expect(await pan.put('/api/personal/push/', { contentType: 'TICKET', isPushed: false })).toMatchObject({
      code: 4000,
    })
    expect((await pan.put('/api/personal/push/', { contentType: 'SYSTEM', isPushed: false })).data).toMatchObject({
      SYSTEM: false,
    })
    expect(await save({ bankName: '另一银行' })).toMatchObject({ code: 2000 })
    const notices =
      await sql`select from notice where recipient_id = ${pan.userId} and title ->> 'key' = 'notice.payeeChanged'`.execute(
        app.database.db,
      )
    expect(notices.rows).toHaveLength(2)
    const pushed = await sql<{
      recipients: number[]
    }>`select recipients from outbox where body -> 'title' ->> 'key' = 'notice.payeeChanged' order by id desc limit 1`.execute(
      app.database.db,
    )
    expect(pushed.rows[0]?.recipients).toEqual([])
    const bell = await sql`select from outbox where record = 'notice' and record_id = ${pan.userId}`.execute(
      app.database.db,
    )
    expect(bell.rows).not.toHaveLength(0)
  })

  it('shows everybody their own leave', async () => {
    const mine = await pan.get<{ year: number; quotas: { leaveType: string; remaining: number }[] }>(
      '/api/leave/quota/own/',
    )
    expect(mine).toMatchObject({ code: 2000, data: { year: 2026, taken: expect.any(Array) } })
    expect(mine.data.quotas.map((quota) => quota.leaveType)).toEqual(['annual', 'homeVisit', 'personal'])
  })

  it('is nobody’s without a sign-in', async () => {
    for (const path of ['profile', 'session', 'sign_in', 'delegation', 'push'])
      expect((await app.guest.get(`/api/personal/${path}/`)).code).toBe(401)
  })
})
