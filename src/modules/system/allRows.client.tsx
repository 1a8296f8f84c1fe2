import { api } from '#src/client/platform/http/http.ts'

const MOST = 100

/** Every row of a list, page by page: for trees and side lists that are short. */
export async function allRows<Row>(
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const answer = await api.list<Row>(path, { ...query, page, limit: MOST }, { signal, quiet: true })
    rows.push(...answer.data)
    if (rows.length >= answer.total || answer.data.length === 0) return rows
  }
}
