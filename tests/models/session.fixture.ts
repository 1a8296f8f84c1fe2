import { vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  type Credentials,
  DEFAULT_LOCK_SECONDS,
  SessionFailure,
  type SessionInput,
  type StartUp,
  sessionMachine,
  type Tokens,
} from '#machines/session/session.ts'

/** Start-up data whose settings hold this lock time. */
export const startUp = (lockSeconds: unknown): StartUp => ({
  user: {
    id: 39,
    username: 'zhang39',
    name: '张三九',
    avatar: null,
    email: null,
    mobile: null,
    gender: null,
    dept_info: null,
    role_info: [],
    admin_dept: [],
  },
  permissions: ['leaveApproval:Create'],
  settings: { 'base.lockSeconds': lockSeconds },
  departments: [],
  dictionaries: [],
  menus: [],
})

/** The person whose session it is. */
export const zhang: Credentials = { access: 'a1', refresh: 'r1', username: 'zhang39', remember: true }
/** Somebody else at the same computer. */
export const wang: Credentials = { access: 'b1', refresh: 'r9', username: 'wang02', remember: false }
/** What zhang types to sign in. */
export const form = { username: 'zhang39', password: 'secret', captcha: '1234', captchaKey: 'k', remember: true }
/** The server said no. */
export const refused = (key: string) => new SessionFailure('refused', { key, text: null })
/** Nobody answered. */
export const unreachable = new SessionFailure('unreachable', { key: 'network.timeout', text: null })

/** A browser that kept nothing. */
export const nobody: SessionInput = { credentials: null, locked: false, ownLockSeconds: null, problem: null }
/** A browser that kept zhang's tokens. */
export const returning: SessionInput = { ...nobody, credentials: zhang }

/** The answer to zhang's sign-in. */
export const signedIn = { access: 'a1', refresh: 'r1', username: 'zhang39' }

/** A call that waits for the test to answer it. */
export interface Pending {
  readonly call: string
  readonly input: unknown
  readonly succeed: (output?: unknown) => Promise<void>
  readonly fail: (error: unknown) => Promise<void>
}

/** A session whose calls the test answers, in a browser whose effects it can list. */
export function session(input: SessionInput) {
  const clock = new SimulatedClock()
  const timers = vi.spyOn(clock, 'setTimeout')
  const calls: Pending[] = []
  const effects: { type: string; params?: unknown }[] = []
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const call = <Output, Input>(name: string) =>
    fromPromise<Output, Input>(
      (asked) =>
        new Promise((resolve, reject) => {
          calls.push({
            call: name,
            input: asked.input,
            succeed: async (output) => {
              resolve(output as Output)
              await settled()
            },
            fail: async (error) => {
              reject(error)
              await settled()
            },
          })
        }),
    )
  const note = (type: string) => (_: unknown, params?: unknown) => {
    effects.push(params === undefined ? { type } : { type, params })
  }
  const machine = sessionMachine.provide({
    actors: {
      signIn: call('signIn'),
      signOut: call('signOut'),
      refresh: call('refresh'),
      loadStartUp: call('loadStartUp'),
      changePassword: call('changePassword'),
      verifyPassword: call('verifyPassword'),
    },
    actions: {
      storeCredentials: note('storeCredentials'),
      clearTab: note('clearTab'),
      clearCookies: note('clearCookies'),
      announceSignOut: note('announceSignOut'),
      rememberLock: note('rememberLock'),
    },
  })
  const actor = createActor(machine, { input, clock }).start()
  return {
    actor,
    effects,
    say: actor.send,
    pass: (seconds: number) => clock.increment(seconds * 1000),
    longestTimer: () => Math.max(...timers.mock.calls.map(([, ms]) => ms)),
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    isLocked: () => actor.getSnapshot().hasTag('locked'),
    isReady: () => actor.getSnapshot().hasTag('ready'),
    callsOf: (name: string) => calls.filter((it) => it.call === name),
    last: (name: string): Pending => {
      const newest = calls.findLast((it) => it.call === name)
      if (!newest) throw new Error(`${name} was not called`)
      return newest
    },
  }
}

/** A session that found credentials and has loaded its start-up data. */
export async function readySession(lockSeconds: unknown = DEFAULT_LOCK_SECONDS, input = returning) {
  const it = session(input)
  await it.last('loadStartUp').succeed(startUp(lockSeconds))
  return it
}

/** What a refresh answers. */
export const renewed: Tokens = { access: 'a2', refresh: 'r2' }
