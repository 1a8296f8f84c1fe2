/** What a list is asked for: page, order, search and filters (LIST-STD). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { addDays } from '#src/define/days.ts'
import type { Problem } from '#src/define/problem.ts'
import { ValidationError } from '#src/define/problem.ts'
import { SEARCHED_DAYS } from '#src/define/record.ts'
import { isDay } from '#src/fields/date/day.ts'
import { type Field, text } from '#src/fields/field.ts'
import { parseId } from '#src/fields/identity.ts'
import { serverOf } from '#src/fields/kinds.server.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { type Condition, escapeLike } from '#src/fields/sql.server.ts'
import { pageQuery } from '#src/server/http/schemas.ts'
import { parse } from '#src/server/http/validation.ts'
import { holds, joinColumns } from '#src/server/search/words.ts'
import { filterOf, likeOf, openColumn } from './filters.ts'
import type { Column, RecordModel } from './model.ts'
import type { Records } from './records.ts'

/** Any query string; a repeated parameter is a list. What each may be called is the definition's business. */
export const anyQuery = z.record(
  z.string().max(80),
  z.union([z.string().max(1000), z.array(z.string().max(1000)).max(50)]),
)
export type RawQuery = z.output<typeof anyQuery>

/** Longest keyword of LIST-STD. */
const searchLimit = 50

export interface Narrowing {
  /** Filters and search together. */
  readonly where: Condition
  readonly order: RawBuilder<unknown>
}
export interface ListQuery extends Narrowing {
  readonly page: number
  readonly limit: number
}

const paging = z.object(pageQuery)

export function readListQuery(records: Records, model: RecordModel, access: Access, query: RawQuery): ListQuery {
  const { page, limit, ...rest } = query
  return { ...parse(paging, { page, limit }), ...readNarrowing(records, model, access, rest) }
}

/** Search, filters, chosen rows and order, also for exports. */
export function readNarrowing(records: Records, model: RecordModel, access: Access, query: RawQuery): Narrowing {
  const { search, ordering, ids, ...filters } = query
  const conditions: Condition[] = []
  const chosen = textOf(ids)
  if (chosen !== '') conditions.push(sql<SqlBool>`r.id = any(${readIds(chosen)}::bigint[])`)
  const keyword = textOf(search)
  if (keyword !== '') conditions.push(searchOf(model, access, keyword))
  for (const [name, given] of Object.entries(filters)) {
    const value = textOf(given)
    if (value !== '') conditions.push(filterOf(records, model, access, name, value))
  }
  const first = searchedFrom(records, model, keyword, filters)
  if (first !== null) conditions.push(filterOf(records, model, access, first.name, first.day))
  return {
    where: conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`,
    order: orderOf(model, access, textOf(ordering)),
  }
}

/** Where the search of a log begins when nobody says so: a keyword, or a part of a text, is found by reading. */
function searchedFrom(
  records: Records,
  { definition, fields }: RecordModel,
  keyword: string,
  filters: RawQuery,
): { name: string; day: string } | null {
  const { recent } = definition.list
  if (recent === undefined) return null
  const given = (name: string): string => textOf(filters[name])
  const isRead =
    keyword !== '' || Object.keys(filters).some((name) => isReadThrough(fields[name]) && given(name) !== '')
  if (!isRead || given(recent.field) !== '' || given(`${recent.field}_after`) !== '') return null
  const last = given(`${recent.field}_before`).slice(0, 10)
  const until = isDay(last) ? last : records.services.clock.today()
  return { name: `${recent.field}_after`, day: addDays(until, 1 - SEARCHED_DAYS) }
}

const isReadThrough = (field: Field | undefined): boolean => field?.kind === 'text' && field.exact !== true

/** Ids separated by commas. */
export function readIds(text: string): number[] {
  const ids = text.split(',').map((part) => parseId(part.trim()))
  if (ids.length > 100 || ids.some((id) => id === null)) throw new ValidationError({ ids: [{ key: 'check.id' }] })
  return ids.filter((id) => id !== null)
}

const textOf = (value: RawQuery[string] | undefined): string =>
  (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()

function searchOf(model: RecordModel, access: Access, keyword: string): Condition {
  const field = text(searchLimit)
  const checked = kindOf(field).check(field, keyword, { today: '', now: '' })
  if ('problem' in checked) throw new ValidationError({ search: [checked.problem] })
  const wanted = String(checked.value)
  const pattern = `%${escapeLike(wanted)}%`
  const { search, columns } = model.definition.list
  // A list that names no search fields is searched over its text and person columns (LIST-STD).
  const names =
    search.length > 0 ? search : columns.filter((name) => ['text', 'person'].includes(model.fields[name]?.kind ?? ''))
  const open = names.flatMap((name) => openColumn(model, name, access) ?? [])
  const { words } = model.server
  // An index over all of them answers only who may read all of them.
  if (words !== undefined && open.length === names.length)
    return holds({ text: joinColumns(open.map((column) => column.sql)), shortest: words }, wanted)
  const alternatives = open.map((column) => likeOf(column, pattern))
  return alternatives.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

/** Order of a list that is asked for none. */
const standardOrder = ({ definition }: RecordModel): string =>
  definition.list.order ?? (definition.appendOnly === true ? '-id' : '-createdAt')

/** Names a list may be ordered by, besides `id`. */
export const offeredOrders = (model: RecordModel): readonly string[] =>
  [
    ...new Set([
      ...model.definition.list.columns,
      'createdAt',
      'updatedAt',
      ...standardOrder(model).split(',').map(plainName),
    ]),
  ].filter((name) => {
    const field = model.columns.get(name)?.field
    return field !== undefined && kindOf(field).isList !== true
  })

/** Columns one order may name. */
const mostSteps = 4
const plainName = (step: string): string => step.replace(/^-/, '')
const directionOf = (step: string): RawBuilder<unknown> => sql.raw(step.startsWith('-') ? 'desc' : 'asc')

/** `field` or `-field`, several with commas; ties are broken by id, so that pages never overlap. */
function orderOf(model: RecordModel, access: Access, given: string): RawBuilder<unknown> {
  const steps = (given === '' ? standardOrder(model) : given).split(',').slice(0, mostSteps)
  const parts = steps
    .filter((step) => plainName(step) !== 'id')
    .map((step) => sql`${sortKey(model, sortable(model, access, plainName(step)))} ${directionOf(step)}`)
  return sql.join([...parts, sql`r.id ${directionOf(steps.at(-1) ?? '')}`])
}

function sortable(model: RecordModel, access: Access, name: string): Column {
  const column = offeredOrders(model).includes(name) ? openColumn(model, name, access) : undefined
  if (column) return column
  const problem: Problem = { key: 'check.unknown' }
  throw new ValidationError({ ordering: [problem] })
}

/** As the record's server says; else people sort by the pinyin of their names, departments as in their tree, everything else by its value. */
function sortKey(model: RecordModel, column: Column): RawBuilder<unknown> {
  const own = model.server.orders?.[column.name]
  if (own !== undefined) return sql.raw(own)
  return serverOf(column.field).order?.(column.sql) ?? column.sql
}
