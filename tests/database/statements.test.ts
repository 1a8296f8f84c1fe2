import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, oneEngine, type TestDatabase } from '#tests/harness/engines.ts'
import { migratedDatabase } from '#tests/harness/migrated.ts'
import { planFaults } from './planned.ts'
import { sourceStatements } from './statementTexts.ts'

/** How many statements of a file no database can plan as they stand, and why. The numbers may only shrink. */
const unplanned: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'src/demo/tickets/save.server.ts': [3, 'sets columns that the caller gives'],
  'src/modules/access/gate/gate.server.ts': [2, 'shows a name by a function of its table'],
  'src/modules/analysis/budget/anomalies.server.ts': [2, 'reads a temporary table'],
  'src/modules/analysis/budget/budget-analysis.server.ts': [2, 'reads a source the caller gives'],
  'src/modules/analysis/finance/finance-analysis.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/asset/cards/asset-moves.server.ts': [2, 'sets columns that the caller gives'],
  'src/modules/asset/cards/scraps.server.ts': [1, 'sets columns that the caller gives'],
  'src/modules/budget/fund/fund-plan.server.ts': [1, 'sets columns that the caller gives'],
  'src/modules/canteen/service/verify.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/canteen/limits/limits.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/canteen/day/kitchen.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/canteen/waiting/waiting.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/car/pages/fleet.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/finance/travel/travel-effects.server.ts': [1, 'sets columns that the caller gives'],
  'src/modules/finance/travel/travel-overview.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/leave/leave-overview.server.ts': [1, 'shows a name by a function of its table'],
  'src/modules/maintenance/orders/orders.server.ts': [1, 'sets columns that the caller gives'],
  'src/modules/seal/page/seal-page.server.ts': [2, 'shows a name by a function of its table'],
  'src/modules/supervision/home/due.server.ts': [1, 'shows a name by a function of its table'],
  'src/server/audit/archive.ts': [1, 'reads one of several tables'],
  'src/server/audit/logs.ts': [1, 'reads one of several tables'],
  'src/server/audit/seals.ts': [4, 'reads one of several tables'],
  'src/server/audit/tails.ts': [2, 'reads one of several tables'],
  'src/server/exports/recordExport.ts': [1, 'reads the table of any record'],
  'src/server/exports/request.ts': [1, 'reads the table of any record'],
  'src/server/exports/ticketExport.ts': [1, 'reads the table of any record'],
  'src/server/exports/worker.ts': [1, 'reads the table of any record'],
  'src/server/files/files.ts': [1, 'reads the table of any record'],
  'src/server/notices/sendings.ts': [1, 'shows a name by a function of its table'],
  'src/server/organisation/traces.ts': [1, 'reads one of several tables'],
  'src/server/organisation/users.ts': [1, 'reads the table of any record'],
  'src/server/tickets/home/speed.ts': [1, 'shows a name by a function of its table'],
  'src/server/records/actions.ts': [2, 'reads the table of any record'],
  'src/server/records/charts.ts': [1, 'reads the table of any record'],
  'src/server/records/confirmation.ts': [2, 'reads the table of any record'],
  'src/server/records/checks/existence.ts': [1, 'reads the table of any record'],
  'src/server/records/lookups.ts': [2, 'reads the table of any record'],
  'src/server/records/reach.ts': [1, 'reads the table of any record'],
  'src/server/records/places.ts': [1, 'reads the table of any record'],
  'src/server/records/read.ts': [3, 'reads the table of any record'],
  'src/server/records/related.ts': [1, 'reads the table of any record'],
  'src/server/records/save.ts': [3, 'reads the table of any record'],
  'src/server/records/transfer/export.ts': [1, 'reads the table of any record'],
  'src/server/records/transfer/import.ts': [1, 'reads the table of any record'],
  'src/server/records/checks/uniqueKeys.ts': [1, 'reads the table of any record'],
  'src/server/records/write.ts': [1, 'reads the table of any record'],
  'src/server/tickets/commands/save.ts': [1, 'sets columns that the caller gives'],
  'src/server/tickets/delegation/reassign.ts': [1, 'reads a source the caller gives'],
  'src/server/tickets/queries/charting.ts': [1, 'reads a source the caller gives'],
  'src/server/tickets/queries/list.ts': [3, 'reads a source the caller gives'],
  'src/server/tickets/summary/line.ts': [1, 'reads the table of any record'],
}

describe.each(oneEngine)('statements of the sources on %s', (kind) => {
  let database: TestDatabase
  let connection: PoolClient

  beforeAll(async () => {
    database = await createDatabase(kind, migratedDatabase)
    connection = await database.pool.connect()
  })
  afterAll(async () => {
    connection.release()
    await database.close()
  })

  it('name tables and columns that the migrated schema has', async () => {
    const statements = sourceStatements()
    expect(statements.length).toBeGreaterThan(500)
    const faults = await planFaults(connection, statements)
    const known = (path: string) => unplanned[path]?.[0] ?? 0
    const more = faults.filter(({ path }) => faults.filter((fault) => fault.path === path).length > known(path))
    expect(more).toEqual([])
    const counts: Record<string, number> = {}
    for (const { path } of faults) counts[path] = (counts[path] ?? 0) + 1
    expect(counts).toEqual(Object.fromEntries(Object.entries(unplanned).map(([path, [count]]) => [path, count])))
  })

  it('fail with file and line for an unknown column', async () => {
    const at = { path: 'src/a.server.ts', line: 3 }
    const variants = ['select lost from ticket where id = $V']
    expect(await planFaults(connection, [{ ...at, variants }])).toEqual([
      { ...at, message: 'column "lost" does not exist' },
    ])
    expect(await planFaults(connection, [{ ...at, variants: ['select no from ticket where id = $V'] }])).toEqual([])
  })
})
