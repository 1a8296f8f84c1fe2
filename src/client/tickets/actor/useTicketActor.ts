import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useUser } from '#src/client/platform/session/index.ts'
import type { TicketLine } from '#src/define/tickets/line.ts'
import { movedLines } from './movedLine.ts'
import { type TicketActorRef, type TicketActors, ticketActors } from './registry.ts'
import type { SeenTicket } from './seen.ts'

/** The registry of the person who is signed in. */
export function useTicketActors(): TicketActors {
  const client = useQueryClient()
  const { id: me } = useUser()
  return ticketActors(client, me)
}

/** The actor of a ticket, shared by every view of it; the ticket is observed while the caller is mounted. */
export function useTicketActor(id: number): TicketActorRef {
  const actors = useTicketActors()
  const actor = useMemo(() => actors.of(id), [actors, id])
  useEffect(() => actors.use(id, actor), [actors, id, actor])
  return actor
}

/** The ticket as it is drawn, in pieces that leave room for keys and clicks; null while nothing has arrived. */
export const useShown = (actor: TicketActorRef): SeenTicket | null =>
  useDeferredValue(useSelector(actor, ({ context }) => context.shown))

/** The newest version of the ticket, for views that do not wait for dialogs. */
export const useNewest = (actor: TicketActorRef): SeenTicket | null =>
  useSelector(actor, ({ context }) => context.newest)

/** Why there is no ticket to draw, and how to fetch it again; null while it is loading and once it is there. */
export function useAbsence(
  actor: TicketActorRef,
  id: number,
): { readonly error: Error; readonly retry: () => void } | null {
  const actors = useTicketActors()
  const error = useSelector(actor, ({ context }) => (context.newest === null ? context.error : null))
  return error === null ? null : { error, retry: () => actors.ask(id) }
}

/** The rows of a list; a row of an observed ticket shows its newest version. */
export function useMovedRows<R extends TicketLine>(rows: readonly R[]): readonly R[] {
  const actors = useTicketActors()
  const turn = useSyncExternalStore(actors.subscribe, actors.turn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn increases when a ticket changes.
  return useMemo(() => movedLines(rows, (id) => actors.newest(id)), [rows, actors, turn])
}
