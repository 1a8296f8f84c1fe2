/** The value of `aria-sort` for a column. */
export type SortDirection = 'ascending' | 'descending' | 'none'

/** How a column stands in an order of the wire: `field` or `-field`. */
export function sortDirection(ordering: string, field: string): SortDirection {
  if (ordering === field) return 'ascending'
  return ordering === `-${field}` ? 'descending' : 'none'
}
