import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { refuseInsideTransaction } from './context.ts'
import { statementName } from './names.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/** A pool that refuses to be asked from inside a transaction (OutsideTransactionError). */
export class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback === undefined) {
      return connectGuarded(() => super.connect())
    }
    refuseInsideTransaction()
    super.connect(callback)
  }
}

async function connectGuarded(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  refuseInsideTransaction()
  return connect()
}

/** The pool as Kysely's driver sees it: statements are prepared by name, unusable connections are not reused. */
export function driverPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, DriverClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known !== undefined) {
        return known
      }
      const fresh = new DriverClient(client)
      clients.set(client, fresh)
      return fresh
    },
    end: () => pool.end(),
  }
}

class DriverClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #broken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>
  query<R>(cursor: never): never
  query<R>(sql: string, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<R>> {
    return this.#run(sql, parameters) as Promise<PostgresQueryResult<R>>
  }

  release(): void {
    this.#client.release(this.#broken || this.#client.getTransactionStatus() !== 'I')
  }

  async #run(text: string, parameters: ReadonlyArray<unknown>): Promise<pg.QueryResult> {
    const name = parameters.length === 0 ? undefined : statementName(text)
    try {
      return await this.#client.query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) })
    } catch (error) {
      this.#broken ||= isFatal(error)
      if (this.#broken && text === 'rollback') {
        // The server rolls back what a lost connection left open; the caller should see the first error, not this one.
        return { command: 'ROLLBACK', rowCount: 0, oid: 0, fields: [], rows: [] }
      }
      throw error
    }
  }
}

// Errors without SQLSTATE come from the connection; 08, 57P, 58 and XX end it; 0A000 is a prepared plan that a
// migration made stale and that only a new connection forgets.
function isFatal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) {
    return true
  }
  return error.severity === 'FATAL' || /^(08|57P|58|XX|0A000)/.test(error.code ?? 'XX')
}
