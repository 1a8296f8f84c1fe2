import { defineApplication } from '#src/define/application.ts'
import { claimEffects, paymentFields, paymentStatePermissions } from '#src/define/claims/claim.ts'
import { budgetFields, expenseLines, invoiceFields, payeeFields } from '#src/define/claims/fields.ts'
import { integer, money } from '#src/fields/field.ts'
import { dailySubjects } from './daily-subjects.ts'

const overFirst = { field: 'amount', op: 'gt', value: { fact: 'config.wf.t1' } } as const
/** Above the first threshold, or beyond a line that lends (BUD-03). */
const needsFinance = { any: [overFirst, { field: 'isOverdrawn', op: 'eq', value: true }] } as const
const overSecond = { field: 'amount', op: 'gt', value: { fact: 'config.wf.t2' } } as const
const overThird = { field: 'amount', op: 'gt', value: { fact: 'config.wf.t3' } } as const
const reminders = [
  { key: 'half', afterHours: 24, action: 'remind' },
  { key: 'full', afterHours: 48, action: 'remind' },
] as const

/** 21.1 日常费用报销 on chain CH-FIN: small everyday costs without prior approval. */
export const financialReimbursementOne = defineApplication({
  key: 'financialReimbursementOne',
  group: 'finance',
  code: 'BA',
  icon: 'dollar',
  route: '/workflow/finance/financialReimbursementOne',
  columns: ['budgetLineId', 'amount', 'payeeName'],
  amountField: 'amount',
  register: ['expenseClaim', 'payment', 'invoice', 'budgetLine', 'budgetEntry'],
  registerOnly: { expenseClaim: { kind: 'one' } },
  sections: [
    { key: 'budget', fields: budgetFields(dailySubjects) },
    {
      key: 'expense',
      fields: {
        lines: expenseLines(180),
        amount: money({ computed: true }),
        billCount: integer({ required: true, min: 1, max: 99, initial: 1 }),
      },
    },
    { key: 'invoices', fields: invoiceFields() },
    { key: 'payee', fields: payeeFields },
    { key: 'payment', fields: paymentFields },
  ],
  effects: claimEffects,
  workflow: {
    key: 'financialReimbursementOne',
    group: 'finance',
    withdraw: 'whileRunning',
    allowSelf: false,
    repeat: 'preceding',
    resume: 'either',
    states: [
      {
        key: 'deptLeader',
        name: { zhHans: '部门领导审批', en: 'Department leader' },
        kind: 'approve',
        participant: { type: 'deptLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        timers: [...reminders, { key: 'escalate', afterHours: 48, action: 'escalate', to: { type: 'divisionLeader' } }],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'start',
        allowReject: true,
      },
      {
        key: 'financeAudit',
        name: { zhHans: '财务审核', en: 'Finance audit' },
        kind: 'approve',
        participant: { type: 'role', role: 'financeOfficer' },
        mode: 'any',
        claim: true,
        emptyPolicy: { type: 'block' },
        fields: { lines: 'write' },
        timers: [
          { key: 'half', afterHours: 12, action: 'remind' },
          { key: 'full', afterHours: 24, action: 'remind' },
          { key: 'escalate', afterHours: 24, action: 'escalate', to: { type: 'role', role: 'financeLeader' } },
        ],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'divisionLeader',
        name: { zhHans: '分管领导审批', en: 'Division leader' },
        kind: 'approve',
        participant: { type: 'divisionLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        enterWhen: overFirst,
        timers: [
          ...reminders,
          { key: 'escalate', afterHours: 48, action: 'escalate', to: { type: 'role', role: 'bureauLeader' } },
        ],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'financeLeader',
        name: { zhHans: '财务负责人审批', en: 'Finance leader' },
        kind: 'approve',
        participant: { type: 'role', role: 'financeLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        enterWhen: needsFinance,
        timers: [
          ...reminders,
          { key: 'escalate', afterHours: 48, action: 'escalate', to: { type: 'role', role: 'bureauLeader' } },
        ],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'bureauLeader',
        name: { zhHans: '局长审批', en: 'Bureau chief' },
        kind: 'approve',
        participant: { type: 'role', role: 'bureauLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        enterWhen: overSecond,
        requireSignature: overThird,
        timers: reminders,
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'cashierPay',
        name: { zhHans: '出纳付款', en: 'Payment by the cashier' },
        kind: 'handle',
        participant: { type: 'role', role: 'cashier' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        doneWhen: { field: 'payResult', op: 'eq', value: 'paid' },
        fields: paymentStatePermissions,
        timers: reminders,
        allowTransfer: true,
        allowReturn: 'start',
      },
    ],
    transitions: [
      { from: 'start', to: 'deptLeader' },
      { from: 'deptLeader', to: 'financeAudit' },
      { from: 'financeAudit', to: 'divisionLeader' },
      { from: 'divisionLeader', to: 'financeLeader' },
      { from: 'financeLeader', to: 'bureauLeader' },
      { from: 'bureauLeader', to: 'cashierPay' },
      { from: 'cashierPay', to: 'end' },
    ],
  },
})
