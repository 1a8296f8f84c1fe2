import { defineApplication } from '#src/define/application.ts'
import { suppliesChain } from '#src/define/chains/receive.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, choice, money } from '#src/fields/field.ts'
import {
  cutFields,
  issueFields,
  itemLines,
  overReason,
  receiptFields,
  requestFields,
  suppliesEffects,
} from './forms/fields.ts'

export const officeCategories = ['officeSupplies'] as const

/** 23.1 办公用品领用 on chain CH-ISSUE. */
export const officeSupplies = defineApplication({
  key: 'officeSupplies',
  group: 'receive',
  code: 'BG',
  icon: 'tabler-package',
  page: { sort: 10 },
  columns: ['useFor', 'totalValue', 'pickupAt'],
  summary: ['useFor', { within: 'lines', field: 'itemId', show: 'name' }, 'totalValue'],
  amountField: 'totalValue',
  register: ['stockIssue', 'supplyReturn'],
  registerOnly: { stockIssue: { ticketType: 'officeSupplies' } },
  sections: [
    {
      key: 'request',
      fields: {
        useFor: choice('supplyUse', { required: true, initial: 'personal' }),
        lines: itemLines(officeCategories),
        ...requestFields,
        quotaLeft: money({ computed: true, isRate: true }),
        overQuota: boolean({ computed: true, visibleWhen: yes('overQuota') }),
        overReason,
      },
    },
    { key: 'approval', fields: cutFields },
    { key: 'issue', fields: issueFields },
    { key: 'receipt', fields: receiptFields },
  ],
  effects: { ...suppliesEffects, onSubmit: ['supplies.claimQuota', 'supplies.reserve'] },
  workflow: suppliesChain('officeSupplies', {
    review: {
      when: yes('overQuota'),
      skipped: {
        zhHans: '未超季度限额且领用总值不超过 {totalValue}，无需警保内勤审核',
        en: 'Within the quota and up to {totalValue} there is no review by logistics',
      },
    },
  }),
})
