import { StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketLine } from '#src/define/tickets/line.ts'

/** The status of a ticket; of one that its clock closed with why (25.8). */
export function StatusChip({ line: { status, lapsedIn } }: { readonly line: Pick<TicketLine, 'status' | 'lapsedIn'> }) {
  const t = useT()
  const more = lapsedIn === null ? undefined : t('ticket.lapsed.in', [lapsedIn])
  return <StateChip dictionary="ticketStatus" value={status} more={more} />
}
