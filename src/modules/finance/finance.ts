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
      path: '/workflow/finance/financialReimbursementOne',
      catalogue: 'finance',
      sort: 10,
      icon: 'dollar',
      permissions: ['financialReimbursementOne:Create', 'financialReimbursementOne:Register'],
      shell: { application: 'financialReimbursementOne' },
    },
    {
      path: '/workflow/finance/financialReimbursementTwo',
      catalogue: 'finance',
      sort: 20,
      icon: 'saved',
      permissions: ['financialReimbursementTwo:Create', 'financialReimbursementTwo:Register'],
      shell: { application: 'financialReimbursementTwo' },
    },
    {
      path: '/workflow/finance/financialReimbursementThree',
      catalogue: 'finance',
      sort: 30,
      icon: 'bank-account',
      permissions: ['financialReimbursementThree:Create', 'financialReimbursementThree:Register'],
      shell: { application: 'financialReimbursementThree' },
    },
    {
      path: '/workflow/finance/preApproval',
      catalogue: 'finance',
      sort: 40,
      icon: 'endorsed',
      permissions: ['preApproval:Create', 'preApproval:Register'],
      shell: { application: 'preApproval' },
    },
    {
      path: '/workflow/finance/travelRequest',
      catalogue: 'finance',
      sort: 50,
      icon: 'airplane',
      permissions: ['travelRequest:Create', 'travelRequest:Register'],
      shell: { application: 'travelRequest' },
    },
    {
      path: '/workflow/finance/travelReimbursement',
      catalogue: 'finance',
      sort: 60,
      icon: 'route',
      permissions: ['travelReimbursement:Create', 'travelReimbursement:Register'],
      shell: { application: 'travelReimbursement' },
    },
    {
      path: '/workflow/finance/subsidy',
      catalogue: 'finance',
      sort: 70,
      icon: 'people',
      permissions: ['subsidy:Create', 'subsidy:Register'],
      shell: { application: 'subsidy' },
    },
    {
      path: '/workflow/finance/personSalary',
      catalogue: 'finance',
      sort: 80,
      icon: 'people',
      permissions: ['personSalary:Create', 'personSalary:Register'],
      shell: { application: 'personSalary' },
    },
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
