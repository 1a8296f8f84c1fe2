/** Query parameters of a list as SQL conditions on alias `r` (97-api). Values are always parameters, names always the definition's. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, parseMoment } from '#src/define/days.ts'
import type { Problem } from '#src/define/problem.ts'
import { ValidationError } from '#src/define/problem.ts'
import { isDay } from '#src/fields/date/day.ts'
import type { Field, FieldKind, FieldValue } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'

import { isSealed } from '#src/server/secrets/fields.ts'
import type { Column, RecordModel } from './model.ts'
import type { Records } from './records.ts'
import { mayRevealAll } from './rows.ts'

export type Condition = RawBuilder<SqlBool>

/** Kinds whose values have an order worth a range. */
const ranged: ReadonlySet<FieldKind> = new Set<FieldKind>(['integer', 'decimal', 'money', 'date', 'dateTime'])
/** FS-BASE columns every list may filter by. */
const always = ['createdAt', 'updatedAt', 'createdBy', 'deptId'] as const
/** Values of one filter at most. */
const listLimit = 50

/** A column the person may filter, search or sort by: a masked one would tell its value to whoever guesses, and a sealed text has no order. */
export function openColumn(model: RecordModel, name: string, access: Access): Column | undefined {
  const column = model.columns.get(name)
  if (!column || isSealed(column.field)) return undefined
  return mayRevealAll(column.field, access, model.definition.scope) ? column : undefined
}

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Names a list may be narrowed by. */
export const offeredFilters = (model: RecordModel): readonly string[] =>
  [
    ...new Set([...model.definition.list.filters, ...Object.keys(model.definition.list.callFilters ?? {}), ...always]),
  ].filter((name) => model.columns.has(fieldOf(model, name)))

/** The field that a filter narrows. */
const fieldOf = ({ definition }: RecordModel, filter: string): string => definition.list.callFilters?.[filter] ?? filter

/** Those of them that may be asked for a range, as `<name>_after` and `<name>_before`. */
export const offeredRanges = (model: RecordModel): readonly string[] =>
  offeredFilters(model).filter((name) => ranged.has(model.columns.get(fieldOf(model, name))?.field.kind ?? 'text'))

/** The condition of one parameter; `check.unknown` when the list has no such filter. */
export function filterOf(records: Records, model: RecordModel, access: Access, name: string, text: string): Condition {
  const range = /^(.+)_(after|before)$/.exec(name)
  const offered = new Set<string>(offeredFilters(model))
  const target = range && !model.columns.has(name) ? (range[1] ?? '') : name
  const column = offered.has(target) ? openColumn(model, fieldOf(model, target), access) : undefined
  if (!column) throw refused(name, { key: 'check.unknown' })
  if (target === name) return equals(records, model, column, { name, text })
  if (!ranged.has(column.field.kind)) throw refused(name, { key: 'check.unknown' })
  return bound(column, name, text, range?.[2] === 'after')
}

const refused = (name: string, problem: Problem): ValidationError => new ValidationError({ [name]: [problem] })

function parsed(field: Field, name: string, text: string): FieldValue {
  const checked = kindOf(field).check(field, text, { today: '', now: '' })
  if ('problem' in checked) throw refused(name, checked.problem)
  return checked.value
}

/** The field without limits, so that a filter may ask for any value. */
function unbounded(field: Field): Field {
  switch (field.kind) {
    case 'integer':
      return { kind: 'integer' }
    case 'decimal':
      return { kind: 'decimal', precision: 30, scale: 12 }
    case 'date':
      return { kind: 'date' }
    case 'dateTime':
      return { kind: 'dateTime' }
    case 'money':
      return { kind: 'decimal', precision: 30, scale: 12 }
    case 'choice':
      return { kind: 'choice', dictionary: field.dictionary }
    case 'people':
      return { kind: 'person' }
    case 'departments':
      return { kind: 'department' }
    case 'text':
      return { kind: 'text', max: Math.max(100, field.max) }
    default:
      return field
  }
}

/** A parameter as it was sent. */
interface Sent {
  readonly name: string
  readonly text: string
}

function equals(records: Records, model: RecordModel, column: Column, { name, text }: Sent): Condition {
  const field = unbounded(column.field)
  const ids = (): number[] => parts(name, text).map((part) => Number(parsed(field, name, part)))
  switch (column.field.kind) {
    case 'text':
      if (column.field.exact === true) return sql<SqlBool>`${column.sql} = ${String(parsed(field, name, text))}`
      return sql<SqlBool>`${column.sql} ilike ${`%${escapeLike(String(parsed(field, name, text)))}%`}`
    case 'choice':
      return sql<SqlBool>`${column.sql} = any(${parts(name, text).map((part) => String(parsed(field, name, part)))}::text[])`
    case 'department': {
      // The tree itself is asked for the children of a department, every other list for all that lies below it.
      if (model.definition.table === 'department') return sql<SqlBool>`${column.sql} = any(${ids()}::bigint[])`
      const below = ids().flatMap((id) =>
        records.services.directory.department(id) ? records.services.directory.below(id) : [id],
      )
      return sql<SqlBool>`${column.sql} = any(${below}::bigint[])`
    }
    case 'person':
    case 'reference':
      return sql<SqlBool>`${column.sql} = any(${ids()}::bigint[])`
    case 'people':
    case 'departments':
      return sql<SqlBool>`${column.sql} && ${ids()}::bigint[]`
    case 'boolean':
      return sql<SqlBool>`${column.sql} = ${parsed(field, name, text)}::boolean`
    case 'integer':
      return sql<SqlBool>`${column.sql} = ${parsed(field, name, text)}::integer`
    case 'decimal':
    case 'money':
      return sql<SqlBool>`${column.sql} = ${parsed(field, name, text)}::numeric`
    case 'date':
      return sql<SqlBool>`${column.sql} = ${parsed(field, name, text)}::date`
    case 'dateTime':
      return isDay(text)
        ? sql<SqlBool>`(${bound(column, name, text, true)} and ${bound(column, name, text, false)})`
        : sql<SqlBool>`${column.sql} = ${parseMoment(String(parsed(field, name, text)))}`
    case 'files':
    case 'lines':
      throw refused(name, { key: 'check.unknown' })
  }
}

/** Values separated by commas. */
function parts(name: string, text: string): readonly string[] {
  const list = text.split(',').filter((part) => part.trim() !== '')
  if (list.length > listLimit) throw refused(name, { key: 'check.most', params: [listLimit] })
  return list
}

/** Both ends count; a day as the end of a range of moments counts whole. */
function bound(column: Column, name: string, text: string, isLower: boolean): Condition {
  const sign = sql.raw(isLower ? '>=' : '<=')
  const value = (): FieldValue => parsed(unbounded(column.field), name, text)
  switch (column.field.kind) {
    case 'date':
      return sql<SqlBool>`${column.sql} ${sign} ${value()}::date`
    case 'dateTime': {
      if (!isDay(text)) return sql<SqlBool>`${column.sql} ${sign} ${parseMoment(String(value()))}`
      return isLower
        ? sql<SqlBool>`${column.sql} >= ${parseMoment(text)}`
        : sql<SqlBool>`${column.sql} < ${parseMoment(addDays(text, 1))}`
    }
    default:
      return sql<SqlBool>`${column.sql} ${sign} ${value()}::numeric`
  }
}
