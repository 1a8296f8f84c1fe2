import { budgetNames, claimSections } from '#src/define/claims/names.en.ts'
import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './pre-approval.zhHans.ts'

export default {
  applications: {
    preApproval: {
      title: 'Prior approval',
      aliases: 'spending|budget request|prior approval',
      purpose: 'Spending above the everyday limit or requiring approval in advance',
      guide:
        'Approve before spending: final approval reserves the budget, and claims are charged to it while valid. Unused funds are released on expiry. An approval can be claimed in parts and supplemented once (up to 20% of the approved amount).',
      sections: {
        budget: claimSections.budget,
        matter: 'Matter',
        items: 'Budget items',
        grounds: 'Supporting documents',
      },
      fields: {
        ...budgetNames,
        category: 'Category',
        parentId: 'Prior approval supplemented',
        planStart: 'Planned start',
        planEnd: 'Planned end',
        people: 'People',
        days: 'Days',
        perHead: 'Per person per day (CNY)',
        isAboveLimit: 'Above the standard',
        limitReason: 'Reason for exceeding the standard',
        purchaseMethod: 'Planned procurement method',
        items: 'Budget items',
        'items.name': 'Name',
        'items.qty': 'Quantity',
        'items.unit': 'Unit',
        'items.price': 'Unit price',
        'items.amount': 'Amount',
        amount: 'Requested amount',
        necessity: 'Justification',
        collectiveMinutes: 'Meeting minutes',
      },
    },
  },
  records: {
    preApproval: {
      title: 'Prior approvals',
      fields: {
        ticketId: 'Ticket',
        title: 'Matter',
        applicantId: 'Applicant',
        deptId: 'Department',
        category: 'Category',
        subjectCode: 'Account',
        budgetLineId: 'Budget line',
        amount: 'Approved',
        reimbursed: 'Claimed',
        pending: 'In claims',
        remaining: 'Remaining',
        state: 'Status',
        validUntil: 'Valid until',
        planStart: 'Planned start',
        planEnd: 'Planned end',
        purchaseMethod: 'Planned procurement method',
        parentId: 'Prior approval supplemented',
      },
      actions: { close: 'Settle' },
    },
  },
  dictionaries: {
    preApprovalCategory: {
      title: 'Prior approval category',
      entries: {
        meeting: 'Meeting',
        training: 'Training',
        purchase: 'Purchase',
        service: 'Service',
        maintenance: 'Maintenance',
        other: 'Other',
      },
    },
  },
  preApproval: {
    hasExpired: 'Prior approval expired and its balance was released: {0}',
    expiresSoon: 'Prior approval expires on {1}: {0}',
  },
  rules: {
    'preApproval.endBeforeStart': 'Planned end must not be before planned start',
    'preApproval.otherYear': 'Planned dates must be in the same year as the budget line',
    'preApproval.parentNotOpen': 'Only a valid prior approval of your department can be supplemented',
    'preApproval.supplementedOnce': 'This prior approval was already supplemented; only one supplement is allowed',
    'preApproval.supplementTooLarge': 'The supplement cannot exceed 20% of the approved CNY {0, money}',
    'preApproval.ofPurchase':
      'The amount approved for "{0}" has passed to a purchase. Terminate or archive the purchase instead.',
    'preApproval.onlyApplicant': 'Only the applicant can settle it',
    'preApproval.perHeadAbove': 'CNY {0, money} per person exceeds the standard of CNY {1, money}; give a reason',
    'preApproval.methodAsked': 'For CNY {0, money}, the required procurement method is "{1}"',
    'finance.reversal.frozen': 'CNY {0, money} of reserved budget released',
  },
} satisfies SameKeys<typeof zhHans>
