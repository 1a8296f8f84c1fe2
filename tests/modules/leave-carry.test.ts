import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RuleError } from '#src/define/problem.ts'
import { carryOver, MAX_CARRIED_DAYS } from '#src/modules/leave/leave-carry.server.ts'
import { charge, giveBack, release, reserve, use } from '#src/modules/leave/leave-quota.server.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const years = [2030, 2031, 2032] as const
const firstTicket = 900_000

/** What may happen, in any order; an index names one of the leaves filed so far. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    year: fc.constantFrom(...years),
    halves: fc.integer({ min: 1, max: 16 }),
    month: fc.constantFrom('02', '03', '04', '12'),
  }),
  fc.record({ kind: fc.constantFrom('grant' as const, 'refuse' as const), leave: fc.nat(20) }),
  fc.record({ kind: fc.constant('back' as const), leave: fc.nat(20), halves: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('void' as const), leave: fc.nat(20) }),
  fc.record({ kind: fc.constant('late' as const), leave: fc.nat(20), halves: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('newYear' as const), year: fc.constantFrom(2031, 2032) }),
)

interface Filed {
  readonly year: number
  readonly ticketId: number
  readonly days: number
}

describe.each(oneEngine)('carried leave on %s', (engine) => {
  let app: TestApp
  let userId: number

  beforeAll(async () => {
    app = await startApp({ engine })
    userId = (await app.as('ge43')).userId
  })
  afterAll(() => app.close())

  const rows = async () =>
    (
      await sql<
        Record<'year' | 'total' | 'carried' | 'carriedUsed' | 'used' | 'pending', number> & {
          carriedOver: number | null
          posted: number
        }
      >`select year, total::float8 as total, carried::float8 as carried, carried_used::float8 as carried_used, used::float8 as used,
          pending::float8 as pending, carried_over::float8 as carried_over,
          (select coalesce(sum(case when kind in ('init', 'carry') then days when kind in ('reserve') then -days when kind in ('release', 'giveBack') then days else 0 end), 0)
            from leave_quota_entry e where e.quota_id = q.id)::float8 as posted
        from leave_quota q where user_id = ${userId} and year >= 2030 and leave_type = 'annual' order by year`.execute(
        app.database.db,
      )
    ).rows

  async function expectSound(): Promise<void> {
    const found = await rows()
    for (const row of found) {
      const own = row.used + row.pending - row.carriedUsed
      const moved = row.carriedOver ?? 0
      const next = found.find(({ year }) => year === row.year + 1)
      // What left a year is what entered the following one, and nothing is spent by both.
      expect(next?.carried ?? 0).toBe(moved)
      expect(own + moved).toBeLessThanOrEqual(row.total)
      expect(row.carriedUsed).toBeLessThanOrEqual(row.carried)
      // It follows the old year within the limit, but for what is spent already.
      if (row.carriedOver !== null && next)
        expect(moved).toBe(Math.max(next.carriedUsed, Math.min(MAX_CARRIED_DAYS, row.total - own)))
      // The columns are the sum of the entries.
      expect(row.posted).toBe(row.total + row.carried - row.used - row.pending - moved)
    }
    const sum = (of: (row: (typeof found)[number]) => number) => found.reduce((all, row) => all + of(row), 0)
    expect(
      sum((row) => row.used + row.pending) +
        sum((row) => row.total + row.carried - row.used - row.pending - (row.carriedOver ?? 0)),
    ).toBe(sum((row) => row.total))
  }

  it('LEV-03 over two year ends every day granted is used, left or lapsed, in any order of filings, decisions, returns, voids and roll-overs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await sql`delete from leave_quota_entry where quota_id in (select id from leave_quota where year >= 2030)`.execute(
          app.database.db,
        )
        await sql`delete from leave_quota where year >= 2030`.execute(app.database.db)
        const filed: Filed[] = []
        const request = ({ year, ticketId }: Filed) => ({ userId, year, ticketId, leaveType: 'annual', by: null })
        for (const event of steps) {
          if (event.kind === 'newYear') {
            app.clock.set(new Date(`${event.year}-01-02T01:00:00Z`))
            await write(app.services, carryOver)
          } else if (event.kind === 'file') {
            const leave = { year: event.year, ticketId: firstTicket + filed.length, days: event.halves / 2 }
            try {
              await write(app.services, (unit) =>
                reserve(unit, request(leave), leave.days, `${event.year}-${event.month}-01`),
              )
              filed.push(leave)
            } catch (error) {
              expect(error).toBeInstanceOf(RuleError)
            }
          } else {
            const leave = filed[event.leave % Math.max(1, filed.length)]
            if (!leave) continue
            await write(app.services, async (unit) => {
              if (event.kind === 'grant') await use(unit, request(leave))
              else if (event.kind === 'refuse') await release(unit, request(leave))
              else if (event.kind === 'late') await charge(unit, request(leave), event.halves / 2)
              else await giveBack(unit, request(leave), event.kind === 'back' ? event.halves / 2 : leave.days)
            })
          }
          await expectSound()
        }
      }),
      { numRuns: 15 },
    )
  })
})
