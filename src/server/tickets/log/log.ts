import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import type { AuditKeys, SignatureCheck } from '#src/server/audit/keys.ts'
import { hashOf } from './canonical.ts'

/** One row of the log before it is chained. */
export interface LogEntry {
  readonly event: TicketEvent
  readonly onBehalfOf: number | null
  readonly state: string | null
  readonly visit: number | null
  readonly slot: string | null
  /** At submit the whole form, otherwise the fields this event changed, as they are after it; null when it changed none (WF-19). */
  readonly form: FormData | null
}

/** Where an action comes from (I8). */
export interface Origin {
  readonly ip: string | null
  readonly requestId: string | null
}

/** A row of table ticket_event. */
export interface LogRow {
  readonly seq: number
  readonly type: string
  readonly event: TicketEvent
  readonly actorId: number | null
  readonly onBehalfOf: number | null
  readonly state: string | null
  readonly visit: number | null
  readonly slot: string | null
  readonly comment: string
  readonly form: FormData | null
  readonly dataHash: string
  readonly ip: string | null
  readonly requestId: string | null
  readonly at: string
  readonly prevHash: string
  /** Code of the row under `keyId`; of rows from before there was a key, their plain hash. */
  readonly hash: string
  /** Null for rows from before there was a key. */
  readonly keyId: string | null
}

/** A row before it is signed. */
type UnsignedRow = Omit<LogRow, 'hash' | 'keyId'>

/** The parts of a row that its signature covers. */
const signed: Readonly<Record<keyof UnsignedRow, true>> = {
  seq: true,
  type: true,
  event: true,
  actorId: true,
  onBehalfOf: true,
  state: true,
  visit: true,
  slot: true,
  comment: true,
  form: true,
  dataHash: true,
  ip: true,
  requestId: true,
  at: true,
  prevHash: true,
}
const signedParts = Object.keys(signed) as (keyof UnsignedRow)[]

/** What the signature of a row covers: everything but itself, the ticket included (trust: integrity of approval rows). */
const contentOf = (ticketId: number, row: UnsignedRow): unknown => ({
  ticketId,
  ...Object.fromEntries(signedParts.map((part) => [part, row[part]])),
})

/** Whether a row says what it said when it was written; a row from before there was a key can only be compared with its plain hash. */
export function checkRow(keys: AuditKeys, ticketId: number, row: LogRow): SignatureCheck {
  const content = contentOf(ticketId, row)
  if (row.keyId === null) return hashOf(content) === row.hash ? 'valid' : 'wrong'
  return keys.check(content, { keyId: row.keyId, mac: row.hash })
}

/** Continues the chain of a ticket. */
export function chain(
  keys: AuditKeys,
  ticketId: number,
  from: { seq: number; hash: string },
  entries: readonly LogEntry[],
  origin: Origin,
): readonly LogRow[] {
  const rows: LogRow[] = []
  for (const entry of entries) {
    const { event } = entry
    const row = {
      seq: from.seq + rows.length + 1,
      type: event.type,
      event,
      actorId: 'actor' in event ? event.actor : null,
      onBehalfOf: entry.onBehalfOf,
      state: entry.state,
      visit: entry.visit,
      slot: entry.slot,
      comment: 'comment' in event ? event.comment : '',
      form: entry.form,
      dataHash: event.dataHash,
      ip: origin.ip,
      requestId: origin.requestId,
      at: event.at,
      prevHash: rows.at(-1)?.hash ?? from.hash,
    }
    const { keyId, mac } = keys.sign(contentOf(ticketId, row))
    rows.push({ ...row, hash: mac, keyId })
  }
  return rows
}
