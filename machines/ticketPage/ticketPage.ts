import { type ActorRefFrom, assign, not, type SnapshotFrom, setup, stateIn } from 'xstate'

/** What the machine must know of a ticket; the page's own answer says more. */
export interface OpenTicket {
  readonly id: number
  /** Rises with every event of the ticket. */
  readonly version: number
  /** Quarantined until an administrator repairs it (25.11). */
  readonly isQuarantined: boolean
}

/** What the machine knows. */
export interface TicketPageContext<T extends OpenTicket> {
  /** The ticket as it is drawn; null while nothing has arrived. */
  readonly shown: T | null
  /** The newest answer, which is drawn unless a dialog was open when it came. */
  readonly newest: T | null
  /** Why the last question had no answer; null after an answer. */
  readonly error: Error | null
}

/** What a page may have already: an answer kept from before. */
export interface TicketPageInput<T extends OpenTicket> {
  readonly ticket: T | null
}

/** Everything that may be said to it. */
export type TicketPageEvent<T extends OpenTicket> =
  /** The server's answer; one that is older than what is known changes nothing. */
  | { readonly type: 'ANSWERED'; readonly ticket: T }
  /** The server answers that there is no such ticket, or none for this person. */
  | { readonly type: 'HIDDEN'; readonly error: Error }
  /** No answer: the network or the server failed. */
  | { readonly type: 'FAILED'; readonly error: Error }
  /** A dialog was opened or closed in front of the ticket. */
  | { readonly type: 'DIALOG_OPENED' }
  | { readonly type: 'DIALOG_CLOSED' }
  /** The person asks for the newest version, or has decided. */
  | { readonly type: 'TAKE_NEWEST' }

/** Answers may overtake each other: the later version is kept, and of the same version what came last. */
const laterOf = <T extends OpenTicket>(known: T | null, ticket: T): T =>
  known !== null && known.version > ticket.version ? known : ticket

/**
 * An open ticket: `ticket` {`loading`, `failed`, `missing`, `current`, `quarantined`, `stale`, `gone`} beside `dialog` {`closed`, `open`}.
 *
 * Without an open dialog each answer is drawn at once. While one is open the drawn version stays: a later one makes the page
 * `stale` (TKT-02), until the newest is asked for. `missing` was never seen, `gone` was and stays readable; `quarantined` is
 * current without actions (25.11).
 */
export function ticketPageMachineOf<T extends OpenTicket>() {
  return setup({
    types: {
      context: {} as TicketPageContext<T>,
      events: {} as TicketPageEvent<T>,
      input: {} as TicketPageInput<T>,
    },
    actions: {
      keep: assign(({ context }, { ticket }: { ticket: T }) => ({
        shown: context.shown ?? ticket,
        newest: laterOf(context.newest, ticket),
        error: null,
      })),
      show: assign(({ context }, { ticket }: { ticket: T }) => {
        const newest = laterOf(context.newest, ticket)
        return { shown: newest, newest, error: null }
      }),
      refuse: assign(({ event }) => ('error' in event ? { error: event.error } : {})),
      showNewest: assign(({ context }) => ({ shown: context.newest })),
    },
    guards: {
      isHeld: ({ context }) => context.newest !== null,
      /** The drawn version is quarantined. */
      isResting: ({ context }) => context.shown?.isQuarantined === true,
      isLater: ({ context: { shown, newest } }, { ticket }: { ticket: T }) =>
        shown !== null && laterOf(newest, ticket).version > shown.version,
    },
  }).createMachine({
    id: 'ticketPage',
    options: { maxIterations: 100 },
    context: ({ input }) => ({ shown: input.ticket, newest: input.ticket, error: null }),
    type: 'parallel',
    states: {
      ticket: {
        initial: 'loading',
        on: {
          ANSWERED: [
            {
              guard: stateIn({ dialog: 'closed' }),
              target: '.current',
              actions: { type: 'show', params: ({ event }) => event },
            },
            {
              guard: { type: 'isLater', params: ({ event }) => event },
              target: '.stale',
              actions: { type: 'keep', params: ({ event }) => event },
            },
            { target: '.current', actions: { type: 'keep', params: ({ event }) => event } },
          ],
        },
        states: {
          loading: {
            always: { guard: 'isHeld', target: 'current' },
            on: { HIDDEN: { target: 'missing', actions: 'refuse' }, FAILED: { target: 'failed', actions: 'refuse' } },
          },
          failed: { on: { HIDDEN: { target: 'missing', actions: 'refuse' } } },
          missing: {},
          current: {
            always: { guard: 'isResting', target: 'quarantined' },
            on: { HIDDEN: { target: 'gone', actions: 'refuse' }, DIALOG_CLOSED: { actions: 'showNewest' } },
          },
          quarantined: {
            always: { guard: not('isResting'), target: 'current' },
            on: { HIDDEN: { target: 'gone', actions: 'refuse' }, DIALOG_CLOSED: { actions: 'showNewest' } },
          },
          stale: {
            on: {
              HIDDEN: { target: 'gone', actions: 'refuse' },
              TAKE_NEWEST: { target: 'current', actions: 'showNewest' },
            },
          },
          gone: {},
        },
      },
      dialog: {
        initial: 'closed',
        states: {
          closed: { on: { DIALOG_OPENED: 'open' } },
          open: { on: { DIALOG_CLOSED: 'closed' } },
        },
      },
    },
  })
}

/** A running ticket page. */
export type TicketPageActor<T extends OpenTicket> = ActorRefFrom<ReturnType<typeof ticketPageMachineOf<T>>>

/** One moment of it. */
export type TicketPageSnapshot<T extends OpenTicket> = SnapshotFrom<ReturnType<typeof ticketPageMachineOf<T>>>
