import { type ActorRefFrom, assign, emit, enqueueActions, fromCallback, type SnapshotFrom, sendTo, setup } from 'xstate'

/** Milliseconds between two heartbeats of an open connection. */
export const HEARTBEAT_INTERVAL = 2_000

/** Milliseconds before a lost connection is tried again. */
export const RECONNECT_DELAY = 5_000

/** How often a lost connection is tried again before it is given up. */
export const RECONNECT_LIMIT = 3

/** Milliseconds before each single attempt once it was given up, so that a page comes back with its server; the last holds for all that follow. */
export const RETRY_WAITS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** Milliseconds between single attempts in the end, at most. */
export const RETRY_INTERVAL = RETRY_WAITS[5]

/** The part of a wait that the jitter of a page may take off it, so that not all pages come at once after a restart. */
const MAX_JITTER = 0.25

/** Milliseconds before single attempt number `retries`, counted from 0. */
export const retryWait = (retries: number, jitter: number): number =>
  Math.round((RETRY_WAITS[retries] ?? RETRY_INTERVAL) * (1 - MAX_JITTER * jitter))

/** The close code by which the server refuses a token. */
export const TOKEN_REFUSED = 4401

/** The close code by which the server makes room for newer connections of the same person. */
export const CROWDED_OUT = 4429

/** A message of the server; which fields stand beside the first three depends on `contentType`. */
export interface LiveMessage {
  readonly contentType: string
  /** A text for the person; empty where only the page is told. */
  readonly content: string
  readonly unread?: number
  readonly link?: string
  readonly record?: string
  readonly id?: number | null
  readonly ticketId?: number | null
}

/** What the socket is told. */
export interface Heartbeat {
  readonly type: 'HEARTBEAT'
  readonly token: string
}

/** What the socket reports; the provided `socket` actor sends nothing else. */
export type SocketEvent =
  | { readonly type: 'OPENED' }
  | { readonly type: 'MESSAGE'; readonly message: LiveMessage }
  /** Closed or never opened; `code` is that of the WebSocket. Sent once. */
  | { readonly type: 'CLOSED'; readonly code: number }

/** Everything that may be said to the connection. */
export type ConnectionEvent =
  | SocketEvent
  /** The layout was entered. */
  | { readonly type: 'CONNECT'; readonly token: string }
  /** The layout was left. */
  | { readonly type: 'LEAVE' }
  /** The access token was renewed: the next heartbeat and the next attempt carry it. */
  | { readonly type: 'TOKEN_CHANGED'; readonly token: string }
  /** The person asks to try again. */
  | { readonly type: 'RETRY' }
  /** The server may be there again: the page is looked at or used anew, or a call was answered. Tried once where the connection was given up. */
  | { readonly type: 'AWAKE' }
  /**
   * The browser says the network is gone. Only a hint (a server on the same machine still answers),
   * so the connection is tried again as after any loss.
   */
  | { readonly type: 'OFFLINE' }
  /** The browser says the network is back: what waits or was given up is tried at once. */
  | { readonly type: 'ONLINE' }

/** What the connection tells its listeners. */
export type ConnectionEmitted =
  | { readonly type: 'MESSAGE'; readonly message: LiveMessage }
  /** Open, for the first time or again: whatever was missed has to be fetched. */
  | { readonly type: 'OPENED' }
  /** The server refused `token`; to be told to the session as UNAUTHORIZED. */
  | { readonly type: 'REFUSED'; readonly token: string }

/** Whether the browser knows WebSocket at all. */
export interface ConnectionInput {
  readonly supported: boolean
  /** From 0 to 1, by chance for each page; 0 by default. */
  readonly jitter?: number
}

/** What the connection knows. */
export interface ConnectionContext {
  readonly supported: boolean
  /** The newest access token. */
  readonly token: string
  /** The token the server saw last. */
  readonly presented: string
  /** Attempts since the connection was last open. */
  readonly attempts: number
  /** Single attempts since it was given up, as far as they change the wait. */
  readonly retries: number
  readonly jitter: number
  /** Newer pages of the person took its place: it comes back only when asked to. */
  readonly isCrowdedOut: boolean
}

