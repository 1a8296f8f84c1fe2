import { defineModule } from '#src/define/module.ts'
import { financeMessages } from './finance.messages.ts'
import { expenseClaim, invoice, payment } from './finance-records.ts'
import { financialReimbursementOne } from './financial-reimbursement-one.ts'

/** Claims, invoices and payments. */
export const finance = defineModule({
  name: 'finance',
  messages: financeMessages,
  records: [expenseClaim, payment, invoice],
  applications: [financialReimbursementOne],
  dictionaries: {
    claimKind: ['one', 'two', 'three', 'travel', 'subsidy', 'salary'],
    payResult: ['paid', 'failed'],
    payAccount: ['zeroBalance', 'special', 'petty'],
    invoiceState: ['used', 'released'],
  },
  pages: [
    {
      path: '/workflow/finance/financialReimbursementOne',
      catalogue: 'finance',
      sort: 10,
      icon: 'dollar',
      permissions: ['financialReimbursementOne:Create', 'financialReimbursementOne:Register'],
      shell: { application: 'financialReimbursementOne' },
    },
  ],
  permissions: [
    {
      resource: 'financialReimbursementOne',
      actions: {
        Create: ['staff'],
        Register: ['financeOfficer', 'financeLeader', 'cashier', 'divisionLeader', 'bureauLeader', 'auditor'],
        Handle: ['cashier'],
        Export: ['financeOfficer', 'financeLeader', 'auditor'],
      },
    },
    {
      resource: 'finance',
      actions: {
        Search: ['financeOfficer', 'financeLeader', 'cashier', 'auditor'],
        Retrieve: ['financeOfficer', 'financeLeader', 'cashier', 'auditor'],
        Audit: ['financeOfficer', 'financeLeader'],
        Pay: ['cashier'],
        Export: ['financeOfficer', 'financeLeader', 'auditor'],
      },
    },
  ],
})
