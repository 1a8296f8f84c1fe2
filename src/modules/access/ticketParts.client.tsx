/** What applications for access draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { TicketGrants } from './gate/TicketGrants.client.tsx'

const grants: TicketParts = { Ticket: TicketGrants }

export default { accessControlDining: grants }
