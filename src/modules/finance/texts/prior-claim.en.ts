import {
  claimSections,
  expenseNames,
  invoiceNames,
  paidSections,
  payeeNames,
  paymentNames,
} from '#src/define/claims/names.en.ts'
import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './prior-claim.zhHans.ts'

export default {
  applications: {
    financialReimbursementTwo: {
      title: 'Pre-approved claim',
      aliases: 'expense|reimbursement|invoice',
      purpose: 'Claims against a valid prior approval',
      guide:
        "Choose a valid prior approval of your department. Its budget is already reserved, so nothing more is reserved. You can claim in parts; marking the final claim releases the balance. Expenses incurred before the approval need a reason and the finance leader's approval.",
      sections: {
        approval: 'Prior approval',
        expense: claimSections.expense,
        ...paidSections,
        proof: 'Acceptance and supporting documents',
      },
      fields: {
        preApprovalId: 'Prior approval',
        remaining: 'Remaining',
        budgetLineId: 'Budget line',
        projectId: 'Project',
        subjectCode: 'Account',
        ...expenseNames,
        amount: 'Total',
        billCount: 'Attachments (count)',
        finalSettlement: 'Final claim',
        isBelow: 'Below 80% of the balance',
        varianceNote: 'Explanation of variance',
        isBackdated: 'Incurred before the approval',
        backdateReason: 'Reason for spending before approval',
        ...invoiceNames,
        ...payeeNames,
        needsAcceptance: 'Acceptance form required',
        acceptanceFile: 'Acceptance form',
        collectiveMinutes: 'Meeting minutes',
        ...paymentNames,
      },
    },
    financialReimbursementThree: {
      title: 'Vendor payment',
      aliases: 'vendor|supplier|contract|pay',
      purpose: 'Payments to vendors in instalments under a contract',
      guide:
        'Choose what to pay for; the money comes from the budget already reserved for it. Advances are limited to 30% of the contract amount, and total payments to the contract amount. All payments except advances need invoices; acceptance payments need an acceptance report.',
      sections: {
        source: 'Payment source',
        part: 'This payment',
        ...paidSections,
        payee: 'Vendor',
        proof: 'Acceptance and supporting documents',
      },
      fields: {
        sourceId: 'Source document',
        sourceType: 'Payment source',
        budgetLineId: 'Budget line',
        purchaseNo: 'Purchase no.',
        contractNo: 'Contract number',
        contractAmount: 'Contract amount',
        paidAmount: 'Paid',
        remaining: 'Unpaid',
        stage: 'Payment stage',
        amount: 'This payment',
        ...invoiceNames,
        ...payeeNames,
        acceptanceFile: 'Acceptance report',
        collectiveMinutes: 'Meeting minutes',
        ...paymentNames,
      },
    },
  },
  records: {},
  dictionaries: {
    paymentStage: {
      title: 'Payment stage',
      entries: { advance: 'Advance', progress: 'Progress', acceptance: 'Acceptance', retention: 'Retention' },
    },
  },
  finance: {
    panel: { held: 'Held by this ticket', availableAfter: 'Available after approval' },
    partOf: 'This payment is CNY {0, money}; contract amount CNY {1, money}, CNY {2, money} unpaid',
  },
  rules: {
    'preApproval.otherDept': 'Only prior approvals of your department can be used',
    'rule.FIN-23': 'Prior approvals with procurement method "{0}" are paid through a vendor payment after procurement',
    'rule.FIN-31': 'Advances of CNY {0, money} exceed 30% of the contract amount CNY {1, money}',
    'rule.FIN-32': 'This payment of CNY {0, money} exceeds the unpaid CNY {1, money}',
    'rule.FIN-33': 'The retention of {0} can be paid {1} days after the acceptance payment',
    'rule.FIN-34': 'Source document {0} was terminated and cannot be paid',
  },
} satisfies SameKeys<typeof zhHans>
