import { isDay } from '../date/day.ts'
import { settleMoment } from '../date/written.ts'
import type { DateTimeField } from '../field.ts'
import { accept, compareText, type Kind, plainFact, refuse } from '../kind.ts'

const shape = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** A moment, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai; seconds may be left out. */
export const dateTime: Kind<DateTimeField> = {
  check(field, value, given) {
    const match = typeof value === 'string' ? shape.exec(value.trim()) : null
    if (match === null || !isDay(match[1] ?? '')) return refuse('dateTime')
    const moment = `${match[1]} ${match[2]}:${match[3]}:${match[4] ?? '00'}`
    if (field.notBeforeNow === true && moment < given.now) return refuse('notBefore', given.now)
    return accept(moment)
  },
  column: () => 'timestamptz',
  compare: compareText,
  initial: () => null,
  print: (_field, value) => String(value),
  facts: (_field, value) => plainFact(value),
  compares: () => 'date',
  isSpanned: true,
  // Sheets give moments as UTC midnights of the day that stands in the cell.
  readCell: (_field, cell, text) => ({
    value: cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : settleMoment(text),
  }),
  fresh: () => ({ kind: 'dateTime' }),
}
