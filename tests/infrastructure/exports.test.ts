import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShownJob } from '#src/define/answers/files.ts'
import { expireExports } from '#src/server/exports/expire.ts'
import { runExports } from '#src/server/exports/worker.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { engines, oneEngine } from '#tests/harness/engines.ts'

const path = '/api/system/export_job/'
const MANY = 10_500
const HOUR = 3_600_000

describe.each(engines)('exports of many rows on %s', (engine) => {
  let app: TestApp
  let dataDir: string
  let officer: Client
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'exports-'))
    app = await startApp({ engine, mode: { dataDir } })
    await enlist(app.services, dutiesOf(app.services))
    officer = await app.as('you18')
    await sql`
      insert into payment (no, claim_id, ticket_id, dept_id, payee_type, payee_name, bank_name, bank_account, amount, pay_state, approved_at, created_at, updated_at)
      select 'X' || g, p.claim_id, p.ticket_id, d.id, p.payee_type, '收款人' || g, p.bank_name, p.bank_account, g, 'unpaid', ${T0}, ${T0}, ${T0}
      from generate_series(1, ${MANY}) g,
        (select * from payment where bank_account is not null order by id limit 1) p, (select id from department where key = 'D12') d`.execute(
      app.database.db,
    )
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ask = (query = 'search=收款人&ordering=amount', who = officer) =>
    who.get<{ exportJob: { id: number; total: number } }>(`/api/finance/payment/export_data/?${query}`)
  const jobOf = async (id: number, who = officer) => (await who.get<ShownJob>(`${path}${id}/`)).data
  const run = (signal = new AbortController().signal) => runExports(app.services, signal)
  const fetched = (id: number, who = officer) => who.get(`${path}${id}/download/`)

  it('IMPEX-STD above 10,000 rows become a job on the runner, in the order asked for, with a notice when the file is ready', async () => {
    const asked = await ask()
    expect(asked).toMatchObject({ code: 2000, data: { exportJob: { total: MANY } } })
    expect(asked.raw.headers['x-row-count']).toBe(String(MANY))
    const { id } = asked.data.exportJob
    expect(await jobOf(id)).toMatchObject({ state: 'waiting', title: '支付台账', total: MANY, rows: 0 })
    expect((await fetched(id)).errKey).toBe('export.notReady')

    expect(await runDueJobs(app.services)).toContain('export.run')
    expect(await jobOf(id)).toMatchObject({
      state: 'ready',
      rows: MANY,
      fileName: 'payment_20260311100000.xlsx',
      expiresAt: '2026-03-14 10:00:00',
    })
    // Other jobs that were due send notices of their own.
    expect(app.announced.messages.find(({ title }) => title.key === 'notice.exportReady')).toMatchObject({
      to: [officer.userId],
      contentType: 'SYSTEM',
      title: { key: 'notice.exportReady', params: ['支付台账'] },
      link: '/home?exports=open',
    })
    const file = await fetched(id)
    expect(file.raw.headers['x-row-count']).toBe(String(MANY))
    const rows = await readSheet(file.raw.rawPayload)
    expect(rows).toHaveLength(MANY + 1)
    const amount = rows[0]?.indexOf('金额') ?? -1
    expect(rows.slice(1).map((row) => row[amount])).toEqual(Array.from({ length: MANY }, (_, index) => index + 1))
  })

  it.runIf(oneEngine.includes(engine))('20.6 the tickets of a list become one as well', async () => {
    await sql`
      insert into ticket (no, type, version_id, version_hash, title, form_data, data_hash, applicant_id, applicant, dept_id, status, snapshot, created_at, updated_at)
      select 'ZZ-' || n, t.type, t.version_id, t.version_hash, '草稿' || n, '{}', '', ${officer.userId}::bigint, '{}', t.dept_id, 'draft', '{}', t.created_at, t.updated_at
      from (select * from ticket limit 1) t, generate_series(1, ${MANY}) n`.execute(app.database.db)
    const asked = await officer.get<{ exportJob: { id: number; total: number } }>('/api/workflow/ticket/export_data/', {
      query: { label: 'toSubmit', search: '草稿', ordering: '-no' },
    })
    expect(asked).toMatchObject({ code: 2000, data: { exportJob: { total: MANY } } })
    await run()
    expect(await jobOf(asked.data.exportJob.id)).toMatchObject({ state: 'ready', title: '工单', rows: MANY })
    const [head, first] = await readSheet((await fetched(asked.data.exportJob.id)).raw.rawPayload)
    expect([head?.[0], first?.[0], first?.[1]]).toEqual(['单号', 'ZZ-9999', '草稿9999'])
    await sql`delete from ticket where no like 'ZZ-%'`.execute(app.database.db)
  })

  it('BKP-08 obeys the masks and the scope that the requester has when it is made', async () => {
    const { id } = (await ask('search=收款人&amount_after=1&ordering=-amount')).data.exportJob
    const setScope = (scope: number) =>
      sql`update role set data_scope = ${scope} where key in ('financeOfficer', 'staff')`.execute(app.database.db)
    await sql`update payment set dept_id = (select dept_id from app_user where username = 'you18') where no in ('X3', 'X5')`.execute(
      app.database.db,
    )
    await setScope(2)
    await run()
    await setScope(3)
    expect(await jobOf(id)).toMatchObject({ state: 'ready', rows: 2 })
    const [head, ...rows] = await readSheet((await fetched(id)).raw.rawPayload)
    const column = (title: string) => rows.map((row) => row[head?.indexOf(title) ?? -1])
    expect(column('金额')).toEqual([5, 3])
    for (const account of column('账号')) expect(account).toMatch(/^\*{4} \d{4}$/)
  })

  it('BKP-08 fails when the permission is gone meanwhile, and can be tried again', async () => {
    const { id } = (await ask('search=收款人&ordering=-id')).data.exportJob
    const take = sql`delete from role_permission where permission_id = (select id from permission where value = 'finance:Export') returning role_id, permission_id`
    const taken = (await take.execute(app.database.db)).rows as { roleId: number; permissionId: number }[]
    await run()
    expect(await jobOf(id)).toMatchObject({ state: 'failed', error: '没有操作权限，请联系管理员' })
    expect(app.announced.messages.at(-1)).toMatchObject({ title: { key: 'notice.exportFailed' } })
    for (const { roleId, permissionId } of taken)
      await sql`insert into role_permission (role_id, permission_id) values (${roleId}, ${permissionId})`.execute(
        app.database.db,
      )
    expect((await officer.post(`${path}${id}/retry/`)).code).toBe(2000)
    await run()
    expect(await jobOf(id)).toMatchObject({ state: 'ready', error: null })
    expect((await officer.post(`${path}${id}/retry/`)).errKey).toBe('record.stateInvalid')
  })

  it('belongs to nobody but its owner: not listed, not opened, not fetched, not even as a file', async () => {
    const other = await app.as('qin17')
    const id = (await officer.get<ShownJob[]>(path)).data[0]?.id ?? 0
    expect((await other.get<ShownJob[]>(path)).data).toEqual([])
    for (const answer of [
      await other.get(`${path}${id}/`),
      await fetched(id, other),
      await other.post(`${path}${id}/retry/`),
    ])
      expect(answer.code).toBe(4004)
    const { rows } = await sql<{ fileId: number }>`select file_id from export_job where id = ${id}`.execute(
      app.database.db,
    )
    for (const who of [officer, other])
      expect((await who.get(`/api/system/file/${rows[0]?.fileId}/download/`)).code).toBe(4004)
  })

  it('is one when it is asked for twice, and no more than five wait for one person', async () => {
    const first = await ask('search=收款人&ordering=no')
    expect((await ask('search=收款人&ordering=no')).data).toEqual(first.data)
    for (const order of ['payeeName', 'payState', 'approvedAt', 'deptId'])
      expect((await ask(`search=收款人&ordering=${order}`)).code).toBe(2000)
    expect((await ask('search=收款人&ordering=-payeeName')).errKey).toBe('export.tooManyJobs')
    await sql`delete from export_job where state = 'waiting'`.execute(app.database.db)
  })

  it('waits for the next server when this one stops, and is taken over from one that died', async () => {
    const { id } = (await ask('search=收款人&ordering=-no')).data.exportJob
    const stopping = new AbortController()
    const before = app.services.clock.now
    // Stops in the middle: the clock is asked for each page.
    let looks = 0
    app.services.clock.now = () => {
      looks += 1
      if (looks === 8) stopping.abort()
      return before.call(app.services.clock)
    }
    await run(stopping.signal)
    app.services.clock.now = before
    expect(await jobOf(id)).toMatchObject({ state: 'waiting' })
    await sql`update export_job set state = 'running', lease_until = ${T0}, lease_token = gen_random_uuid() where id = ${id}`.execute(
      app.database.db,
    )
    await run()
    expect(await jobOf(id)).toMatchObject({ state: 'ready', rows: MANY })
    expect((await sql`select from export_job_row`.execute(app.database.db)).rows).toHaveLength(0)
  })

  it('can be fetched for 72 hours, then the file is gone', async () => {
    const { id } = (await officer.get<ShownJob[]>(path)).data[0] ?? { id: 0 }
    app.clock.advance(72 * HOUR)
    await expireExports(app.services)
    expect(await jobOf(id)).toMatchObject({ state: 'expired' })
    expect((await fetched(id)).errKey).toBe('export.expired')
    const left = await sql`select from file_link where record = 'exportJob'`.execute(app.database.db)
    expect(left.rows).toHaveLength(0)
  })

  it('names the rows that left in the operation log (SYS-93)', async () => {
    const { id } = (await ask('search=收款人')).data.exportJob
    await run()
    await fetched(id)
    for (;;) {
      const { rows } = await sql<{ path: string; request: string }>`
        select path, request from operation_log where path like '%/export%' order by id desc limit 2`.execute(
        app.database.db,
      )
      if (rows[0]?.path === `${path}${id}/download/`) {
        expect(rows.map(({ request }) => JSON.parse(request).rows)).toEqual([MANY, MANY])
        return
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
})
