/** Clocks that are moved while tickets run: timers are rows with a due moment, so nothing depends on a process that counts (25.8). */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TimerRule } from '#machines/ticket/definition/definition.ts'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { twice } from './applications.ts'
import { type Bureau, openBureau, start } from './bureau.ts'
import { inForce } from './drawn.ts'
import { expectSound, holders } from './words.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(oneEngine)('moved clocks on %s', (kind) => {
  let bureau: Bureau
  const opened = openBureau(kind)
  beforeEach(async () => {
    bureau = await opened
    bureau.clock.set(start)
    await runDueTimers(bureau.services)
  })
  afterAll(async () => (await opened).close())

  /** A ticket that waits for its leader under such timers. */
  async function waiting(...timers: readonly TimerRule[]): Promise<number> {
    const [leader, ...others] = twice.workflow.states
    if (!leader) throw new Error('the trial has no first state')
    await inForce(bureau, 'twice', { ...twice.workflow, states: [{ ...leader, timers }, ...others] })
    return (await bureau.submit('pann', 'twice')).ticket.id
  }
  const dueOf = async (id: number) =>
    (
      await sql<{ rule: string; dueAt: Date }>`
        select rule, due_at from ticket_timer where ticket_id = ${id} order by due_at`.execute(bureau.database.db)
    ).rows
  const rungOf = async (id: number) =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from ticket_event where ticket_id = ${id} and type = 'timeout'`.execute(
        bureau.database.db,
      )
    ).rows[0]?.n

  it('a timer of 31 days and one of 400 fire then, once, and not when a process counts past its longest time', async () => {
    await sql`update config_item set value = 'false' where key = 'wf.workHoursOnly'`.execute(bureau.database.db)
    await bureau.services.caches.load()
    const id = await waiting(
      { key: 'month', afterHours: 31 * 24, action: 'remind' },
      { key: 'year', afterHours: 400 * 24, action: 'remind' },
    )
    const at = (days: number) => new Date(start.getTime() + days * DAY)
    expect(await dueOf(id)).toEqual([
      { rule: 'month', dueAt: at(31) },
      { rule: 'year', dueAt: at(400) },
    ])
    // 2^31 milliseconds are 24.8 days.
    for (const days of [0, 24.9, 30.9]) {
      bureau.clock.set(at(days))
      await runDueTimers(bureau.services)
      expect(await rungOf(id), `${days} days`).toBe(0)
    }
    bureau.clock.set(at(31))
    await runDueTimers(bureau.services)
    await runDueTimers(bureau.services)
    expect(await rungOf(id)).toBe(1)
    bureau.clock.set(at(400))
    await runDueTimers(bureau.services)
    expect(await rungOf(id)).toBe(2)
    expect(await dueOf(id)).toEqual([])
    await expectSound(bureau, id)
    await sql`update config_item set value = 'true' where key = 'wf.workHoursOnly'`.execute(bureau.database.db)
    await bureau.services.caches.load()
  })

  it('400 days at once: everything that is due fires once, in the order it was due', async () => {
    const id = await waiting(
      { key: 'second', afterHours: 48, action: 'remind' },
      { key: 'first', afterHours: 24, action: 'remind' },
    )
    bureau.clock.advance(400 * DAY)
    await runDueTimers(bureau.services)
    const { rows } = await sql<{ rule: string }>`
      select event ->> 'rule' as rule from ticket_event where ticket_id = ${id} and type = 'timeout' order by seq`.execute(
      bureau.database.db,
    )
    expect(rows.map(({ rule }) => rule)).toEqual(['first', 'second'])
    await expectSound(bureau, id)
  })

  it('an hour back: what has fired does not fire again, what is decided stays decided, and the log replays', async () => {
    const id = await waiting({ key: 'late', afterHours: 1, action: 'remind' })
    bureau.clock.advance(HOUR)
    await runDueTimers(bureau.services)
    expect(await rungOf(id)).toBe(1)
    bureau.clock.advance(-HOUR)
    await bureau.approve('zhang', id)
    bureau.clock.advance(2 * HOUR)
    await runDueTimers(bureau.services)
    expect(await rungOf(id)).toBe(1)
    await expectSound(bureau, id)
  })

  it('an hour back while a node holds a timer: it is neither lost nor fired twice', async () => {
    const id = await waiting({ key: 'late', afterHours: 1, action: 'remind' })
    bureau.clock.advance(HOUR)
    // Taken by a node that died with it, by a clock that was wrong.
    await sql`update ticket_timer set lease_until = ${new Date(bureau.clock.now().getTime() + 60_000)} where ticket_id = ${id}`.execute(
      bureau.database.db,
    )
    await runDueTimers(bureau.services)
    bureau.clock.advance(-HOUR)
    await runDueTimers(bureau.services)
    expect(await rungOf(id)).toBe(0)
    bureau.clock.advance(HOUR + 60_000)
    await runDueTimers(bureau.services)
    expect(await rungOf(id)).toBe(1)
    await expectSound(bureau, id)
  })

  it('nodes in places with daylight saving arm the same timers as those without', async () => {
    // Berlin loses an hour on 29 March 2026, New York on 8 March.
    bureau.clock.set(new Date('2026-03-06T06:00:00Z'))
    const home = process.env.TZ
    const dues: (readonly { readonly dueAt: Date }[])[] = []
    try {
      for (const zone of ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York']) {
        process.env.TZ = zone
        const id = await waiting(
          { key: 'near', afterHours: 9, action: 'remind' },
          { key: 'far', afterHours: 160, action: 'remind' },
        )
        dues.push(await dueOf(id))
        expect(await holders(bureau, id)).toEqual(['zhang'])
      }
    } finally {
      if (home === undefined) delete process.env.TZ
      else process.env.TZ = home
    }
    expect(dues[1]).toEqual(dues[0])
    expect(dues[2]).toEqual(dues[0])
  })
})
