import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { codeOf, matchingStep, stepOf } from '#src/server/access/signIn/totp.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'

/** The secret of RFC 6238's test vectors, in Base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator app', () => {
  it('are those of RFC 6238', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const)
      expect(codeOf(RFC_SECRET, stepOf(new Date(seconds * 1000)))).toBe(code)
  })

  it('count one step before and after their own, and only once', () => {
    const now = new Date('2026-03-11T02:00:00Z')
    const step = stepOf(now)
    for (const away of [-1, 0, 1])
      expect(matchingStep(RFC_SECRET, codeOf(RFC_SECRET, step + away), now, 0)).toBe(step + away)
    for (const away of [-2, 2]) expect(matchingStep(RFC_SECRET, codeOf(RFC_SECRET, step + away), now, 0)).toBeNull()
    expect(matchingStep(RFC_SECRET, codeOf(RFC_SECRET, step), now, step)).toBeNull()
    expect(matchingStep(RFC_SECRET, '12345a', now, 0)).toBeNull()
  })
})

describe('the second factor (issue of administrators, 10.3)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ mode: { captcha: true } })
  })
  afterAll(() => app.close())

  /** The next code; the clock moves on, so that none is asked for twice. */
  const nextCode = (secret: string): string => {
    app.clock.advance(31_000)
    return codeOf(secret, stepOf(app.clock.now()))
  }
  const secretIn = (uri: unknown): string => new URL(String(uri)).searchParams.get('secret') ?? ''
  /** The password with a fresh captcha, whose answer only a test can know. */
  const enter = async (username: string, more: object = {}): Promise<Answer<{ access: string }>> => {
    const { createCaptcha } = await import('#src/server/access/signIn/captcha.ts')
    const { write } = await import('#src/server/work.ts')
    const captcha = await write(app.services, createCaptcha)
    return app.guest.post('/api/login/', {
      username,
      password: DEMO_PASSWORD,
      captcha: captcha.text,
      captchaKey: captcha.key,
      ...more,
    })
  }
  /** The second step: the pass of the first stands in the place of a captcha. */
  const follow = (username: string, pass: unknown, otp: string) =>
    app.guest.post<{ access: string }>('/api/login/', {
      username,
      password: DEMO_PASSWORD,
      captcha: username,
      captchaKey: pass,
      otp,
    })
  const setUp = async (who: Client): Promise<{ secret: string; codes: readonly string[] }> => {
    const { data } = await who.post<{ secret: string }>('/api/personal/second_factor/offer/', {
      password: DEMO_PASSWORD,
    })
    const confirmed = await who.post<{ recoveryCodes: string[] }>('/api/personal/second_factor/confirm/', {
      otp: nextCode(data.secret),
    })
    expect(confirmed.code).toBe(2000)
    return { secret: data.secret, codes: confirmed.data.recoveryCodes }
  }

  it('is set up with the password and a first code; the secret stands sealed, recovery codes hashed', async () => {
    const pan = await app.as('pan42')
    expect(await pan.post('/api/personal/second_factor/offer/', { password: 'wrong' })).toMatchObject({
      code: 4001,
      errKey: 'password.wrong',
    })
    const offered = await pan.post<{ secret: string; uri: string }>('/api/personal/second_factor/offer/', {
      password: DEMO_PASSWORD,
    })
    expect(offered.data.uri).toMatch(
      /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}&issuer=.*&algorithm=SHA1&digits=6&period=30$/,
    )
    expect(await pan.post('/api/personal/second_factor/confirm/', { otp: '000000' })).toMatchObject({
      code: 4001,
      errKey: 'login.otpWrong',
    })
    // Offered is not in force: the next sign-in asks for nothing.
    expect((await enter('pan42')).code).toBe(2000)
    const { secret, codes } = await setUp(pan)
    expect(secret).toBe(offered.data.secret)
    expect(codes).toHaveLength(10)
    const { rows } = await sql<{ secret: string }>`select secret from second_factor`.execute(app.database.db)
    expect(rows[0]?.secret).toMatch(/^sealed:/)
    const kept = await sql<{ hash: string }>`select hash from recovery_code`.execute(app.database.db)
    expect(kept.rows.filter((row) => !/^\$argon2id\$/.test(row.hash))).toEqual([])
    expect((await pan.get('/api/personal/second_factor/')).data).toMatchObject({
      isOn: true,
      isRequired: false,
      recoveryLeft: 10,
    })
    expect(await pan.post('/api/personal/second_factor/offer/', { password: DEMO_PASSWORD })).toMatchObject({
      errKey: 'secondFactor.isOn',
    })

    const asked = await enter('pan42')
    expect(asked).toMatchObject({ code: 4001, errKey: 'login.otpNeeded', params: [expect.any(String)] })
    const code = nextCode(secret)
    expect((await follow('pan42', asked.params?.[0], code)).data.access).toEqual(expect.any(String))
    // Each code once, each pass once, and never for somebody else.
    const again = await enter('pan42')
    const wrong = await follow('pan42', again.params?.[0], code)
    expect(wrong).toMatchObject({ code: 4001, errKey: 'login.otpWrong' })
    expect(await follow('pan42', again.params?.[0], nextCode(secret))).toMatchObject({ errKey: 'captcha.invalid' })
    expect(await follow('ge43', wrong.params?.[0], '')).toMatchObject({ errKey: 'captcha.invalid' })

    const lost = await enter('pan42')
    expect((await follow('pan42', lost.params?.[0], codes[0]!.toLowerCase())).code).toBe(2000)
    const twice = await enter('pan42')
    expect(await follow('pan42', twice.params?.[0], codes[0]!)).toMatchObject({ errKey: 'login.otpWrong' })
    expect((await pan.get('/api/personal/second_factor/')).data).toMatchObject({ recoveryLeft: 9 })
    const renewed = await pan.post<{ recoveryCodes: string[] }>('/api/personal/second_factor/recovery/', {
      otp: nextCode(secret),
    })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    const old = await enter('pan42')
    expect(await follow('pan42', old.params?.[0], codes[1]!)).toMatchObject({ errKey: 'login.otpWrong' })
  })

  it('LOG-02 wrong codes lock the name like wrong passwords', async () => {
    const ge = await app.as('ge43')
    const { secret } = await setUp(ge)
    let pass = (await enter('ge43')).params?.[0]
    for (let n = 0; n < 5; n += 1) pass = (await follow('ge43', pass, '000000')).params?.[0]
    expect(await enter('ge43', { otp: nextCode(secret) })).toMatchObject({ code: 4001, errKey: 'login.locked' })
    const { rows } = await sql`select from login_log where username = 'ge43' and reason = 'totp'`.execute(
      app.database.db,
    )
    expect(rows).toHaveLength(5)
  })

  it('is demanded of the roles the configuration names, and set up in the sign-in itself', async () => {
    await sql`update config_item set value = '["sysAdmin"]' where key = 'login.totpRoles'`.execute(app.database.db)
    const asked = await enter('fang54')
    expect(asked).toMatchObject({
      code: 4001,
      errKey: 'login.otpEnrol',
      params: [expect.any(String), expect.stringMatching(/^otpauth:/)],
    })
    const secret = secretIn(asked.params?.[1])
    const wrong = await follow('fang54', asked.params?.[0], '000000')
    expect(wrong).toMatchObject({ errKey: 'login.otpWrong' })
    expect(secretIn(wrong.params?.[1])).toBe(secret)
    expect((await follow('fang54', wrong.params?.[0], nextCode(secret))).code).toBe(2000)
    expect((await enter('fang54')).errKey).toBe('login.otpNeeded')
    expect((await enter('wei11')).code).toBe(2000)
    await sql`update config_item set value = '[]' where key = 'login.totpRoles'`.execute(app.database.db)
  })

  it('is reset by a security administrator alone, for somebody else, logged and told', async () => {
    const [yu, fang, pan] = await Promise.all([app.as('yu55'), app.as('fang54'), app.as('pan42')])
    const path = `/api/system/user/${pan.userId}/reset_second_factor/`
    expect((await fang.post(path)).code).toBe(4003)
    expect(await yu.post(`/api/system/user/${yu.userId}/reset_second_factor/`)).toMatchObject({
      errKey: 'selfService.ownReset',
    })
    const sent = app.announced.messages.length
    expect((await yu.post(path)).code).toBe(2000)
    expect(app.announced.messages.slice(sent)).toContainEqual(
      expect.objectContaining({ to: [pan.userId], title: { key: 'notice.secondFactorReset' } }),
    )
    expect((await pan.get('/api/personal/profile/')).code).toBe(401)
    expect((await enter('pan42')).code).toBe(2000)
    expect(await yu.post(path)).toMatchObject({ errKey: 'secondFactor.isOff' })
    await expect
      .poll(
        async () =>
          (
            await sql<{ diff: string }>`select diff from operation_log where path = ${path} and code = 2000`.execute(
              app.database.db,
            )
          ).rows[0]?.diff,
      )
      .toContain('secondFactor')
  })

  it('SYS-92 neither codes nor secrets stand in a log', async () => {
    await expect
      .poll(
        async () =>
          (
            await sql`select from operation_log where path like '/api/personal/second_factor/%'`.execute(
              app.database.db,
            )
          ).rows.length,
      )
      .toBeGreaterThan(2)
    const { rows } = await sql<{
      request: string | null
    }>`select request from operation_log where path = '/api/login/' or path like '/api/personal/second_factor/%'`.execute(
      app.database.db,
    )
    expect(rows.filter((row) => /"otp":"(?!\*\*\*)/.test(row.request ?? ''))).toEqual([])
  })
})
