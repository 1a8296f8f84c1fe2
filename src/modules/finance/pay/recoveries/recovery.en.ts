import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './recovery.zhHans.ts'

export default {
  records: {
    paymentRecovery: {
      title: 'Recoveries',
      fields: {
        paymentId: 'Payment',
        ticketId: 'Ticket',
        deptId: 'Department',
        amount: 'Amount',
        account: 'Receiving account',
        voucherNo: 'Voucher no.',
        recoveredAt: 'Recovered on',
        receipt: 'Receipt',
        reason: 'Reason for recovery',
        createdBy: 'Registered by',
        createdAt: 'Registered at',
      },
    },
  },
  rules: {
    'finance.notPaid': 'Payment {0} has not been made; nothing to recover',
    'finance.recovered': 'Payment {0} has already been recovered',
    'finance.recoveredEarly': 'The recovery date must not be before the payment date {0}',
  },
  pay: {
    recover: 'Register recovery',
    recoverTitle: 'Register recovery of payment {0}',
    recoveredNow: 'Recovery of payment {0} registered; its claim can now be voided',
  },
} satisfies SameKeys<typeof zhHans>
