/** Exports of data sets for a period (10.6, BKP-08). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataSet } from '#src/define/answers/backups.ts'
import type { ShownJob } from '#src/define/answers/files.ts'
import { runExports } from '#src/server/exports/worker.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const DATA = '/api/system/backup/data/'
const JOBS = '/api/system/export_job/'

describe('an export of data', () => {
  let app: TestApp
  let dataDir: string
  let fang: Client
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'data-exports-'))
    app = await startApp({ bureau: 'quiet', mode: { dataDir } })
    fang = await app.as('fang54')
    // Five accounts around the edges of the first days of March, by the clock of the bureau.
    const moments = [
      '2026-02-28 23:59:59',
      '2026-03-01 00:00:00',
      '2026-03-02 12:00:00',
      '2026-03-03 23:59:59',
      '2026-03-04 00:00:00',
    ]
    await sql`update app_user set created_at = '2020-01-01 00:00:00+08'`.execute(app.database.db)
    for (const [at, moment] of moments.entries())
      await sql`update app_user set created_at = ${moment}::timestamp at time zone 'Asia/Shanghai', remark = ${at === 2 ? '=1+1, "甲"' : ''}
        where id = (select id from app_user where deleted_at is null order by id offset ${at} limit 1)`.execute(
        app.database.db,
      )
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ask = (body: object, who = fang) => who.post<{ exportJob: { id: number; total: number } }>(DATA, body)
  const march = { dataset: 'user', from: '2026-03-01', to: '2026-03-03' }
  async function fileOf(
    body: object,
  ): Promise<{ readonly name: string; readonly content: Buffer; readonly total: number }> {
    const { code, data } = await ask(body)
    expect(code).toBe(2000)
    await runExports(app.services, new AbortController().signal)
    const job = (await fang.get<ShownJob>(`${JOBS}${data.exportJob.id}/`)).data
    expect(job.state).toBe('ready')
    const { raw } = await fang.get(`${JOBS}${data.exportJob.id}/download/`)
    return { name: job.fileName ?? '', content: raw.rawPayload, total: job.total }
  }

  it('offers what the person may export anyway, and nothing else (BKP-08)', async () => {
    const names = (await fang.get<readonly DataSet[]>(DATA)).data.map(({ name }) => name)
    expect(names).toContain('user')
    for (const name of ['ticket', 'payment', 'operationLog', 'nothing']) {
      expect(names).not.toContain(name)
      expect([name, (await ask({ dataset: name, format: 'csv' })).code]).toEqual([name, 4003])
    }
  })

  it('is refused to a person who may not export data', async () => {
    const auditor = await app.as('bao59')
    expect([(await auditor.get(DATA)).code, (await ask({ ...march, format: 'csv' }, auditor)).code]).toEqual([
      4003, 4003,
    ])
  })

  it.each([
    [march, 3],
    [{ ...march, from: '2026-03-02' }, 2],
    [{ ...march, to: '2026-03-02' }, 2],
    [{ ...march, from: null, to: '2026-02-28' }, 'before'],
    [{ ...march, from: '2026-03-04', to: null }, 1],
    [{ ...march, from: '2026-03-05', to: null }, 0],
  ])('holds the rows of both of its last days: %j', async (body, expected) => {
    const total = (await ask({ ...body, format: 'csv' })).data.exportJob.total
    const before = await sql<{
      n: number
    }>`select count(*) as n from app_user where deleted_at is null and created_at < '2026-03-01 00:00:00+08'`.execute(
      app.database.db,
    )
    expect(total).toBe(expected === 'before' ? Number(before.rows[0]?.n) : expected)
    await runExports(app.services, new AbortController().signal)
  })

  it('is the same rows as a sheet, as comma-separated values and as JSON', async () => {
    const sheet = await fileOf({ ...march, format: 'xlsx' })
    const csv = await fileOf({ ...march, format: 'csv' })
    const json = await fileOf({ ...march, format: 'json' })
    expect([sheet, csv, json].map(({ name }) => name.replace(/_\d+/, ''))).toEqual([
      'user.xlsx',
      'user.csv',
      'user.json',
    ])
    const [head = [], ...rows] = await readSheet(sheet.content)
    expect(rows).toHaveLength(3)
    const objects = JSON.parse(json.content.toString()) as readonly Readonly<Record<string, unknown>>[]
    expect(objects.map((one) => Object.values(one))).toEqual(
      rows.map((row) =>
        row.map((cell, at) => (at === head.indexOf('备注') && cell === '\'=1+1, "甲"' ? '=1+1, "甲"' : cell)),
      ),
    )
    const text = csv.content.toString()
    expect(text.startsWith(`\uFEFF${head.join(',')}\r\n`)).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(4)
    // A cell that a spreadsheet program would take for a formula is a text; quotes are doubled (RFC 4180).
    expect(text).toContain(`"'=1+1, ""甲"""`)
  })

  it.each([
    ['a day that does not exist', { ...march, from: '2026-02-30' }, 'from'],
    ['an end before its begin', { ...march, to: '2026-02-28' }, 'to'],
    ['another format', { ...march, format: 'pdf' }, 'format'],
  ])('is refused with %s', async (_what, body, field) => {
    const refused = await ask({ format: 'csv', ...body })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([4000, [field]])
  })

  it('is another export when its period or its format is another, and the same when asked for twice', async () => {
    const id = async (body: object): Promise<number> =>
      (await ask({ ...march, format: 'csv', ...body })).data.exportJob.id
    const first = await id({})
    expect(await id({})).toBe(first)
    expect(
      new Set([first, await id({ format: 'json' }), await id({ to: '2026-03-02' }), await id({ to: null })]).size,
    ).toBe(4)
    await runExports(app.services, new AbortController().signal)
  })
})
