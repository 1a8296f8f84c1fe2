import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { stockMessages } from './stock.messages.ts'
import { stockColors, stockDictionaries, stockPermissions } from './stock.names.ts'

/** Stock: items, warehouses, the ledger of their movements and its documents (50.6). */
export const stock = defineModule({
  name: 'stock',
  messages: stockMessages,
  ...definitions,
  dictionaries: stockDictionaries,
  colors: stockColors,
  settings: [
    { key: 'stock.countDaysA', group: 'stock', type: 'number', value: 30 },
    { key: 'stock.countDaysB', group: 'stock', type: 'number', value: 90 },
    { key: 'stock.countDaysC', group: 'stock', type: 'number', value: 365 },
  ],
  pages: [
    {
      path: '/stockmanage/inAndOutManage',
      catalogue: 'stock',
      sort: 20,
      icon: 'box',
      permissions: ['stock:Search'],
      shell: {
        component: 'stock',
        tabs: [
          { key: 'balance', record: 'stockBalance' },
          { key: 'batches', record: 'stockBatch' },
          { key: 'in', record: 'stockIn' },
          { key: 'out', record: 'stockOut' },
          { key: 'transfers', record: 'stockTransfer' },
          { key: 'counts', record: 'stockCount' },
          { key: 'ledger', record: 'stockEntry' },
          { key: 'issues', record: 'stockIssue' },
          { key: 'asOf', record: 'stockBalance', only: {} },
          { key: 'items', record: 'stockItem' },
          { key: 'warehouses', record: 'warehouse' },
          { key: 'demands', record: 'purchaseDemand' },
          { key: 'adjustments', record: 'stockAdjust' },
          { key: 'periods', record: 'stockPeriod' },
        ],
      },
    },
    {
      path: '/scan/stock',
      catalogue: 'stock',
      sort: 21,
      icon: 'box',
      permissions: ['stock:Count'],
      shell: { component: 'stock' },
    },
  ],
  permissions: stockPermissions,
})
