import { defineRecord } from '#src/define/record.ts'
import { choice, dateTime, department, money, person, reference, text } from '#src/fields/field.ts'

const computed = { computed: true } as const

/** 用餐账单: what a person owes for the meals of a month. The settlement writes it. */
export const mealBill = defineRecord({
  name: 'mealBill',
  table: 'meal_bill',
  path: '/api/canteen/bill/',
  permissions: { search: 'mealBill:Search', retrieve: 'mealBill:Search', export: 'mealBill:Export' },
  scope: { department: 'deptId', owner: 'personId' },
  fields: {
    month: text(7, { computed: true, exact: true }),
    empNo: text(20, computed),
    personId: person(computed),
    deptId: department(computed),
    breakfast: money(computed),
    lunch: money(computed),
    dinner: money(computed),
    corrected: money(computed),
    amount: money(computed),
    payer: choice('accessPayer', computed),
    guestName: text(30, computed),
    grantId: reference('accessGrant', computed),
    budgetLineId: reference('budgetLine', computed),
    chargedAt: dateTime(computed),
  },
  titleFields: ['month', 'personId'],
  list: {
    columns: [
      'month',
      'empNo',
      'personId',
      'deptId',
      'breakfast',
      'lunch',
      'dinner',
      'corrected',
      'amount',
      'payer',
      'guestName',
      'chargedAt',
    ],
    filters: ['month', 'deptId', 'personId', 'payer'],
    search: ['guestName'],
    order: '-month',
    charts: { months: { by: 'month', measure: { of: 'amount', as: 'sum' }, series: 'values' } },
  },
  actions: {
    // CAN-34: what the line could not pay with the settlement.
    charge: {
      permission: 'mealOrder:Settle',
      when: {
        all: [
          { field: 'budgetLineId', op: 'notEmpty' },
          { field: 'chargedAt', op: 'empty' },
        ],
      },
    },
  },
})
