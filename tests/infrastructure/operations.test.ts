import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maskSecrets } from '#src/server/operations/mask.ts'
import { firstBroken, verifyLog } from '#src/server/operations/verify.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

interface Logged {
  readonly id: number
  readonly userId: number | null
  readonly module: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: number | null
  readonly request: string | null
  readonly requestId: string
}

describe.each(engines)('the operation log on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  /** The rows so far, once there are so many. */
  const logged = async (count: number): Promise<readonly Logged[]> => {
    for (;;) {
      const { rows } =
        await sql<Logged>`select id, user_id, module, method, path, status, code, request, request_id from operation_log order by id`.execute(
          app.database.db,
        )
      if (rows.length >= count) return rows
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('SYS-91 keeps every call that is not a GET with its outcome, SYS-92 without secrets', async () => {
    const pan = await app.as('pan42')
    await pan.get('/api/system/user/user_info/')
    const wrong = await pan.post('/api/system/user/change_password/', {
      oldPassword: 'Wrong#12345',
      newPassword: 'Newer#12345678',
    })
    const refused = await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    const unknown = await pan.post('/api/unknown/', { title: 'kept', nested: [{ bankAccount: '6200000000000000042' }] })
    const rows = await logged(3)
    expect(
      rows.map(({ userId, module, method, path, status, code }) => ({ userId, module, method, path, status, code })),
    ).toEqual([
      {
        userId: pan.userId,
        module: 'system',
        method: 'POST',
        path: '/api/system/user/change_password/',
        status: 200,
        code: wrong.code,
      },
      { userId: null, module: 'login', method: 'POST', path: '/api/login/', status: 200, code: refused.code },
      { userId: null, module: 'unknown', method: 'POST', path: '/api/unknown/', status: 404, code: unknown.code },
    ])
    expect(rows.map((row) => JSON.parse(row.request ?? 'null'))).toEqual([
      { oldPassword: '***', newPassword: '***' },
      { username: 'pan42', password: '***' },
      { title: 'kept', nested: [{ bankAccount: '***' }] },
    ])
    expect(rows[0]?.requestId).toBe(wrong.raw.headers['x-request-id'])
  })

  it('SYS-91 can neither be changed nor shortened', async () => {
    await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await logged(4)
    await expect(sql`update operation_log set path = '/'`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`delete from operation_log`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('SYS-94 finds the row that was altered behind the trigger, and warns the guardians', async () => {
    const before = await logged(4)
    expect(await firstBroken(app.database.db)).toBeNull()
    await sql`alter table operation_log disable trigger operation_log_append_only`.execute(app.database.db)
    await sql`update operation_log set user_id = 1 where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await firstBroken(app.database.db)).toBe(before[1]!.id)
    const count = app.announced.messages.length
    await verifyLog(app.services)
    expect(app.announced.messages.slice(count)).toMatchObject([
      { contentType: 'SYSTEM', title: { key: 'notice.logBroken', params: [before[1]!.id] } },
    ])
    expect(app.announced.messages.at(-1)?.to.length).toBeGreaterThan(0)
  })

  it('SYS-94 finds a row that is missing', async () => {
    const before = await logged(4)
    await sql`update operation_log set user_id = null where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await firstBroken(app.database.db)).toBeNull()
    await sql`delete from operation_log where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await firstBroken(app.database.db)).toBe(before[2]!.id)
  })
})

describe('masking', () => {
  it('SYS-92 goes as deep as the body and ends somewhere', () => {
    let deep: unknown = { password: 'x' }
    for (let depth = 0; depth < 100; depth += 1) deep = { deep }
    expect(JSON.stringify(maskSecrets(deep))).not.toContain('x')
    expect(maskSecrets({ a: [{ refreshToken: 'r', captchaKey: 'k', name: 'n' }] })).toEqual({
      a: [{ refreshToken: '***', captchaKey: '***', name: 'n' }],
    })
  })
})
