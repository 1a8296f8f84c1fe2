import { useActorRef } from '@xstate/react'
import { useDeferredValue, useEffect, useState } from 'react'
import { type TicketPageActor, ticketPageMachineOf } from '#machines/ticketPage/ticketPage.ts'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import { useHasOpenSheet } from '#src/client/records/list/openSheets.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { useTicket } from '../queries.ts'

const ticketPageMachine = ticketPageMachineOf<TicketDetail>()

/** The actor of an open ticket. */
export type OpenTicketActor = TicketPageActor<TicketDetail>

const isHidden = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === codes.notFound || error.code === codes.forbidden)

/** Runs the machine of a ticket's page and tells it what the server answers and whether a dialog is open; the page is keyed by the id. */
export function useOpenTicket(id: number): {
  readonly actor: OpenTicketActor
  /** Why nothing has arrived; null where something has. */
  readonly error: Error | null
  readonly retry: () => void
} {
  const { data, error, dataUpdatedAt, refetch } = useTicket(id)
  const [first] = useState(data ?? null)
  const actor = useActorRef(ticketPageMachine, { input: { ticket: first } })
  // An answer is drawn in pieces that leave room for keys and clicks.
  const answer = useDeferredValue(data)
  const hasDialog = useHasOpenSheet()
  useEffect(() => {
    actor.send({ type: hasDialog ? 'DIALOG_OPENED' : 'DIALOG_CLOSED' })
  }, [actor, hasDialog])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer again says that the ticket may be seen again.
  useEffect(() => {
    if (answer !== undefined) actor.send({ type: 'ANSWERED', ticket: answer })
  }, [actor, answer, dataUpdatedAt])
  useEffect(() => {
    if (error !== null) actor.send({ type: isHidden(error) ? 'HIDDEN' : 'FAILED' })
  }, [actor, error])
  return { actor, error, retry: () => void refetch() }
}
