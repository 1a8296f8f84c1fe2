import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useUser } from '#src/client/platform/session/index.ts'
import type { TicketLine } from '#src/define/tickets/line.ts'
import { movedLine } from './movedLine.ts'
import { type TicketActorRef, ticketActors } from './registry.ts'
import type { SeenTicket } from './seen.ts'

/** The actor of a ticket, shared by every view of it; the ticket is heard of while the caller is drawn. */
export function useTicketActor(id: number): TicketActorRef {
  const client = useQueryClient()
  const { id: me } = useUser()
  const actors = ticketActors(client, me)
  const actor = useMemo(() => actors.of(id), [actors, id])
  useEffect(() => actors.use(id, actor), [actors, id, actor])
  return actor
}

/** The ticket as it is drawn, in pieces that leave room for keys and clicks; null while nothing has arrived. */
export const useShown = (actor: TicketActorRef): SeenTicket | null =>
  useDeferredValue(useSelector(actor, ({ context }) => context.shown))

/** The newest the server told of the ticket, which views that do not wait for dialogs draw. */
export const useNewest = (actor: TicketActorRef): SeenTicket | null =>
  useSelector(actor, ({ context }) => context.newest)

/** Why nothing has arrived, with the way to ask again; null where something has, or is still on its way. */
export function useAbsence(
  actor: TicketActorRef,
  id: number,
): { readonly error: Error; readonly retry: () => void } | null {
  const client = useQueryClient()
  const { id: me } = useUser()
  const error = useSelector(actor, ({ context }) => (context.newest === null ? context.error : null))
  return error === null ? null : { error, retry: () => ticketActors(client, me).ask(id) }
}

/** Rows of a list, those of tickets that are open beside it as new as these: a row never says less than the view of its ticket. */
export function useMovedRows<R extends TicketLine>(rows: readonly R[]): readonly R[] {
  const client = useQueryClient()
  const { id: me } = useUser()
  const actors = ticketActors(client, me)
  const turn = useSyncExternalStore(actors.subscribe, actors.turn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn says that a ticket has moved on.
  return useMemo(() => rows.map((row) => movedLine(row, actors.newest(row.id))), [rows, actors, turn])
}
