import { defineApplication } from '#src/define/application.ts'
import { securityNotices, suppliesChain } from '#src/define/chains/receive.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, choice, integer, reference, text } from '#src/fields/field.ts'
import { cutFields, issueFields, itemLines, receiptFields, requestFields, suppliesEffects } from '../forms/fields.ts'

export const partCategories = ['electronicParts'] as const

/** 23.2 电子配件及耗材 on chain CH-ISSUE: parts for a device, the old one in exchange. */
export const electronicParts = defineApplication({
  key: 'electronicPartsAndConsumables',
  group: 'receive',
  code: 'DZ',
  icon: 'tabler-package',
  page: { sort: 20 },
  columns: ['assetId', 'totalValue', 'pickupAt'],
  summary: ['assetId', { within: 'lines', field: 'itemId', show: 'name' }, 'totalValue'],
  amountField: 'totalValue',
  register: ['stockIssue', 'supplyPartUse', 'supplyReturn'],
  registerOnly: { stockIssue: { ticketType: 'electronicPartsAndConsumables' } },
  sections: [
    {
      key: 'request',
      fields: {
        assetId: reference('asset', { options: '/api/assets/asset/serving/', required: yes('needsAsset') }),
        lines: itemLines(partCategories),
        oldPartReturn: choice('oldPartReturn', { required: true, initial: 'na' }),
        oldPartSn: text(40, { required: yes('hasStorage'), visibleWhen: yes('hasStorage') }),
        printCounter: integer({
          min: 0,
          max: 99_999_999,
          required: yes('hasToner'),
          visibleWhen: yes('hasToner'),
        }),
        lastCounter: integer({ computed: true, visibleWhen: yes('hasToner') }),
        pagesSince: integer({ computed: true, visibleWhen: yes('hasToner') }),
        early: boolean({ computed: true, visibleWhen: yes('early') }),
        earlyReason: text(200, { min: 5, visibleWhen: yes('hasToner') }),
        ...requestFields,
        needsAsset: boolean({ computed: true, visibleWhen: yes('needsAsset') }),
        hasToner: boolean({ computed: true, visibleWhen: yes('hasToner') }),
        hasStorage: boolean({ computed: true, visibleWhen: yes('hasStorage') }),
        secretMedia: boolean({ computed: true, visibleWhen: yes('secretMedia') }),
      },
    },
    { key: 'approval', fields: cutFields },
    { key: 'issue', fields: { ...issueFields, oldPartReceived: boolean() } },
    { key: 'receipt', fields: receiptFields },
  ],
  effects: { ...suppliesEffects, onVoidApproved: ['supplies.takeBack', 'supplies.undoParts'] },
  workflow: suppliesChain('electronicPartsAndConsumables', {
    between: [securityNotices],
    issueWrites: ['oldPartReceived'],
  }),
})
