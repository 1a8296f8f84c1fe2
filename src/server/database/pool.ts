import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { refuseInsideTransaction } from './context.ts'
import { isDeferred } from './deferred.ts'
import { statementName } from './names.ts'

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void

/** A pool that refuses to be asked from inside a transaction (OutsideTransactionError). */
export class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) {
      return connectGuarded(() => super.connect())
    }
    connectGuarded(() => super.connect()).then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }
}

async function connectGuarded(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  refuseInsideTransaction()
  return connect()
}

/**
 * Reports every connection that ends by itself, once, also one that is lent out at that moment: the pool leaves those to
 * the borrower, and an error event that nobody hears would end the process.
 */
export function reportLostConnections(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('connect', (client) => {
    client.once('error', onError)
    // The reason comes first, then the end of the connection.
    client.on('error', () => undefined)
  })
  // What the pool says about an idle client was reported by the client itself.
  pool.on('error', () => undefined)
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

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

const nothingYet = (command: string): pg.QueryResult => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] })

/**
 * One connection. `begin` and deferred statements wait for the statement after them and leave with it: on PostgreSQL
 * without waiting for each other's answers (`pipeline` of pg), on the embedded engine one after the other.
 */
class DriverClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #broken = false
  #waiting: Statement[] = []
  #isInside = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>
  query(cursor: never): never
  query<R>(sql: string, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<R>> {
    return this.#take({ text: sql, parameters }) as Promise<PostgresQueryResult<R>>
  }

  release(): void {
    this.#waiting = []
    this.#isInside = false
    this.#client.release(this.#broken || this.#client.getTransactionStatus() !== 'I')
  }

  async #take(statement: Statement): Promise<pg.QueryResult> {
    const { text } = statement
    const isBegin = text === 'begin'
    if (isBegin || (this.#isInside && isDeferred(text))) {
      this.#isInside = true
      this.#waiting.push(statement)
      return nothingYet('')
    }
    const before = this.#waiting
    this.#waiting = []
    const isEnd = text === 'commit' || text === 'rollback'
    if (isEnd) this.#isInside = false
    // The server was never told of a transaction in which nothing was asked.
    if (isEnd && before[0]?.text === 'begin' && (text === 'rollback' || before.length === 1)) return nothingYet(text)
    const answer = await (before.length === 0 || text === 'rollback'
      ? this.#run(statement)
      : this.#together([...before, statement]))
    if (text === 'commit' && answer.command === 'ROLLBACK')
      throw new Error('the transaction was rolled back, since a statement of it had failed')
    return answer
  }

  /** Sends all at once where the connection can; the first failure is the one that counts, the others follow from it. */
  async #together(statements: readonly Statement[]): Promise<pg.QueryResult> {
    if (!this.#client.pipeline) {
      let last = nothingYet('')
      for (const statement of statements) last = await this.#run(statement)
      return last
    }
    const answers = statements.map((statement) => this.#run(statement))
    const settled = await Promise.allSettled(answers)
    const failure = settled.find((answer) => answer.status === 'rejected')
    if (failure) throw failure.reason
    return answers.at(-1) as Promise<pg.QueryResult>
  }

  async #run({ text, parameters }: Statement): Promise<pg.QueryResult> {
    const name = parameters.length === 0 ? undefined : statementName(text)
    try {
      return await this.#send(text, parameters, name)
    } catch (error) {
      this.#broken ||= isFatal(error)
      if (this.#broken && text === 'rollback') {
        // The server rolls back what a lost connection left open; the caller should see the first error, not this one.
        return nothingYet('ROLLBACK')
      }
      if (isStalePlan(error) && this.#client.getTransactionStatus() === 'I') {
        // Nothing was done yet, so the statement is simply planned anew.
        return this.#send(text, parameters)
      }
      throw error
    }
  }

  /** A query of our own: pg copies every configuration it is given, property by property. */
  #send(text: string, parameters: readonly unknown[], name?: string): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = new pg.Query(text, [...parameters], (error, result) => (error ? reject(error) : resolve(result)))
      this.#client.query(name === undefined ? query : Object.assign(query, { name }))
    })
  }
}

/** A migration changed what a prepared statement returns; its connection never forgets the old plan. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

// Errors without SQLSTATE come from the connection; 08, 57P, 58 and XX end it.
function isFatal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || isStalePlan(error)) {
    return true
  }
  return error.severity === 'FATAL' || error.severity === 'PANIC' || /^(08|57P|58|XX)/.test(error.code ?? 'XX')
}

/** The server, or the way to it, is gone or not yet there, or the server gave a silent transaction up: SQLSTATE 08, 57P, 53300 and 25P03, and what sockets say. */
const AWAY = /^(08|57P|53300|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)/
/** What pg and its pool say without a code. */
const SAID = /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout e)/

/** Whether an error says that the database cannot be reached, so that the same may succeed a moment later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string' ? AWAY.test(error.code) : SAID.test(error.message)
}
