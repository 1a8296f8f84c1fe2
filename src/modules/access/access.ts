import { defineModule } from '#src/define/module.ts'
import { accessMessages } from './access.messages.ts'
import { accessDictionaries, accessPermissions } from './access.names.ts'
import definitions from './definitions.ts'

/** Temporary access and dining: the application, its grants, and who comes and leaves at the gate (23.10). */
export const accessModule = defineModule({
  name: 'access',
  messages: accessMessages,
  ...definitions,
  dictionaries: accessDictionaries,
  settings: [
    {
      key: 'access.leaveBy',
      group: 'access',
      type: 'text',
      value: '20:00',
      rule: { regex: '([01]\\d|2[0-3]):[0-5]\\d' },
    },
  ],
  notifiesRoles: ['logisticsOfficer'],
  permissions: accessPermissions,
})
