import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import type { BoundNotice } from '#src/client/records/form/BoundNotice.tsx'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import { useNewest, useTicketActor } from '../actor/useTicketActor.ts'
import { useTimeline } from '../queries.ts'
import { type BoundTo, causeOf, type Standing, standingOf } from './standing.ts'

interface Happened {
  readonly text: string
  /** The event it was, where the log says so. */
  readonly cause: ReturnType<typeof causeOf>
}

/** What happened to a ticket since it was opened, in words: by its applicant, a colleague or the clock. Null while nothing did. */
export function useHappened(detail: Pick<SeenTicket, 'id' | 'applicant'>, standing: Standing): Happened | null {
  const t = useT()
  const timeline = useTimeline(detail.id, standing === 'changed' || standing === 'gone')
  if (standing === 'same') return null
  if (standing === 'hidden') return { text: t('ticketAction.gone.hidden'), cause: null }
  const cause = causeOf(timeline.data ?? [], standing)
  if (cause === null) return { text: timeline.isFetching ? '' : t('ticketAction.gone.unknown'), cause }
  const who =
    cause.actor === null
      ? t('ticket.system')
      : cause.actor.id === detail.applicant.id
        ? t('ticketAction.gone.applicant', [cause.actor.name])
        : cause.actor.name
  const event = t(`ticketAction.gone.event.${cause.action}`)
  return { text: t('ticketAction.gone.sentence', [who, cause.at.slice(11, 16), event]), cause }
}

/** How a ticket stands for a person who looks at an earlier version of it. */
export function useStanding(opened: BoundTo, action: TicketButton): Standing {
  const actor = useTicketActor(opened.id)
  const isHidden = useSelector(
    actor,
    (moment) => moment.matches({ ticket: 'gone' }) || moment.matches({ ticket: 'missing' }),
  )
  const newest = useNewest(actor)
  if (isHidden) return 'hidden'
  return newest === null ? 'same' : standingOf(opened, newest, action)
}

interface Bound<T> {
  /** The ticket as it was when the dialog was opened, or as it was taken over after a change. */
  readonly opened: T | SeenTicket
  /** What stands in place of the button. Nothing while the person's own decision is on its way: what that changes is no news. */
  readonly noticeOf: (dialog: {
    readonly isSending: boolean
    readonly hasComment: boolean
    /** Takes the newest version over. */
    readonly onContinue: (newest: SeenTicket) => void
  }) => BoundNotice | null
}

/** Binds a dialog to the ticket and version it was opened for, whatever becomes of them meanwhile. */
export function useBound<T extends BoundTo & Pick<SeenTicket, 'applicant'>>(detail: T, action: TicketButton): Bound<T> {
  const t = useT()
  const { id: me } = useUser()
  const [opened, setOpened] = useState<T | SeenTicket>(detail)
  const newest = useNewest(useTicketActor(opened.id))
  const standing = useStanding(opened, action)
  const happened = useHappened(opened, standing)
  return {
    opened,
    noticeOf({ isSending, hasComment, onContinue }) {
      if (isSending || happened === null) return null
      const { text, cause } = happened
      if (standing === 'changed' && newest !== null)
        return {
          text,
          isOver: false,
          continueText: t('ticketAction.gone.continue'),
          onContinue: () => {
            setOpened(newest)
            onContinue(newest)
          },
        }
      // The answer to the person's own decision was lost on the way.
      if (cause?.actor?.id === me && cause.action === action)
        return { text: t('ticketAction.gone.arrived', [text]), isOver: true }
      return {
        text: t(hasComment ? 'ticketAction.gone.commentNotSent' : 'ticketAction.gone.notSent', [text]),
        isOver: true,
      }
    },
  }
}
