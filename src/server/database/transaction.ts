import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '#src/define/tables.server.ts'
import { refuseInsideTransaction, runInScope, type TransactionScope } from './context.ts'
import type { Database } from './database.ts'
import { isStalePlan } from './pool.ts'

const RETRIES = 5
const FIRST_PAUSE = 5

/** How often a transaction is tried again. */
export interface TransactionOptions {
  /** Further attempts after a serialization failure or deadlock, 5 by default. */
  retries?: number
  /** `serializable` and `repeatable read` raise 40001 instead of anomalies; `read committed` by default. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. `work` may run again after
 * a serialization failure or deadlock, so it does nothing outside the database. Throws OutsideTransactionError when
 * one is open already, or at any query that goes to the pool instead of the transaction.
 */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  refuseInsideTransaction()
  const retries = options.retries ?? RETRIES
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(database, work, options.isolation)
    } catch (error) {
      if (attempt >= retries || !mayRepeat(error)) {
        throw error
      }
      // Both parties of a deadlock would meet again at once without an uneven pause.
      await pause(FIRST_PAUSE * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

async function once<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isolation: TransactionOptions['isolation'],
): Promise<T> {
  const scope: TransactionScope = { open: true }
  const builder = database.db.transaction()
  const configured = isolation === undefined ? builder : builder.setIsolationLevel(isolation)
  try {
    return await configured.execute((transaction) => runInScope(scope, () => work(transaction)))
  } finally {
    scope.open = false
  }
}

/** Whether the database asks for another attempt: serialization failure, deadlock, or a plan made stale by a migration. */
export function mayRepeat(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && ['40001', '40P01'].includes(error.code ?? ''))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
