import type { Text } from '#machines/ticket/definition/definition.ts'
import type { JsonValue } from '#machines/ticket/engine/replay.ts'
import type { TicketStatus } from '#machines/ticket/engine/vocabulary.ts'
import type { Executor, TicketView } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { statement } from '#src/server/database/statement.ts'
import type { Applicant } from './participants/people.ts'
import { ticketNames } from './tables/ticketColumns.ts'

/** A row of table ticket as the engine needs it. */
export interface Ticket {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly versionId: number
  readonly versionHash: string
  readonly title: string
  /** What is applied for in one line, by language; null where the ticket is older than its line. */
  readonly summary: Text | null
  readonly formData: FormData
  readonly dataHash: string
  /** Decimal string, CNY. */
  readonly amount: string | null
  readonly applicantId: number
  readonly applicant: Applicant
  readonly deptId: number
  /** Thresholds as at submit (D9): facts `config.<key>`. */
  readonly thresholds: Readonly<Record<string, number>>
  readonly status: TicketStatus
  readonly currentKeys: readonly string[]
  readonly urgency: string
  readonly round: number
  readonly submittedAt: Date | null
  readonly approvedAt: Date | null
  readonly finishedAt: Date | null
  readonly dueAt: Date | null
  readonly urgedAt: Date | null
  readonly urgeCount: number
  readonly snapshot: JsonValue
  /** Number of the last event, and its hash. */
  readonly events: number
  readonly lastHash: string
  /** Grows with every change: `version` on the wire. */
  readonly revision: number
  /** The ticket for which this one was filed (I19). */
  readonly parentId: number | null
  /** The ticket that this one asks to revoke (25.4). */
  readonly revokesId: number | null
  /** The ticket that asks, or was granted, to revoke this one. */
  readonly revocationId: number | null
  /** The application into which a handler turned this ticket (OTH-01). */
  readonly conversionId: number | null
  /** It rests until its incident is closed. */
  readonly isQuarantined: boolean
  /** Revision of the organisation when the ticket was read; under its lock: of what was committed until then. */
  readonly organisation: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

type TicketKey = { readonly id: number }

const find = statement<TicketKey, Ticket>()`
  select ${ticketNames}, organisation_revision() as organisation from ticket where id = ${'id'} and deleted_at is null`

const lock = statement<TicketKey, Ticket>()`
  with above as materialized (select a.id from ticket t join ticket a on a.id = coalesce(t.parent_id, t.revokes_id)
    where t.id = ${'id'} for update of a)
  select own.*, organisation_revision() as organisation from (
    select ${ticketNames} from ticket where id = ${'id'} and deleted_at is null and (select count(*) from above) >= 0
    for update) own`

/** The ticket as it stands; null when there is none. */
export async function findTicket(db: Executor, id: number): Promise<Ticket | null> {
  const [ticket = null] = await find(db, { id })
  return ticket
}

/**
 * The ticket, locked until the end of the transaction: the first lock of every action on it (WF-01). The one it was filed for,
 * or asks to revoke, is older and locked before it, so that those who go down a family never meet those who go up.
 */
export async function lockTicket(db: Executor, id: number): Promise<Ticket | null> {
  const [ticket = null] = await lock(db, { id })
  return ticket
}

/** The ticket as effects see it. */
export function viewOf(ticket: Ticket): TicketView {
  const { id, no, type, title, applicantId, deptId, amount, round, status, formData } = ticket
  return { id, no, type, title, applicantId, deptId, amount, round, status, formData }
}

/** Statuses in which the applicant may change, submit and delete (25.0 "to be submitted"). */
export const isToSubmit = (status: TicketStatus): boolean =>
  status === 'draft' || status === 'returned' || status === 'withdrawn'

/** No further decision follows. */
export const isTerminal = (status: TicketStatus): boolean =>
  status === 'completed' || status === 'rejected' || status === 'voided'
