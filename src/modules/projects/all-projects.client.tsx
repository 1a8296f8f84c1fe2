import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { RecordDefinition } from '#src/define/record.ts'

/** Rows of one answer. */
const MOST = 100

/** Every row of a list with these filters, page after page. */
export function useAllRows(record: RecordDefinition, filters: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: [record.name, 'all', filters],
    queryFn: async ({ signal }) => {
      const rows: RecordRow[] = []
      for (let page = 1; ; page += 1) {
        const answer = await api.list<RecordRow>(
          record.path,
          { ...filters, page, limit: MOST },
          { signal, quiet: true },
        )
        rows.push(...answer.data)
        if (rows.length >= answer.total || answer.data.length === 0) return rows
      }
    },
  })
}
