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

/** Marks of the calls that stand in the operation log as done. */
async function loggedIn({ database }: TestApp): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mark: string }>`
    select distinct substring(request from '"(?:comment|title)":"([0-9a-f-]{36})"') as mark from operation_log where code = 2000`.execute(
    database.db,
  )
  return new Set(rows.map(({ mark }) => mark))
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
  const logged = await loggedIn(app)
  expect(
    [...marks.keys()].filter((mark) => !logged.has(mark)),
    'done, and not in the operation log',
  ).toEqual([])
  expect(
    [...marks].filter(([, n]) => n > 1),
    'done twice',
  ).toEqual([])
  expect(await houseFaults(app)).toEqual([])
  expect(await ticketFaults(app, tickets)).toEqual([])
}
