/** The actors of the tickets on the screen: one for each ticket and person, fed by the query cache and shared by every view. */
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createActor, fromPromise } from 'xstate'
import { type TicketPageActor, ticketPageMachineOf } from '#machines/ticketPage/ticketPage.ts'
import type { Decision, SendInput } from '#machines/ticketPage/ticketPage.types.ts'
import { tellFault } from '#src/client/platform/errorReporting/index.ts'
import { ApiError, codes } from '#src/client/platform/http/error.ts'
import { tellUnsaved } from '#src/client/platform/session/index.ts'
import { hasOpenSheet, subscribeToSheets } from '#src/client/records/list/openSheets.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import type { FormData } from '#src/fields/field.ts'
import { actionName } from '../actions/unsavedActions.ts'
import { sendAction, ticketQuery } from '../queries.ts'
import { isDecided, publishPending, sendPending } from './pending.ts'
import { type SeenTicket, seenTicket } from './seen.ts'

const ticketPageMachine = ticketPageMachineOf<SeenTicket, TicketDecision>(
  (error) => error instanceof ApiError && error.isUnreachable,
)

/** A decision with the values of its panel. */
export interface TicketDecision extends Decision {
  readonly action: TicketButton
  readonly values: FormData
}

/** The actor of a ticket on the screen. */
export type TicketActorRef = TicketPageActor<SeenTicket, TicketDecision>

/** Answers that say that a ticket is not to be seen any more. */
const isHidden = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === codes.notFound || error.code === codes.forbidden)

interface Entry {
  readonly actor: TicketActorRef
  /** Views that use it now. */
  users: number
  /** Ends the observation for these views. */
  stop: () => void
  /** Ends what is heard of its decision. */
  readonly forget: () => void
}

/** The tickets that one person has on the screen. */
export class TicketActors {
  readonly #entries = new Map<number, Entry>()
  /** Tickets by the answer they were read from. */
  readonly #known = new WeakMap<TicketDetail, SeenTicket>()
  readonly #listeners = new Set<() => void>()
  #turn = 0

  readonly #client: QueryClient
  /** Whose buttons and visit are read from the charts. */
  readonly #me: number
  readonly #machine: typeof ticketPageMachine

