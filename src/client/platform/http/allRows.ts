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
