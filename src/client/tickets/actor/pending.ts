/** Decisions that the server has not accepted yet, for every page of the program; the actors of their tickets are loaded with the first ticket. */
import { useSyncExternalStore } from 'react'
import { outlivesPage } from '#src/client/platform/http/transport.ts'
import type { TicketActorRef } from './registry.ts'

/** Tickets whose decision can still be undone, is on its way, or was refused, the earliest first. */
export interface PendingDecisions {
  readonly actors: readonly TicketActorRef[]
  /** Those of them that are decided as far as this person is concerned: lists of what waits leave them out. */
  readonly decided: ReadonlySet<number>
}

let pending: PendingDecisions = { actors: [], decided: new Set() }
const listeners = new Set<() => void>()
const undoListeners = new Set<(ticket: number) => void>()

/** Called by the registry when the decision of a ticket has moved on. */
export function publishPending(actors: readonly TicketActorRef[]): void {
  const decided = actors.filter((actor) => isDecided(actor.getSnapshot()))
  pending = { actors, decided: new Set(decided.map((actor) => actor.getSnapshot().context.id)) }
  for (const listener of listeners) listener()
}

type Moment = ReturnType<TicketActorRef['getSnapshot']>

/** Decided by this person, whether the server knows it or not. */
export const isDecided = ({ value: { decision } }: Pick<Moment, 'value'>): boolean =>
  decision === 'undoable' || decision === 'sending' || decision === 'unreached'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The pending decisions, drawn anew when one moves on. */
export const usePending = (): PendingDecisions => useSyncExternalStore(subscribe, () => pending)

/** The rows whose ticket this person has not decided yet. */
export function useUndecided<R extends { readonly id: number }>(rows: readonly R[]): readonly R[] {
  const { decided } = usePending()
  return decided.size === 0 ? rows : rows.filter(({ id }) => !decided.has(id))
}

/** Takes a decision back; pages that show its ticket open it again. */
export function undoDecision(actor: TicketActorRef): void {
  actor.send({ type: 'UNDO' })
  for (const listener of undoListeners) listener(actor.getSnapshot().context.id)
}

/** Calls the listener with the id of each ticket whose decision is taken back, until the returned function is called. */
export function onUndone(listener: (ticket: number) => void): () => void {
  undoListeners.add(listener)
  return () => undoListeners.delete(listener)
}

/** Sends what can still be undone, or had no answer. */
export function sendPending(): void {
  for (const actor of pending.actors) actor.send({ type: 'SEND_NOW' })
}

const isSending = (): boolean => pending.actors.some((actor) => actor.getSnapshot().matches({ decision: 'sending' }))

/** Sends it and waits for the answers, before signing out; false where one had no answer or was refused. */
export async function settlePending(): Promise<boolean> {
  sendPending()
  while (isSending())
    await new Promise<void>((resolve) => {
      const stop = subscribe(() => {
        stop()
        resolve()
      })
    })
  return pending.actors.length === 0
}

// What is too long for that is asked about.
globalThis.addEventListener?.('beforeunload', (event) => {
  sendPending()
  const isLong = pending.actors.some((actor) => {
    const { decision } = actor.getSnapshot().context
    return decision !== null && !outlivesPage(decision.body)
  })
  if (isLong) event.preventDefault()
})
// The window is closed or goes to another address: the browser finishes a call that is under way.
globalThis.addEventListener?.('pagehide', sendPending)
// What had no answer is sent again as soon as the network is back.
globalThis.addEventListener?.('online', sendPending)
// A phone may end a page that is out of sight without a further word.
globalThis.document?.addEventListener?.('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sendPending()
})
