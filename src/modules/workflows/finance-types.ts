import { payrollChain } from '#src/define/chains/finance.ts'
import { choice, date, type Fields, money, text } from '#src/fields/field.ts'
import { comingType } from './coming.ts'

const paid = { field: 'payResult', op: 'eq', value: 'paid' } as const
const failed = { field: 'payResult', op: 'eq', value: 'failed' } as const

const payment: Fields = {
  payResult: choice('payResult'),
  voucherNo: text(30, { min: 4, required: paid, visibleWhen: paid }),
  paidAt: date({ max: 'today', required: paid, visibleWhen: paid }),
  account: choice('payAccount', { required: paid, visibleWhen: paid }),
  failReason: text(200, { min: 2, required: failed, visibleWhen: failed }),
}
const sum: Fields = { amount: money({ computed: true }) }

/** 21.8. */
export const financeTypes = [comingType('XC', payrollChain('personSalary'), { ...sum, ...payment })]
