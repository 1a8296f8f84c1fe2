import { type ActorRefFrom, assign, fromPromise, not, type SnapshotFrom, setup, stateIn } from 'xstate'
import type {
  Decision,
  OpenTicket,
  SendInput,
  TicketPageContext,
  TicketPageEvent,
  TicketPageInput,
} from './ticketPage.types.ts'

/** Answers may overtake each other: the later version is kept, and of the same version what came last. */
const laterOf = <T extends OpenTicket>(known: T | null, ticket: T): T =>
  known !== null && known.version > ticket.version ? known : ticket

/** Milliseconds in which a decision can be undone (20.8). */
export const UNDO_SPAN_MS = 5_000

/**
 * An open ticket: `ticket` {`loading`, `failed`, `missing`, `current`, `quarantined`, `stale`, `gone`} beside `dialog` {`closed`, `open`}
 * and `decision` {`none`, `writing`, `undoable`, `undone`, `sending`, `unreached`, `refused`}.
 *
 * Without an open dialog each answer is drawn at once. While one is open the drawn version stays: a later one makes the page
 * `stale` (TKT-02), until the newest is asked for. `missing` was never seen, `gone` was and stays readable; `quarantined` is
 * current without actions (25.11).
 *
 * A decision is `undoable` for {@link UNDO_SPAN_MS} before the provided actor `send` sends it (20.8). `undone` waits for the
 * panel, which begins with what was taken back. `unreached` had no answer: what was decided may have arrived, so it can be
 * sent again with its key, and not be undone.
 */
export function ticketPageMachineOf<T extends OpenTicket, D extends Decision>(
  isUnreached: (error: unknown) => boolean,
) {
  return setup({
    types: {
      context: {} as TicketPageContext<T, D>,
      events: {} as TicketPageEvent<T, D>,
      input: {} as TicketPageInput<T>,
      children: {} as { send: 'send' },
    },
    actors: {
      send: fromPromise<void, SendInput<D>>(() => {
        throw new Error('ticketPage: send was not provided')
      }),
    },
    delays: { undoSpan: UNDO_SPAN_MS },
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
      decide: assign(({ event }) => ('decision' in event ? { decision: event.decision, refusal: null } : {})),
      forget: assign({ decision: null, refusal: null }),
      explain: assign((_, { error }: { error: unknown }) => ({
        refusal: error instanceof Error ? error : new Error(String(error)),
      })),
    },
    guards: {
      isUnreached: (_, { error }: { error: unknown }) => isUnreached(error),
      isHeld: ({ context }) => context.newest !== null,
      /** The drawn version is quarantined. */
      isResting: ({ context }) => context.shown?.isQuarantined === true,
      isLater: ({ context: { shown, newest } }, { ticket }: { ticket: T }) =>
        shown !== null && laterOf(newest, ticket).version > shown.version,
    },
  }).createMachine({
    id: 'ticketPage',
    options: { maxIterations: 100 },
    context: ({ input: { id, ticket } }) => ({
      id,
      shown: ticket,
      newest: ticket,
      error: null,
      decision: null,
      refusal: null,
    }),
    type: 'parallel',
    states: {
      ticket: {
        initial: 'loading',
        on: {
          ANSWERED: [
            {
              guard: not(stateIn({ dialog: 'open' })),
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
              ACCEPTED: { target: 'current', actions: 'showNewest' },
            },
          },
          gone: {},
        },
      },
      dialog: {
        initial: 'closed',
        states: {
          closed: { on: { DIALOG_OPENED: 'open' } },
          open: { on: { DIALOG_CLOSED: 'closed', ACCEPTED: 'done' } },
          // What it was opened for has been done; nothing in it depends on the version it was opened for.
          done: { on: { DIALOG_CLOSED: 'closed' } },
        },
      },
      decision: {
        initial: 'none',
        states: {
          none: { on: { PANEL_OPENED: 'writing', DECIDED: { target: 'undoable', actions: 'decide' } } },
          writing: {
            on: {
              PANEL_CLOSED: { target: 'none', actions: 'forget' },
              DECIDED: { target: 'undoable', actions: 'decide' },
            },
          },
          undoable: { after: { undoSpan: 'sending' }, on: { UNDO: 'undone', SEND_NOW: 'sending' } },
          undone: {
            on: {
              PANEL_OPENED: 'writing',
              DECIDED: { target: 'undoable', actions: 'decide' },
            },
          },
          sending: {
            invoke: {
              id: 'send',
              src: 'send',
              input: ({ context: { id, decision } }) => {
                if (decision === null) throw new Error('ticketPage: nothing was decided')
                return { ticket: id, decision }
              },
              onDone: { target: 'none', actions: 'forget' },
              onError: [
                {
                  guard: { type: 'isUnreached', params: ({ event }) => event },
                  target: 'unreached',
                  actions: { type: 'explain', params: ({ event }) => event },
                },
                { target: 'refused', actions: { type: 'explain', params: ({ event }) => event } },
              ],
            },
          },
          unreached: { on: { SEND_NOW: 'sending' } },
          refused: {
            on: {
              UNDO: 'undone',
              PANEL_OPENED: 'writing',
              DISMISSED: { target: 'none', actions: 'forget' },
            },
          },
        },
      },
    },
  })
}

/** A running ticket page. */
export type TicketPageActor<T extends OpenTicket, D extends Decision> = ActorRefFrom<
  ReturnType<typeof ticketPageMachineOf<T, D>>
>

/** One moment of it. */
export type TicketPageSnapshot<T extends OpenTicket, D extends Decision> = SnapshotFrom<
  ReturnType<typeof ticketPageMachineOf<T, D>>
>
