import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './correction.zhHans.ts'

export default {
  records: {
    payeeCorrection: {
      title: 'Payee corrections',
      fields: {
        paymentId: 'Payment',
        ticketId: 'Ticket',
        applicantId: 'Applicant',
        deptId: 'Department',
        payeeName: 'Corrected payee',
        bankName: 'Bank',
        bankAccount: 'Account number',
        reason: 'Reason for correction',
        state: 'Status',
        decidedBy: 'Reviewed by',
        decidedAt: 'Reviewed at',
        refusal: 'Reason for return',
        createdAt: 'Submitted at',
      },
      actions: { confirm: 'Confirm correction', refuse: 'Return correction' },
    },
  },
  dictionaries: {
    payeeCorrectionState: {
      title: 'Correction status',
      entries: { proposed: 'Pending review', confirmed: 'Confirmed', refused: 'Returned' },
    },
  },
  rules: {
    'finance.notFailed': 'Payment {0} needs no payee correction',
    'finance.proposed': 'A correction of payment {0} is already under review',
    'finance.ownCorrection': 'You cannot review your own correction',
  },
  finance: {
    notice: {
      failed: 'Payment {0} was returned by the bank. Please correct the payee details.',
      corrected: 'The payee details of payment {0} were corrected. Please review.',
      confirmed: 'The payee correction of payment {0} was confirmed; it will be paid again',
      refused: 'The payee correction of payment {0} was returned',
    },
  },
  personalTabs: { payments: 'My payments' },
  pay: {
    own: {
      title: 'My payments',
      none: 'No payments yet',
      correct: 'Correct payee details',
      correctTitle: 'Correct payee details of payment {0}',
      proposed: 'Correction under review',
      refusal: 'Correction returned: {0}',
      sent: 'Correction submitted for finance review',
    },
  },
} satisfies SameKeys<typeof zhHans>
