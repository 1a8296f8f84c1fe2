import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf, withoutSecrets } from '#src/define/fault.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const LOG = '/api/system/log/frontendLog/'
const HOUR = 3_600_000

const fault = {
  level: 'error',
  message: 'x is not a function',
  stack: 'TypeError: x is not a function\n  at click (/assets/Shell-AbCd1234.js:10:20)',
  page: '/workflow/ticket/7',
  version: 'index-AbCd1234',
}

interface Row {
  readonly message: string
  readonly stack: string
  readonly path: string
  readonly count: number
}

describe.each(oneEngine)('the log of the browsers on %s', (engine) => {
  let app: TestApp
  let pan: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())

  const rows = async (message: string): Promise<readonly Row[]> =>
    (
      await sql<Row>`select message, stack, path, count from frontend_log where message like ${message} order by id`.execute(
        app.database.db,
      )
    ).rows

  it('keeps the same fault of 24 hours as one row with a count, whoever meets it and whichever build it is', async () => {
    const zhang = await app.as('zhang39')
    expect((await pan.post(LOG, fault)).code).toBe(2000)
    expect((await zhang.post(LOG, { ...fault, stack: fault.stack.replace('AbCd1234', 'EfGh5678') })).code).toBe(2000)
    app.clock.advance(23 * HOUR)
    await pan.post(LOG, { ...fault, page: '/home' })
    expect(await rows(fault.message)).toMatchObject([{ path: fault.page, count: 3 }])
    app.clock.advance(2 * HOUR)
    await pan.post(LOG, fault)
    expect((await rows(fault.message)).map(({ count }) => count)).toEqual([3, 1])
  })

  it('makes one row of a new fault that many meet at once', async () => {
    const at = { ...fault, message: 'met at once' }
    await Promise.all(Array.from({ length: 8 }, () => pan.post(LOG, at)))
    expect((await rows(at.message)).map(({ count }) => count)).toEqual([8])
  })

  it('SYS-92 keeps no token and no password, neither here nor in the operation log', async () => {
    const token = (await pan.token()) ?? ''
    const leaky = {
      ...fault,
      message: `leak Bearer ${token}`,
      stack: `at /ws/${token}/ {"password":"Geheim#2026"} refresh=abcdef`,
      page: `/x/${token}`,
    }
    expect((await pan.post(LOG, leaky)).code).toBe(2000)
    expect(await rows('leak%')).toMatchObject([{ message: 'leak Bearer ***', path: '/x/***' }])
    await app.app.close()
    const { rows: logged } = await sql<{
      request: string
    }>`select coalesce(request, '') || path as request from operation_log union all select message || stack || path from frontend_log`.execute(
      app.database.db,
    )
    const whole = logged.map(({ request }) => request).join('\n')
    expect([whole.includes(token), whole.includes('Geheim'), whole.includes('abcdef')]).toEqual([false, false, false])
    await app.close()
    app = await startApp({ engine })
    pan = await app.as('pan42')
  })

  it('refuses more than 8 KB, and more than 30 a minute of one session', async () => {
    const long = await pan.post(LOG, { ...fault, message: '错'.repeat(1000), stack: '误'.repeat(4000) })
    expect(long.code).toBe(4000)
    const zhang = await app.as('zhang39')
    for (let report = 1; report <= 30; report += 1)
      expect((await zhang.post(LOG, { ...fault, message: 'often' })).code).toBe(2000)
    expect((await zhang.post(LOG, fault)).code).toBe(4029)
    expect((await pan.post(LOG, fault)).code).toBe(2000)
    app.clock.advance(60_000)
    expect((await zhang.post(LOG, fault)).code).toBe(2000)
  })

  it('is closed to those who are not signed in', async () => {
    expect((await app.guest.post(LOG, fault)).code).toBe(401)
  })
})

describe.each(oneEngine)('the published version on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  const publish = (semver: string, state = 'published', hours = 0) =>
    sql`insert into app_version (semver, title, publish_at, state, created_at, updated_at)
      values (${semver}, ${`release ${semver}`}, ${new Date(app.clock.now().getTime() + hours * HOUR)}, ${state}, ${app.clock.now()}, ${app.clock.now()})`.execute(
      app.database.db,
    )
  const version = async () =>
    (await app.guest.get<{ version: { version: string } | null }>('/api/init/version/')).data.version

  it('SYS-112 is the newest that is published and whose time has come, by number and not by letters', async () => {
    expect(await version()).toBeNull()
    await publish('1.9.0')
    await publish('1.10.0')
    await publish('2.0.0', 'draft')
    await publish('3.0.0', 'withdrawn')
    await publish('4.0.0', 'published', 1)
    expect(await version()).toEqual({
      version: '1.10.0',
      title: 'release 1.10.0',
      notes: '',
      force: false,
      resetConfig: true,
    })
    app.clock.advance(HOUR)
    expect((await version())?.version).toBe('4.0.0')
  })
})

describe('what is told of a fault', () => {
  it('has the same fingerprint whatever numbers, hosts and builds stand in it', () => {
    const other = {
      ...fault,
      message: fault.message,
      stack: fault.stack.replace('AbCd1234', 'ZZZZ9999').replace('10:20', '7:1'),
    }
    expect(fingerprintOf({ ...other, level: 'error' })).toBe(fingerprintOf({ ...fault, level: 'error' }))
    expect(fingerprintOf({ ...other, level: 'error', message: 'else' })).not.toBe(
      fingerprintOf({ ...fault, level: 'error' }),
    )
    expect(fingerprintOf({ ...fault, level: 'error' })).toMatch(/^[0-9a-f]{14}$/)
  })
  it('loses every credential', () => {
    expect(withoutSecrets('?token=abc&x=1')).toBe('?token=***&x=1')
    expect(withoutSecrets('{"refresh":"abc","name":"x"}')).toBe('{"refresh":"***","name":"x"}')
    expect(withoutSecrets('ws://h/ws/ticket-abc/?language=en')).toBe('ws://h/ws/***/?language=en')
    expect(withoutSecrets('GET /api/system/user/ failed')).toBe('GET /api/system/user/ failed')
  })
})
