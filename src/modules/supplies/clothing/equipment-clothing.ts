import { defineApplication, type EffectPlan } from '#src/define/application.ts'
import { clothingChain } from '#src/define/chains/receive.ts'
import { oneOf, yes } from '#src/define/chains/steps.ts'
import {
  boolean,
  choice,
  date,
  type Fields,
  files,
  integer,
  lines,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'
import { cutFields, issueFields, MAX_LINES, receiptFields, requestFields, suppliesEffects } from '../forms/fields.ts'

export const clothingCategories = ['clothing', 'equipment'] as const

/** Reasons that people give; an exchange is the keeper's act. */
const requestReasons = ['periodic', 'newcomer', 'damaged', 'lost', 'postChange']
const forMembers = oneOf('receiveFor', 'members')
const isExchanged = oneOf('reasonType', 'damaged')
const isLost = oneOf('reasonType', 'lost')

const request: Fields = {
  // Department leaders alone name members (23.3); the others ask for themselves.
  receiveFor: choice('clothingFor', { required: true, initial: 'self', visibleWhen: yes('applicant.isDeptLeader') }),
  reasonType: choice('clothingReason', { required: true, initial: 'periodic', only: requestReasons }),
  lines: lines(
    {
      userId: person({ visibleWhen: forMembers, required: forMembers }),
      itemId: reference('stockItem', {
        required: true,
        options: `/api/stock/item/choices/?categories=${clothingCategories.join(',')}`,
      }),
      sizeCode: text(20),
      qty: integer({ required: true, min: 1, max: 99, initial: 1 }),
      entitlementLeft: integer({ computed: true }),
      nextDueAt: date({ computed: true }),
      stockAvailable: integer({ computed: true }),
      shortQty: integer({ computed: true }),
      oldAssetId: reference('asset', { visibleWhen: isExchanged }),
      spec: text(60, { computed: true }),
      unit: text(10, { computed: true }),
      unitPrice: money({ computed: true, isRate: true }),
      amount: money({ computed: true }),
      lineRemark: text(100),
    },
    { required: true, min: 1, max: MAX_LINES },
  ),
  damageProof: files(5, { required: yes('needsProof'), visibleWhen: yes('needsProof') }),
  needsProof: boolean({ computed: true, visibleWhen: yes('needsProof') }),
  serialItems: boolean({ computed: true, visibleWhen: yes('serialItems') }),
  selfPay: money({ computed: true, visibleWhen: isLost }),
  ...requestFields,
}

/** The reviewer chooses the pieces with a serial number (STD-14). */
const review: Fields = {
  ...cutFields,
  gear: lines(
    {
      lineNo: integer({ required: true, min: 1, max: MAX_LINES }),
      assetId: reference('asset', { required: true, options: '/api/assets/asset/idle/' }),
    },
    { min: 0, max: 100 },
  ),
}

/** What comes back in exchange, with its condition; what can be worn again goes to stock as used. */
const oldReturns: Fields = {
  oldReturns: lines(
    {
      lineNo: integer({ required: true, min: 1, max: MAX_LINES }),
      returnedQty: integer({ required: true, min: 1, max: 99 }),
      grade: choice('clothingGrade', { required: true }),
    },
    { min: 0, max: MAX_LINES },
  ),
}

const effects: EffectPlan = {
  ...suppliesEffects,
  onSubmit: ['supplies.claimClothing', 'supplies.reserve'],
  onReturn: ['supplies.release', 'supplies.unclaimClothing'],
  onReject: ['supplies.release', 'supplies.unclaimClothing'],
  onWithdraw: ['supplies.release', 'supplies.unclaimClothing'],
  onApprove: ['supplies.demand', 'supplies.reserveGear'],
  onHandle: {
    issue: ['supplies.issue'],
    receiptSign: ['supplies.receive'],
    receiptSerial: ['supplies.receive', 'supplies.confirmGear'],
  },
  onVoidApproved: ['supplies.takeBack', 'supplies.undoClothing'],
}

/** 23.3 装备被装领用 on chain CH-CLOTH. */
export const equipmentClothing = defineApplication({
  key: 'equipmentClothing',
  group: 'receive',
  code: 'BZ',
  icon: 'tabler-package',
  page: {
    sort: 30,
    more: [
      { key: 'matrix', permission: 'equipmentClothing:Register' },
      { key: 'survey', permission: 'equipmentClothing:Register' },
    ],
  },
  columns: ['reasonType', 'totalValue', 'selfPay'],
  summary: ['reasonType', { within: 'lines', field: 'itemId', show: 'name' }, 'totalValue'],
  amountField: 'totalValue',
  register: ['clothingIssue', 'stockIssue', 'supplyReturn'],
  registerOnly: { stockIssue: { ticketType: 'equipmentClothing' } },
  sections: [
    { key: 'request', fields: request },
    { key: 'approval', fields: review },
    { key: 'issue', fields: { ...issueFields, ...oldReturns } },
    { key: 'receipt', fields: receiptFields },
  ],
  effects,
  workflow: clothingChain('equipmentClothing'),
})
