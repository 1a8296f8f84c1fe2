import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agenda, SystemHealth } from '#src/define/answers/home.ts'
import { usedPercent } from '#src/server/home/health.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist } from '#src/server/jobs/runner.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'

describe.each(oneEngine)('widgets of the home page that no module answers alone on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    pan = await app.as('pan42')
    zhang = await app.as('zhang39')
  })
  afterAll(() => app.close())

  const agenda = async (person: Client, month: string): Promise<Agenda['entries']> =>
    (await person.get<Agenda>('/api/home/agenda/', { query: { month } })).data.entries

  it('10.2 the calendar shows own approved leave in each month it touches, and to no other person', async () => {
    const form = leaveForm('2026-04-30', '2026-05-01', { leaveType: 'personal' })
    const { data } = await submit(pan, 'leaveApproval', form)
    const entry = {
      kind: 'leave',
      from: '2026-04-30',
      to: '2026-05-01',
      time: null,
      name: 'personal',
      link: `/workflow/ticket/${data.id}`,
    }
    expect(await agenda(pan, '2026-04')).not.toContainEqual(entry)
    const { version } = await ticketOf(zhang, data.id)
    const path = `/api/workflow/ticket/${data.id}/approve_at_once/`
    expect((await zhang.post(path, { version, comment: '' })).code).toBe(2000)
    expect(await agenda(pan, '2026-03')).not.toContainEqual(entry)
    expect(await agenda(pan, '2026-04')).toContainEqual(entry)
    expect(await agenda(pan, '2026-05')).toContainEqual(entry)
    expect(await agenda(pan, '2026-06')).not.toContainEqual(entry)
    expect(await agenda(zhang, '2026-04')).not.toContainEqual(entry)
  })

  it('10.2 every module that knows days of people brings them, in the order in which they begin', async () => {
    const { rows } = await sql<{ username: string }>`
      select username from app_user where state and (id in (select driver_user_id from car_trip) or id in (select user_id from travel_trip)
        or id in (select requester_id from car_trip) or id in (select handler_id from supervision_item) or username in ('pan42', 'ge43')) order by id`.execute(
      app.database.db,
    )
    const kinds = new Set<string>()
    for (const { username } of rows)
      for (const month of ['2026-02', '2026-03']) {
        const entries = await agenda(await app.as(username), month)
        const begins = entries.map(({ from, time }) => `${from} ${time ?? ''}`)
        expect(begins).toEqual(begins.toSorted())
        for (const { kind, from, to } of entries) {
          kinds.add(kind)
          expect([from <= `${month}-31`, to >= `${month}-01`]).toEqual([true, true])
        }
      }
    expect([...kinds].toSorted()).toEqual(['drive', 'leave', 'meal', 'supervision', 'travel', 'trip'])
  })

  it.each(['2026-13', '2026-00', '2026-1', '', '2026-03-01', '0000-01'])(
    'refuses %j in the place of a month',
    async (month) => {
      const { status, code } = await pan.get('/api/home/agenda/', { query: { month } })
      expect([status, code]).toEqual([200, 4000])
    },
  )

  it('10.2 the system administrator sees backup, failed jobs, people online and the disk; HOM-01 others do not', async () => {
    const fang = await app.as('fang54')
    await enlist(app.services, dutiesOf(app.services))
    const health = async (): Promise<SystemHealth> => (await fang.get<SystemHealth>('/api/home/health/')).data
    const before = await health()
    expect(before).toMatchObject({ backupAt: null, isBackupLate: true, isBackupUnproved: true, failedJobs: 0 })
    expect(before.diskUsed).toBeGreaterThan(0)
    expect(before.diskUsed).toBeLessThanOrEqual(100)
    await sql`update job set last_error = 'no room' where name = 'session.forget'`.execute(app.database.db)
    // Seen within 150 s, by two lines of one person and one of another.
    const seen = new Date(app.clock.now().getTime() - 149_000)
    const lost = new Date(app.clock.now().getTime() - 151_000)
    await sql`update session set line_seen_at = null`.execute(app.database.db)
    await app.as('pan42')
    await sql`update session set line_seen_at = ${seen} where user_id in (${pan.userId}, ${fang.userId})`.execute(
      app.database.db,
    )
    await sql`update session set line_seen_at = ${lost} where user_id = ${zhang.userId}`.execute(app.database.db)
    expect(await health()).toMatchObject({ failedJobs: 1, online: 2 })
    expect((await pan.get('/api/home/health/')).code).toBe(4003)
  })
})

it.each([
  [{ blocks: 100, bfree: 100, bavail: 90 }, 0],
  [{ blocks: 100, bfree: 10, bavail: 0 }, 100],
  [{ blocks: 100, bfree: 50, bavail: 40 }, 56],
  [{ blocks: 0, bfree: 0, bavail: 0 }, 0],
])('10.2 of a disk %j percent used are %i', (disk, percent) => {
  expect(usedPercent(disk)).toBe(percent)
})
