import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { untypedApi } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Pagination } from './Pagination.tsx'
import { defaultLimit } from './query.ts'

/** A column of a list that is no record. */
export interface PagedColumn<T> {
  readonly title: string
  readonly render: (row: T) => ReactNode
}

interface Props<T> {
  readonly title: string
  /** First part of the query key: what a live message names. */
  readonly record: string
  readonly path: string
  readonly filter?: Readonly<Record<string, string>>
  /** Beside the keyword. */
  readonly filters?: ReactNode
  /** False where the rows are few enough to be looked through. */
  readonly hasSearch?: boolean
  readonly columns: readonly PagedColumn<T>[]
  readonly actionsOf: (row: T) => ReactNode
  readonly emptyText: string
}

const LIMIT = 20
/** Pixels of a row. */
const ROW_HEIGHT = 44
const idOf = ({ id }: { readonly id: number | string }): number | string => id

/** A paged list with a keyword, for rows that are no record of the shell. */
export function PagedTable<T extends { readonly id: number | string }>(props: Props<T>) {
  const { title, record, path, filter = {}, filters, hasSearch = true, columns, actionsOf, emptyText } = props
  const t = useT()
  const [search, setSearch] = useState('')
  const [paging, setPaging] = useState({ page: 1, limit: LIMIT })
  const wire = { ...paging, ...filter, ...(isBlank(search) ? {} : { search: search.trim() }) }
  const { data, error, refetch } = useQuery({
    queryKey: [record, 'list', path, wire],
    queryFn: ({ signal }) => untypedApi.list<T>(path, wire, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.data ?? []
  const drawn: readonly Column<T>[] = [
    ...columns.map((column, index) => ({
      name: column.title,
      head: column.title,
      ...(index === 0 && { className: 'is-first' }),
      cell: (row: T) => <div className="list-cell">{column.render(row)}</div>,
    })),
    { name: ' actions', head: t('records.list.actions'), className: 'list-actions', cell: actionsOf },
  ]
  return (
    <div className="list">
      {hasSearch || filters !== undefined ? (
        <search className="list-filters" aria-label={t('records.list.filters')}>
          <div className="list-filters-bar">
            {hasSearch ? (
              <div className="list-search">
                <DebouncedInput
                  type="search"
                  leftIcon={searchGlass}
                  value={search}
                  maxLength={50}
                  placeholder={t('records.list.search')}
                  aria-label={t('common.search')}
                  onValueChange={(text) => {
                    setSearch(text)
                    setPaging((now) => ({ ...now, page: 1 }))
                  }}
                />
              </div>
            ) : null}
            {filters}
          </div>
        </search>
      ) : null}
      {error !== null && data === undefined ? (
        <div className="list-state">
          <FailedState error={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <div className="list-state">
          <SkeletonRows rows={6} />
        </div>
      ) : rows.length === 0 ? (
        <div className="list-state">
          <EmptyState title={search === '' ? emptyText : t('common.noMatch')} />
        </div>
      ) : (
        <>
          <DataTable
            className="list-table"
            look={{ interactive: true }}
            region={{ className: 'list-scroll is-comfortable', label: title }}
            rows={rows}
            keyOf={idOf}
            columns={drawn}
            long={{ height: ROW_HEIGHT, above: defaultLimit }}
          />
          <Pagination {...paging} total={data.total} onChange={setPaging} />
        </>
      )}
    </div>
  )
}
