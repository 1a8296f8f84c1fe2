import { type ActorRefFrom, assign, raise, type SnapshotFrom, waitFor } from 'xstate'
import { sessionSetup } from './session.setup.ts'

export { DEFAULT_LOCK_SECONDS, lockSecondsOf, SIGN_OUT_TIMEOUT_MS, TOKEN_EXPIRED } from './session.setup.ts'
export * from './session.types.ts'

/**
 * The session: `signedOut`, `signingIn`, `signedIn`, `signingOut` and the passing `expired`.
 *
 * `signedIn` has three independent parts, so that a token can be renewed while the start-up data
 * loads or the screen is locked:
 * - `token`: `valid` | `refreshing`
 * - `page`: `mustChangePassword` {asking, changing} | `fresh` {loading, failed} | `ready` {idle, reloading}
 * - `screen`: `open` | `locked` {asking, checking}
 *
 * Tags: `renewing` (hold failed calls back), `ready` (the start-up data is there), `locked`.
 *
 * To be provided. Actors reject with {@link SessionFailure}:
 * - `signIn`, `signOut`, `changePassword`, `verifyPassword`, `loadStartUp`: one call each.
 * - `refresh`: must hold a lock shared by all tabs and first look whether another tab has already
 *   stored a newer pair, since using a rotated refresh token twice revokes the family (LOG-05).
 *
 * Actions: `storeCredentials` writes the cookie and tells the other tabs `TOKEN_CHANGED`; `clearTab`
 * empties session storage and caches; `clearCookies`; `announceSignOut` tells the other tabs
 * `SIGNED_OUT_ELSEWHERE`; `rememberLock` keeps the lock for a reload and for new tabs, and tells the other tabs
 * `LOCKED_ELSEWHERE` or `UNLOCKED_ELSEWHERE`.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    access: input.credentials?.access ?? null,
    refresh: input.credentials?.refresh ?? null,
    username: input.credentials?.username ?? null,
    remember: input.credentials?.remember ?? false,
    mustChangePassword: false,
    wasLocked: input.locked,
    ownLockSeconds: input.ownLockSeconds,
    startUp: null,
    problem: input.problem,
  }),
  initial: 'starting',
  on: {
    LOCK_TIME_SET: { actions: { type: 'setOwnLockTime', params: ({ event }) => event } },
  },
  states: {
    starting: {
      always: [
        { guard: 'hasToken', target: 'signedIn', actions: 'clearProblem' },
        { target: 'signedOut', actions: ['clearTab', 'clearCookies'] },
      ],
    },

    signedOut: {
      entry: 'forget',
      on: {
        SIGN_IN: {
          target: 'signingIn',
          actions: ['clearProblem', assign(({ event }) => ({ remember: event.remember }))],
        },
        TOKEN_CHANGED: {
          target: 'signedIn',
          actions: { type: 'adoptPerson', params: ({ event }) => ({ ...event, mustChangePassword: false }) },
        },
      },
    },

    signingIn: {
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          if (event.type !== 'SIGN_IN') throw new Error(`session: ${event.type} cannot sign in`)
          return event
        },
        onDone: {
          target: 'signedIn',
          actions: [
            {
              type: 'adoptPerson',
              params: ({ context, event }) => ({ ...event.output, remember: context.remember }),
            },
            {
              type: 'storeCredentials',
              params: ({ context, event: { output } }) => ({
                access: output.access,
                refresh: output.refresh,
                username: output.username,
                remember: context.remember,
              }),
            },
          ],
        },
        onError: { target: 'signedOut', actions: { type: 'setProblem', params: ({ event }) => event } },
      },
      on: {
        TOKEN_CHANGED: {
          target: 'signedIn',
          actions: { type: 'adoptPerson', params: ({ event }) => ({ ...event, mustChangePassword: false }) },
        },
      },
    },

    signedIn: {
      type: 'parallel',
      on: {
        SIGN_OUT: { target: 'signingOut', actions: 'clearProblem' },
        SIGNED_OUT_ELSEWHERE: [
          { guard: ({ event }) => event.expired, target: 'signedOut', actions: ['warnExpired', 'clearTab'] },
          { target: 'signedOut', actions: ['clearProblem', 'clearTab'] },
        ],
        TOKEN_CHANGED: [
          {
            guard: { type: 'isSamePerson', params: ({ event }) => event },
            actions: { type: 'adoptTokens', params: ({ event }) => event },
          },
          {
            // Somebody else signed in meanwhile: nothing of the former person may stay on the page.
            target: 'signedIn',
            reenter: true,
            actions: [
              'clearTab',
              { type: 'adoptPerson', params: ({ event }) => ({ ...event, mustChangePassword: false }) },
            ],
          },
        ],
      },
      states: {
        token: {
          initial: 'valid',
          states: {
            valid: {
              on: {
                UNAUTHORIZED: {
                  guard: { type: 'isCurrentToken', params: ({ event }) => event },
                  target: 'refreshing',
                },
              },
            },
            refreshing: {
              tags: 'renewing',
              invoke: {
                id: 'refresh',
                src: 'refresh',
                input: ({ context }) => ({ access: context.access ?? '', refresh: context.refresh }),
                onDone: {
                  target: 'valid',
                  actions: [
                    { type: 'adoptTokens', params: ({ event }) => event.output },
                    {
                      type: 'storeCredentials',
                      params: ({ context, event: { output } }) => ({
                        access: output.access,
                        refresh: output.refresh,
                        username: context.username ?? '',
                        remember: context.remember,
                      }),
                    },
                  ],
                },
                onError: [
                  // A dead network says nothing about the token: the calls fail, the person stays.
                  { guard: { type: 'isUnreachable', params: ({ event }) => event }, target: 'valid' },
                  { target: '#session.expired' },
                ],
              },
              on: {
                TOKEN_CHANGED: {
                  guard: { type: 'isSamePerson', params: ({ event }) => event },
                  target: 'valid',
                  actions: { type: 'adoptTokens', params: ({ event }) => event },
                },
              },
            },
          },
        },

        page: {
          initial: 'entering',
          states: {
            entering: {
              always: [{ guard: 'mustChangePassword', target: 'mustChangePassword' }, { target: 'fresh' }],
            },
            mustChangePassword: {
              initial: 'asking',
              states: {
                asking: { on: { CHANGE_PASSWORD: { target: 'changing', actions: 'clearProblem' } } },
                changing: {
                  invoke: {
                    id: 'changePassword',
                    src: 'changePassword',
                    input: ({ event }) => {
                      if (event.type !== 'CHANGE_PASSWORD') throw new Error(`session: ${event.type} has no password`)
                      return { oldPassword: event.oldPassword, newPassword: event.newPassword }
                    },
                    onDone: {
                      target: '#session.signedIn.page.fresh',
                      actions: assign({ mustChangePassword: false }),
                    },
                    onError: { target: 'asking', actions: { type: 'setProblem', params: ({ event }) => event } },
                  },
                },
              },
            },
            fresh: {
              initial: 'loading',
              on: { PASSWORD_CHANGE_REQUIRED: 'mustChangePassword' },
              states: {
                loading: {
                  invoke: {
                    id: 'loadStartUp',
                    src: 'loadStartUp',
                    onDone: {
                      target: '#session.signedIn.page.ready',
                      actions: [
                        { type: 'keepStartUp', params: ({ event }) => ({ startUp: event.output }) },
                        // The lock time is known only now: the waiting time starts over with it.
                        raise({ type: 'ACTIVE' }),
                      ],
                    },
                    onError: { target: 'failed', actions: { type: 'setProblem', params: ({ event }) => event } },
                  },
                },
                failed: { on: { RETRY: { target: 'loading', actions: 'clearProblem' } } },
              },
            },
            ready: {
              tags: 'ready',
              initial: 'idle',
              on: { PASSWORD_CHANGE_REQUIRED: 'mustChangePassword' },
              states: {
                idle: { on: { RELOAD: 'reloading' } },
                reloading: {
                  on: { RELOAD: { target: 'reloading', reenter: true } },
                  invoke: {
                    id: 'reloadStartUp',
                    src: 'loadStartUp',
                    onDone: {
                      target: 'idle',
                      actions: { type: 'keepStartUp', params: ({ event }) => ({ startUp: event.output }) },
                    },
                    onError: { target: 'idle', actions: { type: 'setProblem', params: ({ event }) => event } },
                  },
                },
              },
            },
          },
        },

        screen: {
          initial: 'entering',
          states: {
            entering: { always: [{ guard: 'wasLocked', target: 'locked' }, { target: 'open' }] },
            open: {
              after: {
                lockTime: {
                  guard: 'locksByItself',
                  target: 'locked',
                  actions: { type: 'rememberLock', params: { locked: true } },
                },
              },
              on: {
                ACTIVE: { target: 'open', reenter: true },
                LOCK: { target: 'locked', actions: { type: 'rememberLock', params: { locked: true } } },
                LOCKED_ELSEWHERE: 'locked',
                LOCK_TIME_SET: {
                  target: 'open',
                  reenter: true,
                  actions: { type: 'setOwnLockTime', params: ({ event }) => event },
                },
              },
            },
            locked: {
              tags: 'locked',
              // What was refused before belongs to another form.
              entry: 'clearProblem',
              initial: 'asking',
              on: { UNLOCKED_ELSEWHERE: 'open' },
              states: {
                asking: { on: { UNLOCK: { target: 'checking', actions: 'clearProblem' } } },
                checking: {
                  invoke: {
                    id: 'verifyPassword',
                    src: 'verifyPassword',
                    input: ({ event }) => {
                      if (event.type !== 'UNLOCK') throw new Error(`session: ${event.type} has no password`)
                      return { password: event.password }
                    },
                    onDone: {
                      target: '#session.signedIn.screen.open',
                      actions: { type: 'rememberLock', params: { locked: false } },
                    },
                    onError: { target: 'asking', actions: { type: 'setProblem', params: ({ event }) => event } },
                  },
                },
              },
            },
          },
        },
      },
    },

    signingOut: {
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => ({ access: context.access ?? '', refresh: context.refresh }),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
      after: { signOutTimeout: 'signedOut' },
      // The other tabs hear of it before the server closes their connections: they would take that for an expired token.
      entry: ['clearCookies', { type: 'announceSignOut', params: { expired: false } }],
      exit: 'clearTab',
    },

    expired: {
      entry: ['warnExpired', 'clearTab', 'clearCookies', { type: 'announceSignOut', params: { expired: true } }],
      always: 'signedOut',
    },
  },
})

/** A running session. */
export type SessionActor = ActorRefFrom<typeof sessionMachine>

/** One moment of a session. */
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/**
 * Says that a call sent with `token` was answered 401 and waits for the token to replay it with;
 * null when there is none: the session ended, became another person's, or the server is unreachable.
 */
export async function renewedAccess(session: SessionActor, token: string): Promise<string | null> {
  const { username } = session.getSnapshot().context
  session.send({ type: 'UNAUTHORIZED', token })
  const { context } = await waitFor(session, (snapshot) => !snapshot.hasTag('renewing'))
  return context.username === username && context.access !== token ? context.access : null
}
