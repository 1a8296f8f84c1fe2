import type pg from 'pg'

const PATIENCE = 3_600_000

/** Runs a statement that may take long (migration, transfer): the client waits up to an hour for its answer. */
export function patiently(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const config: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: PATIENCE }
  return client.query(config)
}

/** Runs `work` in a transaction of its own on a client of the pool, without a limit to its statements. */
export async function inPatientTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  mode: '' | 'isolation level repeatable read read only' = '',
): Promise<T> {
  await client.query(`begin ${mode}`)
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const result = await work()
    await patiently(client, 'commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Lends a client of the pool; one that saw a failure is not used again. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
