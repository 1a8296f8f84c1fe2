import type pg from 'pg'
import type { Database } from './database.ts'

const LONG_QUERY_TIMEOUT_MS = 3_600_000

/** Runs a statement that may take long (migration, transfer): the client waits up to an hour for its answer. */
export function patiently(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const config: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: LONG_QUERY_TIMEOUT_MS }
  return client.query(config)
}

/** For the transaction it runs in: whoever computes between two statements is not taken for dead and ended, however long that takes. */
export const withTimeToThink = 'set local idle_in_transaction_session_timeout = 0'

/**
 * Runs `work` in a transaction without a limit to its statements. After a failure the client is of no further use:
 * `withPatientClient` ends it, and the server rolls back.
 */
export async function inPatientTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  mode: '' | 'isolation level repeatable read read only' = '',
): Promise<T> {
  await client.query(`begin ${mode}`)
  await client.query(`set local statement_timeout = 0; ${withTimeToThink}`)
  const result = await work()
  await patiently(client, 'commit')
  return result
}

/** Lends a client of the pool whose statements may take long; one that saw a failure is not used again. */
export async function withPatientClient<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect()
  try {
    const result = await database.unhurried(() => work(client))
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
