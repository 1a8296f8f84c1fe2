import { joinMessages } from '#src/define/messages.ts'
import { defineModule } from '#src/define/module.ts'
import { financeMessages } from './finance.messages.ts'
import { expenseClaim, invoice, payment } from './finance-records.ts'
import { financialReimbursementOne } from './financial-reimbursement-one.ts'
import { preApprovalMessages } from './pre-approval.messages.ts'
import { preApproval, preApprovalApplication } from './pre-approval.ts'
import { priorClaimMessages } from './prior-claim.messages.ts'
import { financialReimbursementThree, financialReimbursementTwo } from './prior-claim.ts'

/** Who reads the registers of money (README §2). */
const readers = ['financeOfficer', 'financeLeader', 'cashier', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Claims, invoices and payments. */
export const finance = defineModule({
  name: 'finance',
  messages: joinMessages(financeMessages, preApprovalMessages, priorClaimMessages),
  records: [expenseClaim, payment, invoice, preApproval],
  applications: [
    financialReimbursementOne,
    financialReimbursementTwo,
    financialReimbursementThree,
    preApprovalApplication,
  ],
  dictionaries: {
    claimKind: ['one', 'two', 'three', 'travel', 'subsidy', 'salary'],
    payResult: ['paid', 'failed'],
    payAccount: ['zeroBalance', 'special', 'petty'],
    invoiceState: ['used', 'released'],
    paymentStage: ['advance', 'progress', 'acceptance', 'retention'],
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
      resource: 'financialReimbursementTwo',
      actions: {
        Create: ['staff'],
        Register: readers,
        Handle: ['cashier'],
        Export: ['financeOfficer', 'financeLeader', 'auditor'],
      },
    },
    {
      resource: 'financialReimbursementThree',
      actions: {
        Create: ['procurementOfficer', 'logisticsOfficer', 'fleetManager', 'deptLeader'],
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
