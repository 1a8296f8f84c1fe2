import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState, ErrorBoundary, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

interface Props<T> {
  readonly title: string
  readonly className?: string
  readonly action?: ReactNode
  readonly query: UseQueryResult<T>
  /** What stands there when the answer holds nothing. */
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: { readonly title: string; readonly text?: string; readonly action?: ReactNode }
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** A card of the home page with its own waiting, empty and failed states: one failing widget leaves the others alone (HOM-05), and one whose figures are not for this person says so (HOM-01). */
export function Widget<T>({ title, className = '', action, query, isEmpty, empty, skeleton, children }: Props<T>) {
  const t = useT()
  return (
    <section className={`card widget ${className}`} aria-label={title} aria-busy={query.isPending}>
      <header className="widget-head">
        <h2>{title}</h2>
        {action}
      </header>
      <ErrorBoundary compact>
        {query.data === undefined ? (
          query.isError ? (
            <FailedState
              error={query.error}
              onRetry={() => void query.refetch()}
              forbidden={t('home.forbidden')}
              compact
            />
          ) : (
            (skeleton ?? <SkeletonRows rows={4} />)
          )
        ) : isEmpty?.(query.data) ? (
          <EmptyState compact {...empty} />
        ) : (
          children(query.data)
        )}
      </ErrorBoundary>
    </section>
  )
}
