import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

const LOCK = 'stock.periods'

/** Postings go on side by side; closing a month waits for those that have begun, and new ones wait for it. */
export async function lockPeriods(unit: UnitOfWork, purpose: 'post' | 'close'): Promise<void> {
  if (purpose === 'post') await sql`select pg_advisory_xact_lock_shared(hashtext(${LOCK}))`.execute(unit.db)
  else await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(unit.db)
}
