import { parseScaled } from '../decimal/scaled.ts'
import { settleNumber } from '../decimal/written.ts'
import type { MoneyField } from '../field.ts'
import { accept, type Kind, refuse, writtenBounds } from '../kind.ts'
import { compareMoney, fromCents, printMoney, toCents } from './cents.ts'

/** The smallest step of an amount, in CNY. */
const CENT = 0.01
/** The largest numeric(14,2). */
const greatest = '999999999999.99'

/** Amounts in CNY, never negative, always with two places. */
export const money: Kind<MoneyField> = {
  check(field, value) {
    const cents = parseScaled(value, 2)
    if (cents === null) return parseScaled(value, 12) === null ? refuse('money') : refuse('places', 2)
    const max = field.max ?? greatest
    if (cents > toCents(max)) return refuse('atMost', printMoney(max))
    if (cents < 0n) return refuse('atLeast', '0.00')
    if (cents === 0n && field.positive === true) return refuse('moreThan', '0.00')
    return accept(fromCents(cents))
  },
  column: () => 'numeric(14,2)',
  compare: (left, right) => compareMoney(String(left), String(right)),
  initial: (field) => field.initial ?? null,
  begins: ['fixed', 'last'],
  print: (_field, value) => printMoney(String(value)),
  facts: (_field, value) => (value === null ? null : Number(value)),
  compares: () => 'money',
  domain: (field) => ({
    type: 'number',
    step: CENT,
    ...writtenBounds(field, field.positive === true ? CENT : 0, field.max),
  }),
  isSpanned: true,
  places: () => 2,
  isShort: () => true,
  readCell: (_field, _cell, text) => ({ value: settleNumber(text) }),
  fresh: () => ({ kind: 'money' }),
}
