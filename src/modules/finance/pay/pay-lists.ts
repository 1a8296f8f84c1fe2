/** The lists of the cashier's page: one record, shown as each tab needs it. */
import type { RecordDefinition } from '#src/define/record.ts'
import { payment } from '../finance-records.ts'

const { reveal: _reveal, ...actions } = payment.actions

/** Payments with the columns of one tab; the account is asked for by a call of its own. */
const listed = (columns: readonly string[], order: string): RecordDefinition => ({
  ...payment,
  actions,
  list: { ...payment.list, columns, order },
})

/** 30.7 待支付, the oldest approval first. */
export const waitingPayments = listed(
  ['no', 'ticketId', 'kind', 'applicantId', 'deptId', 'payeeName', 'bankName', 'bankAccount', 'amount', 'approvedAt'],
  'approvedAt',
)
export const paidPayments = listed(
  [
    'no',
    'ticketId',
    'kind',
    'deptId',
    'payeeName',
    'bankAccount',
    'amount',
    'voucherNo',
    'account',
    'paidAt',
    'paidBy',
    'recoveredAt',
    'batchId',
  ],
  '-paidAt',
)
export const failedPayments = listed(
  [
    'no',
    'ticketId',
    'applicantId',
    'deptId',
    'payeeName',
    'bankName',
    'bankAccount',
    'amount',
    'failReason',
    'batchId',
  ],
  '-approvedAt',
)
