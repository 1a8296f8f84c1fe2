import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { ApiError } from '#src/client/platform/http/http.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import type { FormData } from '#src/fields/field.ts'
import { useTicketActor } from '../actor/useTicketActor.ts'

/** Opens the panel again whose decision was taken back or refused. */
export function useUndone(detail: SeenTicket, start: (detail: SeenTicket, action: TicketButton) => void): void {
  const actor = useTicketActor(detail.id)
  const undone = useSelector(actor, (moment) =>
    moment.matches({ decision: 'undone' }) ? moment.context.decision?.action : undefined,
  )
  useEffect(() => {
    const action = detail.actions.find((one) => one === undone)
    if (action !== undefined) start(detail, action)
  }, [undone, detail, start])
}

interface TakenBack {
  readonly values: FormData
  /** What the server refused, by path. */
  readonly problems: ApiError['errors']
}

/** Tells the actor of the ticket that a panel of it is open, and answers what was taken back into it; null where it begins anew. */
export function useTakenBack(id: number, action: TicketButton): TakenBack | null {
  const actor = useTicketActor(id)
  const [taken] = useState((): TakenBack | null => {
    const { decision, refusal } = actor.getSnapshot().context
    if (decision?.action !== action) return null
    return { values: decision.values, problems: refusal instanceof ApiError ? refusal.errors : {} }
  })
  useEffect(() => {
    actor.send({ type: 'PANEL_OPENED' })
    return () => actor.send({ type: 'PANEL_CLOSED' })
  }, [actor])
  return taken
}
