import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/seed/bureau.server.ts'
import { archiveLog, brokenArchive, isIntact, type LogArchive } from '#src/server/operations/archive.ts'
import { loggedDiff, maskSecrets } from '#src/server/operations/mask.ts'
import { firstBroken, verifyLogs } from '#src/server/operations/verify.ts'
import { type Answer, startApp, type TestApp } from '#tests/harness/app.ts'
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

  it('SYS-91 keeps every call that is not a GET with its outcome, and a GET that was denied, SYS-92 without secrets', async () => {
    const pan = await app.as('pan42')
    await pan.get('/api/system/user/user_info/')
    const wrong = await pan.post('/api/system/user/change_password/', {
      oldPassword: 'Wrong#12345',
      newPassword: 'Newer#12345678',
    })
    const refused = await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    const unknown = await pan.post('/api/unknown/', { title: 'kept', nested: [{ bankAccount: '6200000000000000042' }] })
    expect((await pan.get('/api/system/role/')).code).toBe(4003)
    const entered = await app.guest.post('/api/login/', { username: 'pan42', password: DEMO_PASSWORD })
    const rows = await logged(5)
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
      { userId: pan.userId, module: 'system', method: 'GET', path: '/api/system/role/', status: 200, code: 4003 },
      { userId: pan.userId, module: 'login', method: 'POST', path: '/api/login/', status: 200, code: entered.code },
    ])
    expect(rows.map((row) => JSON.parse(row.request ?? 'null'))).toEqual([
      { oldPassword: '***', newPassword: '***' },
      { username: 'pan42', password: '***' },
      { title: 'kept', nested: [{ bankAccount: '***' }] },
      null,
      { username: 'pan42', password: '***' },
    ])
    expect(rows[0]?.requestId).toBe(wrong.raw.headers['x-request-id'])
  })

  it('SYS-91 can neither be changed nor shortened', async () => {
    await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await logged(6)
    await expect(sql`update operation_log set path = '/'`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`delete from operation_log`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('SYS-94 finds the row that was altered behind the trigger, and warns the guardians', async () => {
    const before = await logged(6)
    expect(await firstBroken(app.database.db)).toBeNull()
    await sql`alter table operation_log disable trigger user`.execute(app.database.db)
    await sql`update operation_log set user_id = 1 where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await firstBroken(app.database.db)).toBe(before[1]!.id)
    const count = app.announced.messages.length
    await verifyLogs(app.services)
    expect(app.announced.messages.slice(count)).toMatchObject([
      { contentType: 'SYSTEM', title: { key: 'notice.logBroken', params: [before[1]!.id] } },
    ])
    expect(app.announced.messages.at(-1)?.to.length).toBeGreaterThan(0)
  })

  it('SYS-94 finds a row that is missing', async () => {
    const before = await logged(6)
    await sql`update operation_log set user_id = null where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await firstBroken(app.database.db)).toBeNull()
    await sql`delete from operation_log where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await firstBroken(app.database.db)).toBe(before[2]!.id)
  })
})

describe.each(engines)('what a call changed, and how long it is kept, on %s', (engine) => {
  let app: TestApp
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'log-'))
    app = await startApp({ engine, mode: { dataDir } })
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { signal } = new AbortController()
  const DAY = 86_400_000

  /** The newest row, once one about this request is there. */
  const rowOf = async (requestId: unknown): Promise<{ readonly diff: string | null }> => {
    for (;;) {
      const { rows } = await sql<{ diff: string | null }>`
        select diff from operation_log where request_id = ${String(requestId)}`.execute(app.database.db)
      if (rows[0]) return rows[0]
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const diffOf = async (answer: Answer<unknown>): Promise<unknown> =>
    JSON.parse((await rowOf(answer.raw.headers['x-request-id'])).diff ?? 'null')
  const count = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from operation_log`.execute(app.database.db)).rows[0]?.n ?? 0
  const archives = async (): Promise<readonly LogArchive[]> =>
    (
      await sql<LogArchive>`select id, from_id, to_id, rows, prev_hash, last_hash, file_name, file_hash from operation_log_archive order by id`.execute(
        app.database.db,
      )
    ).rows

  it('SYS-02 keeps before and after of every write on a department, under the id of its request', async () => {
    const admin = await app.as('fang54')
    const made = await admin.post<{ id: number; version: number }>('/api/system/dept/', {
      name: '新设科',
      key: 'D90',
      sort: 90,
    })
    const { id, version } = made.data
    expect(await diffOf(made)).toMatchObject([
      { record: 'dept', id, before: null, after: { name: '新设科', key: 'D90', sort: 90 } },
    ])
    const changed = await admin.put(`/api/system/dept/${id}/`, { sort: 91, version })
    expect(await diffOf(changed)).toEqual([{ record: 'dept', id, before: { sort: 90 }, after: { sort: 91 } }])
    const root = await sql<{ id: number }>`select id from department where key = 'D00'`.execute(app.database.db)
    const moved = await admin.post(`/api/system/dept/${id}/move/`, { parent: root.rows[0]?.id, sort: 3, version: 2 })
    expect(await diffOf(moved)).toEqual([
      { record: 'dept', id, before: { parent: null, sort: 91 }, after: { parent: root.rows[0]?.id, sort: 3 } },
    ])
    const imported = await admin.post('/api/system/dept/import_dept_data/', {
      data: [{ name: '改名科', key: 'D90', parentPath: '示范市公安局', sort: 4 }],
    })
    expect(await diffOf(imported)).toMatchObject([
      { id, before: { name: '新设科', sort: 3 }, after: { name: '改名科' } },
    ])
    const removed = await admin.delete(`/api/system/dept/${id}/`)
    expect(await diffOf(removed)).toMatchObject([{ record: 'dept', id, before: { name: '改名科' }, after: null }])
  })

  it('SYS-02 has no diff for what was refused, and is part of the chain', async () => {
    const admin = await app.as('fang54')
    const refused = await admin.post('/api/system/dept/', { name: '办公室', key: 'D02', sort: 1 })
    expect(refused.code).not.toBe(2000)
    expect(await diffOf(refused)).toBeNull()
    expect(await firstBroken(app.database.db)).toBeNull()
  })

  it('SYS-91 archives nothing that is younger than 180 days, whatever is configured', async () => {
    await sql`update config_item set value = '1' where key = 'log.keepDays'`.execute(app.database.db)
    await app.services.caches.load()
    const before = await count()
    app.clock.advance(179 * DAY)
    await archiveLog(app.services, signal)
    expect([await count(), await archives()]).toEqual([before, []])
  })

  it('SYS-91 writes older rows to a file before they go, and SYS-94 the chain holds over the cut', async () => {
    const before = await count()
    app.clock.advance(2 * DAY)
    const late = await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await rowOf(late.raw.headers['x-request-id'])
    await archiveLog(app.services, signal)
    const [first] = await archives()
    expect(await count()).toBe(1)
    expect(first).toMatchObject({ rows: before, prevHash: '' })
    expect(await isIntact(dataDir, first!)).toBe(true)
    expect(await firstBroken(app.database.db)).toBeNull()

    // Everything archived: the next row still continues the chain.
    app.clock.advance(200 * DAY)
    await archiveLog(app.services, signal)
    expect(await count()).toBe(0)
    const next = await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await rowOf(next.raw.headers['x-request-id'])
    expect(await firstBroken(app.database.db)).toBeNull()
    expect(await brokenArchive(app.database.db)).toBeNull()
    expect((await archives()).map(({ rows }) => rows)).toEqual([before, 1])
  })

  it('SYS-91 gives no row away that no archive names, and lets no archive be changed', async () => {
    await expect(sql`delete from operation_log`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`delete from operation_log_archive`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`update operation_log_archive set rows = 9`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('SYS-94 sees an archive that was altered, a missing one, and archives nothing that does not hold', async () => {
    const [first, second] = await archives()
    const path = join(dataDir, 'archive', first!.fileName)
    const content = readFileSync(path)
    writeFileSync(path, gzipSync(gunzipSync(content).toString().replace('新设科', '旧设科')))
    expect(await isIntact(dataDir, first!)).toBe(false)
    writeFileSync(path, content)
    expect(await isIntact(dataDir, first!)).toBe(true)

    await sql`alter table operation_log_archive disable trigger operation_log_archive_append_only`.execute(
      app.database.db,
    )
    await sql`delete from operation_log_archive where id = ${first!.id}`.execute(app.database.db)
    expect(await brokenArchive(app.database.db)).toBe(second!.fromId)

    await sql`alter table operation_log disable trigger user`.execute(app.database.db)
    await sql`update operation_log set path = '/'`.execute(app.database.db)
    app.clock.advance(200 * DAY)
    await expect(archiveLog(app.services, signal)).rejects.toThrow('broken')
    expect(await count()).toBe(1)
  })
})

describe('masking', () => {
  it('SYS-92 cuts a diff between rows and says how many are missing', () => {
    const rows = Array.from({ length: 300 }, (_, id) => ({
      record: 'payment',
      id,
      before: null,
      after: { bankAccount: '6200000000000000042', note: 'x'.repeat(80) },
    }))
    const diff = JSON.parse(loggedDiff(rows) ?? '') as readonly { more?: number; after?: { bankAccount: string } }[]
    expect(diff[0]?.after?.bankAccount).toBe('***')
    expect(diff.at(-1)).toEqual({ more: 300 - (diff.length - 1) })
    expect(loggedDiff([])).toBeNull()
  })

  it('SYS-92 goes as deep as the body and ends somewhere', () => {
    let deep: unknown = { password: 'x' }
    for (let depth = 0; depth < 100; depth += 1) deep = { deep }
    expect(JSON.stringify(maskSecrets(deep))).not.toContain('x')
    expect(maskSecrets({ a: [{ refreshToken: 'r', captchaKey: 'k', name: 'n' }] })).toEqual({
      a: [{ refreshToken: '***', captchaKey: '***', name: 'n' }],
    })
  })
})
