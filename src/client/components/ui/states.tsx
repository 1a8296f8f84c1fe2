import { Button, Classes } from '@blueprintjs/core'
import { Error as ErrorIcon, Inbox, Lock, Refresh } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { ApiError, codes, errorText } from '#src/client/platform/http/error.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

interface Frame {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string | undefined
  readonly action?: ReactNode
  readonly compact?: boolean | undefined
}
function Frame({ icon, title, text, action, compact }: Frame) {
  return (
    <div className={compact ? 'state state-compact' : 'state'}>
      <span className="state-icon" aria-hidden="true">
        {icon}
      </span>
      <p className="state-title">{title}</p>
      {text ? <p className="state-text">{text}</p> : null}
      {action}
    </div>
  )
}

/** Nothing to show: `暂无数据`, or the caller's own words and a way on. */
export function EmptyState({
  title,
  text,
  action,
  icon,
  compact,
}: {
  readonly title?: string
  readonly text?: string
  readonly action?: ReactNode
  readonly icon?: ReactNode
  readonly compact?: boolean
}) {
  const t = useT()
  return (
    <Frame
      icon={icon ?? <Inbox size={24} />}
      title={title ?? t('common.noData')}
      text={text}
      action={action}
      compact={compact}
    />
  )
}

/** Where the server was not reached, the cause in the words of specification §8 is all there is to say. */
const causeOf = (error: unknown): string | null =>
  error instanceof ApiError && error.isUnreachable ? error.message : null

/** Loading failed: says why and tries again; a missing permission is said instead (LIST-STD, HOM-01). */
export function FailedState({
  error,
  onRetry,
  forbidden,
  title,
  compact,
}: {
  readonly error: unknown
  readonly onRetry: () => void
  /** What is said where the permission is missing, in place of the usual words. */
  readonly forbidden?: string
  /** The whole sentence, in place of the usual words. */
  readonly title?: string
  readonly compact?: boolean
}) {
  const t = useT()
  if (error instanceof ApiError && error.code === codes.forbidden)
    return <Frame icon={<Lock size={24} />} title={forbidden ?? t('common.forbidden')} compact={compact} />
  return (
    <div role="alert">
      <Frame
        icon={<ErrorIcon size={24} />}
        title={title ?? causeOf(error) ?? t('common.loadFailed')}
        text={title !== undefined || causeOf(error) !== null ? undefined : errorText(error, '')}
        action={<Button size="small" icon={<Refresh />} text={t('common.retry')} onClick={onRetry} />}
        compact={compact}
      />
    </div>
  )
}

/** Grey bars in place of rows that are on their way. */
export function SkeletonRows({ rows = 5, label }: { readonly rows?: number; readonly label?: string }) {
  const t = useT()
  const bars = Array.from({ length: rows }, (_, row) => ({ key: `bar${row}`, width: `${100 - ((row * 13) % 35)}%` }))
  return (
    <div className="skeleton-rows" role="status" aria-label={label ?? t('common.loading')}>
      {bars.map(({ key, width }) => (
        <div key={key} className={Classes.SKELETON} style={{ width }} aria-hidden="true" />
      ))}
    </div>
  )
}
