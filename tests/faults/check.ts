import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '#tests/harness/app.ts'
import { houseFaults, ticketFaults } from '#tests/journeys/soundness.ts'
import type { Acknowledged } from './load.ts'

async function marksIn({ database }: TestApp): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ mark: string; n: number }>`
    select mark, count(*)::int as n from (select title as mark from ticket union all select comment from ticket_event where type <> 'submit') m where mark ~ '^[0-9a-f-]{36}$' group by mark`.execute(
    database.db,
  )
  return new Map(rows.map((row) => [row.mark, row.n]))
}

/** What must hold after every fault: acknowledged decisions are there, none twice; `tickets` replay to their snapshots; the ledgers balance. */
export async function check(
  app: TestApp,
  acknowledged: readonly Acknowledged[],
  tickets: readonly number[],
): Promise<void> {
  const marks = await marksIn(app)
  expect(
    acknowledged.filter(({ mark }) => !marks.has(mark)),
    'acknowledged, and lost',
  ).toEqual([])
  expect(
    [...marks].filter(([, n]) => n > 1),
    'done twice',
  ).toEqual([])
  expect(await houseFaults(app)).toEqual([])
  expect(await ticketFaults(app, tickets)).toEqual([])
}
