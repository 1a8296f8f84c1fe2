import { type SqlBool, sql } from 'kysely'
import { textPatterns } from '#src/define/api/openapi.ts'
import { addDays, parseMoment } from '#src/define/days.ts'
import { flag } from '#src/fields/shapes.server.ts'
import type { Condition } from '#src/fields/sql.server.ts'
import { isDay } from '../date/day.ts'
import type { DateTimeField } from '../field.ts'
import { type FilterInput, kindServer } from '../kind.server.ts'

/** A day as an end of a range counts whole. */
function bound({ column, text, value }: FilterInput<DateTimeField>, isLower: boolean): Condition {
  if (!isDay(text)) {
    const sign = sql.raw(isLower ? '>=' : '<=')
    return sql<SqlBool>`${column} ${sign} ${parseMoment(String(value()))}`
  }
  return isLower
    ? sql<SqlBool>`${column} >= ${parseMoment(text)}`
    : sql<SqlBool>`${column} < ${parseMoment(addDays(text, 1))}`
}

export const dateTimeServer = kindServer('dateTime', {
  settings: { notBeforeNow: flag },
  schema: () => ({ type: 'string', ...textPatterns.moment }),
  unbounded: () => ({ kind: 'dateTime' }),
  equals: (asked) =>
    isDay(asked.text)
      ? sql<SqlBool>`(${bound(asked, true)} and ${bound(asked, false)})`
      : sql<SqlBool>`${asked.column} = ${parseMoment(String(asked.value()))}`,
  bound,
  parameter: (value) => parseMoment(String(value)),
})
