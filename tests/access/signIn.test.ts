import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedName } from '#src/define/names.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { createCaptcha, createSpokenCaptcha } from '#src/server/access/signIn/captcha.ts'
import { write } from '#src/server/work.ts'
import type { Answer, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const MINUTE = 60_000

interface SignedIn {
  readonly access: string
  readonly refresh: string
  readonly userId: number
  readonly mustChangePassword: boolean
}
interface LogRow {
  readonly username: string
  readonly userId: number | null
  readonly success: boolean
  readonly reason: string
  readonly ip: string
  readonly agent: string
}

let attempts = 0
const nextAddress = (): string => `10.1.${++attempts >> 8}.${attempts & 255}`

/** From an address not seen before, unless one is given. */
const signIn = (
  app: TestApp,
  username: string,
  password = DEMO_PASSWORD,
  more: Record<string, unknown> = {},
  address = nextAddress(),
): Promise<Answer<SignedIn>> =>
  app.from(address).post('/api/login/', { username, password, ...more }, { headers: { 'user-agent': 'probe/1' } })

const logFrom = async (app: TestApp, ip: string): Promise<readonly LogRow[]> =>
  (
    await sql<LogRow>`select username, user_id, success, reason, ip, agent from login_log where ip = ${ip} order by id`.execute(
      app.database.db,
    )
  ).rows

const infoWith = (app: TestApp, access: string) =>
  app.guest.get('/api/system/user/user_info/', { headers: { authorization: `Bearer ${access}` } })

describe.each(oneEngine)('signing in on %s', (engine) => {
  let app: TestApp
  // Each test has people and addresses of its own.
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  it('opens a session whose token answers who one is', async () => {
    const answer = await signIn(app, 'pan42')
    expect(answer).toMatchObject({
      status: 200,
      code: 2000,
      data: {
        username: 'pan42',
        name: '潘示乙',
        mustChangePassword: false,
        dept_info: { dept_name: '刑事侦查支队' },
        role_info: [{ key: 'staff' }],
      },
    })
    expect(await infoWith(app, answer.data.access)).toMatchObject({
      code: 2000,
      data: { id: answer.data.userId, username: 'pan42' },
    })
  })

  it('accepts the prefix JWT as well, and no other', async () => {
    const { access } = (await signIn(app, 'ge43')).data
    const info = (authorization: string) => app.guest.get('/api/system/user/user_info/', { headers: { authorization } })
    expect((await info(`JWT ${access}`)).code).toBe(2000)
    expect((await info(`Basic ${access}`)).code).toBe(401)
    expect((await info(access)).code).toBe(401)
  })

  it('LOG-01 answers a wrong username and a wrong password alike', async () => {
    const wrongPassword = await signIn(app, 'xi44', 'Wrong#2026x')
    const wrongName = await signIn(app, 'nobody99', 'Wrong#2026x')
    expect(wrongPassword).toMatchObject({ code: 4001, errKey: 'login.failed', msg: '用户名或密码错误' })
    expect(JSON.parse(wrongName.raw.body)).toEqual(JSON.parse(wrongPassword.raw.body))
  })

  it('LOG-02 locks after the allowed failures, even for the right password, and opens again in time', async () => {
    for (let failure = 1; failure <= 5; failure++)
      expect((await signIn(app, 'fan45', 'Wrong#2026x')).errKey).toBe('login.failed')
    expect(await signIn(app, 'fan45')).toMatchObject({
      code: 4001,
      errKey: 'login.locked',
      params: [30],
      msg: '账号已锁定，请30分钟后再试',
    })
    app.clock.advance(29 * MINUTE)
    expect(await signIn(app, 'fan45')).toMatchObject({ errKey: 'login.locked', params: [1] })
    app.clock.advance(MINUTE)
    expect((await signIn(app, 'fan45')).code).toBe(2000)
  })

  it('LOG-02 locks an unknown name just the same, so that the lock tells nothing', async () => {
    for (let failure = 1; failure <= 5; failure++) await signIn(app, 'nobody77')
    expect((await signIn(app, 'nobody77')).errKey).toBe('login.locked')
  })

  it('LOG-02 forgets failures after a sign-in and after fifteen minutes', async () => {
    for (let failure = 1; failure <= 4; failure++) await signIn(app, 'lu48', 'Wrong#2026x')
    expect((await signIn(app, 'lu48')).code).toBe(2000)
    expect((await signIn(app, 'lu48', 'Wrong#2026x')).errKey).toBe('login.failed')
    expect((await signIn(app, 'lu48')).code).toBe(2000)
    for (let failure = 1; failure <= 4; failure++) await signIn(app, 'cao25', 'Wrong#2026x')
    app.clock.advance(16 * MINUTE)
    await signIn(app, 'cao25', 'Wrong#2026x')
    expect((await signIn(app, 'cao25')).code).toBe(2000)
  })

  it('LOG-02 counts guesses sent at the same time one by one', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        signIn(app, 'wei49', n === 11 ? DEMO_PASSWORD : 'Wrong#2026x', {}, `10.0.1.${n}`),
      ),
    )
    const failed = guesses.filter((answer) => answer.errKey === 'login.failed').length
    const opened = guesses.filter((answer) => answer.code === 2000).length
    expect(failed).toBeLessThanOrEqual(5 + 5 * opened)
    expect(failed + opened + guesses.filter((answer) => answer.errKey === 'login.locked').length).toBe(12)
  })

  it('LOG-02 guessing from elsewhere locks nobody out where they work; there only failures from there count', async () => {
    const office = '10.5.0.1'
    expect((await signIn(app, 'yu55', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    for (let failure = 0; failure < 9; failure++) await signIn(app, 'yu55', 'Wrong#2026x', {}, `10.6.0.${failure}`)
    expect((await signIn(app, 'yu55', DEMO_PASSWORD, {}, '10.6.0.99')).errKey).toBe('login.locked')
    expect((await signIn(app, 'yu55', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    for (let failure = 0; failure < 5; failure++) await signIn(app, 'yu55', 'Wrong#2026x', {}, office)
    expect((await signIn(app, 'yu55', DEMO_PASSWORD, {}, office)).errKey).toBe('login.locked')
    app.clock.advance(31 * MINUTE)
    expect((await signIn(app, 'yu55', DEMO_PASSWORD, {}, office)).code).toBe(2000)
  })

  it('LOG-03 slows an address with many failures down, more and more, and refuses nobody there', async () => {
    const fail = async (times: number, address: string): Promise<void> => {
      for (let failure = 0; failure < times; failure += 1)
        await signIn(app, `nobody${100 + failure}`, 'Wrong#2026x', {}, address)
    }
    const office = '10.0.0.9'
    expect((await signIn(app, 'lu48', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    await fail(20, office)
    expect(app.pauses).toEqual([])
    expect((await signIn(app, 'chang50', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    expect(app.pauses.splice(0)).toEqual([1000])
    // Whoever has worked there before does not notice.
    expect((await signIn(app, 'lu48', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    expect((await signIn(app, 'chang50', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    expect(app.pauses).toEqual([])
    await fail(30, office)
    expect([...new Set(app.pauses.splice(0))]).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000])
    expect((await signIn(app, 'zhang39', DEMO_PASSWORD, {}, '10.0.0.10')).code).toBe(2000)
    app.clock.advance(11 * MINUTE)
    expect((await signIn(app, 'zhang39', DEMO_PASSWORD, {}, office)).code).toBe(2000)
    expect(app.pauses).toEqual([])
  })

  it('change_password takes the repetition as newPassword2 too, compares it, and refuses unknown fields by name', async () => {
    const song = await app.as('pan42')
    const change = (more: object) =>
      song.put('/api/system/user/change_password/', {
        oldPassword: DEMO_PASSWORD,
        newPassword: 'Another#2026x',
        ...more,
      })
    expect(await change({ newPassword2: 'Other#2026xx' })).toMatchObject({
      code: 4001,
      errKey: 'password.unequal',
      errors: { newPassword2: [expect.any(String)] },
    })
    expect(await change({ newPassword3: 'x' })).toMatchObject({
      code: 4000,
      errors: { newPassword3: [expect.any(String)] },
    })
    expect((await change({ newPassword2: 'Another#2026x' })).code).toBe(2000)
  })

  it('LOG-02 counts wrong passwords at change_password, and refuses the right one while locked', async () => {
    const { data } = await signIn(app, 'miao52')
    const change = (oldPassword: string) =>
      app.guest.post(
        '/api/system/user/change_password/',
        { oldPassword, newPassword: 'Another#2026' },
        { headers: { authorization: `Bearer ${data.access}` } },
      )
    for (let failure = 0; failure < 5; failure += 1)
      expect((await change(`Wrong#2026x${failure}`)).errKey).toBe('password.wrong')
    expect((await change(DEMO_PASSWORD)).errKey).toBe('login.locked')
    expect((await signIn(app, 'miao52')).errKey).toBe('login.locked')
    app.clock.advance(31 * MINUTE)
    expect((await signIn(app, 'miao52')).code).toBe(2000)
  })

  it('LOG-04 opens nothing but the password change while one is due', async () => {
    await sql`update app_user set must_change_password = true where username = 'ma51'`.execute(app.database.db)
    const { data } = await signIn(app, 'ma51')
    expect(data.mustChangePassword).toBe(true)
    const headers = { authorization: `Bearer ${data.access}` }
    expect(await infoWith(app, data.access)).toMatchObject({ code: 4003, errKey: 'password.mustChange' })
    const change = (body: unknown) => app.guest.post('/api/system/user/change_password/', body, { headers })
    expect(await change({ oldPassword: 'Wrong#2026x', newPassword: 'Another#2026' })).toMatchObject({
      code: 4001,
      errKey: 'password.wrong',
    })
    expect(await change({ oldPassword: DEMO_PASSWORD, newPassword: 'tooweak' })).toMatchObject({
      code: 4001,
      errKey: 'password.weak',
    })
    expect(await change({ oldPassword: DEMO_PASSWORD, newPassword: DEMO_PASSWORD })).toMatchObject({
      code: 4001,
      errKey: 'password.common',
    })
    expect((await change({ oldPassword: DEMO_PASSWORD, newPassword: 'Another#2026' })).code).toBe(2000)
    expect(await change({ oldPassword: 'Another#2026', newPassword: 'Another#2026' })).toMatchObject({
      code: 4001,
      errKey: 'password.reused',
    })
    expect((await infoWith(app, data.access)).code).toBe(2000)
    expect((await signIn(app, 'ma51', 'Another#2026')).data.mustChangePassword).toBe(false)
  })

  it('LOG-04 asks for a new password when the old one is too old', async () => {
    await sql`update app_user set is_demo = false where username = 'miao52'`.execute(app.database.db)
    app.clock.advance(89 * 1440 * MINUTE)
    expect((await signIn(app, 'miao52')).data.mustChangePassword).toBe(false)
    app.clock.advance(2 * 1440 * MINUTE)
    expect((await signIn(app, 'miao52')).data.mustChangePassword).toBe(true)
  })

  it('LOG-05 keeps a session twelve hours, or thirty days when asked to stay', async () => {
    const short = (await signIn(app, 'lu48')).data
    const long = (await signIn(app, 'lu48', DEMO_PASSWORD, { remember: true })).data
    // No role of an administrator is signed in for weeks (login.roleHours).
    const bounded = (await signIn(app, 'fang54', DEMO_PASSWORD, { remember: true })).data
    const renew = (refresh: string) => app.guest.post<{ refresh: string }>('/token/refresh/', { refresh })
    app.clock.advance(12 * 60 * MINUTE + 1)
    expect((await renew(short.refresh)).code).toBe(401)
    expect((await renew(bounded.refresh)).code).toBe(401)
    const renewed = await renew(long.refresh)
    expect(renewed.code).toBe(2000)
    app.clock.advance(30 * 1440 * MINUTE)
    expect((await renew(renewed.data.refresh)).code).toBe(401)
  })

  it('LOG-06 writes every attempt to the login log, which nobody can change', async () => {
    const ip = '10.0.0.6'
    const { data } = await signIn(app, 'ren56', DEMO_PASSWORD, {}, ip)
    await signIn(app, 'ren56', 'Wrong#2026x', {}, ip)
    await signIn(app, 'nobody88', DEMO_PASSWORD, {}, ip)
    const where = { ip, agent: 'probe/1' }
    expect(await logFrom(app, ip)).toEqual([
      { username: 'ren56', userId: data.userId, success: true, reason: 'ok', ...where },
      { username: 'ren56', userId: data.userId, success: false, reason: 'password', ...where },
      { username: 'nobody88', userId: null, success: false, reason: 'password', ...where },
    ])
    await expect(sql`update login_log set success = true`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`delete from login_log`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('LOG-07 tells that an account is disabled only after the right password', async () => {
    expect((await signIn(app, 'shi60', 'Wrong#2026x')).errKey).toBe('login.failed')
    expect(await signIn(app, 'shi60')).toMatchObject({ code: 4001, errKey: 'login.disabled', msg: '账号已停用' })
    expect(
      await app
        .from('10.0.0.2')
        .post('/api/login/', { username: 'shi60', password: DEMO_PASSWORD }, { language: 'en' }),
    ).toMatchObject({ msg: 'Account disabled' })
  })

  it('ends the session of a person who is disabled, at the next call', async () => {
    const { data } = await signIn(app, 'chen09')
    await sql`update app_user set state = false where username = 'chen09'`.execute(app.database.db)
    expect((await infoWith(app, data.access)).code).toBe(401)
  })

  it('refuses malformed sign-ins by field', async () => {
    const answer = await app.guest.post('/api/login/', { username: '', password: 7, extra: 1 })
    expect(answer).toMatchObject({
      status: 200,
      code: 4000,
      errors: { username: ['此项必填'], password: ['内容不正确'], extra: ['没有这一项，不能提交'] },
    })
  })
})

describe.each(oneEngine)('the captcha on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine, mode: { captcha: true } })
  })
  afterAll(() => app.close())
  const ask = () => write(app.services, createCaptcha)

  it('LOG-03 is asked for again at an address with many failures, where the configuration has it off', async () => {
    const address = '10.7.0.1'
    const picture = async () => (await app.from(address).get<{ key?: string }>('/api/captcha/')).data.key
    const setting = (value: boolean) =>
      write(app.services, async (unit) => {
        await sql`update config_item set value = ${value ? 'true' : 'false'} where key = 'base.captchaState'`.execute(
          unit.db,
        )
        unit.changed('settings' as AnnouncedName, 0)
      })
    await setting(false)
    await app.services.caches.load()
    expect(await picture()).toBeUndefined()
    for (let failure = 0; failure < 20; failure += 1)
      await signIn(app, `nobody${200 + failure}`, 'Wrong#2026x', {}, address)
    expect(await picture()).toBeDefined()
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, {}, address)).errKey).toBe('captcha.invalid')
    const { key, text } = await ask()
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captcha: text, captchaKey: key }, address)).code).toBe(2000)
    await setting(true)
    await app.services.caches.load()
  })

  it('is a picture with a key, and only its hash is kept', async () => {
    const { data } = await app.guest.get<{ key: string; image_base: string }>('/api/captcha/')
    expect(data.image_base).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
    const { rows } = await sql<{ hash: string }>`select hash from captcha where key = ${data.key}::uuid`.execute(
      app.database.db,
    )
    expect(rows[0]?.hash).toHaveLength(43)
  })

  it('has to be answered, in either case of the letters', async () => {
    expect((await signIn(app, 'pan42')).errKey).toBe('captcha.invalid')
    const { key, text } = await ask()
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: key, captcha: text.toLowerCase() })).code).toBe(
      2000,
    )
  })

  it('can be used once, right or wrong', async () => {
    const used = await ask()
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: used.key, captcha: used.text })).code).toBe(2000)
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: used.key, captcha: used.text })).errKey).toBe(
      'captcha.invalid',
    )
    const guessed = await ask()
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: guessed.key, captcha: 'ZZZZ' })).errKey).toBe(
      'captcha.invalid',
    )
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: guessed.key, captcha: guessed.text })).errKey).toBe(
      'captcha.invalid',
    )
  })

  it('lapses after 120 seconds', async () => {
    const late = await ask()
    app.clock.advance(120_001)
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: late.key, captcha: late.text })).errKey).toBe(
      'captcha.invalid',
    )
  })

  it('is a sum in words for those who cannot read a picture: as short-lived, and used once as well', async () => {
    const question = await app.guest.get<{ key: string; question: string }>('/api/captcha/?kind=text', {
      language: 'en',
    })
    expect(Object.keys(question.data).sort()).toEqual(['key', 'question'])
    const [, large, sign, small] = /^What is (\d+) (plus|minus) (\d+)\?$/.exec(question.data.question) ?? []
    const answer = sign === 'plus' ? Number(large) + Number(small) : Number(large) - Number(small)
    const tried = { captchaKey: question.data.key, captcha: ` ${answer} ` }
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, tried)).code).toBe(2000)
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, tried)).errKey).toBe('captcha.invalid')

    const wide = await write(app.services, createSpokenCaptcha)
    const fullWidth = [...wide.text].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: wide.key, captcha: fullWidth })).code).toBe(2000)
    const late = await write(app.services, createSpokenCaptcha)
    app.clock.advance(120_001)
    expect((await signIn(app, 'pan42', DEMO_PASSWORD, { captchaKey: late.key, captcha: late.text })).errKey).toBe(
      'captcha.invalid',
    )
    expect((await app.guest.get('/api/captcha/?kind=sound')).code).toBe(4000)
  })
})
