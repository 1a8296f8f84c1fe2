import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Duty } from '#src/server/jobs/duties.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

const MINUTE = 60_000

interface JobRow {
  readonly dueAt: Date
  readonly leaseUntil: Date | null
  readonly attempts: number
  readonly lastError: string | null
  readonly lastFinishedAt: Date | null
}

describe.each(engines)('jobs on %s', (engine) => {
  let app: TestApp
  let ran: string[]
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ran = []
    app.clock.set(T0)
    await sql`delete from job`.execute(app.database.db)
  })

  const jobRow = async (name: string): Promise<JobRow> =>
    (
      await sql<JobRow>`select due_at, lease_until, attempts, last_error, last_finished_at from job where name = ${name}`.execute(
        app.database.db,
      )
    ).rows[0]!
  const run = async (duty: Duty): Promise<readonly string[]> => {
    await enlist(app.services, [duty])
    return runDueJobs(app.services, [duty])
  }
  const often: Duty = { name: 'often', every: { minutes: 10 }, run: async () => void ran.push('often') }
  const nightly: Duty = {
    name: 'nightly',
    every: { at: '01:00', missed: 'once' },
    run: async () => void ran.push('nightly'),
  }

  it('runs an interval duty at once and again when its time has come', async () => {
    await run(often)
    await run(often)
    app.clock.advance(10 * MINUTE)
    await run(often)
    expect(ran).toEqual(['often', 'often'])
  })

  it('runs a nightly duty at its hour in Shanghai and catches up once after a downtime', async () => {
    await run(nightly)
    expect(ran).toEqual([])
    expect((await jobRow('nightly')).dueAt).toEqual(new Date('2026-03-11T17:00:00Z'))
    app.clock.advance(5 * 24 * 60 * MINUTE)
    await run(nightly)
    await run(nightly)
    expect(ran).toEqual(['nightly'])
    expect((await jobRow('nightly')).dueAt).toEqual(new Date('2026-03-16T17:00:00Z'))
  })

  it('keeps what went wrong, rolls the duty back and backs off', async () => {
    const failing: Duty = {
      name: 'failing',
      every: { minutes: 1 },
      run: async (unit) => {
        await sql`insert into captcha (key, hash, expires_at) values (gen_random_uuid(), 'half done', ${unit.clock.now()})`.execute(
          unit.db,
        )
        throw new Error('no luck')
      },
    }
    await run(failing)
    expect(await jobRow('failing')).toMatchObject({
      attempts: 1,
      lastError: 'Error: no luck',
      leaseUntil: null,
      dueAt: new Date(T0.getTime() + MINUTE),
    })
    app.clock.advance(MINUTE)
    await run(failing)
    expect(await jobRow('failing')).toMatchObject({ attempts: 2, dueAt: new Date(T0.getTime() + 3 * MINUTE) })
    const { rows } = await sql`select from captcha where hash = 'half done'`.execute(app.database.db)
    expect(rows).toEqual([])
  })

  it('a duty whose node died is free again after its lease', async () => {
    await enlist(app.services, [often])
    await sql`update job set lease_until = ${new Date(T0.getTime() + 15 * MINUTE)}, lease_token = gen_random_uuid() where name = 'often'`.execute(
      app.database.db,
    )
    await runDueJobs(app.services, [often])
    expect(ran).toEqual([])
    app.clock.advance(15 * MINUTE)
    await runDueJobs(app.services, [often])
    expect(ran).toEqual(['often'])
  })

  it('a node that lost its lease leaves nothing behind', async () => {
    const robbed: Duty = {
      name: 'robbed',
      every: { minutes: 1 },
      run: async (unit) => {
        await sql`insert into captcha (key, hash, expires_at) values (gen_random_uuid(), 'robbed', ${unit.clock.now()})`.execute(
          unit.db,
        )
        await sql`update job set lease_token = gen_random_uuid() where name = 'robbed'`.execute(unit.db)
      },
    }
    await run(robbed)
    const { rows } = await sql`select from captcha where hash = 'robbed'`.execute(app.database.db)
    expect(rows).toEqual([])
    expect((await jobRow('robbed')).lastFinishedAt).toBeNull()
  })

  it('every duty of the server and its modules has its own name and runs on the seeded bureau', async () => {
    const duties = dutiesOf(app.services)
    expect(new Set(duties.map((duty) => duty.name)).size).toBe(duties.length)
    await enlist(app.services, duties)
    app.clock.advance(24 * 60 * MINUTE)
    await runDueJobs(app.services, duties)
    const { rows } = await sql<{
      name: string
      lastError: string | null
    }>`select name, last_error from job where last_error is not null or last_finished_at is null`.execute(
      app.database.db,
    )
    expect(rows).toEqual([])
  })
})
