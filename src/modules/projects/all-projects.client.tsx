import { useQuery } from '@tanstack/react-query'
import { allRows } from '#src/client/platform/http/allRows.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { RecordDefinition } from '#src/define/record.ts'

/** Every row of a list with these filters, page after page. */
export function useAllRows(record: RecordDefinition, filters: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: [record.name, 'all', filters],
    queryFn: ({ signal }) => allRows<RecordRow>(record.path, filters, signal),
  })
}
