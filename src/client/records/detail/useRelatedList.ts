import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { changeQuery, defaultOrdering, type ListQuery, serverParams } from '../list/query.ts'
import type { RecordList } from '../list/useRecordList.ts'
import { useShownRows } from '../useShownRows.ts'

/** Rows of a page beside the details of another row. */
const ROWS_BESIDE = 10

/** A list beside the details of a row. Its page and order are its own, since the address holds those of the list behind the details. */
export function useRelatedList(record: RecordDefinition, fixed: Readonly<Record<string, string>>): RecordList {
  const client = useQueryClient()
  const [query, setQuery] = useState<ListQuery>({
    page: 1,
    limit: ROWS_BESIDE,
    ordering: defaultOrdering(record),
    search: '',
    filters: {},
  })
  const wire = { ...serverParams(query, record), ...fixed }
  const { data, error, isPending, isFetching } = useQuery({
    queryKey: [record.name, 'list', wire],
    queryFn: ({ signal }) => api.list(record.path, wire, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const change = useCallback((next: Partial<ListQuery>) => setQuery((now) => changeQuery(now, next)), [])
  const rows = useShownRows(record, data?.data)
  return {
    query,
    change,
    reset: () => setQuery((now) => ({ ...now, page: 1, ordering: defaultOrdering(record) })),
    rows,
    total: data?.total ?? 0,
    isNarrowed: false,
    isLoading: isPending,
    isFetching,
    error,
    refresh: () => void client.invalidateQueries({ queryKey: [record.name, 'list'] }),
  }
}
