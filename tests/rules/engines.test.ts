/** Tests run on both engines where the engines can differ, and on one elsewhere: every second run costs the suite half a file. */
import { expect, it } from 'vitest'
import { testSources } from './sources.ts'

/** Folders whose subject is the database or a fault. */
const onBothEngines = /^tests\/(database|faults|bench|browser|harness)\//

/** Files elsewhere that run on both engines, and what could differ there. */
const reasons: Readonly<Record<string, string>> = {
  'tests/access/bureau.test.ts': 'the demo data are written by bulk statements',
  'tests/http/idempotency.test.ts': 'repeated calls meet in the database at the same moment',
  'tests/http/startup.test.ts': 'the embedded engine starts with the server',
  'tests/infrastructure/audit.test.ts': 'the append-only triggers and roles guard the log',
  'tests/infrastructure/exports.test.ts': 'cursors read many rows',
  'tests/infrastructure/full-disk.test.ts': 'each engine reports a full disk in its own way',
  'tests/infrastructure/jobs.test.ts': 'leases depend on locks of rows',
  'tests/infrastructure/nodes.test.ts': 'nodes share PostgreSQL only',
  'tests/modules/assets.test.ts': 'INV-07 under several connections, which the embedded engine does not have',
  'tests/modules/cars.test.ts': 'races need several connections, which only PostgreSQL has',
  'tests/journeys/invariants.test.ts': 'random lives reach statements that no other test reaches',
  'tests/journeys/new-bureau.test.ts': 'production starts on an empty PostgreSQL',
  'tests/journeys/stories.test.ts': 'one whole journey on each',
  'tests/modules/catalogue.test.ts': 'the catalogue is written by bulk statements',
  'tests/modules/demo.test.ts': 'the demo data are written by bulk statements',
  'tests/modules/procurement/purchase-races.test.ts': 'races need several connections, which only PostgreSQL has',
  'tests/modules/stock/ledger.test.ts': 'triggers guard the running balance and posted documents',
  'tests/modules/stock/plans.test.ts': 'plans of long lists are read from PostgreSQL, as the bench does',
  'tests/modules/stock/races.test.ts': 'races need several connections, which only PostgreSQL has',
  'tests/records/definitions.test.ts': 'the schema is read from the catalogue of the engine',
  'tests/records/read.test.ts': 'the order of texts depends on collations',
  'tests/tickets/chain.test.ts': 'one decision is one transaction',
  'tests/tickets/concurrency.test.ts': 'several people decide at once',
  'tests/tickets/lists.test.ts': 'the order of texts depends on collations',
  'tests/tickets/log.test.ts': 'the event log is append-only by a trigger',
  'tests/tickets/moves.test.ts': 'many tickets move in one transaction',
  'tests/tickets/plans.test.ts': 'the plans of the two versions of the planner differ',
  'tests/tickets/random.test.ts': 'random lives reach statements that no other test reaches',
}

const onBoth = testSources
  .filter(({ path, text }) => !onBothEngines.test(path) && /import \{[^}]*\bengines\b[^}]*\} from/.test(text))
  .map(({ path }) => path)

it('runs a test on both engines only where they can differ', () => {
  expect(onBoth.toSorted()).toEqual(Object.keys(reasons).toSorted())
})
