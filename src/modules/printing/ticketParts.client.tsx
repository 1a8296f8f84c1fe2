/** What applications for printing draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { TicketProofs } from './orders/TicketProofs.client.tsx'

const proofs: TicketParts = { Ticket: TicketProofs }

export default { printingPublicity: proofs }
