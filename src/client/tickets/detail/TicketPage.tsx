import '../tickets.css'
import { Button, Callout } from '@blueprintjs/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { lapseOf } from '#machines/ticket/engine/returns.ts'
import { useGrowing } from '#src/client/components/table/useGrowing.ts'
import { FailedState, PageLoading, useTitle } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { ActionBar } from '../actions/ActionBar.tsx'
import { useTicket } from '../queries.ts'
import { TicketBody, TicketHead, TicketSide } from './TicketView.tsx'

/** 20.7: one ticket with everything about it. It moves on by itself when somebody decides (TKT-02). */
export function TicketPage() {
  const { id } = useParams()
  const { data: newest, error, refetch } = useTicket(Number(id))
  // An answer is drawn in pieces that leave room for keys and clicks.
  const data = useDeferredValue(newest)
  const isGone = error instanceof ApiError && (error.code === codes.notFound || error.code === codes.forbidden)
  // What is being read or written stays; a page that has nothing yet says that there is nothing.
  if (isGone && error.code === codes.notFound && data === undefined) return <NotFoundPage />
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return <Ticket key={data.id} newest={data} isGone={isGone} />
}

/** Nobody decided in time (25.8): why the ticket is closed, and what submitting it again leads to. */
function Lapse({ detail: { lapsedIn, context } }: { readonly detail: TicketDetail }) {
  const t = useT()
  if (lapsedIn === null) return null
  return (
    <Callout
      intent="warning"
      compact
      role="status"
      className="ticket-standing"
      title={t('ticket.lapsed.in', [lapsedIn])}
    >
      {t(lapseOf(context)?.comeBack === undefined ? 'ticket.lapsed.again' : 'ticket.lapsed.back')}
    </Callout>
  )
}

const isPanelOpen = (): boolean => document.querySelector('.sheet') !== null

function Ticket({ newest, isGone }: { readonly newest: TicketDetail; readonly isGone: boolean }) {
  const t = useT()
  const [shown, setShown] = useState(newest)
  // What was asked, then where it stands, then what may be done.
  const drawn = useGrowing(3, 1, 1)
  const isStale = newest.version !== shown.version
  useTitle(shown.title)
  useEffect(() => {
    // Somebody who is writing keeps what they look at, and is told.
    if (!isPanelOpen()) setShown(newest)
  }, [newest])
  return (
    <div className="ticket-page">
      {isGone ? (
        <Callout intent="warning" role="alert" className="ticket-standing">
          {t('ticketAction.gone.hidden')}
        </Callout>
      ) : null}
      {isStale ? (
        <Callout intent="primary" compact role="status" className="ticket-updated">
          <Button variant="minimal" size="small" text={t('ticket.detail.updated')} onClick={() => setShown(newest)} />
        </Callout>
      ) : null}
      {shown.isQuarantined ? (
        <Callout intent="danger" role="alert" className="ticket-standing">
          {t('ticket.detail.quarantined')}
        </Callout>
      ) : null}
      <Lapse detail={shown} />
      <TicketHead detail={shown} />
      <div className="ticket-columns">
        <div className="card ticket-main">
          <TicketBody detail={shown} />
        </div>
        <aside className="card ticket-side">{drawn > 1 ? <TicketSide detail={shown} /> : null}</aside>
      </div>
      {drawn > 2 ? (
        <ActionBar detail={isGone ? { ...shown, allowedActions: [] } : shown} onDone={() => setShown(newest)} />
      ) : null}
    </div>
  )
}
