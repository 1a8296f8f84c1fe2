import { defineRecord } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  department,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'
import { financeReading } from '../finance-records.ts'

/** Payments that go to the bank together (30.7). */
export const paymentBatch = defineRecord({
  name: 'paymentBatch',
  table: 'payment_batch',
  path: '/api/finance/batch/',
  permissions: financeReading,
  scope: {},
  fields: {
    no: text(20, { computed: true }),
    state: choice('paymentBatchState', { computed: true }),
    account: choice('payAccount', { computed: true }),
    payments: integer({ computed: true }),
    amount: money({ computed: true }),
    submittedAt: dateTime({ computed: true }),
    finishedAt: dateTime({ computed: true }),
    createdBy: person({ computed: true }),
    createdAt: dateTime({ computed: true }),
  },
  titleFields: ['no'],
  list: {
    columns: ['no', 'state', 'account', 'payments', 'amount', 'createdBy', 'createdAt', 'submittedAt', 'finishedAt'],
    filters: ['state', 'account', 'amount', 'createdAt'],
    search: ['no'],
  },
  actions: {
    cancel: { permission: 'finance:Pay', when: { field: 'state', op: 'eq', value: 'open' }, intent: 'danger' },
  },
})

/** The entry of a payment as it goes to the books: debit the subject, credit the account. */
export const voucher = defineRecord({
  name: 'voucher',
  table: 'voucher',
  path: '/api/finance/voucher/',
  permissions: { ...financeReading, update: 'finance:Voucher' },
  scope: { department: 'deptId' },
  fields: {
    voucherNo: text(40, { computed: true }),
    voucherDate: date({ computed: true }),
    paymentId: reference('payment', { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    deptId: department({ computed: true }),
    summary: text(100, { required: true, min: 2 }),
    debitSubject: choice('budgetSubject', { computed: true }),
    creditAccount: choice('payAccount', { computed: true }),
    amount: money({ computed: true }),
    state: choice('voucherState', { computed: true }),
  },
  titleFields: ['summary'],
  form: ['summary'],
  list: {
    columns: [
      'voucherNo',
      'voucherDate',
      'state',
      'summary',
      'debitSubject',
      'creditAccount',
      'amount',
      'paymentId',
      'ticketId',
      'deptId',
    ],
    filters: ['state', 'voucherDate', 'debitSubject', 'creditAccount', 'deptId', 'amount'],
    search: ['voucherNo', 'summary'],
  },
  locks: { update: { field: 'state', op: 'eq', value: 'voided' } },
})

const isProposed = { field: 'state', op: 'eq', value: 'proposed' } as const

/** FIN-93: the applicant says where failed money should have gone, and the finance audit confirms it. */
export const payeeCorrection = defineRecord({
  name: 'payeeCorrection',
  table: 'payee_correction',
  path: '/api/finance/correction/',
  permissions: financeReading,
  scope: { department: 'deptId' },
  fields: {
    paymentId: reference('payment', { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    applicantId: person({ computed: true }),
    deptId: department({ computed: true }),
    payeeName: text(50, { computed: true }),
    bankName: text(60, { computed: true }),
    bankAccount: text(400, { computed: true, maskedUnless: 'finance:Reveal', askedFor: true }),
    reason: text(200, { computed: true }),
    state: choice('payeeCorrectionState', { computed: true }),
    decidedBy: person({ computed: true }),
    decidedAt: dateTime({ computed: true }),
    refusal: text(200, { computed: true }),
    createdAt: dateTime({ computed: true }),
  },
  titleFields: ['paymentId', 'payeeName'],
  list: {
    columns: [
      'paymentId',
      'ticketId',
      'applicantId',
      'payeeName',
      'bankName',
      'bankAccount',
      'reason',
      'state',
      'createdAt',
      'decidedBy',
    ],
    filters: ['state', 'deptId', 'applicantId', 'createdAt'],
    search: ['payeeName'],
  },
  actions: {
    confirm: { permission: 'finance:Audit', when: isProposed, intent: 'success' },
    refuse: {
      permission: 'finance:Audit',
      when: isProposed,
      fields: { refusal: longText(2, 200, { required: true }) },
      intent: 'danger',
    },
  },
})
