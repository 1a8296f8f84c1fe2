import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { RecordRow } from '../list/useRecordList.ts'
import { useShownRows } from '../useShownRows.ts'

/** Rows of one list call. */
const MAX_ROWS = 100

/** The rows in the order in which they were chosen, by as few calls as there are pages. */
async function rowsOf(
  { path }: RecordDefinition,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly RecordRow[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_ROWS) }, (_, page) =>
    ids.slice(page * MAX_ROWS, (page + 1) * MAX_ROWS),
  )
  const found = new Map<number, RecordRow>()
  for (const page of pages)
    for (const row of (await api.list(path, { ids: page.join(','), limit: String(MAX_ROWS) }, { signal, quiet: true }))
      .data)
      found.set(row.id, row)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The chosen rows of a record as they are shown on paper; `isLoaded` once they are there. */
export function usePrintedRows(record: RecordDefinition, ids: readonly number[]) {
  const { data, error, refetch } = useQuery({
    queryKey: [record.name, 'print', ids],
    queryFn: ({ signal }) => rowsOf(record, ids, signal),
  })
  const rows = useShownRows(record, data)
  return { rows, isLoaded: data !== undefined, error, retry: () => void refetch() }
}
