import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalSpeed } from '#src/define/home.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

const URL = '/api/home/approval_speed/'
const HOUR_MS = 3_600_000

describe.each(oneEngine)('how long approvals take on %s', (engine) => {
  let app: TestApp
  let [pan, zhang]: Client[] = []
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    ;[pan, zhang] = await Promise.all([app.as('pan42'), app.as('zhang39')])
  })
  afterAll(() => app.close())

  const go = (days: number, hours = 0) => app.clock.set(new Date(T0.getTime() + days * 24 * HOUR_MS + hours * HOUR_MS))
  /** Signed in anew each time: the clock moves over the end of sessions. */
  const speed = async (username: string, query: Record<string, string> = {}) =>
    (await (await app.as(username)).get<ApprovalSpeed>(URL, { query })).data
  /** A day of personal leave that its leader decides after so many hours. */
  async function decided(hours: number, day: string): Promise<number> {
    const { data } = await submit(pan!, 'leaveApproval', leaveForm(day, day, { leaveType: 'personal' }))
    app.clock.set(new Date(app.clock.now().getTime() + hours * HOUR_MS))
    await act(zhang!, data.id, 'approve')
    return data.id
  }

  it('averages the decisions of the span and of the span before, by type and department', async () => {
    go(0)
    await decided(2, '2026-04-20')
    await decided(4, '2026-04-21')
    expect(await speed('zhao01')).toMatchObject({
      from: '2026-02-10',
      to: '2026-03-11',
      hours: 3,
      hoursBefore: null,
      decided: 2,
      types: [{ type: 'leaveApproval', decided: 2, hours: 3 }],
    })
    // The last day on which they belong to the thirty, the first on which they lie before it, and that on which they are forgotten.
    go(29)
    expect(await speed('zhao01')).toMatchObject({ hours: 3, hoursBefore: null })
    go(30)
    expect(await speed('zhao01')).toMatchObject({ hours: null, hoursBefore: 3, decided: 0, types: [] })
    expect(await speed('zhao01', { days: '90' })).toMatchObject({ hours: 3, decided: 2 })
    go(60)
    expect(await speed('zhao01')).toMatchObject({ hours: null, hoursBefore: null })
    go(1)
    const { rows } = await sql<{ id: number; parent: number }>`
      select id, parent from department where id = (select dept_id from app_user where username = 'pan42')`.execute(
      app.database.db,
    )
    const { rows: others } = await sql<{ id: number }>`
      select id from department where parent = ${rows[0]?.parent} and id <> ${rows[0]?.id} limit 1`.execute(
      app.database.db,
    )
    expect((await speed('zhao01', { deptId: String(rows[0]?.id) })).decided).toBe(2)
    expect((await speed('zhao01', { deptId: String(rows[0]?.parent) })).decided).toBe(2)
    expect((await speed('zhao01', { deptId: String(others[0]?.id) })).decided).toBe(0)
  })

  it('names what is overdue to those who read the register, and counts it without a name for whoever keeps the workflows', async () => {
    go(2)
    const { data } = await submit(
      pan!,
      'leaveApproval',
      leaveForm('2026-05-11', '2026-05-11', { leaveType: 'personal' }),
    )
    const dueAt = new Date(app.clock.now().getTime() + HOUR_MS)
    await sql`update ticket_task set due_at = ${dueAt} where ticket_id = ${data.id}`.execute(app.database.db)
    app.clock.set(dueAt)
    expect((await speed('zhao01')).late).toBe(0)
    app.clock.set(new Date(dueAt.getTime() + 1))
    const [leader, administrator] = [await speed('zhao01'), await speed('fang54')]
    expect([leader.late, leader.first.map(({ id, people }) => [id, people])]).toEqual([1, [[data.id, '章示壬']]])
    expect([administrator.late, administrator.first]).toEqual([1, []])
    expect((await app.guest.get(URL)).code).toBe(401)
  })
})
