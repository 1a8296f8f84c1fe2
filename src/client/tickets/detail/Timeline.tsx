import { Link } from 'react-router-dom'
import { Avatar, DateText, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { SignaturePicture } from '../actions/Signature.tsx'
import { useFormLabels } from '../labels.ts'
import { useTimeline } from '../queries.ts'

interface TimelineProps {
  readonly id: number
  readonly type: string
  /** Only these actions, e.g. comments. */
  readonly only?: readonly string[]
  /** Asks for the state right after a row of the log. */
  readonly onReplay?: (seq: number) => void
}

/** An action of the log in the reader's words. */
export function useActionName(): (action: string) => string {
  const word = useDictionaryLabel()
  return (action) => {
    const known = word('ticketAction', action)
    return known === action ? textOf(`ticketAction.action.${action}`) : known
  }
}

/** Everything that happened to a ticket, newest first (WF-19). */
export function Timeline({ id, type, only, onReplay }: TimelineProps) {
  const t = useT()
  const labels = useFormLabels(type)
  const nameOf = useActionName()
  const { data, error, refetch } = useTimeline(id)
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} compact />
  if (data === undefined) return <SkeletonRows rows={4} />
  const rows = [...data].reverse().filter((row) => only?.includes(row.action) ?? true)
  if (rows.length === 0) return <EmptyState compact title={t('ticket.detail.noComments')} />
  return (
    <ol className="ticket-log">
      {rows.map((row, index) => (
        <li key={`${row.seq}-${index}`}>
          <Avatar name={row.actor?.name ?? t('ticket.system')} size={24} />
          <div className="ticket-log-body">
            <div className="ticket-log-head">
              <strong>{row.actor?.name ?? t('ticket.system')}</strong>
              {row.onBehalfOf ? (
                <span className="ticket-soft">{t('ticket.proxyFor', [row.onBehalfOf.name])}</span>
              ) : null}
              <span className="ticket-log-action">{nameOf(row.action)}</span>
              {row.about ? <Link to={`/workflow/ticket/${row.about.id}`}>{row.about.no}</Link> : null}
              {row.name ? <span className="ticket-soft">{row.name}</span> : null}
              {row.people.length > 0 ? (
                <span className="ticket-soft">
                  → {row.people.map((person) => person.name).join(t('common.listSeparator'))}
                </span>
              ) : null}
            </div>
            {row.rule ? <p className="step-reason">{t(`ticket.rule.${row.rule}`)}</p> : null}
            {row.signature === null ? null : (
              <SignaturePicture fileId={row.signature} name={row.actor?.name ?? t('ticket.system')} />
            )}
            {row.comment ? <p className="step-comment">{row.comment}</p> : null}
            {row.changes.length > 0 && row.action !== 'submit' ? (
              <p className="ticket-soft">
                {row.changes.map((change) => labels(change.field)).join(t('common.listSeparator'))}
              </p>
            ) : null}
            <div className="ticket-log-foot">
              <DateText value={row.at} precision="second" />
              {onReplay ? (
                <button type="button" className="link-button" onClick={() => onReplay(row.seq)}>
                  {t('ticket.detail.replay', [row.seq])}
                </button>
              ) : null}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
