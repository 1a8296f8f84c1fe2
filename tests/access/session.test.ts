import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

interface Pair {
  readonly access: string
  readonly refresh: string
}
const MINUTE = 60_000

describe.each(oneEngine)('a session on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  const open = async (username = 'pan42'): Promise<Pair> =>
    (await app.guest.post<Pair>('/api/login/', { username, password: DEMO_PASSWORD })).data
  const renew = (refresh: string, url = '/token/refresh/') => app.guest.post<Pair>(url, { refresh })
  const info = (access: string) =>
    app.guest.get('/api/system/user/user_info/', { headers: { authorization: `Bearer ${access}` } })

  it('LOG-05 renews its tokens, with both at the top of the answer and under data, with and without /api', async () => {
    const first = await open()
    app.clock.advance(15 * MINUTE + 1000)
    expect((await info(first.access)).code).toBe(401)
    const second = await renew(first.refresh)
    expect(second).toMatchObject({ code: 2000, access: second.data.access, refresh: second.data.refresh })
    expect((await info(second.data.access)).code).toBe(2000)
    expect((await renew(second.data.refresh, '/api/token/refresh')).code).toBe(2000)
  })

  it('LOG-05 takes the token just used once more for 30 s, since its answer may have been lost', async () => {
    const first = await open()
    const lost = (await renew(first.refresh)).data
    app.clock.advance(29_000)
    const arrived = await renew(first.refresh)
    expect(arrived.code).toBe(2000)
    const next = (await renew(arrived.data.refresh)).data
    expect((await info(next.access)).code).toBe(2000)
    // The answer was not lost but stolen: whoever comes with it ends the session for both.
    expect((await renew(lost.refresh)).code).toBe(401)
    expect((await info(next.access)).code).toBe(401)
  })

  it('LOG-05 ends the session when a used token comes a third time, and no other session', async () => {
    const first = await open()
    for (const code of [2000, 2000, 401]) expect((await renew(first.refresh)).code).toBe(code)
    const other = await open()
    expect((await renew(other.refresh)).code).toBe(2000)
  })

  it('LOG-05 revokes the whole family when a used refresh token comes back later than 30 s', async () => {
    const first = await open()
    const second = (await renew(first.refresh)).data
    app.clock.advance(31_000)
    expect((await renew(first.refresh)).code).toBe(401)
    expect((await renew(second.refresh)).code).toBe(401)
    expect((await info(second.access)).code).toBe(401)
  })

  it('lets no more than two of many simultaneous renewals through, and ends their session', async () => {
    const { refresh } = await open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(refresh)))
    const renewed = answers.filter((answer) => answer.code === 2000)
    expect(renewed).toHaveLength(2)
    for (const { data } of renewed) expect((await renew(data.refresh)).code).toBe(401)
  })

  it('ends with the sign-out, for access and refresh tokens alike', async () => {
    const pair = await open()
    expect(
      (
        await app.guest.post(
          '/api/logout/',
          { refresh: pair.refresh },
          { headers: { authorization: `Bearer ${pair.access}` } },
        )
      ).code,
    ).toBe(2000)
    expect((await info(pair.access)).code).toBe(401)
    expect((await renew(pair.refresh)).code).toBe(401)
  })

  it('ends on every other device when the password is changed', async () => {
    const here = await open('su41')
    const there = await open('su41')
    const headers = { authorization: `Bearer ${here.access}` }
    expect(
      (
        await app.guest.post(
          '/api/system/user/change_password/',
          { oldPassword: DEMO_PASSWORD, newPassword: 'Another#2026' },
          { headers },
        )
      ).code,
    ).toBe(2000)
    expect((await info(here.access)).code).toBe(2000)
    expect((await info(there.access)).code).toBe(401)
  })

  it('keeps the refresh token of our own pages in a cookie that scripts cannot read, and out of the body', async () => {
    const page = { headers: { 'sec-fetch-site': 'same-origin' } }
    const signedIn = await app.guest.post<Partial<Pair>>(
      '/api/login/',
      { username: 'pan42', password: DEMO_PASSWORD, remember: true },
      page,
    )
    expect(signedIn.data.refresh).toBeUndefined()
    const [cookie] = signedIn.raw.cookies
    expect(cookie).toMatchObject({
      name: 'refresh',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/token/refresh',
      maxAge: 30 * 86_400,
    })
    const renewed = await app.guest.post<Partial<Pair>>(
      '/token/refresh/',
      {},
      { headers: { ...page.headers, cookie: `refresh=${cookie?.value}` } },
    )
    expect(renewed.code).toBe(2000)
    expect(renewed.data.refresh).toBeUndefined()
  })

  it('is never proved by a cookie', async () => {
    const { access } = await open()
    expect((await app.guest.get('/api/system/user/user_info/', { headers: { cookie: `token=${access}` } })).code).toBe(
      401,
    )
  })

  it('accepts only tokens it signed itself, with its own algorithm', async () => {
    const { rows } = await sql<{
      id: string
      userId: number
    }>`select id, user_id from session where revoked_at is null limit 1`.execute(app.database.db)
    const claims = () =>
      new SignJWT({ sid: rows[0]?.id })
        .setIssuer('jingbao')
        .setSubject(String(rows[0]?.userId))
        .setIssuedAt(0)
        .setExpirationTime('10y')
    const foreign = await claims().setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 7))
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${foreign.split('.')[1]}.`
    expect((await info(foreign)).code).toBe(401)
    expect((await info(none)).code).toBe(401)
    expect((await info('x.y.z')).code).toBe(401)
  })

  it('verifies the own password for the screen lock and counts failures', async () => {
    const person = await app.as('xi44')
    const verify = (password: string) => person.post('/api/system/user/verify_password/', { password })
    expect((await verify(DEMO_PASSWORD)).code).toBe(2000)
    for (let failure = 1; failure <= 5; failure++) expect((await verify('Wrong#2026x')).errKey).toBe('password.wrong')
    expect((await verify(DEMO_PASSWORD)).errKey).toBe('login.locked')
  })
})
