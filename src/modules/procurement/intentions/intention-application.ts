import { defineApplication } from '#src/define/application.ts'
import { procurementChain } from '#src/define/chains/logistics.ts'
import { yes } from '#src/define/chains/steps.ts'
import { budgetFields, LARGEST } from '#src/define/claims/fields.ts'
import { boolean, choice, files, longText, money, reference, text } from '#src/fields/field.ts'

const { budgetLineId: _whole, ...shownOfLine } = budgetFields()

/** 22.6 采购意向公开 on CH-PROC: what is going to be bought, so that it can be published before. */
export const intentionOpen = defineApplication({
  key: 'intentionOpen',
  group: 'procurement',
  code: 'YG',
  icon: 'tabler-shopping-cart',
  page: { sort: 10 },
  columns: ['projectName', 'category', 'expectedMonth', 'amount'],
  summary: ['projectName', 'category', 'amount'],
  amountField: 'amount',
  register: ['intention'],
  sections: [
    {
      key: 'matter',
      fields: {
        projectName: text(100, { required: true, min: 5 }),
        category: choice('purchaseCategory', { required: true, initial: 'goods' }),
        demandSummary: longText(20, 1000, { required: true }),
        forSme: boolean({ required: true, initial: false }),
      },
    },
    {
      key: 'budget',
      fields: {
        // A plan that is not published yet has no line: the project stands for it.
        budgetLineId: reference('budgetLine', {
          required: { field: 'projectId', op: 'empty' },
          options: '/api/budget/line/choices/',
        }),
        ...shownOfLine,
        amount: money({ required: true, positive: true, max: LARGEST }),
      },
    },
    {
      key: 'time',
      fields: {
        expectedMonth: text(7, { required: true, pattern: 'month' }),
        isEarly: boolean({ computed: true, visibleWhen: yes('isEarly') }),
        exemptReason: longText(10, 300, { required: yes('isEarly'), visibleWhen: yes('isEarly') }),
        collectiveMinutes: files(10),
      },
    },
  ],
  effects: { onApprove: ['intention.register'], onVoidApproved: ['intention.void'] },
  workflow: procurementChain('intentionOpen', { chief: { field: 'exemptReason', op: 'notEmpty' } }),
})
