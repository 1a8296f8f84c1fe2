import { Button } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordList } from './useRecordList.ts'

/** The rows, or what stands in their place: on its way, empty, nothing matches, failed (LIST-STD). */
export function ListState({
  list,
  emptyText,
  children,
}: {
  readonly list: RecordList
  readonly emptyText?: string | undefined
  readonly children: ReactNode
}) {
  const t = useT()
  if (list.isLoading)
    return (
      <div className="list-state">
        <SkeletonRows rows={8} />
      </div>
    )
  if (list.error !== null && list.rows.length === 0)
    return (
      <div className="list-state">
        <FailedState error={list.error} onRetry={list.refresh} />
      </div>
    )
  if (list.rows.length > 0) return children
  return (
    <div className="list-state">
      {list.isNarrowed ? (
        <EmptyState
          icon={<SearchIcon size={24} />}
          title={t('common.noMatch')}
          action={<Button size="small" text={t('common.reset')} onClick={list.reset} />}
        />
      ) : (
        <EmptyState {...(emptyText === undefined ? {} : { title: emptyText })} />
      )}
    </div>
  )
}
