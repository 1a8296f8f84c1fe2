/** Query parameters of a list as SQL conditions on alias `r` (97-api). Values are always parameters, names always the definition's. */

import { type SqlBool, sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { type Problem, ValidationError } from '#src/define/problem.ts'
import type { Field, FieldValue } from '#src/fields/field.ts'
import type { FilterInput } from '#src/fields/kind.server.ts'
import { serverOf } from '#src/fields/kinds.server.ts'
import { kindOf } from '#src/fields/kinds.ts'
import type { Condition } from '#src/fields/sql.server.ts'
import { isSealed } from '#src/server/secrets/fields.ts'
import type { Column, RecordModel } from './model.ts'
import type { Records } from './records.ts'
import { mayRevealAll } from './rows.ts'

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

/** Names a list may be narrowed by. */
export const offeredFilters = (model: RecordModel): readonly string[] =>
  [
    ...new Set([...model.definition.list.filters, ...Object.keys(model.definition.list.callFilters ?? {}), ...always]),
  ].filter((name) => model.columns.has(fieldOf(model, name)))

/** The field that a filter narrows. */
const fieldOf = ({ definition }: RecordModel, filter: string): string => definition.list.callFilters?.[filter] ?? filter

/** Those of them that may be asked for a range, as `<name>_after` and `<name>_before`. */
export const offeredRanges = (model: RecordModel): readonly string[] =>
  offeredFilters(model).filter((name) => {
    const field = model.columns.get(fieldOf(model, name))?.field
    return field !== undefined && serverOf(field).bound !== undefined
  })

/** The condition of one parameter; `check.unknown` when the list has no such filter. */
export function filterOf(records: Records, model: RecordModel, access: Access, name: string, text: string): Condition {
  const range = /^(.+)_(after|before)$/.exec(name)
  const offered = new Set<string>(offeredFilters(model))
  const target = range && !model.columns.has(name) ? (range[1] ?? '') : name
  const column = offered.has(target) ? openColumn(model, fieldOf(model, target), access) : undefined
  if (!column) throw refused(name, { key: 'check.unknown' })
  const { equals, bound } = serverOf(column.field)
  const comparand = askedOf(records, model, column, { name, text })
  const own = model.server.filters?.[target] ?? model.server.filters?.[column.name]
  if (own && target === name) return own(comparand.values())
  const condition = target === name ? equals?.(comparand) : bound?.(comparand, range?.[2] === 'after')
  if (condition === undefined) throw refused(name, { key: 'check.unknown' })
  return condition
}

const refused = (name: string, problem: Problem): ValidationError => new ValidationError({ [name]: [problem] })

function parsed(field: Field, name: string, text: string): FieldValue {
  const checked = kindOf(field).check(field, text, { today: '', now: '' })
  if ('problem' in checked) throw refused(name, checked.problem)
  return checked.value
}

/** A parameter as it was sent. */
interface Sent {
  readonly name: string
  readonly text: string
}

function askedOf({ services }: Records, model: RecordModel, column: Column, { name, text }: Sent): FilterInput<Field> {
  const { directory } = services
  const field = serverOf(column.field).unbounded?.(column.field) ?? column.field
  return {
    field: column.field,
    column: column.sql,
    text,
    value: () => parsed(field, name, text),
    values: () => parts(name, text).map((part) => parsed(field, name, part)),
    // The tree itself is asked for the children of a department, every other list for all that lies below it.
    below: (department) =>
      model.definition.table !== 'department' && directory.department(department)
        ? directory.below(department)
        : [department],
  }
}

/** Values separated by commas. */
function parts(name: string, text: string): readonly string[] {
  const list = text.split(',').filter((part) => !isBlank(part))
  if (list.length > listLimit) throw refused(name, { key: 'check.most', params: [listLimit] })
  return list
}

/** Rows whose column is called like the pattern of `ilike`: people by name and pinyin, entries by their words. */
export const likeOf = ({ field, sql: column }: Column, pattern: string): Condition =>
  serverOf(field).like?.(field, column, pattern) ?? sql<SqlBool>`${column}::text ilike ${pattern}`
