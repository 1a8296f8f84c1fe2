import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { financeMessages } from './finance.messages.ts'
import { financeColors, financeDictionaries, financePermissions } from './finance.names.ts'
import { travelTabs } from './travel/travel-records.ts'

/** Claims, invoices and payments. */
export const finance = defineModule({
  name: 'finance',
  messages: financeMessages,
  ...definitions,
  dictionaries: financeDictionaries,
  colors: financeColors,
  personalTabs: [
    { key: 'payments', sort: 65 },
    { key: 'salary', sort: 66 },
  ],
  pages: [
    {
      path: '/financial',
      catalogue: 'financeLedger',
      sort: 10,
      icon: 'bank-account',
      permissions: ['finance:Search'],
      shell: {
        component: 'finance',
        tabs: [
          { key: 'unpaid', record: 'payment' },
          { key: 'batches', record: 'paymentBatch' },
          { key: 'corrections', record: 'payeeCorrection' },
          { key: 'invoices', record: 'invoice' },
          { key: 'vouchers', record: 'voucher' },
          { key: 'recoveries', record: 'paymentRecovery' },
          { key: 'claims', record: 'expenseClaim' },
        ],
      },
    },
    {
      path: '/travelWork',
      catalogue: 'financeLedger',
      sort: 30,
      icon: 'airplane',
      permissions: ['travel:Search', 'travelStandard:Search'],
      shell: {
        component: 'finance',
        tabs: travelTabs,
      },
    },
  ],
  permissions: financePermissions,
})
