import { defineApplication } from '#src/define/application.ts'
import { issueCheck, suppliesChain } from '#src/define/chains/receive.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, choice, integer, text } from '#src/fields/field.ts'
import { controlledEffects, cutFields, issueFields, itemLines, receiptFields, requestFields } from './forms/fields.ts'

export const medicalCategories = ['medical'] as const
const unitKit = { field: 'usage', op: 'eq', value: 'unit' } as const
const epidemic = { field: 'usage', op: 'eq', value: 'epidemic' } as const

/** 23.4 医疗用品 on chain CH-ISSUE: what is controlled is checked by a second keeper (STK-33). */
export const medicalSupplies = defineApplication({
  key: 'medicalSupplies',
  group: 'receive',
  code: 'YL',
  icon: 'tabler-package',
  page: { sort: 40 },
  columns: ['usage', 'totalValue', 'pickupAt'],
  summary: ['usage', { within: 'lines', field: 'itemId', show: 'name' }, 'totalValue'],
  amountField: 'totalValue',
  register: ['stockIssue', 'supplyReturn'],
  registerOnly: { stockIssue: { ticketType: 'medicalSupplies' } },
  sections: [
    {
      key: 'request',
      fields: {
        usage: choice('medicalUse', { required: true, initial: 'firstAid' }),
        personCount: integer({ min: 1, max: 500, required: epidemic, visibleWhen: epidemic }),
        lines: itemLines(medicalCategories, {
          kitStandard: integer({ min: 0, max: 999, required: unitKit, visibleWhen: unitKit }),
          kitCurrent: integer({ min: 0, max: 999, required: unitKit, visibleWhen: unitKit }),
        }),
        ...requestFields,
        controlled: boolean({ computed: true, visibleWhen: yes('controlled') }),
        symptom: text(100, { maskedUnless: 'medicalSupplies:Handle' }),
      },
    },
    { key: 'approval', fields: cutFields },
    { key: 'issue', fields: { ...issueFields, expiryConfirmed: boolean() } },
    { key: 'receipt', fields: receiptFields },
  ],
  effects: controlledEffects,
  workflow: suppliesChain('medicalSupplies', {
    review: {
      when: yes('controlled'),
      skipped: {
        zhHans: '不含管制物品且领用总值不超过 {totalValue}，无需警保内勤审核',
        en: 'Without controlled items and up to {totalValue} there is no review by logistics',
      },
    },
    after: [issueCheck],
    hasControlled: true,
    issueWrites: ['expiryConfirmed'],
  }),
})
