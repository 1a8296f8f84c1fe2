import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { receptionMessages } from './reception.messages.ts'
import { receptionDictionaries, receptionPermissions } from './reception.names.ts'

/** Official receptions: one letter, one meal, its guests and escorts, and the list that is settled (23.9). */
export const receptionModule = defineModule({
  name: 'reception',
  messages: receptionMessages,
  ...definitions,
  // What a meal outside is called among claims.
  dictionaries: { ...receptionDictionaries, claimKind: ['officialReception'] },
  settings: [
    {
      key: 'reception.cityCode',
      group: 'reception',
      type: 'text',
      value: '940100',
      rule: { regex: '\\d{6}' },
      // Another code would let the units of the own city be received (REC-04).
      confirmedBy: ['finance'],
    },
  ],
  notifiesRoles: ['logisticsOfficer', 'supervisor'],
  permissions: receptionPermissions,
})
