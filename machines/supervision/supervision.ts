import { type ActorRefFrom, assign, fromCallback, type SnapshotFrom, sendTo, setup } from 'xstate'

/** Milliseconds before a server that ended is started again; doubled at each further end. */
export const FIRST_RESTART_DELAY = 1_000

/** Milliseconds beyond which the delay does not grow. */
export const MAX_RESTART_DELAY = 30_000

/** Answers in a row after which a server counts as steady: the delay then starts from the beginning. */
export const STEADY_ANSWERS = 30

/** Milliseconds without an answer of `/healthz` or `/readiness` after which a server is ended. */
export const SILENCE_LIMIT = 20_000

/** Milliseconds a server may take to end by itself before it is killed; longer than its own limit. */
export const STOP_LIMIT = 15_000

/** The exit code of a server that no restart can help: a wrong setting, a damaged or locked data folder, a port in use. */
export const EXIT_REFUSED = 78

/** The exit code of a server that could not prepare its database: a migration or the seed fails, and would fail again. */
export const EXIT_UNPREPARED = 70

/** Codes with which a first start ends for good. */
const FINAL_CODES: ReadonlySet<number | null> = new Set([EXIT_REFUSED, EXIT_UNPREPARED])

/** What the supervisor asks of the server process. */
export type ServerCommand = { readonly type: 'TERMINATE' } | { readonly type: 'KILL' }

/** What the server process reports; the provided `server` actor sends nothing else. */
export type ServerReport =
  /** It listens at `url`. */
  | { readonly type: 'READY'; readonly url: string }
  /** `/healthz` and `/readiness` answered, whatever the answer. */
  | { readonly type: 'ANSWERED' }
  /** It ended; `code` is null when a signal ended it. Sent once. */
  | { readonly type: 'EXITED'; readonly code: number | null; readonly signal: string | null }

/** Everything that may be said to the supervisor. */
export type SupervisionEvent =
  | ServerReport
  /** The operator, the service manager or the end of the launching process asks to end. */
  | { readonly type: 'STOP' }

/** What the supervisor knows. */
export interface SupervisionContext {
  /** Milliseconds before the next restart. */
  readonly restartDelay: number
  /** Where the newest ready server listens; null while none has been ready. */
  readonly url: string | null
  /** Answers of the present server, up to {@link STEADY_ANSWERS}. */
  readonly answers: number
  /** With which code the supervisor ends. */
  readonly exitCode: number
}

/**
 * Supervision of one server process: `alive` {`running` {`starting`, `serving`, `terminating`,
 * `killing`}, `stopping` {`terminating`, `killing`}}, `waiting`, `ended`.
 *
 * To be provided: `server`, which starts the process, reports {@link ServerReport} and carries out
 * {@link ServerCommand}; `probe`, which asks `/healthz` and `/readiness` of `input.url` again and again and reports
 * ANSWERED when both answered; the actions `logExit`, `logSilence` and `logKill`, which write one log line each.
 */
export const supervisionMachine = setup({
  types: {
    context: {} as SupervisionContext,
    events: {} as SupervisionEvent,
    output: {} as { readonly exitCode: number },
    children: {} as { server: 'server'; probe: 'probe' },
  },
  actors: {
    server: fromCallback<ServerCommand>(() => {
      throw new Error('supervision: server was not provided')
    }),
    probe: fromCallback<{ readonly type: 'NONE' }, { readonly url: string }>(() => {
      throw new Error('supervision: probe was not provided')
    }),
  },
  actions: {
    logExit: (_, _params: { code: number | null; signal: string | null; restartDelay: number }) => undefined,
    logSilence: () => undefined,
    logKill: () => undefined,
    terminate: sendTo('server', { type: 'TERMINATE' as const }),
    kill: sendTo('server', { type: 'KILL' as const }),
    startCounting: assign({ answers: 0 }),
    countAnswer: assign(({ context }) => ({ answers: context.answers + 1 })),
    keepUrl: assign((_, { url }: { url: string }) => ({ url })),
    keepRefusal: assign((_, { code }: { code: number | null }) => ({ exitCode: code ?? EXIT_REFUSED })),
    doubleDelay: assign(({ context }) => ({ restartDelay: Math.min(context.restartDelay * 2, MAX_RESTART_DELAY) })),
    resetDelay: assign({ restartDelay: FIRST_RESTART_DELAY }),
  },
  guards: {
    isSteady: ({ context }) => context.answers + 1 >= STEADY_ANSWERS,
    isRefusedStart: ({ context }, { code }: { code: number | null }) => FINAL_CODES.has(code) && context.url === null,
  },
  delays: {
    restartDelay: ({ context }) => context.restartDelay,
    silenceLimit: SILENCE_LIMIT,
    stopLimit: STOP_LIMIT,
  },
}).createMachine({
  id: 'supervision',
  options: { maxIterations: 100 },
  context: { restartDelay: FIRST_RESTART_DELAY, url: null, answers: 0, exitCode: 0 },
  initial: 'alive',
  states: {
    alive: {
      invoke: { id: 'server', src: 'server' },
      initial: 'running',
      states: {
        running: {
          initial: 'starting',
          on: {
            STOP: 'stopping',
            EXITED: [
              {
                // Whoever starts it reads the reason. Later the same code may come from a passing fault, so it is tried again.
                guard: { type: 'isRefusedStart', params: ({ event }) => event },
                target: '#supervision.ended',
                actions: { type: 'keepRefusal', params: ({ event }) => event },
              },
              {
                target: '#supervision.waiting',
                actions: {
                  type: 'logExit',
                  params: ({ context, event }) => ({ ...event, restartDelay: context.restartDelay }),
                },
              },
            ],
          },
          states: {
            starting: {
              on: { READY: { target: 'serving', actions: { type: 'keepUrl', params: ({ event }) => event } } },
            },
            serving: {
              entry: 'startCounting',
              invoke: { id: 'probe', src: 'probe', input: ({ context }) => ({ url: context.url ?? '' }) },
              initial: 'awaitingAnswer',
              states: {
                awaitingAnswer: {
                  after: {
                    silenceLimit: {
                      target: '#supervision.alive.running.terminating',
                      actions: ['logSilence', 'terminate'],
                    },
                  },
                  on: {
                    ANSWERED: [
                      { guard: 'isSteady', target: 'awaitingAnswer', reenter: true, actions: 'resetDelay' },
                      { target: 'awaitingAnswer', reenter: true, actions: 'countAnswer' },
                    ],
                  },
                },
              },
            },
            terminating: { after: { stopLimit: { target: 'killing', actions: ['logKill', 'kill'] } } },
            killing: {},
          },
        },
        stopping: {
          initial: 'terminating',
          entry: 'terminate',
          on: { EXITED: '#supervision.ended' },
          states: {
            terminating: { after: { stopLimit: { target: 'killing', actions: ['logKill', 'kill'] } } },
            killing: {},
          },
        },
      },
    },
    waiting: {
      on: { STOP: 'ended' },
      after: { restartDelay: { target: 'alive', actions: 'doubleDelay' } },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => ({ exitCode: context.exitCode }),
})

/** A running supervision. */
export type SupervisionActor = ActorRefFrom<typeof supervisionMachine>

/** One moment of a supervision. */
export type SupervisionSnapshot = SnapshotFrom<typeof supervisionMachine>
