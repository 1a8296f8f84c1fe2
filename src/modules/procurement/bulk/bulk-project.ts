import { defineApplication } from '#src/define/application.ts'
import { procurementChain } from '#src/define/chains/logistics.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, choice, date, department, files, integer, lines, money, reference, text } from '#src/fields/field.ts'

/** 95.2: days that a vendor has for the delivery at least. */
export const DELIVERY_DAYS = 20
/** 95.2: pieces of one line at most. */
export const MAX_PIECES = 500

/** 22.8 批量集中采购 on CH-PROC: demands of the departments by the standards, each charged to its own line. */
export const bulkProject = defineApplication({
  key: 'bulkProject',
  group: 'procurement',
  code: 'PL',
  icon: 'tabler-shopping-cart',
  page: { sort: 30 },
  columns: ['bulkCategory', 'periodMonth', 'deliverBy', 'amount'],
  summary: ['bulkCategory', 'periodMonth', 'amount'],
  amountField: 'amount',
  register: ['purchase'],
  registerOnly: { purchase: { method: 'bulk' } },
  sections: [
    {
      key: 'plan',
      fields: {
        periodMonth: text(7, { required: true, pattern: 'month' }),
        bulkCategory: choice('bulkCategory', { required: true, initial: 'desktop' }),
        deliverBy: date({ required: true, min: { today: DELIVERY_DAYS } }),
        agency: text(60),
      },
    },
    {
      key: 'demands',
      fields: {
        demands: lines(
          {
            // What of the pool it answers; its department and quantity follow.
            demandId: reference('purchaseDemand', { options: '/api/procurement/purchase/demands/' }),
            deptId: department({ required: true }),
            configId: reference('bulkConfig', { required: true }),
            headcount: integer({ computed: true }),
            existing: integer({ computed: true }),
            standardMax: integer({ computed: true }),
            qty: integer({ required: true, min: 1, max: MAX_PIECES }),
            unitCap: money({ isRate: true, computed: true }),
            // The cap where nothing else is written.
            unitPrice: money({ isRate: true, positive: true }),
            amount: money({ computed: true }),
            isOver: boolean({ computed: true }),
            overReason: text(300, { min: 10 }),
            budgetLineId: reference('budgetLine', { required: true, options: '/api/procurement/bulk/lines/' }),
            available: money({ computed: true }),
          },
          { required: true, min: 1, max: 100 },
        ),
        amount: money({ computed: true }),
        overStandard: boolean({ computed: true }),
        collectiveMinutes: files(10),
      },
    },
  ],
  effects: {
    onSubmit: ['bulk.plan'],
    onReturn: ['bulk.unplan'],
    onReject: ['bulk.unplan'],
    onWithdraw: ['bulk.unplan'],
    onApprove: ['bulk.buy'],
    onVoidApproved: ['bulk.void'],
  },
  workflow: procurementChain('bulkProject', { overStandard: yes('overStandard') }),
})
