/** What repairs draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { OpenOrders } from './orders/OpenOrders.client.tsx'
import { OrderProgress } from './orders/OrderProgress.client.tsx'

const repair: TicketParts = { Apply: OpenOrders, Ticket: OrderProgress }

export default { internalMaintenance: repair, publicMaintenance: repair }
