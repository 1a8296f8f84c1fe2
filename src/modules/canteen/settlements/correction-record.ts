import { defineRecord } from '#src/define/record.ts'
import { choice, department, longText, money, person, text } from '#src/fields/field.ts'

/** 账单更正: what the next settlement charges or gives back beside the meals. A wrong one is set right by an opposite one. */
export const mealCorrection = defineRecord({
  name: 'mealCorrection',
  table: 'meal_correction',
  path: '/api/canteen/correction/',
  permissions: { search: 'mealOrder:Settle', retrieve: 'mealOrder:Settle', create: 'mealOrder:Settle' },
  scope: { department: 'deptId', owner: 'personId' },
  fields: {
    personId: person({ required: true }),
    deptId: department({ computed: true }),
    kind: choice('mealCorrectionKind', { required: true, initial: 'refund' }),
    amount: money({ required: true, positive: true, max: '9999.00' }),
    reason: longText(5, 200, { required: true }),
    month: text(7, { computed: true }),
  },
  titleFields: ['personId', 'kind'],
  list: {
    columns: ['personId', 'deptId', 'kind', 'amount', 'reason', 'month'],
    filters: ['personId', 'deptId', 'kind'],
    search: ['reason'],
    order: '-createdAt',
  },
})
