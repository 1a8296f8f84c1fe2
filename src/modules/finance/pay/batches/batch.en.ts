import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './batch.zhHans.ts'

export default {
  records: {
    paymentBatch: {
      title: 'Payment batches',
      fields: {
        no: 'Batch no.',
        state: 'Status',
        account: 'Paying account',
        payments: 'Payments',
        amount: 'Amount',
        submittedAt: 'Sent to bank',
        finishedAt: 'Completed',
        createdBy: 'Created by',
        createdAt: 'Created at',
      },
      actions: { cancel: 'Cancel batch' },
    },
  },
  dictionaries: {
    paymentBatchState: {
      title: 'Payment batch status',
      entries: { open: 'To be sent', submitted: 'Sent to bank', done: 'Completed', cancelled: 'Cancelled' },
    },
  },
  rules: {
    'finance.inBatch': 'Payment {0} is in a payment batch. Register its result in the finance ledger.',
    'finance.notWaiting': 'Payment {0} is not waiting for payment',
    'finance.noAccount': 'Payment {0} has no payee account and cannot be paid through the bank',
    'finance.batchClosed': 'Payment batch {0} is closed',
    'finance.notAtBank': 'The batch of payment {0} has not been sent to the bank; its result cannot be registered yet',
    'finance.atBank': 'Payment {0} has been sent to the bank and cannot be voided',
  },
  bankFile: {
    serial: 'No.',
    account: 'Account number',
    name: 'Account name',
    bank: 'Bank',
    amount: 'Amount',
    purpose: 'Purpose',
  },
  pay: {
    makeBatch: 'Create payment batch',
    makeBatchTitle: 'Create payment batch ({0} payments)',
    batchMade: 'Payment batch {0} created',
    bankFile: 'Export bank file',
    bankFileNote: 'The first export counts as sending to the bank; payments in the batch can no longer be voided.',
    openBatch: 'Register batch results',
  },
} satisfies SameKeys<typeof zhHans>
