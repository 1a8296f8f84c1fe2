/** The operation log (60.9): every call that is not a GET, chained by hashes. */
import { sql } from 'kysely'
import type { Base, Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { hashOf } from '#src/server/tickets/canonical.ts'
import { write } from '#src/server/work.ts'

/** One call as it is logged. */
export interface Operation {
  readonly userId: number | null
  readonly module: string
  readonly method: string
  readonly path: string
  /** HTTP status and `code` of the envelope; null when the answer had none. */
  readonly status: number
  readonly code: number | null
  readonly durationMs: number
  readonly ip: string
  readonly agent: string
  readonly requestId: string
  readonly request: string | null
  /** Before and after of what the call changed (SYS-02). */
  readonly diff: string | null
  readonly at: Date
}

/** A row of the log as it is stored. */
export interface Row extends Operation {
  readonly id: number
  readonly prevHash: string
  readonly hash: string
}

/** The columns of `Row`. */
export const logColumns = sql.raw(
  'id, user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, request, diff, at, prev_hash, hash',
)

/** What the hash of a row covers: all of it, and the hash of the row before. Rows from before there was a diff have none in their hash. */
export function operationHash(operation: Operation, prevHash: string): string {
  const { userId, module, method, path, status, code, durationMs, ip, agent, requestId, request, diff, at } = operation
  return hashOf({
    userId,
    module,
    method,
    path,
    status,
    code,
    durationMs,
    ip,
    agent,
    requestId,
    request,
    ...(diff !== null && { diff }),
    at: at.toISOString(),
    prevHash,
  })
}

/** Milliseconds in which calls are gathered. */
const GATHER = 200
const MOST_AT_ONCE = 200
/** Calls that may wait while the database is away; further ones are only told to the server's log. */
const MOST_WAITING = 10_000

/** One writer at a time, on whichever node: the chain has one end. */
const CHAIN_LOCK = 7_203_913

/** Hash of the newest row, which may be in an archive already (SYS-91); empty before the first. */
async function endOfChain(db: Executor): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select coalesce((select hash from operation_log order by id desc limit 1), (select last_hash from operation_log_archive order by id desc limit 1), '') as hash`.execute(
    db,
  )
  return rows[0]?.hash ?? ''
}

/** Chains calls to the log, oldest first, in the transaction of `base`. */
export async function appendOperations(base: Base, operations: readonly Operation[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}::bigint)`.execute(base.db)
  let prevHash = await endOfChain(base.db)
  const rows = operations.map((operation) => {
    const row = { ...operation, prevHash, hash: operationHash(operation, prevHash) }
    prevHash = row.hash
    return row
  })
  await sql`
    insert into operation_log (user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, request, diff, at, prev_hash, hash)
    select r."userId", r.module, r.method, r.path, r.status, r.code, r."durationMs", r.ip, r.agent, r."requestId", r.request, r.diff, r.at, r."prevHash", r.hash
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, index) => ({ ...row, index })))}::jsonb) as r ("userId" bigint, module text, method text, path text,
      status int, code int, "durationMs" int, ip text, agent text, "requestId" text, request text, diff text, at timestamptz, "prevHash" text, hash text, index int)
    order by r.index`.execute(base.db)
}

/** Takes calls in and writes them soon after. */
export interface OperationLog {
  add(operation: Operation): void
  /** Writes what waits. */
  flush(): Promise<void>
}

/**
 * The rows are written in batches behind the answers, in transactions of their own: the log must also tell of calls that
 * were refused or failed, whose transactions left nothing, and one chain inside every transaction would make them all wait
 * for each other. A server that is killed loses the last moments of this log; the decisions themselves are in ticket_event
 * and record_history, which are written with the deed.
 */
export function createOperationLog(services: Services): OperationLog {
  let waiting: Operation[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      await write(services, (base) => appendOperations(base, batch))
      waiting = waiting.slice(batch.length)
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running
      .then(writeWaiting)
      .catch((error: unknown) => services.log.error({ err: error }, 'the operation log could not be written'))
    return running
  }
  return {
    add(operation) {
      if (waiting.length >= MOST_WAITING) {
        services.log.error({ operation }, 'the operation log is full')
        return
      }
      waiting.push(operation)
      timer ??= setTimeout(() => void flush(), GATHER)
      timer.unref()
    },
    flush,
  }
}
