import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChartAnswer } from '#src/define/records/charts.ts'
import { changesOf, requestText } from '#src/modules/system/logs/log-changes.ts'
import { archiveLogs, verifyArchives } from '#src/server/audit/archive.ts'
import { verifyNightly } from '#src/server/audit/audit.ts'
import { type AuditedLog, auditedLogs } from '#src/server/audit/logs.ts'
import { sealLogs } from '#src/server/audit/seals.ts'
import { verifyLog } from '#src/server/audit/verify.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const DAY = 86_400_000
const { signal } = new AbortController()
const [, , logins, faults] = auditedLogs
/** What is found in a log. */
const kinds = async (app: TestApp, log: AuditedLog | undefined): Promise<readonly string[]> =>
  (await verifyLog(app.database.db, app.services.auditKeys, log!)).findings.map(({ kind }) => kind)

describe.each(oneEngine)('the pages of the logs on %s', (engine) => {
  let app: TestApp
  let auditor: Client
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'logs-'))
    app = await startApp({ engine, mode: { dataDir } })
    auditor = await app.as('bao59')
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const failSignIn = async (username: string, agent: string): Promise<void> => {
    await app.guest.post('/api/login/', { username, password: 'Wrong#00000' }, { headers: { 'user-agent': agent } })
  }
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0'
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  it('60.9 lists sign-ins with browser and system, narrowed by each column', async () => {
    await failSignIn('pan42', edge)
    await failSignIn('pan42', firefox)
    await failSignIn('nobody1', firefox)
    const list = await auditor.get<Record<string, unknown>[]>('/api/system/login_log/')
    expect(
      list.data
        .slice(0, 3)
        .map(({ username, result, reason, browser, system }) => [username, result, reason, browser, system]),
    ).toEqual([
      ['nobody1', 'failure', 'password', 'Firefox', 'Linux'],
      ['pan42', 'failure', 'password', 'Firefox', 'Linux'],
      ['pan42', 'failure', 'password', 'Edge', 'Windows'],
    ])
    const narrowed = async (query: Record<string, string>) =>
      (await auditor.get('/api/system/login_log/', { query: { at_after: '2026-03-11', ...query } })).total
    expect(await narrowed({ browser: 'Edge' })).toBe(1)
    expect(await narrowed({ username: 'pan' })).toBe(2)
    expect(await narrowed({ ip: '127.0.0.1', result: 'failure' })).toBe(3)
    // An address is asked for as a whole.
    expect(await narrowed({ ip: '127.0.0' })).toBe(0)
  })

  it('60.9 counts failed sign-ins by hour: every bar is the total of the list it narrows to', async () => {
    app.clock.advance(3 * 3_600_000)
    await failSignIn('pan42', edge)
    const query = { at_after: '2026-03-11' }
    const { data } = await auditor.get<ChartAnswer>('/api/system/login_log/chart/', {
      query: { ...query, chart: 'failures' },
    })
    expect(data.bars).toHaveLength(24)
    expect(data.bars.filter((bar) => bar.value > 0).map(({ key, value }) => [key, value])).toEqual([
      ['10', 3],
      ['13', 1],
    ])
    for (const { key, value } of data.bars.filter((bar) => bar.value > 0))
      expect(
        (await auditor.get('/api/system/login_log/', { query: { ...query, hour: key, result: 'failure' } })).total,
      ).toBe(value)
    const sheet = await auditor.get('/api/system/login_log/chart/export_data/', {
      query: { ...query, chart: 'failures' },
    })
    expect((await readSheet(sheet.raw.rawPayload))[11]).toEqual(['10', 3])
    expect((await auditor.get('/api/system/login_log/chart/', { query: { chart: 'pages' } })).code).toBe(4000)
  })

  it('60.9 averages endpoints whatever row they were about, and shows what a call changed', async () => {
    const admin = await app.as('fang54')
    const made = await admin.post<{ id: number; version: number }>('/api/system/dept/', {
      name: '日志科',
      key: 'D91',
      sort: 91,
    })
    await admin.put(`/api/system/dept/${made.data.id}/`, { sort: 92, version: made.data.version })
    await app.app.inject('/healthz')
    const rowFor = async (): Promise<Record<string, unknown>> => {
      for (;;) {
        const { data } = await auditor.get<Record<string, unknown>[]>('/api/system/operation_log/', {
          query: { endpoint: 'PUT /api/system/dept/{id}/' },
        })
        if (data[0]) return data[0]
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const row = await rowFor()
    expect(row).toMatchObject({ userIdLabel: '方示丁', method: 'PUT', code: 2000, module: 'system' })
    expect(changesOf(row.diff)).toEqual({
      rows: [
        { record: 'dept', id: made.data.id, action: 'updated', fields: [{ field: 'sort', before: '91', after: '92' }] },
      ],
      more: 0,
    })
    const { data } = await auditor.get<ChartAnswer>('/api/system/operation_log/chart/', { query: { chart: 'slow' } })
    expect(data.bars.find((bar) => bar.key === 'PUT /api/system/dept/{id}/')?.count).toBe(1)
  })

  it('SYS-91 no call changes or removes a row of a log; only auditors and, for sign-ins, the security administrator read', async () => {
    const [fang, yu] = [await app.as('fang54'), await app.as('yu55')]
    for (const log of ['login_log', 'operation_log', 'frontend_log']) {
      for (const answer of [
        await auditor.delete(`/api/system/${log}/1/`),
        await auditor.put(`/api/system/${log}/1/`, { version: 1 }),
        await auditor.delete(`/api/system/${log}/multiple_delete/`, { keys: [1] }),
      ])
        expect([404, 405, 200]).toContain(answer.status)
      expect((await fang.get(`/api/system/${log}/`)).code).toBe(4003)
      expect((await yu.get(`/api/system/${log}/`)).code).toBe(log === 'login_log' ? 2000 : 4003)
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(log)} where id = 1`.execute(
        app.database.db,
      )
      expect(rows[0]?.n).toBeLessThanOrEqual(1)
    }
    await expect(
      sql`update frontend_log set message = 'x' where id = (${await fault()})`.execute(app.database.db),
    ).rejects.toThrow('append-only')
    await expect(sql`delete from frontend_log`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  async function fault(message = 'TypeError: a is undefined'): Promise<number> {
    const pan = await app.as('pan42')
    await pan.post('/api/system/log/frontendLog/', {
      level: 'error',
      message,
      stack: 'at Page (index.js:1)',
      page: '/home',
      version: 'a1',
    })
    const { rows } = await sql<{ id: number }>`select max(id) as id from frontend_log`.execute(app.database.db)
    return rows[0]?.id ?? 0
  }

  it('60.9 gathers errors by page, and opens one with its stack', async () => {
    const id = await fault('RangeError: too far')
    const { data } = await auditor.get<ChartAnswer>('/api/system/frontend_log/chart/', { query: { chart: 'pages' } })
    expect(data).toEqual({ bars: [{ key: '/home', label: '/home', value: 2, count: 2 }], total: 2 })
    expect((await auditor.get(`/api/system/frontend_log/${id}/`)).data).toMatchObject({
      stack: 'at Page (index.js:1)',
      path: '/home',
      level: 'error',
    })
  })

  it('60.9 is narrowed to the errors of one page, beside the number of the list page', async () => {
    const { data } = await auditor.get<readonly { path: string }[]>('/api/system/frontend_log/', {
      query: { path: '/home', page: '1', limit: '50' },
    })
    expect([...new Set(data.map(({ path }) => path))]).toEqual(['/home'])
  })

  it('SYS-93 an export by the auditor stands in the operation log with its rows', async () => {
    const answer = await auditor.get('/api/system/login_log/export_data/', { query: { result: 'failure' } })
    const rows = Number(answer.raw.headers['x-row-count'])
    expect(rows).toBe(4)
    await expect
      .poll(async () => {
        const { data } = await auditor.get<Record<string, unknown>[]>('/api/system/operation_log/', {
          query: { path: 'login_log/export_data' },
        })
        return data[0] && { by: data[0].userId, request: JSON.parse(String(data[0].request)) }
      })
      .toEqual({ by: auditor.userId, request: { query: { result: 'failure' }, rows } })
  })

  it('SYS-94 seals both logs; an altered, an added and a missing row are each found and told to the guardians', async () => {
    app.clock.advance(2 * DAY)
    await sealLogs(app.services, signal)
    expect([await kinds(app, logins), await kinds(app, faults)]).toEqual([[], []])
    // A sealed fault is a row of its own when it comes again.
    await fault()
    expect(
      (await sql<{ n: number }>`select count(*)::int as n from frontend_log`.execute(app.database.db)).rows[0]?.n,
    ).toBe(3)
    const tamper = async (statement: ReturnType<typeof sql>): Promise<void> => {
      await sql`alter table login_log disable trigger user`.execute(app.database.db)
      await statement.execute(app.database.db)
      await sql`alter table login_log enable trigger user`.execute(app.database.db)
    }
    const { rows } = await sql<{
      id: number
      ip: string
    }>`select id, ip from login_log where not success order by id limit 1`.execute(app.database.db)
    const victim = rows[0]!
    await tamper(sql`update login_log set ip = '9.9.9.9' where id = ${victim.id}`)
    expect(await kinds(app, logins)).toEqual(['changed'])
    const messageCount = app.announced.messages.length
    await verifyNightly(app.services)
    expect(app.announced.messages.slice(messageCount)).toMatchObject([
      { contentType: 'SYSTEM', link: '/system/log/loginLog', title: { key: 'notice.loginLogBroken' } },
    ])
    const names = await sql<{
      username: string
    }>`select username from app_user where id = any(${[...(app.announced.messages.at(-1)?.to ?? [])]}::bigint[])`.execute(
      app.database.db,
    )
    expect(names.rows.map((row) => row.username)).toEqual(expect.arrayContaining(['yu55', 'bao59']))
    await tamper(sql`update login_log set ip = ${victim.ip} where id = ${victim.id}`)
    expect(await kinds(app, logins)).toEqual([])
    await sql`insert into login_log (id, username, success, reason, ip, agent, at) values (0, 'ghost', true, 'ok', '::1', '', now())`.execute(
      app.database.db,
    )
    expect(await kinds(app, logins)).toEqual(['added'])
    await tamper(sql`delete from login_log where id = 0`)
    expect(await kinds(app, logins)).toEqual([])
    await tamper(sql`delete from login_log where id = ${victim.id}`)
    expect(await kinds(app, logins)).toEqual(['missing'])
  })
})

describe.each(oneEngine)('how long sealed logs are kept on %s', (engine) => {
  let app: TestApp
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'logs-'))
    app = await startApp({ engine, mode: { dataDir } })
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('SYS-91 writes rows older than 180 days to a file before they go; SYS-94 their seals still hold', async () => {
    for (const name of ['pan42', 'nobody2'])
      await app.guest.post('/api/login/', { username: name, password: 'Wrong#00000' })
    await sealLogs(app.services, signal)
    const count = async (): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::int as n from login_log`.execute(app.database.db)).rows[0]?.n ?? 0
    const all = await count()
    app.clock.advance(179 * DAY)
    await archiveLogs(app.services, signal)
    expect(await count()).toBe(all)
    app.clock.advance(2 * DAY)
    await app.guest.post('/api/login/', { username: 'nobody3', password: 'Wrong#00000' })
    await sealLogs(app.services, signal)
    await archiveLogs(app.services, signal)
    expect(await count()).toBe(1)
    const { rows } = await sql<{
      fileName: string
      fileHash: string
      rows: number
    }>`select file_name, file_hash, rows from log_archive where log = 'login_log'`.execute(app.database.db)
    expect(rows).toMatchObject([{ rows: all }])
    expect(await verifyArchives(app.database.db, app.services.auditKeys, dataDir)).toEqual([])
    expect(await kinds(app, logins)).toEqual([])
    await expect(sql`delete from login_log`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it('60.9 reads 100,000 rows by an index, for the newest page and for a period', async () => {
    await sql`
      insert into operation_log (user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, at, prev_hash, hash)
      select 1, 'system', 'POST', '/api/system/dept/' || n || '/', 200, 2000, 5, '10.0.0.1', 'x', 'r' || n, timestamptz '2026-01-01' + n * interval '1 minute', '', ''
      from generate_series(1, 100000) n`.execute(app.database.db)
    await sql`analyze operation_log`.execute(app.database.db)
    const plan = async (query: ReturnType<typeof sql>): Promise<string> => {
      const { rows } = await sql<{ 'QUERY PLAN': string; queryPlan: string }>`explain ${query}`.execute(app.database.db)
      return JSON.stringify(rows)
    }
    const newest = sql`select r.* from operation_log r where r.at >= timestamptz '2026-03-05' order by r.at desc, r.id desc limit 20`
    expect(await plan(newest)).toMatch(/Index Scan using operation_log_recent/)
    expect(
      await plan(
        sql`select r.* from operation_log r where r.request_id = 'r77' order by r.at desc, r.id desc limit 20`,
      ),
    ).toMatch(/operation_log_request/)
    expect(
      await plan(sql`select r.* from operation_log r where r.user_id = 2 order by r.at desc, r.id desc limit 20`),
    ).not.toMatch(/Seq Scan/)
    // A keyword is looked for by reading: not from the beginning of the log, unless somebody asks for that.
    await sql`
      insert into operation_log (user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, at, prev_hash, hash)
      values (1, 'system', 'POST', '/api/needle/', 200, 2000, 5, '10.0.0.1', 'x', 'old', timestamptz '2025-09-01', '', '')`.execute(
      app.database.db,
    )
    const found = async (query: Record<string, string>) =>
      (await (await app.as('bao59')).get('/api/system/operation_log/', { query })).total
    expect(await found({ search: 'needle' })).toBe(0)
    expect(await found({ path: 'needle' })).toBe(0)
    expect(await found({ search: 'needle', at_before: '2025-09-30' })).toBe(1)
    expect(await found({ search: 'needle', at_after: '2025-01-01' })).toBe(1)
    expect(await found({ requestId: 'old' })).toBe(1)
  })
})

describe('what a log says, for the eye', () => {
  it('reads created, changed and removed rows, what was left out, and a request that was cut off', () => {
    const diff = JSON.stringify([
      { record: 'dept', id: 1, before: null, after: { name: 'A', tags: [1] } },
      { record: 'dept', id: 2, before: { name: 'B' }, after: null },
      { more: 3 },
    ])
    expect(changesOf(diff)).toEqual({
      rows: [
        {
          record: 'dept',
          id: 1,
          action: 'created',
          fields: [
            { field: 'name', before: '', after: 'A' },
            { field: 'tags', before: '', after: '[1]' },
          ],
        },
        { record: 'dept', id: 2, action: 'removed', fields: [{ field: 'name', before: 'B', after: '' }] },
      ],
      more: 3,
    })
    expect(changesOf(null)).toEqual({ rows: [], more: 0 })
    expect(requestText('{"a":1')).toBe('{"a":1')
    expect(requestText('{"a":1}')).toBe('{\n  "a": 1\n}')
  })
})
