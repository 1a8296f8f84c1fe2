import type { TicketLine } from '#src/define/tickets/line.ts'

/** What of a line changes while a ticket moves on; the rest is its own or the list's. */
const moving = [
  'title',
  'hasOwnTitle',
  'summary',
  'status',
  'urgency',
  'amount',
  'current',
  'submittedAt',
  'updatedAt',
  'dueAt',
  'isOverdue',
  'lapsedIn',
  'stayHours',
  'round',
  'version',
] as const satisfies readonly (keyof TicketLine)[]

/** The row with what a newer view of its ticket says; the row itself where none is newer. Pure. */
export function movedLine<R extends TicketLine>(row: R, newest: Pick<TicketLine, (typeof moving)[number]> | null): R {
  if (newest === null || newest.version <= row.version) return row
  return { ...row, ...Object.fromEntries(moving.map((name) => [name, newest[name]])) }
}
