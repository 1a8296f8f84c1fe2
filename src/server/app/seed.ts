import { sql } from 'kysely'
import { catalogueHash, seedCatalogue } from '#src/catalogue/catalogue.server.ts'
import type { ModuleDefinition } from '#src/define/module.ts'
import type { ModuleServer, UnitOfWork } from '#src/define/server.ts'
import { seedBureau } from '#src/demo/bureau.server.ts'
import { seedCalendar } from '#src/demo/calendar.server.ts'
import { BUREAU_STEP } from '#src/demo/demoAccounts.server.ts'
import { type PastCall, seedLogs } from '#src/demo/logs.server.ts'
import { findAnomalies } from '#src/modules/analysis/budget/anomalies.server.ts'
import { seedTravel } from '#src/modules/finance/travel/travel-seed.server.ts'
import { seedBulk } from '#src/modules/procurement/bulk/bulk-seed.server.ts'
import { withTimeToThink } from '#src/server/database/patient.ts'

/** What the seed needs of the server. */
export interface SeedOptions {
  readonly modules: readonly ModuleDefinition[]
  readonly moduleServers: ReadonlyMap<string, ModuleServer>
  /** One transaction. */
  readonly write: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
  /** Loads settings, calendar and directory again after they were written. */
  readonly reload: () => Promise<void>
  readonly publishShipped: (unit: UnitOfWork, modules: readonly ModuleDefinition[]) => Promise<void>
  /** Tickets of the demo, on the published workflows. */
  readonly seedTickets: (unit: UnitOfWork) => Promise<void>
  /** What the bells hold of those tickets. */
  readonly seedNotices: (unit: UnitOfWork) => Promise<void>
}

/** Nodes that start together wait here for each other. */
async function oneAtATime(unit: UnitOfWork): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203912)`.execute(unit.db)
}

/** One transaction of the seed: whole lives of tickets are thought up, and workflows proved, between two statements. */
const inTransaction = (options: SeedOptions, work: (unit: UnitOfWork) => Promise<void>): Promise<void> =>
  options.write(async (unit) => {
    await sql.raw(withTimeToThink).execute(unit.db)
    await work(unit)
  })

/** Runs a part of the seed once in the life of the database. */
async function once(options: SeedOptions, name: string, work: (unit: UnitOfWork) => Promise<void>): Promise<void> {
  await inTransaction(options, async (unit) => {
    await oneAtATime(unit)
    const { numAffectedRows } = await sql`
      insert into seed_run (name, at) values (${name}, ${unit.clock.now()}) on conflict do nothing`.execute(unit.db)
    if (numAffectedRows === 1n) await work(unit)
  })
  await options.reload()
}

/** The shipped catalogue and workflows; safe to run at every start. */
export async function seedShipped(options: SeedOptions): Promise<void> {
  // Named by its content: a start that brings nothing new is quick.
  await once(options, `catalogue ${catalogueHash(options.modules)}`, (unit) => seedCatalogue(unit, options.modules))
  await inTransaction(options, (unit) => options.publishShipped(unit, options.modules))
}

/** The demo bureau, the demo data of the modules in their order and the tickets (70), each once. */
export async function seedDemo(options: SeedOptions, hashPassword: () => Promise<string>): Promise<void> {
  const passwordHash = await hashPassword()
  await once(options, 'calendar', seedCalendar)
  await once(options, BUREAU_STEP, (unit) => seedBureau(unit, passwordHash))
  for (const [name, server] of options.moduleServers) {
    if (server.seedDemo) await once(options, `module.${name}`, server.seedDemo)
  }
  // After every module, since they name areas, standards and items of others.
  await once(options, 'travel.standards', seedTravel)
  await once(options, 'bulk.configs', seedBulk)
  await once(options, 'tickets', options.seedTickets)
  // What the first night would find.
  await once(options, 'anomalies', findAnomalies)
  await once(options, 'notices', options.seedNotices)
}

/** The demo's past in the logs (70.3), once; `chain` takes the calls into the operation log. */
export async function seedDemoLogs(
  options: SeedOptions,
  chain: (unit: UnitOfWork, calls: readonly PastCall[]) => Promise<void>,
): Promise<void> {
  await once(options, 'logs', async (unit) => chain(unit, await seedLogs(unit)))
}