  constructor(client: QueryClient, me: number) {
    this.#client = client
    this.#me = me
    this.#machine = ticketPageMachine.provide({
      actors: {
        send: fromPromise<void, SendInput<TicketDecision>>(async ({ input: { ticket, decision } }) => {
          await sendAction(client, ticket, decision.path, decision.body, { key: decision.key, isUrgent: true })
        }),
      },
    })
  }

  /** The actor of a ticket, starting from the cached answer; it observes the ticket while a view uses it. */
  of(id: number): TicketActorRef {
    return this.#entry(id).actor
  }

  #entry(id: number): Entry {
    const known = this.#entries.get(id)
    if (known !== undefined) return known
    const kept = this.#client.getQueryData<TicketDetail>(ticketQuery(id).queryKey)
    const seen = kept === undefined ? null : this.#seen(kept)
    const actor = createActor(this.#machine, {
      input: { id, ticket: seen instanceof Error ? null : seen },
    }).start()
    return this.#keep(id, actor)
  }

  /** Keeps an actor until no view uses it and nothing is written or decided in it. */
  #keep(id: number, actor: TicketActorRef): Entry {
    let state = actor.getSnapshot().value.decision
    let release = (): void => undefined
    const following = actor.subscribe(({ value, context: { decision } }) => {
      if (value.decision === state) return
      state = value.decision
      release()
      // Offered again when the session ends before the server has accepted it.
      if (decision !== null)
        release = tellUnsaved(actionName({ id, no: decision.no }, decision.action), decision.values)
      publishPending(this.#pending())
      this.#leave(id)
    })
    const entry: Entry = { actor, users: 0, stop: () => undefined, forget: () => following.unsubscribe() }
    this.#entries.set(id, entry)
    return entry
  }

  #leave(id: number): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || entry.users > 0 || entry.actor.getSnapshot().value.decision !== 'none') return
    entry.forget()
    this.#entries.delete(id)
  }

  #pending(): readonly TicketActorRef[] {
    const actors = [...this.#entries.values()].map(({ actor }) => actor)
    return actors.filter((actor) => {
      const moment = actor.getSnapshot()
      return isDecided(moment) || moment.matches({ decision: 'refused' })
    })
  }

  /** Takes a decision on; it can be undone for a while (20.8). What was decided before it is sent at once. */
  decide(id: number, decision: TicketDecision): void {
    sendPending()
    this.#entry(id).actor.send({ type: 'DECIDED', decision })
  }

  /** Tells the page of a ticket that the server has accepted what its person did: it shows what came of it. */
  accepted(id: number): void {
    this.#entries.get(id)?.actor.send({ type: 'ACCEPTED' })
  }

  /** Reads an answer once; where its place is none of the chart, the error, which goes to the frontend log. */
  #seen(detail: TicketDetail): SeenTicket | Error {
    const known = this.#known.get(detail)
    if (known !== undefined) return known
    try {
      const seen = seenTicket(detail, this.#me, tellFault)
      this.#known.set(detail, seen)
      return seen
    } catch (error) {
      tellFault(error)
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Counts a view of the ticket until the returned function is called; after the last one the ticket is no longer observed. */
  use(id: number, actor: TicketActorRef): () => void {
    const entry = this.#entries.get(id) ?? this.#keep(id, actor)
    entry.users += 1
    if (entry.users === 1) entry.stop = this.#feed(id, entry.actor)
    return () => {
      entry.users -= 1
      if (entry.users > 0) return
      entry.stop()
      this.#leave(id)
    }
  }

  /** Sends the actor each answer of the server, and whether a dialog is open in front of the page. */
  #feed(id: number, actor: TicketActorRef): () => void {
    const observer = new QueryObserver(this.#client, ticketQuery(id))
    type Result = ReturnType<typeof observer.getCurrentResult>
    let before: Partial<Result> = {}
    const receive = (result: Result): void => {
      const { data, dataUpdatedAt, error, errorUpdatedAt } = result
      // The same answer again says that the ticket may be seen again.
      const isAnswered = data !== before.data || dataUpdatedAt !== before.dataUpdatedAt
      const isRefused = error !== before.error || errorUpdatedAt !== before.errorUpdatedAt
      before = result
      if (data !== undefined && isAnswered) {
        const ticket = this.#seen(data)
        actor.send(ticket instanceof Error ? { type: 'FAILED', error: ticket } : { type: 'ANSWERED', ticket })
      }
      if (error !== null && isRefused) actor.send({ type: isHidden(error) ? 'HIDDEN' : 'FAILED', error })
    }
    const sendDialog = () => actor.send({ type: hasOpenSheet() ? 'DIALOG_OPENED' : 'DIALOG_CLOSED' })
    sendDialog()
    let version = actor.getSnapshot().context.newest?.version
    const following = actor.subscribe(({ context: { newest } }) => {
      if (newest?.version === version) return
      version = newest?.version
      this.#turn += 1
      for (const listener of this.#listeners) listener()
    })
    const stops = [observer.subscribe(receive), subscribeToSheets(sendDialog), () => following.unsubscribe()]
    receive(observer.getCurrentResult())
    return () => {
      for (const stop of stops) stop()
      observer.destroy()
    }
  }

  /** Calls the listener when the version of an observed ticket changes, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Increases when the version of an observed ticket changes. */
  readonly turn = (): number => this.#turn

  /** The newest version of an observed ticket; null for all others. */
  newest(id: number): SeenTicket | null {
    return this.#entries.get(id)?.actor.getSnapshot().context.newest ?? null
  }

  /** Fetches the ticket again. */
  ask(id: number): void {
    void this.#client.refetchQueries({ queryKey: ticketQuery(id).queryKey, exact: true })
  }
}

const registries = new WeakMap<QueryClient, { readonly person: number; readonly actors: TicketActors }>()

/** The registry of the person who is signed in. */
export function ticketActors(client: QueryClient, person: number): TicketActors {
  const known = registries.get(client)
  if (known?.person === person) return known.actors
  const actors = new TicketActors(client, person)
  registries.set(client, { person, actors })
  return actors
}
