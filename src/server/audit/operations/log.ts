/** The operation log (60.9): every call that is not a GET, each row signed (SYS-134). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import type { AuditKeys, SignatureCheck } from '#src/server/audit/keys.ts'
import { refuseInsideTransaction } from '#src/server/database/context.ts'
import { statement } from '#src/server/database/statement.ts'
import { hashOf } from '#src/server/tickets/log/canonical.ts'
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

/** A row of the log as it is stored. Rows from before there was a key have hashes instead of a signature. */
export interface Row extends Operation {
  readonly id: number
  readonly keyId: string | null
  readonly mac: string | null
  readonly prevHash: string | null
  readonly hash: string | null
}

/** The columns of `Row`. */
export const logColumns = sql.raw(
  'id, user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, request, diff, at, key_id, mac, prev_hash, hash',
)

/** What signature and hash of a row cover. Rows from before there was a diff have none in it. */
const contentOf = (operation: Operation) => {
  const { userId, module, method, path, status, code, durationMs, ip, agent, requestId, request, diff, at } = operation
  return {
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
  }
}

/** Whether a row says what it said when it was written; a row from before there was a key can only be compared with its plain hash. */
export function checkOperation(keys: AuditKeys, row: Row): SignatureCheck {
  const { keyId, mac, prevHash, hash } = row
  if (keyId !== null && mac !== null) return keys.check(contentOf(row), { keyId, mac })
  return hashOf({ ...contentOf(row), prevHash }) === hash ? 'valid' : 'wrong'
}

const insert = statement<{ rows: string }>('deferred')`
  insert into operation_log (user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, request, diff, at, key_id, mac)
  select r."userId", r.module, r.method, r.path, r.status, r.code, r."durationMs", r.ip, r.agent, r."requestId", r.request, r.diff, r.at, r."keyId", r.mac
  from jsonb_to_recordset(${'rows'}::jsonb) as r ("userId" bigint, module text, method text, path text,
    status int, code int, "durationMs" int, ip text, agent text, "requestId" text, request text, diff text, at timestamptz, "keyId" text, mac text, place int)
  order by r.place`

/** Half a character, as a text that was cut off may end with, cannot be stored. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
const storable = (operation: Operation): Operation => ({
  ...operation,
  path: whole(operation.path),
  agent: whole(operation.agent),
  request: operation.request === null ? null : whole(operation.request),
  diff: operation.diff === null ? null : whole(operation.diff),
})

/** Writes operations to the log, oldest first, in the transaction of `unit`: the last thing that is done in it. */
export async function appendOperations(
  unit: Pick<UnitOfWork, 'db'>,
  keys: AuditKeys,
  operations: readonly Operation[],
): Promise<void> {
  const rows = operations.map(storable).map((operation, place) => ({
    ...operation,
    ...keys.sign(contentOf(operation)),
    place,
  }))
  await insert(unit.db, { rows: JSON.stringify(rows) })
}

/** Operations that leave no transaction of their own: refusals, reads that take data out, sign-ins. */
export interface OperationLog {
  /** Writes the operation in a transaction of its own, together with those that come meanwhile; resolves when it is committed. @throws Error when it cannot be written */
  record(operation: Operation): Promise<void>
}

const MAX_AT_ONCE = 200
/** Operations that may wait while the database is slow; further ones fail, and so do their calls. */
const MAX_WAITING = 10_000

interface Waiting {
  readonly operation: Operation
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** One transaction after the other, each with everything that waits: a flood of refused calls takes no more than one connection. */
export function createOperationLog(services: Services): OperationLog {
  const waiting: Waiting[] = []
  let isWriting = false

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_AT_ONCE)
      const operations = batch.map(({ operation }) => operation)
      try {
        await write(services, (unit) => appendOperations(unit, services.auditKeys, operations))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }
  return {
    record: (operation) =>
      new Promise((resolve, reject) => {
        // Its writing may wait for the connection of the transaction.
        refuseInsideTransaction()
        if (waiting.length >= MAX_WAITING) {
          reject(new Error('too many operations wait for the operation log'))
          return
        }
        waiting.push({ operation, resolve, reject })
        if (isWriting) return
        isWriting = true
        void writeWaiting()
      }),
  }
}
