import { assign, fromPromise, setup } from 'xstate'
import {
  type Credentials,
  type Problem,
  type SessionContext,
  type SessionEvent,
  SessionFailure,
  type SessionInput,
  type SignInAnswer,
  type SignInForm,
  type StartUp,
  type Tokens,
} from './session.types.ts'

/** Shown on the sign-in page when the token could not be renewed. */
export const TOKEN_EXPIRED: Problem = { key: 'token.expired', text: null }

/** Seconds of stillness before the screen locks while the server's settings are not known. */
export const DEFAULT_LOCK_SECONDS = 900

/** Milliseconds a sign-out waits for the server before the browser forgets the session anyway. */
export const SIGN_OUT_TIMEOUT_MS = 3_000

/** The longest a browser timer can wait, in milliseconds; a longer one would fire at once. */
const MAX_TIMER = 2 ** 31 - 1

const notProvided = (name: string): never => {
  throw new Error(`session: ${name} was not provided`)
}

const problemOf = (error: unknown): Problem =>
  error instanceof SessionFailure ? error.problem : { key: 'network.error', text: null }

/**
 * Seconds of stillness after which the screen locks, or null for never. The server's setting
 * `base.lockSeconds` (0: never) is the limit; a person's own choice may only shorten it.
 */
export function lockSecondsOf({ startUp, ownLockSeconds }: SessionContext): number | null {
  const set = Number(startUp?.settings['base.lockSeconds'] ?? DEFAULT_LOCK_SECONDS)
  const limits = [Number.isFinite(set) ? set : DEFAULT_LOCK_SECONDS, ownLockSeconds ?? 0].filter((it) => it > 0)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** The types, actions, guards and delays the session chart is written with. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'renewing' | 'ready' | 'locked',
  },
  actors: {
    signIn: fromPromise<SignInAnswer, SignInForm>(() => notProvided('signIn')),
    signOut: fromPromise<void, Tokens>(() => notProvided('signOut')),
    refresh: fromPromise<Tokens, Tokens>(() => notProvided('refresh')),
    loadStartUp: fromPromise<StartUp>(() => notProvided('loadStartUp')),
    changePassword: fromPromise<void, { oldPassword: string; newPassword: string }>(() =>
      notProvided('changePassword'),
    ),
    verifyPassword: fromPromise<void, { password: string }>(() => notProvided('verifyPassword')),
  },
  actions: {
    storeCredentials: (_, _credentials: Credentials) => notProvided('storeCredentials'),
    clearTab: () => notProvided('clearTab'),
    clearCookies: () => notProvided('clearCookies'),
    announceSignOut: (_, _end: { expired: boolean }) => notProvided('announceSignOut'),
    rememberLock: (_, _lock: { locked: boolean }) => notProvided('rememberLock'),
    adoptTokens: assign((_, { access, refresh }: Tokens) => ({ access, refresh })),
    adoptPerson: assign((_, person: Credentials & { mustChangePassword: boolean }) => ({
      access: person.access,
      refresh: person.refresh,
      username: person.username,
      remember: person.remember,
      mustChangePassword: person.mustChangePassword,
      wasLocked: false,
      startUp: null,
      problem: null,
    })),
    forget: assign({
      access: null,
      refresh: null,
      username: null,
      mustChangePassword: false,
      wasLocked: false,
      startUp: null,
    }),
    keepStartUp: assign((_, { startUp }: { startUp: StartUp }) => ({ startUp, problem: null })),
    setOwnLockTime: assign((_, { seconds }: { seconds: number | null }) => ({ ownLockSeconds: seconds })),
    setProblem: assign((_, { error }: { error: unknown }) => ({ problem: problemOf(error) })),
    warnExpired: assign({ problem: TOKEN_EXPIRED }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    hasToken: ({ context }) => context.access !== null,
    mustChangePassword: ({ context }) => context.mustChangePassword,
    wasLocked: ({ context }) => context.wasLocked,
    locksByItself: ({ context }) => lockSecondsOf(context) !== null,
    isCurrentToken: ({ context }, { token }: { token: string }) => token === context.access,
    isSamePerson: ({ context }, { username }: { username: string }) => username === context.username,
    isUnreachable: (_, { error }: { error: unknown }) =>
      error instanceof SessionFailure && error.kind === 'unreachable',
  },
  delays: {
    lockTime: ({ context }) => Math.min((lockSecondsOf(context) ?? Infinity) * 1000, MAX_TIMER),
    signOutTimeout: SIGN_OUT_TIMEOUT_MS,
  },
})
