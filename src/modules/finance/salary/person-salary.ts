import { defineApplication } from '#src/define/application.ts'
import { payrollChain } from '#src/define/chains/finance.ts'
import { claimEffects, paymentFields } from '#src/define/claims/claim.ts'
import { budgetFields, LARGEST } from '#src/define/claims/fields.ts'
import { choice, decimal, integer, lines, money, person, text } from '#src/fields/field.ts'

/** Subjects a payroll may charge (21.8). */
export const salarySubjects: readonly string[] = ['30199']
/** People that are paid by a sheet of the bureau. */
export const payGroups = ['auxiliary', 'contract'] as const

const part = money({ required: true, max: LARGEST, initial: '0.00' })

/** 21.8 人员薪酬发放 on CH-PAYROLL: a sheet of people for a month and a group. */
export const personSalary = defineApplication({
  key: 'personSalary',
  group: 'finance',
  code: 'XC',
  icon: 'people',
  page: { sort: 80 },
  columns: ['period', 'payGroup', 'headcount', 'amount'],
  summary: ['payGroup', 'period', { count: 'headcount', unit: 'people' }],
  amountField: 'amount',
  isConfidential: true,
  sections: [
    {
      key: 'matter',
      fields: {
        period: text(7, { required: true, pattern: 'month' }),
        payGroup: choice('personType', { required: true, only: payGroups, initial: 'auxiliary' }),
      },
    },
    { key: 'budget', fields: budgetFields(salarySubjects) },
    {
      key: 'people',
      fields: {
        sheet: lines(
          {
            userId: person({ required: true }),
            base: part,
            post: part,
            performance: part,
            overtime: part,
            otherAdd: part,
            gross: money({ computed: true }),
            socialInsurance: part,
            housingFund: part,
            tax: part,
            otherDeduct: part,
            net: money({ computed: true }),
            comparePct: decimal(8, 1, { computed: true }),
            note: text(100),
          },
          { required: true, min: 1, max: 2000 },
        ),
        headcount: integer({ computed: true }),
        amount: money({ computed: true }),
        netTotal: money({ computed: true }),
      },
    },
    { key: 'payment', fields: paymentFields },
  ],
  effects: {
    ...claimEffects,
    onSubmit: ['claim.freeze', 'salary.take'],
    onReturn: ['claim.release', 'salary.leave'],
    onReject: ['claim.release', 'salary.leave'],
    onWithdraw: ['claim.release', 'salary.leave'],
    onApprove: ['salary.consume'],
    onFinish: ['salary.tell'],
    onVoidApproved: ['claim.refund', 'salary.leave'],
  },
  workflow: payrollChain('personSalary'),
})
