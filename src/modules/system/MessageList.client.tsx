import { SearchIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { DebouncedInput } from '#src/client/forms/DebouncedInput.tsx'
import type { Page } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Pagination } from '#src/client/records/Pagination.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import { useMessageList } from './message-calls.client.tsx'

/** The rows or what stands in their place, and the pages. */
export function MessageList<Row>({
  query,
  empty,
  isNarrowed,
  children,
}: {
  readonly query: { readonly data: Page<Row> | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly empty: string
  readonly isNarrowed: boolean
  readonly children: (rows: readonly Row[]) => ReactNode
}) {
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
      {children(data.data)}
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
        leftElement={<SearchIcon className="list-search-icon" aria-hidden />}
        maxLength={50}
        value={value('search')}
        onValueChange={(search) => change({ search })}
      />
    </div>
  )
}
