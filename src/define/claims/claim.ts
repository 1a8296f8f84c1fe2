import type { EffectPlan } from '#src/define/application.ts'
import { choice, date, type Fields, text } from '#src/fields/field.ts'

/** EFF-CLAIM (21): freeze at submit, consume at the final approval, pay at the cashier's step. Shared by every kind of claim. */
export const claimEffects: EffectPlan = {
  onSubmit: ['claim.freeze'],
  onReturn: ['claim.release'],
  onReject: ['claim.release'],
  onWithdraw: ['claim.release'],
  onChange: ['claim.reduce'],
  onApprove: ['claim.consume'],
  onHandle: { cashierPay: ['claim.pay'] },
  onVoidApproved: ['claim.refund'],
}

const paid = { field: 'payResult', op: 'eq', value: 'paid' } as const
const failed = { field: 'payResult', op: 'eq', value: 'failed' } as const

/** What the cashier fills in (95.3 payment). */
export const paymentFields: Fields = {
  payResult: choice('payResult'),
  voucherNo: text(30, { min: 4, required: paid, visibleWhen: paid }),
  paidAt: date({ max: 'today', required: paid, visibleWhen: paid }),
  account: choice('payAccount', { required: paid, visibleWhen: paid }),
  failReason: text(200, { min: 2, required: failed, visibleWhen: failed }),
}
