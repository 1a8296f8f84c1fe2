import { joinMessages } from '#src/define/messages.ts'
import { defineModule } from '#src/define/module.ts'
import { financeMessages } from './finance.messages.ts'
import { expenseClaim, invoice, payment } from './finance-records.ts'
import { financialReimbursementOne } from './financial-reimbursement-one.ts'
import { preApprovalMessages } from './pre-approval.messages.ts'
import { preApproval, preApprovalApplication } from './pre-approval.ts'

/** Who reads the registers of money (README §2). */
const readers = ['financeOfficer', 'financeLeader', 'cashier', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Claims, invoices and payments. */
export const finance = defineModule({
  name: 'finance',
  messages: joinMessages(financeMessages, preApprovalMessages),
  records: [expenseClaim, payment, invoice, preApproval],
  applications: [financialReimbursementOne, preApprovalApplication],
  dictionaries: {
    claimKind: ['one', 'two', 'three', 'travel', 'subsidy', 'salary'],
    payResult: ['paid', 'failed'],
    payAccount: ['zeroBalance', 'special', 'petty'],
    invoiceState: ['used', 'released'],
    preApprovalCategory: ['meeting', 'training', 'purchase', 'service', 'maintenance', 'other'],
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
    {
      path: '/workflow/finance/preApproval',
      catalogue: 'finance',
      sort: 40,
      icon: 'endorsed',
      permissions: ['preApproval:Create', 'preApproval:Register'],
      shell: { application: 'preApproval' },
    },
  ],
  permissions: [
    {
      resource: 'financialReimbursementOne',
      actions: {
        Create: ['staff'],
        Register: readers,
        Handle: ['cashier'],
        Export: ['financeOfficer', 'financeLeader', 'auditor'],
      },
    },
    {
      resource: 'preApproval',
      actions: {
        Create: ['staff'],
        // Everybody reads what is left of their own, within the scope of their roles.
        Register: ['staff', 'deptLeader', ...readers],
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
