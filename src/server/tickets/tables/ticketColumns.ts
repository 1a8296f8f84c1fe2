import { type Verbatim, verbatim } from '#src/server/database/statement.ts'
import { columnName } from '#src/server/records/model.ts'
import type { Ticket } from '../ticket.ts'
import type { Columns } from './columns.ts'

/** How a decision writes a column: not at all, as it is, as JSON, or as JSON where it has changed. */
type Write = 'never' | 'always' | 'json' | 'changedJson'

/** The columns of table ticket as SQL types, each with how a decision writes it. A property of `Ticket` has the name of its column. */
const ticketColumns = {
  id: ['bigint', 'never'],
  no: ['text', 'never'],
  type: ['text', 'never'],
  versionId: ['bigint', 'always'],
  versionHash: ['text', 'always'],
  title: ['text', 'always'],
  summary: ['jsonb', 'changedJson'],
  formData: ['jsonb', 'changedJson'],
  dataHash: ['text', 'always'],
  amount: ['numeric', 'always'],
  applicantId: ['bigint', 'never'],
  applicant: ['jsonb', 'changedJson'],
  deptId: ['bigint', 'always'],
  thresholds: ['jsonb', 'changedJson'],
  status: ['text', 'always'],
  currentKeys: ['text[]', 'always'],
  urgency: ['text', 'always'],
  round: ['int', 'always'],
  submittedAt: ['timestamptz', 'always'],
  approvedAt: ['timestamptz', 'always'],
  finishedAt: ['timestamptz', 'always'],
  dueAt: ['timestamptz', 'always'],
  urgedAt: ['timestamptz', 'always'],
  urgeCount: ['int', 'always'],
  snapshot: ['jsonb', 'json'],
  events: ['int', 'always'],
  lastHash: ['text', 'always'],
  revision: ['int', 'always'],
  parentId: ['bigint', 'never'],
  revokesId: ['bigint', 'never'],
  revocationId: ['bigint', 'never'],
  conversionId: ['bigint', 'never'],
  isQuarantined: ['boolean', 'never'],
  createdAt: ['timestamptz', 'never'],
  updatedAt: ['timestamptz', 'always'],
} as const satisfies Readonly<Record<Exclude<keyof Ticket, 'organisation'>, readonly [type: string, write: Write]>>

/** A property of `Ticket` that is a column of its table. */
export type TicketProperty = keyof typeof ticketColumns
type Written<How extends Write> = {
  readonly [Name in TicketProperty]: (typeof ticketColumns)[Name][1] extends How ? Name : never
}[TicketProperty]

/** The ticket as {@link ticketUpdates} takes it: JSON is text; null where it stays as it is. */
export type SavedTicket = Omit<Ticket, Written<'json' | 'changedJson'>> &
  Readonly<Record<Written<'changedJson'>, string | null> & Record<Written<'json'>, string>>

const entries = Object.entries(ticketColumns) as readonly [TicketProperty, readonly [type: string, write: Write]][]

/** Every column of the ticket, as a select names them. */
export const ticketNames = verbatim(entries.map(([name]) => columnName(name)).join(', '))

function updateOf(name: TicketProperty, type: string, write: Write): readonly (TicketProperty | Verbatim)[] {
  const column = columnName(name)
  if (write === 'changedJson') return [verbatim(`${column} = coalesce(`), name, verbatim(`::${type}, ${column})`)]
  const cast = write === 'json' || type.endsWith('[]') ? `::${type}` : ''
  return [verbatim(`${column} = `), name, verbatim(cast)]
}

/** `column = value` of every column that a decision writes. */
export const ticketUpdates: readonly (TicketProperty | Verbatim)[] = entries
  .filter(([, [, write]]) => write !== 'never')
  .flatMap(([name, [type, write]], index) => [...(index > 0 ? [verbatim(', ')] : []), ...updateOf(name, type, write)])

/** These columns for rows that are sent as one JSON value. */
export const columnsOfTicket = (names: readonly TicketProperty[]): Columns<Ticket> =>
  Object.fromEntries(
    names.map((name) => [
      columnName(name),
      { type: ticketColumns[name][0], value: (ticket: Ticket) => ticket[name], updates: true as const },
    ]),
  )