/** What the machine is made of. */
const kit = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    emitted: {} as ConnectionEmitted,
    input: {} as ConnectionInput,
    children: {} as { socket: 'socket' },
  },
  actors: {
    socket: fromCallback<Heartbeat, { token: string }>(() => {
      throw new Error('connection: socket was not provided')
    }),
  },
  actions: {
    keepToken: assign((_, { token }: { token: string }) => ({ token })),
    presentToken: assign(({ context }) => ({ presented: context.token })),
    startOver: assign({ attempts: 0, retries: 0, isCrowdedOut: false }),
    markCrowdedOut: assign({ isCrowdedOut: true }),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    countRetry: assign(({ context }) => ({ retries: Math.min(context.retries + 1, RETRY_WAITS.length - 1) })),
    sendHeartbeat: sendTo('socket', ({ context }) => ({ type: 'HEARTBEAT' as const, token: context.token })),
    passMessage: emit((_, { message }: { message: LiveMessage }) => ({ type: 'MESSAGE' as const, message })),
    tellOpened: emit({ type: 'OPENED' as const }),
    tellRefusal: enqueueActions(({ context, enqueue }, { code }: { code: number }) => {
      if (code === TOKEN_REFUSED) enqueue.emit({ type: 'REFUSED', token: context.presented })
    }),
  },
  guards: {
    isSupported: ({ context }) => context.supported,
    isCrowdedOut: (_, { code }: { code: number }) => code === CROWDED_OUT,
    mayComeBack: ({ context }) => !context.isCrowdedOut,
    mayReconnect: ({ context }) => context.attempts < RECONNECT_LIMIT,
  },
  delays: {
    heartbeatInterval: HEARTBEAT_INTERVAL,
    reconnectDelay: RECONNECT_DELAY,
    retryInterval: ({ context }) => retryWait(context.retries, context.jitter),
  },
})

/** Before the first connection, and after the last. */
const disconnected = kit.createStateConfig({
  on: {
    CONNECT: [
      {
        guard: 'isSupported',
        target: 'live',
        actions: ['startOver', { type: 'keepToken', params: ({ event }) => event }],
      },
      { target: 'unsupported' },
    ],
  },
})

/**
 * The live connection: `idle`, `live` {`connecting`, `open`}, `reconnecting`, `givenUp`,
 * `unsupported`, `closed`.
 *
 * To be provided: `socket`, which opens the WebSocket for its `input.token`, reports
 * {@link SocketEvent}, sends each {@link Heartbeat} and closes when it is stopped; it lives exactly as
 * long as `live`. Listeners use `actor.on('MESSAGE' | 'OPENED' | 'REFUSED', ...)`.
 */
export const connectionMachine = kit.createMachine({
  id: 'connection',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    supported: input.supported,
    token: '',
    presented: '',
    attempts: 0,
    retries: 0,
    jitter: input.jitter ?? 0,
    isCrowdedOut: false,
  }),
  initial: 'idle',
  on: {
    LEAVE: '.closed',
    TOKEN_CHANGED: { actions: { type: 'keepToken', params: ({ event }) => event } },
  },
  states: {
    idle: disconnected,

    live: {
      entry: 'presentToken',
      invoke: { id: 'socket', src: 'socket', input: ({ context }) => ({ token: context.token }) },
      initial: 'connecting',
      on: {
        CLOSED: [
          // Whoever came back at once would push another page of the person out, and so on for ever.
          {
            guard: { type: 'isCrowdedOut', params: ({ event }) => event },
            target: 'givenUp',
            actions: 'markCrowdedOut',
          },
          {
            guard: 'mayReconnect',
            target: 'reconnecting',
            actions: { type: 'tellRefusal', params: ({ event }) => event },
          },
          { target: 'givenUp', actions: { type: 'tellRefusal', params: ({ event }) => event } },
        ],
        OFFLINE: [{ guard: 'mayReconnect', target: 'reconnecting' }, { target: 'givenUp' }],
      },
      states: {
        connecting: { on: { OPENED: { target: 'open', actions: ['startOver', 'tellOpened'] } } },
        open: {
          entry: ['sendHeartbeat', 'presentToken'],
          after: { heartbeatInterval: { target: 'open', reenter: true } },
          on: { MESSAGE: { actions: { type: 'passMessage', params: ({ event }) => event } } },
        },
      },
    },

    reconnecting: {
      after: { reconnectDelay: { target: 'live', actions: 'countAttempt' } },
      on: { ONLINE: { target: 'live', actions: 'startOver' } },
    },

    givenUp: {
      // One attempt each time: three more would only delay the next.
      after: { retryInterval: { guard: 'mayComeBack', target: 'live', actions: 'countRetry' } },
      on: {
        AWAKE: { guard: 'mayComeBack', target: 'live' },
        RETRY: { target: 'live', actions: 'startOver' },
        ONLINE: { target: 'live', actions: 'startOver' },
      },
    },

    unsupported: {},

    closed: disconnected,
  },
})

/** A running connection. */
export type ConnectionActor = ActorRefFrom<typeof connectionMachine>

/** One moment of a connection. */
export type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>
