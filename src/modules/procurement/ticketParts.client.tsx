/** What the applications of procurement draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { BuyingGuideLink } from './guide/BuyingGuideLink.client.tsx'

const parts: TicketParts = { Apply: BuyingGuideLink }

export default { comparison: parts, intentionOpen: parts, bulkProject: parts }
