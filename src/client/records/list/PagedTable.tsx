import { HTMLTable } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { untypedApi } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isLongList, ListBody } from './ListBody.tsx'
import { Pagination } from './Pagination.tsx'

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
  const scroll = useRef<HTMLElement>(null)
  const [search, setSearch] = useState('')
  const [paging, setPaging] = useState({ page: 1, limit: LIMIT })
  const wire = { ...paging, ...filter, ...(search.trim() === '' ? {} : { search: search.trim() }) }
  const { data, error, refetch } = useQuery({
    queryKey: [record, 'list', path, wire],
    queryFn: ({ signal }) => untypedApi.list<T>(path, wire, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.data ?? []
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
          <ScrollRegion className="list-scroll is-comfortable" label={title} element={scroll}>
            <HTMLTable
              className="list-table"
              interactive
              {...(isLongList(rows) && { 'aria-rowcount': rows.length + 1 })}
            >
              <thead>
                <tr>
                  {columns.map((column, index) => (
                    <th key={column.title} scope="col" className={index === 0 ? 'is-first' : undefined}>
                      {column.title}
                    </th>
                  ))}
                  <th scope="col" className="list-actions">
                    {t('records.list.actions')}
                  </th>
                </tr>
              </thead>
              <ListBody
                rows={rows}
                keyOf={idOf}
                scroll={scroll}
                columns={columns.length + 1}
                height={ROW_HEIGHT}
                row={(row, _, place) => (
                  <tr key={row.id} {...place}>
                    {columns.map((column, index) => (
                      <td key={column.title} className={index === 0 ? 'is-first' : undefined}>
                        <div className="list-cell">{column.render(row)}</div>
                      </td>
                    ))}
                    <td className="list-actions">{actionsOf(row)}</td>
                  </tr>
                )}
              />
            </HTMLTable>
          </ScrollRegion>
          <Pagination {...paging} total={data.total} onChange={setPaging} />
        </>
      )}
    </div>
  )
}
