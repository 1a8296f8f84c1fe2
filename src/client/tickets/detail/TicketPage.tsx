import '../tickets.css'
import { Button, Callout } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useParams } from 'react-router-dom'
import { lapseOf } from '#machines/ticket/engine/returns.ts'
import { useGrowing } from '#src/client/components/table/useGrowing.ts'
import { FailedState, PageLoading, useTitle } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { ActionBar } from '../actions/ActionBar.tsx'
import type { TicketActorRef } from '../actor/registry.ts'
import type { SeenTicket } from '../actor/seen.ts'
import { useAbsence, useShown, useTicketActor } from '../actor/useTicketActor.ts'
import { TicketBody, TicketHead, TicketSide } from './TicketView.tsx'

/** 20.7: one ticket with everything about it. It moves on by itself when somebody decides (TKT-02). */
export function TicketPage() {
  const { id } = useParams()
  return <OpenTicket key={id} id={Number(id)} />
}

function OpenTicket({ id }: { readonly id: number }) {
  const actor = useTicketActor(id)
  const absence = useAbsence(actor, id)
  const isSeen = useSelector(actor, ({ context }) => context.shown !== null)
  if (isSeen) return <Ticket actor={actor} />
  if (absence === null) return <PageLoading />
  const { error, retry } = absence
  if (error instanceof ApiError && error.code === codes.notFound) return <NotFoundPage />
  return <FailedState error={error} onRetry={retry} />
}

/** Nobody decided in time (25.8): why the ticket is closed, and what submitting it again leads to. */
function Lapse({ detail: { lapsedIn, context } }: { readonly detail: SeenTicket }) {
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

function Ticket({ actor }: { readonly actor: TicketActorRef }) {
  const t = useT()
  const shown = useShown(actor)
  const isStale = useSelector(actor, (moment) => moment.matches({ ticket: 'stale' }))
  const isGone = useSelector(actor, (moment) => moment.matches({ ticket: 'gone' }))
  const isResting = useSelector(actor, (moment) => moment.matches({ ticket: 'quarantined' }))
  // What was asked, then where it stands, then what may be done.
  const drawn = useGrowing(3, 1, 1)
  useTitle(shown?.title ?? '')
  if (shown === null) return null
  return (
    <div className="ticket-page">
      {isGone ? (
        <Callout intent="warning" role="alert" className="ticket-standing">
          {t('ticketAction.gone.hidden')}
        </Callout>
      ) : null}
      {isStale ? (
        <Callout intent="primary" compact role="status" className="ticket-updated">
          <Button
            variant="minimal"
            size="small"
            text={t('ticket.detail.updated')}
            onClick={() => actor.send({ type: 'TAKE_NEWEST' })}
          />
        </Callout>
      ) : null}
      {isResting ? (
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
      {drawn > 2 ? <ActionBar place="bar" detail={isGone ? { ...shown, actions: [] } : shown} /> : null}
    </div>
  )
}
