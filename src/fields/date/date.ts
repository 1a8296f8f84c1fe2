import { addDays } from '#src/define/days.ts'
import type { DateField, DayBound } from '../field.ts'
import { accept, type CheckTime, compareText, type Kind, plainFact, refuse } from '../kind.ts'
import { isDay } from './day.ts'
import { settleDay } from './written.ts'

/** The day a bound names. */
export const dayOf = (bound: DayBound, given: CheckTime): string =>
  bound === 'today' ? given.today : typeof bound === 'string' ? bound : addDays(given.today, bound.today)

/** A day, `yyyy-MM-dd`. */
export const date: Kind<DateField> = {
  check(field, value, given) {
    if (typeof value !== 'string' || !isDay(value.trim())) return refuse('date')
    const day = value.trim()
    if (field.min !== undefined && day < dayOf(field.min, given)) return refuse('notBefore', dayOf(field.min, given))
    if (field.max !== undefined && day > dayOf(field.max, given)) return refuse('notAfter', dayOf(field.max, given))
    return accept(day)
  },
  column: () => 'date',
  compare: compareText,
  initial: (field, given) => (field.initial === 'today' ? given.today : null),
  begins: ['today'],
  print: (_field, value) => String(value),
  facts: (_field, value) => plainFact(value),
  compares: () => 'date',
  domain: () => ({ type: 'day' }),
  isSpanned: true,
  isShort: () => true,
  readCell: (_field, _cell, text) => ({ value: settleDay(text) }),
  fresh: () => ({ kind: 'date' }),
}
