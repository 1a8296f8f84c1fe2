/** What receptions draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { EarlierGuests } from './list/EarlierGuests.client.tsx'
import { TicketList } from './list/TicketList.client.tsx'

const reception: TicketParts = { Apply: EarlierGuests, Ticket: TicketList }

export default { officialReception: reception }
