import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { printingMessages } from './printing.messages.ts'
import { printingColors, printingDictionaries, printingPermissions } from './printing.names.ts'

/** Printing and publicity: the application, its proofs, paper from the store or a vendor's bill, and the register (23.11). */
export const printingModule = defineModule({
  name: 'printing',
  messages: printingMessages,
  ...definitions,
  // What a delivery by a vendor is called among claims, and the paper of a print among issues.
  dictionaries: {
    ...printingDictionaries,
    claimKind: ['printingPublicity'],
    stockTicketType: ['printingPublicity'],
  },
  colors: printingColors,
  settings: [{ key: 'print.colourPages', group: 'print', type: 'number', value: 200, rule: { min: 0, max: 100_000 } }],
  notifiesRoles: ['logisticsOfficer'],
  permissions: printingPermissions,
})
