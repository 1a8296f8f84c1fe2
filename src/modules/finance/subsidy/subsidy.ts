import { defineApplication } from '#src/define/application.ts'
import { claimChain } from '#src/define/chains/finance.ts'
import { yes } from '#src/define/chains/steps.ts'
import { paymentFields } from '#src/define/claims/claim.ts'
import { budgetFields } from '#src/define/claims/fields.ts'
import { choice, integer, lines, money, person, text } from '#src/fields/field.ts'

/** Subjects a subsidy may charge (21.7). */
export const subsidySubjects: readonly string[] = ['30102', '30106']
/** Setting with the amount of a day, by kind of subsidy. */
export const dailySubsidies = {
  overtime: 'subsidy.overtimeDaily',
  duty: 'subsidy.dutyDaily',
  field: 'subsidy.fieldDaily',
} as const

/** Every other kind is without days, also one that the bureau adds: the amount of each person is written, with a reason (FIN-74). */
const isFree = {
  all: [
    { field: 'subsidyType', op: 'notEmpty' },
    { field: 'subsidyType', op: 'notIn', value: Object.keys(dailySubsidies) },
  ],
} as const

/** 21.7 补贴申请 on CH-FIN: days of people at the standard of the kind. */
export const subsidy = defineApplication({
  key: 'subsidy',
  group: 'finance',
  code: 'BT',
  icon: 'people',
  page: { sort: 70 },
  columns: ['subsidyType', 'period', 'amount'],
  summary: ['subsidyType', 'period', 'amount'],
  amountField: 'amount',
  register: ['expenseClaim', 'payment', 'budgetEntry'],
  registerOnly: { expenseClaim: { kind: 'subsidy' } },
  sections: [
    {
      key: 'matter',
      fields: {
        subsidyType: choice('subsidyType', { required: true, initial: 'overtime' }),
        period: text(7, { required: true, pattern: 'month' }),
        freeReason: text(200, { min: 5, multiline: true, required: isFree, visibleWhen: isFree }),
      },
    },
    { key: 'budget', fields: budgetFields(subsidySubjects) },
    {
      key: 'people',
      fields: {
        lines: lines(
          {
            userId: person({ required: true }),
            dates: text(100),
            days: integer({ computed: true }),
            standard: money({ isRate: true, computed: true }),
            given: money({ max: '2000.00' }),
            amount: money({ computed: true }),
            note: text(100),
          },
          { required: true, min: 1, max: 300 },
        ),
        amount: money({ computed: true }),
      },
    },
    { key: 'payment', fields: paymentFields },
  ],
  effects: {
    onSubmit: ['claim.freeze', 'subsidy.takeDays'],
    onReturn: ['claim.release', 'subsidy.leaveDays'],
    onReject: ['claim.release', 'subsidy.leaveDays'],
    onWithdraw: ['claim.release', 'subsidy.leaveDays'],
    onChange: ['claim.reduce', 'subsidy.takeDays'],
    onApprove: ['subsidy.consume'],
    onHandle: { cashierPay: ['claim.pay'] },
    onVoidApproved: ['claim.refund', 'subsidy.leaveDays'],
  },
  workflow: claimChain('subsidy', { writes: ['lines'], forced: yes('isOverdrawn') }),
})
