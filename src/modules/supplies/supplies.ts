import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { suppliesMessages } from './supplies.messages.ts'
import { suppliesColors, suppliesDictionaries, suppliesPermissions } from './supplies.names.ts'

/** Applications for items of the stock (23.1 to 23.5). */
export const supplies = defineModule({
  name: 'supplies',
  messages: suppliesMessages,
  ...definitions,
  personalTabs: [
    { key: 'supplies', sort: 64 },
    { key: 'clothing', sort: 66 },
  ],
  dictionaries: suppliesDictionaries,
  colors: suppliesColors,
  pages: [
    {
      path: '/stockmanage/issueCounter',
      catalogue: 'stock',
      sort: 25,
      icon: 'tabler-package',
      permissions: ['supplyCounter:Search'],
      shell: {
        component: 'supplies',
        tabs: [
          { key: 'returns', record: 'supplyReturn' },
          { key: 'issues', record: 'stockIssue' },
          { key: 'kits', record: 'supplyKit' },
        ],
      },
    },
  ],
  settings: [
    { key: 'supplies.exchangeDays', group: 'stock', type: 'number', value: 30 },
    { key: 'supplies.receiptDays', group: 'stock', type: 'number', value: 5, rule: { min: 1, max: 60 } },
  ],
  notifiesRoles: ['warehouseKeeper'],
  permissions: suppliesPermissions,
})
