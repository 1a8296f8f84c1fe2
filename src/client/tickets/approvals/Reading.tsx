import { Button, Callout } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import { ActionButtons } from '../actions/ActionBar.tsx'
import type { AskingAction } from '../actions/ActionPanel.tsx'
import { useHappened, useStanding } from '../actions/useBound.ts'
import { useAbsence, useShown, useTicketActor } from '../actor/useTicketActor.ts'
import { TicketBody, TicketHead, TicketSide } from '../detail/TicketView.tsx'

interface ReadingProps {
  readonly row: TicketRow
  /** Still in the list. */
  readonly isThere: boolean
  readonly wanted: AskingAction | null
  readonly onStart: (detail: SeenTicket, action: TicketButton) => void
  readonly onNext: () => void
  /** The open decision, in place of the buttons. */
  readonly bar: ReactNode
}

/** What is to be decided on, and the decision. */
export function Reading({ row, isThere, wanted, onStart, onNext, bar }: ReadingProps) {
  const actor = useTicketActor(row.id)
  const absence = useAbsence(actor, row.id)
  const shown = useShown(actor)
  const isBehind = useSelector(actor, (moment) => moment.matches({ ticket: 'stale', dialog: 'closed' }))
  useEffect(() => {
    // The dialog said what happened; the queue is read on from what is so now.
    if (isBehind) actor.send({ type: 'TAKE_NEWEST' })
  }, [actor, isBehind])
  useEffect(() => {
    if (shown !== null && wanted !== null) onStart(shown, wanted)
  }, [shown, wanted, onStart])
  if (shown === null)
    return absence === null ? <SkeletonRows rows={8} /> : <FailedState error={absence.error} onRetry={absence.retry} />
  return (
    <>
      {isThere ? null : <GoneNote row={row} onNext={onNext} />}
      <TicketHead detail={shown} />
      <div className="card">
        <TicketBody detail={shown} />
      </div>
      <div className="card">
        <TicketSide detail={shown} />
      </div>
      {bar ?? <ActionButtons detail={shown} onStart={onStart} />}
    </>
  )
}

/** The ticket that is read has left the list: what happened, and on to the next when the person is ready. */
function GoneNote({ row, onNext }: { readonly row: TicketRow; readonly onNext: () => void }) {
  const t = useT()
  const standing = useStanding(row, 'approve')
  const happened = useHappened(row, standing)
  return (
    <Callout intent="warning" role="status" className="centre-gone">
      <p>{happened === null ? t('ticketAction.gone.unknown') : happened.text}</p>
      <Button size="small" intent="primary" text={t('ticketAction.gone.next')} onClick={onNext} />
    </Callout>
  )
}
