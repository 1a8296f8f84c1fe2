import type { TicketLine } from '#src/define/tickets/line.ts'

/** Values of a line that events of the ticket change; the rest belongs to the list. */
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

type Newest = Pick<TicketLine, (typeof moving)[number]>

/** The row with the values of a newer version of its ticket; the row itself where there is none. */
export function movedLine<R extends TicketLine>(row: R, newest: Newest | null): R {
  if (newest === null || newest.version <= row.version) return row
  return { ...row, ...Object.fromEntries(moving.map((name) => [name, newest[name]])) }
}

/** All rows like that; the same array where no row changes, so that nothing is drawn again. */
export function movedLines<R extends TicketLine>(
  rows: readonly R[],
  newestOf: (id: number) => Newest | null,
): readonly R[] {
  const moved = rows.map((row) => movedLine(row, newestOf(row.id)))
  return moved.every((row, at) => row === rows[at]) ? rows : moved
}
