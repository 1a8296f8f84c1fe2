import { defineRecord } from '#src/define/record.ts'
import { choice, date, dateTime, department, integer, money, person, reference, text } from '#src/fields/field.ts'

const permissions = { search: 'finance:Search', retrieve: 'finance:Retrieve', export: 'finance:Export' }

/** Business row of a claim (21), born at its first submit. */
export const expenseClaim = defineRecord({
  name: 'expenseClaim',
  table: 'expense_claim',
  path: '/api/finance/claim/',
  permissions,
  scope: { department: 'deptId', owner: 'applicantId' },
  fields: {
    ticketId: reference('ticket', { computed: true }),
    kind: choice('claimKind', { computed: true }),
    applicantId: person({ computed: true }),
    deptId: department({ computed: true }),
    subjectCode: choice('budgetSubject', { computed: true }),
    budgetLineId: reference('budgetLine', { computed: true }),
    amount: money({ computed: true }),
    status: choice('ticketStatus', { computed: true }),
    payState: choice('payState', { computed: true }),
    paidAt: dateTime({ computed: true }),
    invoiceCount: integer({ computed: true }),
  },
  titleFields: ['ticketId'],
  list: {
    columns: [
      'ticketId',
      'kind',
      'applicantId',
      'deptId',
      'subjectCode',
      'amount',
      'status',
      'payState',
      'paidAt',
      'invoiceCount',
    ],
    filters: ['kind', 'payState', 'deptId', 'subjectCode', 'amount', 'applicantId'],
    search: [],
  },
})

/** Money on its way to a payee; the full account is only for who pays (FIN-94). */
export const payment = defineRecord({
  name: 'payment',
  table: 'payment',
  path: '/api/finance/payment/',
  permissions,
  scope: { department: 'deptId' },
  fields: {
    no: text(30, { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    deptId: department({ computed: true }),
    payeeType: choice('payeeType', { computed: true }),
    payeeName: text(50, { computed: true }),
    bankName: text(60, { computed: true }),
    bankAccount: text(400, { computed: true, maskedUnless: 'finance:Pay' }),
    amount: money({ computed: true }),
    payState: choice('payState', { computed: true }),
    approvedAt: dateTime({ computed: true }),
    voucherNo: text(30, { computed: true }),
    account: choice('payAccount', { computed: true }),
    paidAt: date({ computed: true }),
    paidBy: person({ computed: true }),
    failReason: text(200, { computed: true }),
  },
  titleFields: ['no'],
  list: {
    columns: [
      'no',
      'ticketId',
      'deptId',
      'payeeType',
      'payeeName',
      'bankName',
      'bankAccount',
      'amount',
      'payState',
      'approvedAt',
      'voucherNo',
      'paidAt',
      'paidBy',
    ],
    filters: ['payState', 'payeeType', 'deptId', 'amount', 'approvedAt', 'paidAt'],
    search: ['no', 'payeeName', 'voucherNo'],
    order: '-approvedAt',
  },
})

/** An invoice and the ticket that uses it; one live use each (INV-06). */
export const invoice = defineRecord({
  name: 'invoice',
  table: 'invoice',
  path: '/api/finance/invoice/',
  permissions,
  scope: { department: 'deptId' },
  fields: {
    invoiceNo: text(20, { computed: true }),
    invoiceCode: text(12, { computed: true }),
    invoiceType: choice('invoiceType', { computed: true }),
    invoiceDate: date({ computed: true }),
    sellerName: text(100, { computed: true }),
    amount: money({ computed: true }),
    taxAmount: money({ computed: true }),
    deptId: department({ computed: true }),
    ticketId: reference('ticket', { computed: true }),
    state: choice('invoiceState', { computed: true }),
  },
  titleFields: ['invoiceNo'],
  list: {
    columns: [
      'invoiceNo',
      'invoiceCode',
      'invoiceType',
      'invoiceDate',
      'sellerName',
      'amount',
      'taxAmount',
      'deptId',
      'ticketId',
      'state',
    ],
    filters: ['invoiceType', 'invoiceDate', 'amount', 'deptId', 'state'],
    search: ['invoiceNo', 'sellerName'],
    order: '-invoiceDate',
  },
})
