import type { DecimalField } from '../field.ts'
import { accept, type Kind, refuse, writtenBounds } from '../kind.ts'
import { formatScaled, parseScaled } from './scaled.ts'
import { settleNumber } from './written.ts'

/** Places at which any two decimals of the product compare exactly. */
const commonScale = 12

/** Exact decimals, strings on the wire. */
export const decimal: Kind<DecimalField> = {
  check(field, value) {
    const { precision, scale } = field
    const number = parseScaled(value, scale)
    if (number === null) return parseScaled(value, commonScale) === null ? refuse('decimal') : refuse('places', scale)
    const bound = (text: string | undefined): bigint | null => (text === undefined ? null : parseScaled(text, scale))
    const [min, max, step] = [bound(field.min), bound(field.max), bound(field.step)]
    if (min !== null && number < min) return refuse('atLeast', field.min ?? '')
    if (max !== null && number > max) return refuse('atMost', field.max ?? '')
    const limit = 10n ** BigInt(precision)
    if (number >= limit || number <= -limit) return refuse('digits', precision - scale)
    if (step !== null && step > 0n && number % step !== 0n) return refuse('step', field.step ?? '')
    return accept(formatScaled(number, scale))
  },
  column: (field) => `numeric(${field.precision},${field.scale})`,
  compare(left, right) {
    const difference = (parseScaled(left, commonScale) ?? 0n) - (parseScaled(right, commonScale) ?? 0n)
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  },
  initial: (field) => field.initial ?? null,
  begins: ['fixed', 'last'],
  print: (_field, value) => String(value),
  facts: (_field, value) => (value === null ? null : Number(value)),
  compares: () => 'number',
  domain: (field) => ({
    type: 'number',
    step: Number(field.step ?? 10 ** -field.scale),
    ...writtenBounds(field, field.min, field.max),
  }),
  places: ({ scale }) => scale,
  isShort: () => true,
  readCell: (_field, _cell, text) => ({ value: settleNumber(text) }),
  fresh: () => ({ kind: 'decimal', precision: 12, scale: 2 }),
}
