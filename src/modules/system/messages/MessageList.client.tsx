import type { ReactNode } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { DictionaryText, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import type { Page } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Pagination } from '#src/client/records/list/Pagination.tsx'
import { useMessageList } from './message-calls.client.tsx'

/** What every message shows, received or sent. */
interface Row {
  readonly id: number
  readonly title: string
  readonly contentType: string
}

/** A column between the kind of a message and what can be done with it. */
export interface MessageColumn<R extends Row> {
  readonly key: string
  readonly head: string
  readonly isRight?: boolean
  readonly className?: string
  readonly cell: (row: R) => ReactNode
}

interface Props<R extends Row> {
  readonly query: {
    readonly data: Page<R> | undefined
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly label: string
  readonly empty: string
  readonly isNarrowed: boolean
  readonly columns: readonly MessageColumn<R>[]
  readonly isNew?: (row: R) => boolean
  readonly actions: (row: R) => ReactNode
}

/** The messages or what stands in their place, and the pages. The title opens one. */
export function MessageList<R extends Row>({ query, label, empty, isNarrowed, columns, isNew, actions }: Props<R>) {
  const t = useT()
  const { page, limit, change } = useMessageList()
  const { data, error } = query
  if (data === undefined)
    return (
      <div className="list-state">
        {error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <FailedState error={error} onRetry={() => void query.refetch()} />
        )}
      </div>
    )
  if (data.data.length === 0)
    return (
      <div className="list-state">
        <EmptyState title={isNarrowed ? t('common.noMatch') : empty} />
      </div>
    )
  return (
    <>
      <DataTable
        className="list-table message-table"
        look={{ interactive: true }}
        region={{ className: 'list-scroll', label, isBusy: query.isFetching }}
        rows={data.data}
        keyOf={({ id }) => id}
        rowClass={(row) => (isNew?.(row) ? 'is-unread' : undefined)}
        columns={[
          {
            name: 'title',
            head: t('messages.title'),
            cell: (row) => (
              <button type="button" className="list-open" onClick={() => change({ id: String(row.id) })}>
                {row.title}
              </button>
            ),
          },
          {
            name: 'contentType',
            head: t('messages.contentType'),
            cell: ({ contentType }) => <DictionaryText dictionary="contentType" value={contentType} />,
          },
          ...columns.map(({ key, head, isRight, className, cell }) => ({
            name: key,
            head,
            isRight: isRight === true,
            ...(className !== undefined && { cellClass: className }),
            cell,
          })),
          { name: ' actions', head: t('records.list.actions'), className: 'list-actions', cell: actions },
        ]}
      />
      <Pagination
        page={page}
        limit={limit}
        total={data.total}
        onChange={(next) => change({ page: String(next.page), limit: String(next.limit) })}
      />
    </>
  )
}

/** The keyword of a tab. */
export function MessageSearch() {
  const t = useT()
  const { value, change } = useMessageList()
  return (
    <div className="list-search">
      <DebouncedInput
        type="search"
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        leftIcon={searchGlass}
        maxLength={50}
        value={value('search')}
        onValueChange={(search) => change({ search })}
      />
    </div>
  )
}
