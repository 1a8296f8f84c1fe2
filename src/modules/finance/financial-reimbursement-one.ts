import { defineApplication } from '#src/define/application.ts'
import { claimChain } from '#src/define/chains/finance.ts'
import { yes } from '#src/define/chains/steps.ts'
import { claimEffects, paymentFields } from '#src/define/claims/claim.ts'
import { budgetFields, expenseLines, invoiceFields, payeeFields } from '#src/define/claims/fields.ts'
import { integer, money } from '#src/fields/field.ts'
import { dailySubjects } from './daily-subjects.ts'

/** 21.1 日常费用报销 on chain CH-FIN: small everyday costs without prior approval. */
export const financialReimbursementOne = defineApplication({
  key: 'financialReimbursementOne',
  group: 'finance',
  code: 'BA',
  icon: 'dollar',
  page: { sort: 10 },
  columns: ['budgetLineId', 'amount', 'payeeName'],
  summary: ['reason', { within: 'budgetLineId', field: 'subjectCode' }, 'amount'],
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
  // A line that lends brings the finance leader in below the threshold as well (BUD-03).
  workflow: claimChain('financialReimbursementOne', { writes: ['lines'], forced: yes('isOverdrawn') }),
})
