import { untypedApi } from './http.ts'
import type { Query } from './query.ts'

/** Rows of one answer: the most the server gives. */
const PAGE_ROWS = 100

/** Every row of a list, page after page: for trees, boards and side lists that are short. */
export async function allRows<Row>(path: string, query: Query, signal: AbortSignal): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const answer = await untypedApi.list<Row>(path, { ...query, page, limit: PAGE_ROWS }, { signal, quiet: true })
    rows.push(...answer.data)
    if (rows.length >= answer.total || answer.data.length === 0) return rows
  }
}

/** The first rows of a list, at most as many as one answer holds: for what is found by a keyword. */
export async function firstRows<Row>(path: string, query: Query, signal: AbortSignal): Promise<readonly Row[]> {
  return (await untypedApi.list<Row>(path, { ...query, limit: PAGE_ROWS }, { signal, quiet: true })).data
}
