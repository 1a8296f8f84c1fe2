/** SYS-138: nobody becomes another person by a reset. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { codeOf, stepOf } from '#src/server/access/signIn/totp.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { leaveForm, submit } from '#tests/harness/tickets.ts'

const DAY_MS = 86_400_000
const NEW_PASSWORD = 'Fresh#Start2026'

describe('a reset of credentials', () => {
  let app: TestApp
  let yu: Client
  let yuan: Client
  let bao: Client
  beforeAll(async () => {
    app = await startApp()
    ;[yu, yuan, bao] = await Promise.all([app.as('yu55'), app.as('yuan57'), app.as('bao59')])
  })
  afterAll(() => app.close())

  const idOf = async (username: string): Promise<number> =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(app.database.db)).rows[0]!
      .id
  const reset = (who: Client, id: number) =>
    who.post<{ password?: string; proposal?: number }>(`/api/system/user/${id}/reset_password/`)
  const confirm = (who: Client, proposal: unknown, body: object = {}) =>
    who.post<{ done: boolean }>(`/api/proposal/${proposal}/confirm/`, body)
  const enter = (username: string, password: string, otp = '') =>
    app.guest.post<{ access: string }>('/api/login/', { username, password, otp })
  /** Signs in with the one-time password and sets one of the person's own. */
  const takeSession = async (username: string, password: string, otp = '') => {
    const entered = await enter(username, password, otp)
    const headers = { authorization: `Bearer ${entered.data.access}` }
    const changed = await app.guest.post(
      '/api/system/user/change_password/',
      { oldPassword: password, newPassword: NEW_PASSWORD },
      { headers },
    )
    expect([entered.code, changed.code]).toEqual([2000, 2000])
    return <T = unknown>(url: string, body: object = {}): Promise<Answer<T>> =>
      app.guest.post<T>(url, body, { headers })
  }
  const askOwner = async (username: string): Promise<number | undefined> =>
    (
      await sql<{ id: number }>`
        select p.id from proposal p join app_user u on p.subject = 'accountOwner:' || u.id where u.username = ${username} and p.state = 'open'`.execute(
        app.database.db,
      )
    ).rows[0]?.id

  it('SYS-138 of a leader waits for a second person, and what is signed in by it decides nothing until the owner is recognised', async () => {
    const [zhang, pan] = await Promise.all([app.as('zhang39'), app.as('pan42')])
    const sent = app.announced.messages.length
    const asked = await reset(yu, zhang.userId)
    expect(asked).toMatchObject({ code: 2000, data: { proposal: expect.any(Number) } })
    expect(asked.data.password).toBeUndefined()
    expect((await zhang.get('/api/system/user/user_info/')).code).toBe(2000)
    const informed = app.announced.messages
      .slice(sent)
      .find(({ title }) => title.key === 'notice.passwordResetProposed')
    expect(informed?.to).toContain(zhang.userId)
    expect(informed?.to.length).toBe(2)
    expect((await reset(yu, zhang.userId)).errKey).toBe('proposal.waiting')
    expect((await confirm(yu, asked.data.proposal)).errKey).toBe('proposal.own')
    expect(await confirm(bao, asked.data.proposal)).toMatchObject({ code: 2000, data: { done: true } })
    // Whoever did not propose it has no use of the confirmation.
    expect((await reset(yuan, zhang.userId)).data.proposal).toEqual(expect.any(Number))
    const given = await reset(yu, zhang.userId)
    expect(given.data).toMatchObject({ username: 'zhang39', password: expect.any(String) })
    expect((await zhang.get('/api/system/user/user_info/')).code).toBe(401)

    const { data: ticket } = await submit(
      pan,
      'leaveApproval',
      leaveForm('2026-06-15', '2026-06-15', { leaveType: 'personal' }),
    )
    const act = await takeSession('zhang39', String(given.data.password))
    const decide = () =>
      act<{ version: number }>(`/api/workflow/ticket/${ticket.id}/approve/`, {
        version: ticket.version,
        comment: '同意',
      })
    expect((await decide()).errKey).toBe('password.handedOver')
    const period = { startAt: '2026-04-20 08:00:00', endAt: '2026-04-22 08:00:00', toUserId: pan.userId }
    expect((await act('/api/personal/delegation/', period)).errKey).toBe('password.handedOver')
    expect((await act('/api/budget/fund_plan/')).errKey).toBe('password.handedOver')

    // Neither who replaced the password nor the account itself says that it is the owner's again.
    const waiting = await askOwner('zhang39')
    expect((await confirm(yu, waiting, { password: DEMO_PASSWORD })).errKey).toBe('proposal.own')
    expect((await confirm(bao, waiting)).errKey).toBe('password.wrong')
    expect((await decide()).errKey).toBe('password.handedOver')
    expect((await confirm(bao, waiting, { password: DEMO_PASSWORD })).code).toBe(2000)
    expect((await decide()).code).toBe(2000)
  })

  it('SYS-138 is carried out within 24 hours of its confirmation, once', async () => {
    const id = await idOf('wei11')
    const { data } = await reset(yu, id)
    expect((await confirm(yuan, data.proposal)).code).toBe(2000)
    app.clock.advance(DAY_MS)
    expect((await reset(yu, id)).data.proposal).toEqual(expect.any(Number))
  })

  it('SYS-138 with the second factor from before, the owner has the account again at once', async () => {
    const pan = await app.as('pan42')
    const { data: offered } = await pan.post<{ secret: string }>('/api/personal/second_factor/offer/', {
      password: DEMO_PASSWORD,
    })
    const nextCode = (): string => {
      app.clock.advance(31_000)
      return codeOf(offered.secret, stepOf(app.clock.now()))
    }
    expect((await pan.post('/api/personal/second_factor/confirm/', { otp: nextCode() })).code).toBe(2000)
    app.clock.advance(1000)
    const { data } = await reset(yu, pan.userId)
    expect(data.password).toEqual(expect.any(String))
    expect((await enter('pan42', String(data.password))).errKey).toBe('login.otpNeeded')
    await takeSession('pan42', String(data.password), nextCode())
    const { rows } = await sql`select handed_over_at from app_user where id = ${pan.userId}`.execute(app.database.db)
    expect(rows).toEqual([{ handedOverAt: null }])
    expect(await askOwner('pan42')).toBeUndefined()
  })

  it('SYS-138 of an employee without any office shows the password at once, tells owner and leader, and hands the account over', async () => {
    const su = await idOf('su41')
    const sent = app.announced.messages.length
    const { data } = await reset(yu, su)
    expect(data.password).toEqual(expect.any(String))
    const messages = app.announced.messages.slice(sent)
    const { rows } = await sql<{ leaderId: number; handedOverBy: number }>`
      select d.leader_id, u.handed_over_by from app_user u join department d on d.id = u.dept_id where u.id = ${su}`.execute(
      app.database.db,
    )
    expect(messages.find(({ title }) => title.key === 'notice.passwordReset')?.to).toEqual([su])
    expect(messages.find(({ title }) => title.key === 'notice.passwordResetOf')?.to).toContain(rows[0]?.leaderId)
    expect(rows[0]?.handedOverBy).toBe(yu.userId)
    const act = await takeSession('su41', String(data.password))
    // An application is no decision.
    expect(
      (await act('/api/workflow/ticket/', { type: 'leaveApproval', formData: leaveForm('2026-06-22', '2026-06-22') }))
        .code,
    ).toBe(2000)
    expect(await askOwner('su41')).toEqual(expect.any(Number))
  })
})
