import { defineApplication } from '#src/define/application.ts'
import { procurementChain } from '#src/define/chains/logistics.ts'
import { budgetFields, LARGEST } from '#src/define/claims/fields.ts'
import { boolean, choice, files, integer, lines, longText, money, person, reference, text } from '#src/fields/field.ts'

const isWritten = { field: 'selectionId', op: 'empty' } as const
const isDearer = { field: 'isDearer', op: 'eq', value: true } as const

/** What is bought: the ceiling is the sum of its lines. */
export const comparedItems = {
  name: text(60, { required: true, min: 2 }),
  spec: text(100, { required: true, min: 1 }),
  unit: text(10, { required: true }),
  qty: integer({ required: true, min: 1, max: 99_999, initial: 1 }),
  budgetPrice: money({ isRate: true, required: true, positive: true, max: LARGEST }),
  amount: money({ computed: true }),
  itemId: reference('stockItem', { options: '/api/stock/item/choices/' }),
} as const

/** 22.7 比价采购 on CH-PROC: at least three independent quotes, the lowest of them unless a reason is given. */
export const comparison = defineApplication({
  key: 'comparison',
  group: 'procurement',
  code: 'BJ',
  icon: 'tabler-gavel',
  page: { sort: 20 },
  columns: ['subjectName', 'category', 'winnerVendorId', 'winnerAmount'],
  summary: ['subjectName', 'category', 'amount'],
  amountField: 'amount',
  register: ['purchase'],
  registerOnly: { purchase: { method: 'comparison' } },
  sections: [
    {
      key: 'need',
      fields: {
        category: choice('purchaseCategory', { required: true, initial: 'goods' }),
        subjectName: text(100, { required: true, min: 2 }),
        items: lines(comparedItems, { required: true, min: 1, max: 50 }),
        amount: money({ computed: true }),
        alreadyBought: money({ computed: true }),
      },
    },
    { key: 'budget', fields: budgetFields() },
    {
      key: 'quotes',
      fields: {
        selectionId: reference('selection', { options: '/api/procurement/selection/awarded/' }),
        quotes: lines(
          {
            vendorId: reference('vendor', {
              required: true,
              options: '/api/procurement/vendor/options/?state=active',
            }),
            amount: money({ required: true, positive: true, max: LARGEST }),
            deliveryDays: integer({ required: true, min: 1, max: 365 }),
            warrantyMonths: integer({ required: true, min: 0, max: 120, initial: 12 }),
            file: files(3, { required: true }),
            valid: boolean({ required: true, initial: true }),
          },
          { required: isWritten, visibleWhen: isWritten, min: 1, max: 20 },
        ),
        winnerVendorId: reference('vendor', {
          required: isWritten,
          options: '/api/procurement/vendor/options/?state=active',
        }),
        winnerAmount: money({ computed: true }),
        isDearer: boolean({ computed: true, visibleWhen: isDearer }),
        winReason: longText(10, 300, { required: isDearer, visibleWhen: isDearer }),
      },
    },
    {
      key: 'panel',
      fields: {
        members: lines(
          {
            memberId: person({ required: true }),
            // PRC-15: each declares for themselves.
            noInterest: boolean({ required: true, initial: false }),
          },
          { required: true, min: 1, max: 9 },
        ),
        collectiveMinutes: files(10),
      },
    },
  ],
  effects: {
    onSubmit: ['comparison.count'],
    onReturn: ['comparison.uncount'],
    onReject: ['comparison.uncount'],
    onWithdraw: ['comparison.uncount'],
    onApprove: ['comparison.buy'],
    onVoidApproved: ['comparison.void'],
  },
  workflow: procurementChain('comparison'),
})
