/** What the applications for items draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { ItemsApply } from './catalogue/ItemsApply.client.tsx'
import { ItemsProgress } from './counter/ItemsProgress.client.tsx'

const items: TicketParts = { texts: ['catalogue'], Apply: ItemsApply, Ticket: ItemsProgress }

export default {
  officeSupplies: items,
  medicalSupplies: items,
  supplyRequest: items,
  electronicPartsAndConsumables: items,
  equipmentClothing: items,
}
