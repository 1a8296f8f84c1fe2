/** The state of a list as it stands in the URL (LIST-STD): page, size, order, keyword and filters, so that a link or the back button brings the same list. */

import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { addDays } from '#src/define/days.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { kindOf } from '#src/fields/kinds.ts'

/** What a list asks of the server. `filters` is keyed by wire name: `state`, `createdAt_after`. */
export interface ListQuery {
  /** From 1. */
  readonly page: number
  readonly limit: number
  /** `field` or `-field`. */
  readonly ordering: string
  readonly search: string
  readonly filters: Readonly<Record<string, string>>
}

/** What of a record decides how its list can be asked. */
export type ListedRecord = Pick<RecordDefinition, 'fields' | 'list'>

export const pageSizes = [5, 10, 20, 25, 50, 100] as const
export const defaultLimit = 20
/** Longest keyword of LIST-STD. */
export const maxSearch = 50

/** FS-BASE columns that any list may show, sort and filter although no record declares them. */
const baseRanges: ReadonlySet<string> = new Set(['createdAt', 'updatedAt'])

/** Whether a field is filtered as a range `_after` / `_before` instead of by its value. */
export function isRange(record: ListedRecord, name: string): boolean {
  const field = record.fields[name]
  return field === undefined ? baseRanges.has(name) : kindOf(field).isSpanned === true
}

/** Wire names of every filter of a record. */
export function filterNames(record: ListedRecord): readonly string[] {
  return record.list.filters.flatMap((name) => (isRange(record, name) ? [`${name}_after`, `${name}_before`] : [name]))
}

/** The order of a list nobody has sorted yet. */
export function defaultOrdering(record: ListedRecord): string {
  return record.list.order ?? '-createdAt'
}

/** The filter a list nobody has narrowed starts with; none for most. */
export function recentFilter(record: ListedRecord): Readonly<Record<string, string>> {
  const { recent } = record.list
  return recent === undefined ? {} : { [`${recent.field}_after`]: addDays(browserTime().today, 1 - recent.days) }
}

/** Reads the list's state from the URL; anything unknown or malformed falls back to its default, since people edit addresses. */
export function readQuery(params: URLSearchParams, record: ListedRecord): ListQuery {
  const page = Number(params.get('page'))
  const limit = Number(params.get('limit'))
  const ordering = params.get('ordering') ?? ''
  const first = recentFilter(record)
  const isBounded = Object.keys(first).some((name) => params.has(name) || params.has(name.replace('_after', '_before')))
  const filters: Record<string, string> = isBounded ? {} : { ...first }
  for (const name of filterNames(record)) {
    const value = params.get(name)
    if (value !== null && value !== '') filters[name] = value
  }
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    limit: (pageSizes as readonly number[]).includes(limit) ? limit : defaultLimit,
    ordering: isSortable(record, ordering.replace(/^-/, '')) ? ordering : defaultOrdering(record),
    search: (params.get('search') ?? '').slice(0, maxSearch),
    filters,
  }
}

/** Writes the list's state into the URL: defaults are left out, and parameters that are not the list's stay as they are. */
export function writeQuery(params: URLSearchParams, query: ListQuery, record: ListedRecord): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['page', 'limit', 'ordering', 'search', ...filterNames(record)]) next.delete(name)
  for (const [name, value] of Object.entries(query.filters)) if (value !== '') next.set(name, value)
  for (const [name, value] of Object.entries(recentFilter(record))) {
    if (next.has(name.replace('_after', '_before'))) continue
    if (query.filters[name] === value) next.delete(name)
    // Said to be empty, so that it does not start over.
    else if (!next.has(name)) next.set(name, '')
  }
  if (query.search !== '') next.set('search', query.search)
  if (query.ordering !== defaultOrdering(record)) next.set('ordering', query.ordering)
  if (query.limit !== defaultLimit) next.set('limit', String(query.limit))
  if (query.page !== 1) next.set('page', String(query.page))
  return next
}

/** The query parameters of the list call (97-api): empty values are not sent, and the list's own order is the server's to know. */
export function serverParams(query: ListQuery, record: ListedRecord): Record<string, string> {
  const { page, limit, ordering, search, filters } = query
  return {
    page: String(page),
    limit: String(limit),
    ...(ordering === defaultOrdering(record) ? {} : { ordering }),
    ...(isBlank(search) ? {} : { search: search.trim() }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  }
}

/** A change of what is listed starts again at page 1; a change of page alone does not. */
export function changeQuery(query: ListQuery, change: Partial<ListQuery>): ListQuery {
  return { ...query, page: 1, ...change }
}

/** Ascending, then descending, then the list's own order again. */
export function nextOrdering(query: ListQuery, field: string, record: ListedRecord): string {
  if (query.ordering === field) return `-${field}`
  if (query.ordering === `-${field}`) return defaultOrdering(record) === `-${field}` ? field : defaultOrdering(record)
  return field
}

/** Whether the server can sort by this column: several values in one cell have no order, and a masked one would tell its value. */
export function isSortable(record: ListedRecord, name: string): boolean {
  const field = record.fields[name]
  if (field === undefined) return baseRanges.has(name)
  return record.list.columns.includes(name) && kindOf(field).isList !== true && field.maskedUnless === undefined
}

/** Whether anything narrows the list: decides between the two empty texts of LIST-STD. */
export function isNarrowed(query: ListQuery): boolean {
  return !isBlank(query.search) || Object.values(query.filters).some((value) => value !== '')
}
