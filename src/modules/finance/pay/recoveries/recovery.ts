import { defineRecord } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  department,
  files,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

/** What the cashier says of money that came back. */
export const recoveryFields = {
  voucherNo: text(30, { required: true, min: 4 }),
  recoveredAt: date({ required: true, max: 'today', initial: 'today' }),
  receipt: files(5, { required: true }),
  reason: longText(2, 200, { required: true }),
} as const

/** Paid money that came back: receipt and voucher without which its claim is not voided (21 EFF-CLAIM onVoidApproved). */
export const paymentRecovery = defineRecord({
  name: 'paymentRecovery',
  table: 'payment_recovery',
  path: '/api/finance/recovery/',
  permissions: {
    search: 'finance:Search',
    retrieve: 'finance:Retrieve',
    create: 'finance:VoidPayment',
    export: 'finance:Export',
  },
  scope: { department: 'deptId' },
  fields: {
    paymentId: reference('payment', { required: true, options: '/api/finance/payment/recoverable/' }),
    ticketId: reference('ticket', { computed: true }),
    deptId: department({ computed: true }),
    amount: money({ computed: true }),
    account: choice('payAccount', { computed: true }),
    ...recoveryFields,
    createdBy: person({ computed: true }),
    createdAt: dateTime({ computed: true }),
  },
  titleFields: ['paymentId', 'voucherNo'],
  form: ['paymentId', 'voucherNo', 'recoveredAt', 'receipt', 'reason'],
  list: {
    columns: [
      'paymentId',
      'ticketId',
      'deptId',
      'amount',
      'account',
      'voucherNo',
      'recoveredAt',
      'reason',
      'receipt',
      'createdBy',
      'createdAt',
    ],
    filters: ['recoveredAt', 'deptId', 'amount', 'account'],
    search: ['voucherNo', 'reason'],
  },
})
