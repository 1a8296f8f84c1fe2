/** The logs that are audited (SYS-134): how the rows of each are read for a seal, and what each row says of itself. */
import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import { canonical } from '#src/server/tickets/log/canonical.ts'
import { checkRow, type LogRow as TicketRow } from '#src/server/tickets/log/log.ts'
import type { AuditKeys, SignatureCheck } from './keys.ts'
import { checkOperation, logColumns, type Row as OperationRow } from './operations/log.ts'

/** Tables that are audited. */
export type AuditedTable = 'operation_log' | 'ticket_event' | 'login_log' | 'frontend_log'

/** One row as a seal covers it. */
export interface AuditedRow {
  readonly id: number
  /** What the digest of a seal is made of. */
  readonly text: string
  /** The row as an archive keeps it. */
  readonly stored: Readonly<Record<string, unknown>>
  /** What a person looks for it by. */
  readonly name: string
}

export interface AuditedLog {
  readonly table: AuditedTable
  /** Column of the moment from which a row counts as old. */
  readonly moment: 'at' | 'first_at'
  /** Milliseconds after which a row cannot change any more. */
  readonly changesFor: number
  /** Rows with ids in (after, to], in their order. */
  read(db: Executor, after: number, to: number, limit: number): Promise<readonly AuditedRow[]>
  /** What a stored row, also one out of an archive, is in a seal. */
  rowOf(stored: Readonly<Record<string, unknown>>): AuditedRow
  /** What the row's own signature says; null for logs whose rows have none. */
  check: ((keys: AuditKeys, stored: Readonly<Record<string, unknown>>) => SignatureCheck) | null
}

const HOUR = 3_600_000

/** Absent columns count as empty ones, so that a log may get a column later. */
const present = (stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null && value !== undefined))

/** A log whose rows are sealed with everything in them. As text in JSON a row is the same on every connection and in an archive. */
function plainLog(table: 'login_log' | 'frontend_log', moment: AuditedLog['moment'], changesFor: number): AuditedLog {
  const rowOf = (stored: Readonly<Record<string, unknown>>): AuditedRow => ({
    id: Number(stored['id']),
    text: canonical(present(stored)),
    stored,
    name: `row ${String(stored['id'])}`,
  })
  return {
    table,
    moment,
    changesFor,
    rowOf,
    check: null,
    async read(db, after, to, limit) {
      const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
        select to_jsonb(r) as row from ${sql.table(table)} as r where id > ${after} and id <= ${to}
        order by id limit ${limit}`.execute(db)
      return rows.map(({ row }) => rowOf(row))
    },
  }
}

type StoredOperation = Omit<OperationRow, 'at'> & { readonly at: Date | string }

/** The rows of an archive have their moments as texts. */
const operationOf = (stored: Readonly<Record<string, unknown>>): OperationRow => {
  const row = stored as unknown as StoredOperation
  return { ...row, at: new Date(row.at) }
}

const operations: AuditedLog = {
  table: 'operation_log',
  moment: 'at',
  changesFor: 0,
  // Its own signature, or the hash it had before there was a key, stands for the row.
  rowOf(stored) {
    const { id, mac, hash } = operationOf(stored)
    return { id, text: canonical({ id, mac: mac ?? hash ?? '' }), stored, name: `row ${id}` }
  },
  check: (keys, stored) => checkOperation(keys, operationOf(stored)),
  async read(db, after, to, limit) {
    const { rows } = await sql<OperationRow>`
      select ${logColumns} from operation_log where id > ${after} and id <= ${to} order by id limit ${limit}`.execute(
      db,
    )
    return rows.map((row) => operations.rowOf(row as unknown as Readonly<Record<string, unknown>>))
  },
}

type StoredEvent = Omit<TicketRow, 'at'> & { readonly id: number; readonly ticketId: number; readonly at: Date }

const tickets: AuditedLog = {
  table: 'ticket_event',
  moment: 'at',
  changesFor: 0,
  rowOf(stored) {
    const { id, ticketId, seq, hash } = stored as unknown as StoredEvent
    return { id, text: canonical({ id, ticketId, seq, hash }), stored, name: `event ${seq} of ticket ${ticketId}` }
  },
  check(keys, stored) {
    const { ticketId, at, ...row } = stored as unknown as StoredEvent
    return checkRow(keys, ticketId, { ...row, at: at.toISOString() })
  },
  async read(db, after, to, limit) {
    const { rows } = await sql<StoredEvent>`
      select id, ticket_id, seq, type, event, actor_id, on_behalf_of, state, visit, slot, comment, form, data_hash, ip, request_id, at,
        prev_hash, hash, key_id
      from ticket_event where id > ${after} and id <= ${to} order by id limit ${limit}`.execute(db)
    return rows.map((row) => tickets.rowOf(row as unknown as Readonly<Record<string, unknown>>))
  },
}

/** Every audited log. */
export const auditedLogs: readonly AuditedLog[] = [
  operations,
  tickets,
  plainLog('login_log', 'at', 0),
  // The same fault is counted in one row for 24 hours.
  plainLog('frontend_log', 'first_at', 25 * HOUR),
]

/** Logs whose old rows go to an archive; the log of a ticket stays with it. */
export const archivedLogs: readonly AuditedLog[] = auditedLogs.filter(({ table }) => table !== 'ticket_event')
