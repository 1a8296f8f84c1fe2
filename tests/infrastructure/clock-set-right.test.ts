/** A clock that was months ahead and is set right: what it wrote neither holds for months nor stands still for months. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const AHEAD = 400 * DAY

describe.each(oneEngine)('a clock that was 400 days ahead, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(() => app.clock.set(T0))

  /** What `work` does while the clock is ahead; afterwards it is right again. */
  async function ahead<T>(work: () => Promise<T>, by = AHEAD): Promise<T> {
    app.clock.set(new Date(T0.getTime() + by))
    try {
      return await work()
    } finally {
      app.clock.set(T0)
    }
  }

  it('no duty stands still until then', async () => {
    const duties = dutiesOf(app.services)
    const often = duties.filter(({ every }) => 'minutes' in every && every.minutes <= 5).map(({ name }) => name)
    expect(often).toContain('ticket.timers')
    await sql`delete from job`.execute(app.database.db)
    await enlist(app.services, duties)
    await ahead(() => runDueJobs(app.services, duties))
    // A node that died over one while the clock was wrong.
    await sql`update job set lease_until = ${new Date(T0.getTime() + AHEAD)} where name = 'ticket.timers'`.execute(
      app.database.db,
    )
    const late = async () =>
      (
        await sql<{ name: string }>`select name from job where due_at > ${new Date(T0.getTime() + 2 * DAY)}`.execute(
          app.database.db,
        )
      ).rows
    expect((await late()).length).toBeGreaterThan(often.length)
    await runDueJobs(app.services, duties)
    expect(await late()).toEqual([])
    app.clock.advance(5 * MINUTE)
    expect(await runDueJobs(app.services, duties)).toEqual(expect.arrayContaining(often))
  })

  it('duties of a node five minutes ahead are left as they are', async () => {
    const duties = dutiesOf(app.services)
    await sql`delete from job`.execute(app.database.db)
    await enlist(app.services, duties)
    await ahead(() => runDueJobs(app.services, duties), 5 * MINUTE)
    await sql`update job set lease_until = ${new Date(T0.getTime() + 20 * MINUTE)} where name = 'file.scan'`.execute(
      app.database.db,
    )
    const rows = async () =>
      (await sql`select name, due_at, lease_until from job order by name`.execute(app.database.db)).rows
    const before = await rows()
    expect(await runDueJobs(app.services, duties)).toEqual([])
    expect(await rows()).toEqual(before)
  })

  it('no session and no token of that time holds until then; those of an hour ahead are renewed, not lost', async () => {
    const signIn = () =>
      app.guest.post<{ access: string; refresh: string }>('/api/login/', {
        username: 'ge43',
        password: DEMO_PASSWORD,
      })
    const ask = (access: string) =>
      app.guest.get('/api/workflow/ticket/counts/', { headers: { authorization: `Bearer ${access}` } })
    const renew = (refresh: string) => app.guest.post<{ access: string }>('/token/refresh/', { refresh })

    const far = (await ahead(signIn)).data
    expect(await ask(far.access)).toMatchObject({ code: 401 })
    expect(await renew(far.refresh)).toMatchObject({ code: 401 })

    const near = (await ahead(signIn, 60 * MINUTE)).data
    expect(await ask(near.access)).toMatchObject({ code: 401 })
    const renewed = await renew(near.refresh)
    expect(renewed.code).toBe(2000)
    expect((await ask(renewed.data.access)).code).toBe(2000)
  })

  it('nobody is locked out until then by what failed at that time', async () => {
    const attempt = (password: string) => app.guest.post('/api/login/', { username: 'xi44', password })
    await ahead(async () => {
      for (let count = 0; count < 20; count += 1) await attempt('wrong')
      expect((await attempt(DEMO_PASSWORD)).errKey).toMatch(/^(login\.locked|rate\.limited)$/)
    })
    expect((await attempt(DEMO_PASSWORD)).code).toBe(2000)
  })
})
