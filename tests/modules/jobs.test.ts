import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemMessages } from '#src/modules/system/system.messages.ts'
import { type Duty, dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

interface Job {
  readonly name: string
  readonly state: string
  readonly isRequested: boolean
  readonly dueAt: string
  readonly attempts: number
  readonly error: string | null
}
interface Run {
  readonly attempt: number
  readonly error: string | null
  readonly requestedByName: string | null
}
const NIGHTLY = 'session.forget'

describe('the page of the repeated duties', () => {
  let app: TestApp
  let fang: Client
  let duties: readonly Duty[]
  beforeAll(async () => {
    app = await startApp()
    fang = await app.as('fang54')
    duties = dutiesOf(app.services).filter((duty) => duty.name === NIGHTLY)
    await enlist(app.services, dutiesOf(app.services))
  })
  afterAll(() => app.close())
  const job = async (): Promise<Job> =>
    (await fang.get<Job[]>('/api/system/job/')).data.find((one) => one.name === NIGHTLY)!
  const history = async (): Promise<readonly Run[]> =>
    (await fang.get<Run[]>(`/api/system/job/${NIGHTLY}/history/`)).data

  it('lists every duty by a name in both languages, and when it is due', async () => {
    const { data } = await fang.get<Job[]>('/api/system/job/')
    expect(data.map((one) => one.name)).toEqual(dutiesOf(app.services).map((duty) => duty.name))
    for (const language of ['zhHans', 'en'] as const) {
      const named = (name: string): unknown =>
        ['jobs', 'names', ...name.split('.')].reduce<unknown>(
          (tree, key) => (tree as Record<string, unknown> | undefined)?.[key],
          systemMessages[language],
        )
      expect(data.map((one) => one.name).filter((name) => typeof named(name) !== 'string')).toEqual([])
    }
    expect(await job()).toMatchObject({ state: 'never', attempts: 0, error: null, dueAt: '2026-03-12 03:30:00' })
  })

  it('runs one out of turn at the next look, tells who asked, and goes on at its hour', async () => {
    expect((await fang.post(`/api/system/job/${NIGHTLY}/run/`)).code).toBe(2000)
    expect((await job()).isRequested).toBe(true)
    expect(await runDueJobs(app.services, duties)).toEqual([NIGHTLY])
    expect(await job()).toMatchObject({ state: 'done', isRequested: false, dueAt: '2026-03-12 03:30:00' })
    expect(await history()).toMatchObject([{ attempt: 1, error: null, requestedByName: '方示丁' }])
  })

  it('refuses a run while it runs, a name that is none, and everybody but the system administrator', async () => {
    await sql`update job set lease_until = ${new Date(app.clock.now().getTime() + 60_000)} where name = ${NIGHTLY}`.execute(
      app.database.db,
    )
    expect(await job()).toMatchObject({ state: 'running' })
    expect(await fang.post(`/api/system/job/${NIGHTLY}/run/`)).toMatchObject({ code: 4001, errKey: 'job.running' })
    await sql`update job set lease_until = null where name = ${NIGHTLY}`.execute(app.database.db)
    expect((await fang.post('/api/system/job/rm.everything/run/')).code).toBe(4004)
    const auditor = await app.as('bao59')
    expect((await auditor.get('/api/system/job/')).code).toBe(2000)
    expect((await auditor.post(`/api/system/job/${NIGHTLY}/run/`)).code).toBe(4003)
  })

  it('shows a failure with its message and counts the attempts; of many runs the latest fifty stay', async () => {
    const failing: Duty = {
      name: NIGHTLY,
      every: { at: '03:30', missed: 'once' },
      run: async () => {
        throw new Error('the disk is full')
      },
    }
    await fang.post(`/api/system/job/${NIGHTLY}/run/`)
    await runDueJobs(app.services, [failing])
    expect(await job()).toMatchObject({ state: 'failed', attempts: 1, error: 'Error: the disk is full' })
    for (let count = 0; count < 52; count += 1) {
      await sql`update job set due_at = ${app.clock.now()} where name = ${NIGHTLY}`.execute(app.database.db)
      await runDueJobs(app.services, duties)
    }
    const runs = await history()
    expect(runs).toHaveLength(50)
    expect(runs[0]).toMatchObject({ error: null, requestedByName: null })
  })
})
