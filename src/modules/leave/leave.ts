import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { leaveMessages } from './leave.messages.ts'
import { leaveDictionaries, leavePermissions } from './leave.names.ts'

/** Leave: the application, what it is taken from, and what was granted. */
export const leave = defineModule({
  name: 'leave',
  messages: leaveMessages,
  ...definitions,
  dictionaries: leaveDictionaries,
  settings: [
    {
      key: 'leave.annual',
      group: 'leave',
      type: 'json',
      confirmedBy: ['security'],
      value: [
        [1, 5],
        [10, 10],
        [20, 15],
      ],
    },
    { key: 'leave.personal', group: 'leave', type: 'number', confirmedBy: ['security'], value: 20 },
    { key: 'leave.homeVisit', group: 'leave', type: 'number', confirmedBy: ['security'], value: 20 },
    { key: 'leave.backdateDays', group: 'leave', type: 'number', confirmedBy: ['security'], value: 30 },
  ],
  personalTabs: [{ key: 'leave', sort: 60 }],
  notifiesRoles: ['supervisor'],
  permissions: leavePermissions,
})
