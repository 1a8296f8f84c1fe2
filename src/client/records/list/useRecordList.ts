import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Row } from '#src/client/components/forms/kinds.ts'
import { api, type Page } from '#src/client/platform/http/http.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { useShownRows } from '../useShownRows.ts'
import { changeQuery, isNarrowed, type ListQuery, readQuery, serverParams, writeQuery } from './query.ts'

/** A row of any record: FS-BASE beside its own fields. */
export type RecordRow = Row & { readonly id: number }

export interface RecordList {
  readonly query: ListQuery
  /** Changes what is listed, in the URL; anything but the page starts at page 1. */
  readonly change: (change: Partial<ListQuery>) => void
  /** Back to the list nobody has touched. */
  readonly reset: () => void
  readonly rows: readonly RecordRow[]
  readonly total: number
  /** Keyword or filters leave something out. */
  readonly isNarrowed: boolean
  /** Nothing is there yet. */
  readonly isLoading: boolean
  /** Something is on its way, with former rows still shown. */
  readonly isFetching: boolean
  readonly error: unknown
  readonly refresh: () => void
}

const noNames: readonly string[] = []

/** The list behind a page: state in the URL, rows from the server, kept fresh by live messages through its query key. `own` names parameters of the URL by which the page narrows the list besides. */
export function useRecordList(
  record: RecordDefinition,
  fixed?: Readonly<Record<string, string>>,
  own: readonly string[] = noNames,
): RecordList {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const query = useMemo(() => readQuery(params, record), [params, record])
  const narrowing = useMemo(
    () => Object.fromEntries(own.map((name) => [name, params.get(name) ?? '']).filter(([, value]) => value !== '')),
    [own, params],
  )
  const wire = useMemo(
    () => ({ ...serverParams(query, record), ...narrowing, ...fixed }),
    [query, record, narrowing, fixed],
  )
  const { data, error, isPending, isFetching } = useQuery({
    queryKey: [record.name, 'list', wire],
    queryFn: ({ signal }) => api.list(record.path, wire, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const change = useCallback(
    (next: Partial<ListQuery>) =>
      setParams((now) => writeQuery(now, changeQuery(readQuery(now, record), next), record), {
        replace: true,
        preventScrollReset: true,
      }),
    [record, setParams],
  )
  const reset = useCallback(
    () =>
      setParams(
        (now) => {
          const next = writeQuery(
            now,
            { ...readQuery(new URLSearchParams(), record), limit: readQuery(now, record).limit },
            record,
          )
          for (const name of own) next.delete(name)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [record, own, setParams],
  )

  useEffect(() => {
    // The last row of the last page was deleted, or the filter left fewer pages.
    if (data !== undefined && !isFetching && data.data.length === 0 && data.total > 0 && query.page > 1)
      change({ page: lastPage(data) })
  }, [data, isFetching, query.page, change])

  const rows = useShownRows(record, data?.data)
  return {
    query,
    change,
    reset,
    rows,
    total: data?.total ?? 0,
    isNarrowed: isNarrowed(query) || Object.keys(narrowing).length > 0,
    isLoading: isPending,
    isFetching,
    error,
    refresh: () => void client.invalidateQueries({ queryKey: [record.name, 'list'] }),
  }
}

function lastPage({ total, limit }: Page<RecordRow>): number {
  return Math.max(1, Math.ceil(total / limit))
}
