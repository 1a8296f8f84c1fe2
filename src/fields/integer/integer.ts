import { settleNumber } from '../decimal/written.ts'
import type { IntegerField } from '../field.ts'
import { accept, compareNumber, type Kind, plainFact, refuse, writtenBounds } from '../kind.ts'

/** The range of a PostgreSQL `integer`. */
const least = -2_147_483_648
const greatest = 2_147_483_647

export const integer: Kind<IntegerField> = {
  check(field, value) {
    const number = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return refuse('integer')
    const min = field.min ?? least
    const max = field.max ?? greatest
    if (number < min) return refuse('atLeast', min)
    if (number > max) return refuse('atMost', max)
    // `-0` is written as 0 everywhere else.
    return accept(number === 0 ? 0 : number)
  },
  column: () => 'integer',
  compare: compareNumber,
  initial: (field) => field.initial ?? null,
  begins: ['fixed', 'last'],
  print: (_field, value) => String(value),
  facts: (_field, value) => plainFact(value),
  compares: () => 'number',
  domain: (field) => ({ type: 'number', step: 1, ...writtenBounds(field, field.min, field.max) }),
  places: () => 0,
  isShort: () => true,
  readCell: (_field, _cell, text) => ({ value: settleNumber(text) }),
  fresh: () => ({ kind: 'integer' }),
}
