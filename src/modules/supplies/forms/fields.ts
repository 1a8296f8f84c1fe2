/** What all applications for items have in common (FS-ITEMS, EFF-ISSUE): their fields and effects. */
import type { EffectPlan } from '#src/define/application.ts'
import { yes } from '#src/define/chains/steps.ts'
import {
  boolean,
  choice,
  date,
  type Fields,
  integer,
  lines,
  longText,
  money,
  person,
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'

/** Lines of a ticket at most (FS-ITEMS). */
export const MAX_LINES = 50
/** Digits of the code with which a proxy fetches items. */
export const PICKUP_DIGITS = 6
/** The item of a line says how many places its quantities have. */
const ofItem = 'itemId'

/** FS-ITEMS: items of these categories, with what is available, how much is missing and what they are worth; `more` are columns of the type's own. */
export const itemLines = (categories: readonly string[], more: Fields = {}): Fields[string] =>
  lines(
    {
      itemId: reference('stockItem', {
        required: true,
        options: `/api/stock/item/choices/?categories=${categories.join(',')}`,
      }),
      spec: text(60, { computed: true }),
      unit: text(10, { computed: true }),
      stockAvailable: quantity({ computed: true, ofItem }),
      qty: quantity({ required: true, positive: true, max: 999, initial: 1, ofItem }),
      shortQty: quantity({ computed: true, ofItem }),
      unitPrice: money({ computed: true, isRate: true }),
      amount: money({ computed: true }),
      ...more,
      lineRemark: text(100),
    },
    { required: true, min: 1, max: MAX_LINES },
  )

/** What a request says beside its lines. */
export const requestFields: Fields = {
  acceptShortage: boolean({ required: true, initial: false }),
  totalValue: money({ computed: true }),
  pickupAt: date({ min: 'today' }),
  pickupProxyId: person(),
}

/** Lines that an approver cuts; the others are approved as they are. */
export const cutFields: Fields = {
  cuts: lines(
    {
      lineNo: integer({ required: true, min: 1, max: MAX_LINES }),
      itemId: reference('stockItem', { computed: true }),
      approvedQty: quantity({ required: true, min: 0, max: 999, ofItem }),
      reason: text(100, { required: true, min: 2 }),
    },
    { min: 0, max: MAX_LINES },
  ),
}

/** What the keeper writes down: requested, approved and issued quantities side by side; two rows of a line are two batches. */
export const issueFields: Fields = {
  issues: lines(
    {
      lineNo: integer({ required: true, min: 1, max: MAX_LINES }),
      itemId: reference('stockItem', { computed: true }),
      requestedQty: quantity({ computed: true, ofItem }),
      approvedQty: quantity({ computed: true, ofItem }),
      issuedQty: quantity({ required: true, min: 0, max: 999, ofItem }),
      batchNo: text(40),
      reason: text(100, { min: 2 }),
    },
    { min: 0, max: MAX_LINES * 2 },
  ),
  keepOpen: boolean(),
  pickupCode: text(PICKUP_DIGITS),
  issueNote: longText(2, 200),
}

const refused = { field: 'receiptResult', op: 'eq', value: 'refused' } as const

/** What the applicant signs. */
export const receiptFields: Fields = {
  receiptResult: choice('receiptResult'),
  refuseReason: text(200, { min: 5, required: refused, visibleWhen: refused }),
}

/** What is lent, or needed over the limit, wants a reason. */
export const overReason = text(200, { min: 5, required: yes('overQuota'), visibleWhen: yes('overQuota') })

/** EFF-ISSUE. */
export const suppliesEffects: EffectPlan = {
  onSubmit: ['supplies.reserve'],
  onReturn: ['supplies.release'],
  onReject: ['supplies.takeBack'],
  onWithdraw: ['supplies.takeBack'],
  onChange: ['supplies.cut'],
  onApprove: ['supplies.demand'],
  onHandle: {
    issue: ['supplies.issue'],
    receiptSign: ['supplies.receive'],
  },
  onVoidApproved: ['supplies.takeBack'],
}

/** EFF-ISSUE of types whose controlled items are signed for apart. */
export const controlledEffects: EffectPlan = {
  ...suppliesEffects,
  onHandle: { ...suppliesEffects.onHandle, receiptControlled: ['supplies.receive'] },
}
