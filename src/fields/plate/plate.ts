import { accept, compareText, type Kind, plainFact, refuse } from '../kind.ts'
import type { PlateField } from './plateField.ts'

/** The character of the province, the letter of the place, four to six digits or letters, and the sign of the police on its vehicles (40.1). */
export const PLATE = /^\p{Script=Han}[A-Z][A-Z0-9]{4,6}警?$/u

/** No plate is longer, however it is spaced; more is refused before any work is done on it. */
const MAX_WRITTEN = 40

/** The one spelling of a plate: capitals of half width, without the dot and the gaps that plates and papers show. */
export const plateOf = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/[\s·•‧・.-]/g, '')
    .toUpperCase()

export const plate: Kind<PlateField> = {
  check(_field, value) {
    if (typeof value !== 'string' || value.length > MAX_WRITTEN) return refuse('plate')
    const normal = plateOf(value)
    return PLATE.test(normal) ? accept(normal) : refuse('plate')
  },
  column: () => 'text',
  compare: compareText,
  initial: () => null,
  print: (_field, value) => String(value),
  facts: (_field, value) => plainFact(value),
  compares: () => 'text',
  isShort: () => true,
  fresh: () => ({ kind: 'plate' }),
}
