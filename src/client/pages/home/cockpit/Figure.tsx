import { Button } from '@blueprintjs/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError, codes } from '#src/client/platform/http/error.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** What a figure says: its value, what it should be, and how it changed. */
export interface Said {
  readonly value: string
  /** Not as it should be. */
  readonly isBad?: boolean
  readonly target: string
  readonly trend: string
  /** Where its list is. */
  readonly to: string
}

interface Props<T> {
  readonly label: string
  readonly query: UseQueryResult<T>
  readonly say: (data: T) => Said
}

/** One figure of the cockpit; one that cannot be shown says why, and the others stand (HOM-01, HOM-05). */
export function Figure<T>({ label, query, say }: Props<T>) {
  const t = useT()
  if (query.data === undefined)
    return (
      <div className="cockpit-figure card" aria-busy={query.isPending}>
        <span className="cockpit-label">{label}</span>
        {query.isError ? (
          query.error instanceof ApiError && query.error.code === codes.forbidden ? (
            <span className="cockpit-none">{t('home.forbidden')}</span>
          ) : (
            <Button size="small" text={t('common.retry')} onClick={() => void query.refetch()} />
          )
        ) : null}
      </div>
    )
  const { value, isBad = false, target, trend, to } = say(query.data)
  return (
    <Link className={isBad ? 'cockpit-figure card is-bad' : 'cockpit-figure card'} to={to}>
      <span className="cockpit-label">{label}</span>
      <span className="cockpit-value">{value}</span>
      <span className="cockpit-target">{target}</span>
      <span className="cockpit-trend">{trend}</span>
    </Link>
  )
}
