/** The state of a ticket list as it stands in the address (20.6): a link or the back button brings the same list. */

/** Filters by wire name. `label` and `tab` say which list, and are not filters. */
export const filterNames = [
  'search',
  'type',
  'group',
  'status',
  'urgency',
  'applicantId',
  'deptId',
  'amount_after',
  'amount_before',
  'submittedAt_after',
  'submittedAt_before',
  'stay',
  'overdue',
  'direction',
] as const

/** What of the address the server is asked. */
export interface ListState {
  readonly filters: Readonly<Record<string, string>>
  readonly ordering: string
  readonly page: number
  readonly limit: number
}

const sizes = [5, 10, 20, 25, 50, 100]

/** Reads the list's state; malformed paging falls back to its default, since people edit addresses. */
export function readList(params: URLSearchParams): ListState {
  const page = Number(params.get('page'))
  const limit = Number(params.get('limit'))
  return {
    filters: Object.fromEntries(
      filterNames.map((name) => [name, params.get(name) ?? '']).filter(([, value]) => value !== ''),
    ),
    ordering: params.get('ordering') ?? '',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    limit: sizes.includes(limit) ? limit : 20,
  }
}

/** The address with some values changed; an empty one goes, and anything but the page starts at page 1. */
export function changeList(params: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries({ page: '', ...change })) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The address without filters and order. */
export function resetList(params: URLSearchParams): URLSearchParams {
  return changeList(params, Object.fromEntries([...filterNames, 'ordering'].map((name) => [name, ''])))
}

/** What a saved view keeps: list, filters and order, not the page. */
export function viewQuery(params: URLSearchParams): string {
  const kept = [...params].filter(
    ([name]) => name === 'label' || name === 'ordering' || (filterNames as readonly string[]).includes(name),
  )
  return new URLSearchParams(kept).toString()
}

/** Ascending, then descending, then the list's own order again. */
export function nextOrdering(ordering: string, field: string): string {
  if (ordering === field) return `-${field}`
  return ordering === `-${field}` ? '' : field
}
