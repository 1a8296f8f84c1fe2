/** Pages of the frame about tickets, for the lazy routes. */
import './tickets.css'

export { ApplicationsPage } from './ApplicationsPage.tsx'
export { ApprovalCentrePage } from './ApprovalCentrePage.tsx'
export { QueuePage } from './QueuePage.tsx'
export { TicketPage } from './TicketPage.tsx'
