import { defineApplication } from '#src/define/application.ts'
import { assetChain } from '#src/define/chains/receive.ts'
import { yes } from '#src/define/chains/steps.ts'
import {
  boolean,
  choice,
  date,
  type Fields,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  reference,
} from '#src/fields/field.ts'

/** Longest loan in days (23.6). */
export const MAX_LOAN_DAYS = 180

const kindIs = (...value: string[]) => ({ field: 'applyKind', op: 'in', value }) as const
const givesOut = kindIs('new', 'replace', 'borrow')
const takesBack = kindIs('replace', 'return')

const request: Fields = {
  applyKind: choice('equipmentApplyKind', { required: true, initial: 'new' }),
  lines: lines(
    {
      itemId: reference('standardItem', { required: true }),
      qty: integer({ required: true, min: 1, max: 50 }),
      userId: person(),
      roomId: reference('assetRoom'),
      standardMax: integer({ computed: true }),
      holding: integer({ computed: true }),
      over: boolean({ computed: true }),
    },
    { min: 1, max: 50, required: givesOut, visibleWhen: givesOut },
  ),
  oldAssets: lines(
    { assetId: reference('asset', { required: true }) },
    { min: 1, max: 50, required: takesBack, visibleWhen: takesBack },
  ),
  repairProof: files(5, { visibleWhen: kindIs('replace') }),
  borrowUntil: date({
    required: kindIs('borrow'),
    visibleWhen: kindIs('borrow'),
    min: 'today',
    max: { today: MAX_LOAN_DAYS },
  }),
  overStandard: boolean({ computed: true }),
  overReason: longText(10, 300, { visibleWhen: yes('overStandard') }),
}
const review: Fields = {
  assetIds: lines(
    { assetId: reference('asset', { required: true, options: '/api/assets/asset/idle/' }) },
    { min: 1, max: 50 },
  ),
  needPurchase: boolean({ initial: false }),
  // Quantity by price limit unless the reviewer knows better (23.6).
  estimate: money({ required: yes('needPurchase'), visibleWhen: yes('needPurchase') }),
}
/** What becomes of the old assets, chosen by the person who takes them in. */
const handover: Fields = {
  oldAfter: choice('assetAfterReturn', { initial: 'idle', visibleWhen: takesBack }),
}

const sections = [
  { key: 'request', fields: request },
  { key: 'review', fields: review },
  { key: 'handover', fields: handover },
] as const
const effects = {
  onSubmit: ['asset.request'],
  onReturn: ['asset.cancelRequest'],
  onReject: ['asset.cancelRequest'],
  onWithdraw: ['asset.cancelRequest'],
  onApprove: ['asset.reserve'],
  onHandle: { handover: ['asset.handOver'], receiptSign: ['asset.confirmReceipt'] },
  onVoidApproved: ['asset.undo'],
} as const
const shared = {
  group: 'receive',
  columns: ['applyKind', 'overStandard', 'estimate'],
  summary: ['applyKind', 'reason'],
  amountField: 'estimate',
  register: ['assetAllocation'],
  sections,
  effects,
} as const

/** 23.6 办公电子设备: devices by the standards, handed over and signed for. */
export const officeElectronicEquipment = defineApplication({
  ...shared,
  key: 'officeElectronicEquipment',
  code: 'DS',
  icon: 'tabler-package',
  page: { sort: 60, icon: 'box' },
  registerOnly: { assetAllocation: { ticketType: 'officeElectronicEquipment' } },
  workflow: assetChain('officeElectronicEquipment'),
})

/** 23.7 办公家具: furniture, by room where the standard counts by area (AST-04). */
export const officeFurniture = defineApplication({
  ...shared,
  key: 'officeFurniture',
  code: 'JJ',
  icon: 'tabler-box',
  page: { sort: 70, icon: 'box' },
  registerOnly: { assetAllocation: { ticketType: 'officeFurniture' } },
  workflow: assetChain('officeFurniture'),
})
