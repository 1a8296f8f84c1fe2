/** What the applications for equipment draw in the frame's pages of a ticket. */
import type { TicketParts } from '#src/client/tickets/moduleParts.tsx'
import { EquipmentApply } from './equipment/EquipmentApply.client.tsx'

const equipment: TicketParts = { texts: ['catalogue'], Apply: EquipmentApply }

export default { officeElectronicEquipment: equipment, officeFurniture: equipment }
