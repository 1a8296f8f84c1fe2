import { formatScaled, parseScaled } from '../decimal/scaled.ts'
import { settleNumber } from '../decimal/written.ts'
import type { QuantityField } from '../field.ts'
import { accept, compareNumber, type Kind, plainFact, refuse, writtenBounds } from '../kind.ts'
import { printQty, QTY_PLACES } from './quantities.ts'

/** The largest numeric(15,3). */
const GREATEST = 999_999_999_999.999
/** The smallest step of a quantity. */
const STEP = 0.001

/** Quantities in the unit of an item: numbers on the wire, with at most three places. How many its item has is checked where the item is known. */
export const quantity: Kind<QuantityField> = {
  check(field, value) {
    const thousandths = parseScaled(value, QTY_PLACES)
    if (thousandths === null) return parseScaled(value, 12) === null ? refuse('decimal') : refuse('places', QTY_PLACES)
    const number = Number(formatScaled(thousandths, QTY_PLACES))
    if (field.positive === true && number <= 0) return refuse('moreThan', 0)
    const max = field.max ?? GREATEST
    if (field.min !== undefined && number < field.min) return refuse('atLeast', field.min)
    if (number > max) return refuse('atMost', max)
    return accept(number === 0 ? 0 : number)
  },
  column: () => 'numeric(15,3)',
  compare: compareNumber,
  initial: (field) => field.initial ?? null,
  print: (_field, value) => printQty(Number(value)),
  facts: (_field, value) => plainFact(value),
  compares: () => 'number',
  domain: (field) => ({
    type: 'number',
    step: STEP,
    ...writtenBounds(field, field.positive === true ? STEP : field.min, field.max),
  }),
  isSpanned: true,
  places: () => undefined,
  isShort: () => true,
  readCell: (_field, _cell, text) => ({ value: settleNumber(text) }),
}
