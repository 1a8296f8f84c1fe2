/** What cars draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { TripOfTicket } from './ratings/TripOfTicket.client.tsx'
import { ServiceStart } from './service/ServiceStart.client.tsx'

export default {
  officialCarAppointment: { Ticket: TripOfTicket },
  officialCarMaintenance: { Apply: ServiceStart },
} satisfies Readonly<Record<string, TicketParts>>
