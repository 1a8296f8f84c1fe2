import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { archiveLogs, type LogArchive, verifyArchive, verifyArchives } from '#src/server/audit/archive.ts'
import { verifyNightly } from '#src/server/audit/audit.ts'
import { auditedLogs } from '#src/server/audit/logs.ts'
import { loggedDiff, maskSecrets } from '#src/server/audit/operations/mask.ts'
import { sealLogs } from '#src/server/audit/seals.ts'
import { type Finding, verifyLog } from '#src/server/audit/verify.ts'
import { type Answer, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const [operations] = auditedLogs
const faultsOf = async (app: TestApp): Promise<readonly Finding[]> =>
  (await verifyLog(app.database.db, app.services.auditKeys, operations!)).findings

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

describe.each(oneEngine)('the operation log on %s', (engine) => {
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

  it('60.12 a write and its operation are one transaction: what cannot be logged is neither done nor answered', async () => {
    const { db } = app.database
    const admin = await app.as('fang54')
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from department`.execute(db)).rows[0]?.n
    const before = [await count(), (await logged(0)).length]
    await sql`alter table operation_log add constraint out_of_order check (path = '') not valid`.execute(db)
    const write = await admin.post('/api/system/dept/', { name: '新设科', key: 'D90', sort: 90 })
    const refused = await admin.post('/api/system/dept/', { name: '', key: 'D91', sort: 90 })
    const exported = await (await app.as('bao59')).get('/api/system/login_log/export_data/')
    await sql`alter table operation_log drop constraint out_of_order`.execute(db)
    expect([write.status, refused.status, exported.status]).toEqual([500, 503, 503])
    expect([exported.raw.headers['content-disposition'], exported.code]).toEqual([undefined, 5000])
    expect([await count(), (await logged(0)).length]).toEqual(before)
    // With the log back, the same call is done and logged, and the refusal is logged before its answer.
    const done = await admin.post<{ id: number }>('/api/system/dept/', { name: '新设科', key: 'D90', sort: 90 })
    expect(done.code).toBe(2000)
    expect((await logged(0)).at(-1)).toMatchObject({ code: 2000, requestId: done.raw.headers['x-request-id'] })
    const denied = await admin.post('/api/system/dept/', { name: '', key: 'D91', sort: 90 })
    expect((await logged(0)).at(-1)).toMatchObject({ code: 4000, requestId: denied.raw.headers['x-request-id'] })
    await admin.delete(`/api/system/dept/${done.data.id}/`)
  })

  it('60.12 a write that is rolled back after it was logged leaves no operation', async () => {
    const { db } = app.database
    const admin = await app.as('fang54')
    await sql`
      create function refuse_at_commit() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$`.execute(
      db,
    )
    await sql`
      create constraint trigger dept_at_commit after insert on department deferrable initially deferred
      for each row execute function refuse_at_commit()`.execute(db)
    const failed = await admin.post('/api/system/dept/', { name: '新设科', key: 'D90', sort: 90 })
    await sql`drop trigger dept_at_commit on department`.execute(db)
    expect(failed.status).toBe(500)
    const about = (await logged(0)).filter(({ requestId }) => requestId === failed.raw.headers['x-request-id'])
    expect(about.map(({ status, code }) => [status, code])).toEqual([[500, 5000]])
  })

  it('SYS-136 neither an autosave nor a check of the designer is an operation, unless it is denied', async () => {
    const designer = await app.as('fang54')
    const { data } = await designer.get<{ id: number; key: string }[]>('/api/workflow/workflow/')
    const id = data.find(({ key }) => key === 'otherBusiness')?.id
    const draft = await designer.get<{ draft: { revision: number } }>(`/api/workflow/workflow/${id}/draft/`)
    const before = (await logged(0)).length
    const { revision, definition, form, basics } = draft.data.draft as never
    expect(
      (await designer.put(`/api/workflow/workflow/${id}/draft/`, { revision, definition, form, basics })).code,
    ).toBe(2000)
    expect((await designer.post(`/api/workflow/workflow/${id}/draft/verify/`, {})).code).toBe(2000)
    expect((await designer.post(`/api/workflow/workflow/${id}/verify/`)).code).toBe(2000)
    expect((await logged(0)).length).toBe(before)
    expect((await (await app.as('pan42')).post(`/api/workflow/workflow/${id}/verify/`)).code).toBe(4003)
    expect((await logged(0)).length).toBe(before + 1)
  })

  it('SYS-91 can neither be changed nor shortened', async () => {
    await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await logged(6)
    await expect(sql`update operation_log set path = '/'`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`delete from operation_log`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('SYS-94 finds the row that was altered behind the trigger, and warns the guardians', async () => {
    const before = await logged(6)
    await sealLogs(app.services)
    expect(await faultsOf(app)).toEqual([])
    await sql`alter table operation_log disable trigger user`.execute(app.database.db)
    await sql`update operation_log set user_id = 1 where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await faultsOf(app)).toMatchObject([{ kind: 'changed', id: before[1]!.id }])
    const count = app.announced.messages.length
    await verifyNightly(app.services)
    expect(app.announced.messages.slice(count)).toMatchObject([
      { contentType: 'SYSTEM', title: { key: 'notice.logBroken', params: [before[1]!.id] } },
    ])
    expect(app.announced.messages.at(-1)?.to.length).toBeGreaterThan(0)
  })

  it('SYS-94 finds a row that is missing', async () => {
    const before = await logged(6)
    await sql`update operation_log set user_id = null where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await faultsOf(app)).toEqual([])
    await sql`delete from operation_log where id = ${before[1]!.id}`.execute(app.database.db)
    expect(await faultsOf(app)).toMatchObject([{ kind: 'missing', detail: expect.stringContaining('and there are') }])
  })
})

describe.each(oneEngine)('what a call changed, and how long it is kept, on %s', (engine) => {
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
      await sql<LogArchive>`select log, from_id, to_id, rows, file_name, file_hash from log_archive where log = 'operation_log' order by id`.execute(
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
    await sealLogs(app.services)
    expect(await faultsOf(app)).toEqual([])
  })

  it('SYS-91 archives nothing that is younger than 180 days, whatever is configured', async () => {
    await sql`update config_item set value = '1' where key = 'log.keepDays'`.execute(app.database.db)
    await app.services.caches.load()
    const before = await count()
    app.clock.advance(179 * DAY)
    await archiveLogs(app.services, signal)
    expect([await count(), await archives()]).toEqual([before, []])
  })

  it('SYS-91 writes older rows to a file before they go, and SYS-94 the chain holds over the cut', async () => {
    const before = await count()
    app.clock.advance(2 * DAY)
    const late = await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await rowOf(late.raw.headers['x-request-id'])
    await sealLogs(app.services)
    await archiveLogs(app.services, signal)
    const [first] = await archives()
    expect(await count()).toBe(1)
    expect(first).toMatchObject({ rows: before })
    expect(await verifyArchives(app.database.db, app.services.auditKeys, dataDir)).toEqual([])
    expect(await faultsOf(app)).toEqual([])

    // Everything archived: the next row still continues the chain.
    app.clock.advance(200 * DAY)
    await archiveLogs(app.services, signal)
    expect(await count()).toBe(0)
    const next = await app.guest.post('/api/login/', { username: 'pan42', password: 'Secret#0000' })
    await rowOf(next.raw.headers['x-request-id'])
    await sealLogs(app.services)
    expect(await faultsOf(app)).toEqual([])
    expect(await verifyArchives(app.database.db, app.services.auditKeys, dataDir)).toEqual([])
    expect((await archives()).map(({ rows }) => rows)).toEqual([before, 1])
  })

  it('SYS-91 gives no row away that no archive names, and lets no archive be changed', async () => {
    await expect(sql`delete from operation_log`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`delete from log_archive`.execute(app.database.db)).rejects.toThrow('append-only')
    await expect(sql`update log_archive set rows = 9`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('SYS-94 sees an archive that was altered, also when its hash was replaced, a missing one, and archives nothing that does not hold', async () => {
    const { db } = app.database
    const keys = app.services.auditKeys
    const [first, second] = await archives()
    const path = join(dataDir, 'archive', first!.fileName)
    const content = readFileSync(path)
    const altered = gzipSync(gunzipSync(content).toString().replace('新设科', '旧设科'))
    writeFileSync(path, altered)
    expect(await verifyArchives(db, keys, dataDir)).toMatchObject([{ kind: 'changed' }])
    const fileHash = createHash('sha256').update(altered).digest('hex')
    expect(await verifyArchive(db, keys, operations!, dataDir, { ...first!, fileHash })).toMatchObject([
      { kind: 'changed', detail: expect.stringContaining('was changed') },
    ])
    rmSync(path)
    expect(await verifyArchives(db, keys, dataDir)).toMatchObject([{ kind: 'missing' }])
    writeFileSync(path, content)
    expect(await verifyArchives(db, keys, dataDir)).toEqual([])

    await sql`alter table log_archive disable trigger log_archive_append_only`.execute(db)
    await sql`delete from log_archive where to_id = ${second!.toId} and log = 'operation_log'`.execute(db)
    expect(await faultsOf(app)).toMatchObject([{ kind: 'missing' }])

    await sql`alter table operation_log disable trigger user`.execute(db)
    await sql`update operation_log set mac = repeat('0', 64)`.execute(db)
    app.clock.advance(200 * DAY)
    await expect(archiveLogs(app.services, signal)).rejects.toThrow('broken')
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
